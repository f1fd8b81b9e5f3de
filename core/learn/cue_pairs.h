// Pairs of held-out sentences that differ in the one word that decides what "it" means: where each head looks
// in them, and what it matters (core/explain/causal_map.h).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/explain/causal_map.h"
#include "core/grammar/example.h"
#include "core/models/card.h"
#include "core/models/model.h"

namespace headlight {

// A sentence, and the same one with another word in the deciding place, so that "it" means the other noun.
struct ExchangedCue {
  Example example;
  std::vector<std::string> other;  // English words
};

// At most `count` of them. The sentence is one of the list `pronouns`; its other word decides in another of
// them, after the same words, for a noun of the other one's kind, and is held out with these nouns, too.
std::vector<ExchangedCue> exchanged_cues(const Vocabulary& source, const Vocabulary& target, int count);

// So many are looked for.
inline constexpr int pairs_measured = 300;

// Where a head looks, and what it matters.
struct HeadOverPairs {
  HeadPlace head;
  // The weights that it gives to the deciding word, to the noun that is meant and to "it": in the row of
  // "it", of a stack that writes in the row that says the pronoun. NaN where its keys are words that were
  // written.
  double cue = 0, noun = 0, it = 0;
  // Of its whole output, taken from the sentence with the deciding word into the one with the other.
  double effect = 0;
};

// The same of every head of a model over pairs, one pass for a head and a pair.
class HeadsOverPairs {
 public:
  HeadsOverPairs(ModelPtr model, std::vector<ExchangedCue> pairs);

  // Asks `go_on` before each pass. False when it said no: called again, it goes on there.
  bool compute(const std::function<bool()>& go_on = {});
  int tried() const { return tried_; }  // pairs that are whole
  int count() const { return static_cast<int>(pairs_.size()); }
  // Of the first so many that were tried: in how many the model writes both pronouns, and the means over
  // these.
  int answered(int tried) const;
  std::vector<HeadOverPairs> means(int tried) const;
  // One pair's own values, in the order of the heads; empty where the model does not write both pronouns.
  const std::vector<HeadOverPairs>& of_pair(int pair) const;

 private:
  struct UnderWay;

  ModelPtr model_;
  std::vector<ExchangedCue> pairs_;
  std::vector<HeadPlace> heads_;
  std::vector<std::vector<HeadOverPairs>> values_;
  std::shared_ptr<UnderWay> under_way_;  // the pair that is being tried
  int tried_ = 0;
};

// The two runs of a pair, up to the pronoun: rows go from the sentence into the other one. Nothing where the
// model does not write both pronouns.
struct PairRuns {
  TracePtr clean;  // of the sentence
  CausalRuns runs;
};
std::optional<PairRuns> runs_of_pair(const ModelPtr& model, const ExchangedCue& pair);

}  // namespace headlight
