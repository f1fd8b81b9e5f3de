// The pictures that the positions lab keeps for its pages, and for export.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/labs/positions/positions_work.h"
#include "core/labs/positions.h"

namespace headlight {

// Distances are shown between so many places at least.
inline constexpr int least_bias_places = 8;

// What a page of the lab asks of a sentence.
struct PositionsAsked {
  const PositionsLab& lab;
  const LabInput& input;
  const Trace& trace;       // of the sentence, without edits
  const Trace& edited;      // and with them
  std::vector<int> source;  // its words
  int side;
  PositionsStudy::OfSide& found;  // what was found so far

  const Model& model() const { return *input.model; }
  const TransformerConfig& config() const { return input.config(); }
  const std::vector<std::string>& words() const { return trace.typed(); }
  int tokens() const { return static_cast<int>(source.size()); }
  int places() const { return std::max(least_places, tokens()); }
  // Distances are shown between the words themselves; behind a short sentence, some places more.
  std::vector<std::string> bias_words() const {
    std::vector<std::string> named = words();
    while (static_cast<int>(named.size()) < least_bias_places)
      named.push_back("place " + std::to_string(named.size()));
    return named;
  }
  int head() const { return std::min(lab.head, config().reading_heads() - 1); }
  // Before the parts of a score: "encoder.0.self_attention.head.1."
  std::string scores() const { return reading_head(model().anatomy(), 0, lab.head).path(""); }
  std::string named(const std::string& map) const { return map + " " + std::to_string(side); }
};

// Of what was recorded for the lab's kind: vectors, how alike they are, and what they make of the words;
// biases of every head, and where they alone would send the weights; or two vectors turned to every place.
void keep_places(LabWork& work, const PositionsAsked& asked, const Trace& places);
// What a part of the scores is called, or "parts_sum", their sum: "word · position". Throws std::out_of_range
// for another name.
const char* score_part_title(std::string_view part);
// ", m = 1/8" where a head has a slope: ALiBi's heads differ in nothing else. Else nothing.
std::string bias_slope(const PositionsStudy::OfSide& found, int head);
// "head 2, m = 1/8"
std::string bias_head_name(const PositionsStudy::OfSide& found, int head);
// The parts of the scores and their sum, on one scale.
void keep_parts(LabWork& work, const PositionsAsked& asked, const Trace& parts);
// A head as the model was trained, and with the other kind where there is one.
void keep_weights(LabWork& work, const PositionsAsked& asked, const Trace* other);

}  // namespace headlight
