// From where on a translator is sure: thresholds chosen where the right translation is known, and measured
// again on other sentences.
#pragma once

#include "core/learn/evaluate.h"
#include "core/models/certainty.h"

namespace headlight {

// What no grammar wrote: each of `examples` with a word replaced or put in by any that the model reads, a
// word left out, all of them in another order, or another sentence behind it. Of most nobody knows what would
// be right, and of nearly all the answer is wrong.
std::vector<std::vector<std::string>> outside_sentences(const Model& model,
                                                        const std::vector<Example>& examples);

// The thresholds that mark most sentences outside while of those that the model translates right at most
// `marked` are: held-out ones, not those that are measured on. Nothing where it translates none right.
std::optional<Calibration> calibrate(const Model& model, const std::vector<Example>& examples,
                                     double marked = 0.025);

// The shares that are marked, whether as not sure or as a guess.
struct UnsureShares {
  double right = 0;    // of those translated word for word
  double wrong = 0;    // of the others
  double outside = 0;  // of outside_sentences()
};
UnsureShares unsure_shares(const Model& model, const Calibration& calibration,
                           const std::vector<Example>& examples);
// The same, by the names of the card.
std::vector<Measure> unsure_measures(const Model& model, const Calibration& calibration,
                                     const std::vector<Example>& examples);

// Chosen on `count` held-out sentences other than those that are measured on.
std::optional<Calibration> calibrate(const Model& model, int count);

}  // namespace headlight
