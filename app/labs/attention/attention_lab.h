// The lab on attention: the general attention layer.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "app/lab/lab_settings.h"
#include "core/explain/score_map.h"
#include "core/files/fields.h"
#include "core/labs/general_attention.h"

namespace headlight {

struct Lab;
struct LabPanel;

enum class AttentionPage {
  layer,
  one_map,  // W^Q W^K^T of a head
};
inline const EnumNames<AttentionPage>& attention_page_names() {
  static const EnumNames<AttentionPage> names{{AttentionPage::layer, "layer"},
                                              {AttentionPage::one_map, "one_map"}};
  return names;
}
enum class AttentionInputs { sentence, small };
enum class AttentionAsking { inputs, random };

inline const EnumNames<AttentionInputs>& attention_inputs_names() {
  static const EnumNames<AttentionInputs> names{{AttentionInputs::sentence, "sentence"},
                                                {AttentionInputs::small, "small"}};
  return names;
}
inline const EnumNames<AttentionAsking>& attention_asking_names() {
  static const EnumNames<AttentionAsking> names{{AttentionAsking::inputs, "inputs"},
                                                {AttentionAsking::random, "random"}};
  return names;
}
inline const EnumNames<Alignment>& alignment_names() {
  static const EnumNames<Alignment> names{
      {Alignment::additive, "additive"}, {Alignment::dot, "dot"}, {Alignment::scaled_dot, "scaled_dot"}};
  return names;
}
inline const EnumNames<Weighting>& weighting_names() {
  static const EnumNames<Weighting> names{
      {Weighting::softmax, "softmax"}, {Weighting::none, "none"}, {Weighting::sum, "sum"}};
  return names;
}
inline const EnumNames<Projections>& projections_names() {
  static const EnumNames<Projections> names{
      {Projections::none, "none"}, {Projections::random, "random"}, {Projections::head, "head"}};
  return names;
}

struct AttentionLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr const char* for_experts[] = {"asking", "d_k"};
  static constexpr int plain_pages = 1;  // the layer
  // A row of the small X is so long, however many of its numbers are in use.
  static constexpr int most_columns = 6;

  AttentionPage page = AttentionPage::layer;
  AttentionInputs inputs = AttentionInputs::sentence;
  int rows = 3, columns = 3;  // of the small X
  // Row by row; what is missing is 0.
  std::vector<float> small = {1, 0, 2, 0, 0, 0, 0, 1, 1, 0, 0, 0, 2, 1, 0};
  AttentionAsking asking = AttentionAsking::inputs;
  int queries = 2;  // M, when they are not the inputs
  Alignment alignment = Alignment::scaled_dot;
  Weighting shares = Weighting::softmax;
  Projections projections = Projections::random;
  int d_k = 8, d_v = 4;     // of random projections
  int layer = 1, head = 0;  // of the self-attention of what the model reads, whose projections they are
  int seed = 1;             // of what is random
  int shuffle = 0;          // the inputs in another order; 0: as given
  int row = 0;              // the query whose row is followed
  int key = -1;             // of the one map; -1: the one with the largest score

  bool operator==(const AttentionLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("page", self.page, attention_page_names());
    visit("inputs", self.inputs, attention_inputs_names());
    visit("rows", self.rows, Within{1, 6});
    visit("columns", self.columns, Within{1, most_columns});
    visit("small", self.small, Within{-99.0F, 99.0F});
    visit("asking", self.asking, attention_asking_names());
    visit("queries", self.queries, Within{1, 8});
    visit("alignment", self.alignment, alignment_names());
    visit("shares", self.shares, weighting_names());
    visit("projections", self.projections, projections_names());
    visit("d_k", self.d_k, Within{1, 64});
    visit("d_v", self.d_v, Within{1, 64});
    visit("layer", self.layer, Within{0, 255});
    visit("head", self.head, Within{0, 255});
    visit("seed", self.seed, Within{0, most_seed});
    visit("shuffle", self.shuffle, Within{0, most_seed});
    visit("row", self.row, Within{0, 4095});
    visit("key", self.key, Within{-1, 4095});
  }
};

// What the controls lead to: additive alignment has weights of its own, and a head reads the model's vectors
// only.
inline Projections projections_in_force(const AttentionLab& settings) {
  const bool no_vectors =
      settings.inputs == AttentionInputs::small && settings.projections == Projections::head;
  return projections_in_force(settings.alignment, no_vectors ? Projections::random : settings.projections);
}

// What the lab on attention finds of the layer that it records.

struct AttentionStudy {
  std::int64_t learned_numbers = 0;  // weights and biases
  double order_difference = 0;       // the largest of the output, to that of the inputs as they were given
  // The largest of the output, to that of the model's own head; NaN where the layer is not the head's: it has
  // no positions by distance.
  double model_difference = std::numeric_limits<double>::quiet_NaN();
  // What is wrong with what mixes the values of each query; empty with a softmax.
  std::vector<std::string> wrong;
};

// What it finds of a head's W^Q W^K^T, on the page about it.
struct OneMapStudy {
  int query = 0, key = 0;
  std::string query_word;
  std::vector<std::string> keys;  // all words that are asked
  bool crosses = false;           // they are of another text
  ScoreMap map;
  double scaled = 0;  // the score that enters the softmax or its mask, as the trace has it
  // The same with the words exchanged; NaN where the two are of two texts.
  double back = std::numeric_limits<double>::quiet_NaN();
  bool drawn = false;  // its cells are recorded: "attention_lab.one_map"
};

}  // namespace headlight
