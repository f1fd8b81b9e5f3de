// What the lab on positions computes for its open page.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/labs/positions/positions_lab.h"
#include "app/labs/positions/trained_positions.h"
#include "core/labs/model_positions.h"
#include "core/labs/positions.h"
#include "core/text/say.h"

namespace headlight {

struct LabInput;
struct LabWork;

// So many places are shown at least, also beyond the sentence.
inline constexpr int least_places = 32;
// ALiBi is shown with the paper's slopes for so many heads where the model on stage has none of its own.
inline constexpr int alibi_heads = 8;
// The vectors that are appended have so many dimensions.
inline constexpr int appended_dimensions = 16;

// What is filled is what the open page shows.
struct PositionsStudy {
  // Of a kind, on any sentence.
  struct Properties {
    Positions kind = Positions::sinusoidal;
    // A bias gives a place no vector: what was measured are its rows, each to all places.
    bool vectors = true;
    PlaceProperties found;
    // The small models of this kind that give back the letter two places back: their share of right answers
    // at the lengths trained on, and at longer ones; the middle of all runs. NaN: none is shipped here.
    double within = std::numeric_limits<double>::quiet_NaN();
    double beyond = std::numeric_limits<double>::quiet_NaN();

    bool measured_longer() const { return !std::isnan(within) && !std::isnan(beyond); }
    // Loses less than a tenth of them.
    bool longer() const { return beyond > 0.9 * within; }
  };
  struct Angles {
    Orthogonality sentence, vocabulary;  // of its words and of all words, with these places
    double at_random = 0;                // the mean of vectors at random: a formula
  };
  // How far the encoder's output for a word moves when the sentence is read backwards.
  struct Reversed {
    double without_positions = 0, as_trained = 0;
  };
  // Of a sentence.
  struct OfSide {
    std::vector<float> slopes;                                 // ALiBi's m, of each head
    int bias_heads = 0;                                        // for which a bias was recorded
    double turned = std::numeric_limits<double>::quiet_NaN();  // RoPE: largest difference at equal distance
    std::vector<Reversed> reversed;                            // for each word
    std::optional<ScoreShares> parts;
    std::optional<Angles> angles;
  };
  std::vector<Properties> properties;
  std::array<OfSide, 2> sides;
  std::optional<TrainedStudy> trained;

  const OfSide& of(int side) const { return sides.at(side); }
};

// Tables of a side but the first: "properties", "slopes", "parts", "orthogonality", "reversed", "rotation";
// those of small models are in trained_positions.h. Maps: "numbers SIDE" and "similarity SIDE" of vectors of
// places, "words SIDE" and "input SIDE", the words' vectors before and after their places are added or
// appended, where they fit; score_parts with "parts_sum".
inline constexpr const char* slopes_table = "slopes";
inline constexpr const char* every_bias_table = "bias of every head";
void compute_positions(const LabInput& input, LabWork& work);

// The kind that the model on stage is compared with: the lab's, or where that is the model's own or cannot be
// applied to its weights the first that can.
Positions compared_kind(const PositionsLab& lab, const TransformerConfig& config);

// What the lab on positions found, as tables for files and lessons.

// A row for each kind.
LabTable table_of_properties(const std::vector<PositionsStudy::Properties>& kinds);
// A row for each head.
LabTable table_of_slopes(const std::vector<float>& slopes, int side);
// A row for each word.
LabTable table_of_reversed(const std::vector<PositionsStudy::Reversed>& reversed,
                           const std::vector<std::string>& words, int side);
// A row for each of score_parts.
LabTable table_of_parts(const ScoreShares& shares, int side);
// Sentence, vocabulary, random.
LabTable table_of_angles(const PositionsStudy::Angles& angles, int side);

// What the lab on positions says of its pictures.

// Of the open page.
LabCaption positions_caption(const CaptionAsked& asked);

// Of the biases of so many heads side by side; `origin`: where their numbers come from, a sentence; `own`:
// they are those of the model on stage.
std::string every_bias_caption(const PositionsLab& lab, int heads, const std::string& origin, bool own);

// The pictures that the positions lab keeps for its pages, and for export.

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
      named.push_back(say("place {n}", {{"n", std::to_string(named.size())}}));
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
