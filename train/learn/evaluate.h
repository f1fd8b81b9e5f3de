// Measures a translator on sentences it was not trained on, the figures of its card, and chooses from where
// on it is sure.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/models/card.h"
#include "core/models/certainty.h"
#include "core/models/model.h"
#include "train/learn/corpus.h"

namespace headlight {

// How many sentences come out right, by how many words are read: what a sentence squeezed into one vector
// loses as it grows.

inline constexpr int longest_short = 7;   // words of a sentence that counts as short
inline constexpr int shortest_long = 12;  // and as long

class ExactByLength {
 public:
  void add(int words, bool exact);

  // Over all, over the short, over the long; 0 where there are none.
  double share() const { return share_within(0, 1 << 30); }
  double share_of_short() const { return share_within(0, longest_short); }
  double share_of_long() const { return share_within(shortest_long, 1 << 30); }
  // A point for each length of at least `fewest` sentences.
  MeasuredCurve curve(const std::string& name = exact_by_length, int fewest = 20) const;

 private:
  struct Count {
    int exact = 0, all = 0;
  };
  double share_within(int least, int most) const;

  std::map<int, Count> counts_;
};

// French agreement as a measure needs it: the same sentence when the pronoun means a noun of the other
// gender.

// `words` with il and elle exchanged at `pronoun`, and every adjective or participle of its clause after it
// in its other form.
std::vector<std::string> with_other_gender(std::vector<std::string> words, int pronoun);

// Called now and then with the share of the work that is done, 0 to 1. Returns false to stop.
using Progress = std::function<bool(double)>;

// Where "it" looks: over the sentences with a Reference, in one head.
struct ReferenceWeights {
  double accuracy = 0;    // share in which the antecedent gets more weight than the other noun
  double antecedent = 0;  // mean weight on the antecedent
  double other = 0;       // mean weight on the other noun
};
ReferenceWeights reference_weights(const Model& model, const std::vector<Example>& examples,
                                   const HeadPlace& head);

// The encoder head in which the antecedent leads by most, over `examples`: to be chosen on training
// sentences.
HeadPlace find_reference_head(const Model& model, const std::vector<Example>& examples);

// The accuracy of that head over at most `count` of the sentences with a Reference; 0 where there are none.
double best_reference_accuracy(const Model& model, const std::vector<Example>& examples, std::size_t count);

// The share of sentences translated word for word, without decoding further than their first wrong word.
double exact_translation(const Model& model, const std::vector<Example>& examples,
                         const Progress& progress = {});

// The same, and by kind and length of sentence. The kind "ambiguous" is left out, of which either translation
// is right.
struct ExactShares {
  double all = 0;
  std::map<std::string, double> kinds;
  ExactByLength lengths;
};
ExactShares exact_shares(const Model& model, const std::vector<Example>& examples,
                         const Progress& progress = {});

// The share of French content words at which the first encoder-decoder head looks most at the English word
// they translate.
double alignment_accuracy(const Model& model, const std::vector<Example>& examples);

// What happens to the French when "it" is made to look at the other noun: its weights on the two nouns change
// places in the heads given. Over sentences whose nouns differ in gender.
struct GenderFlip {
  int sentences = 0;
  double pronoun = 0;  // share in which il becomes elle, or elle il
  double all = 0;  // share in which the pronoun and every word that agrees with it change, and nothing else
};
GenderFlip gender_flip(const Model& model, const std::vector<Example>& examples,
                       const std::vector<HeadPlace>& heads);

// Mean cosine of the encoder's output at "bears", between sentences of the same and of different senses.
struct SenseCosines {
  double same = 0;
  double other = 0;
};
SenseCosines bears_cosines(const Model& model, const std::vector<Example>& examples);

// All of the above, by the names of the card.
std::vector<Measure> evaluate_translator(const Model& model, const HeadPlace& head,
                                         const std::vector<Example>& held_out, const Progress& progress = {});

// From where on a translator is sure: thresholds chosen where the right translation is known, and measured
// again on other sentences.

// What no grammar wrote: each of `examples` with a word replaced or put in by any that the model reads, a
// word left out, all of them in another order, or another sentence behind it. Of most nobody knows what would
// be right, and of nearly all the answer is wrong.
std::vector<std::vector<std::string>> outside_sentences(const Model& model,
                                                        const std::vector<Example>& examples);

// The thresholds that mark most sentences outside while of those that the model translates right at most
// `marked` are: held-out ones, not those that are measured on. Nothing where it translates none right.
std::optional<Calibration> calibrate(const Model& model, const std::vector<Example>& examples,
                                     double marked = 0.025);

// The shares that are marked, whatever the mark says.
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
