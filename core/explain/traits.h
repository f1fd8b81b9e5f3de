// What a head does, measured on its weights: numbers between which heads can be compared, and a word for the
// strongest of them. Also what becomes of many heads in one picture: their mean, and attention rollout.
//
// A row with a single key to look at had no choice (the first row under a causal mask) and counts in none of
// the means.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/figure/heatmap.h"
#include "core/text/word_pairs.h"

namespace headlight {

enum class Trait {
  entropy,     // bits: how many words share a row, mean over rows; 0 when one word has it all
  peak,        // the largest weight of a row, mean over rows
  distance,    // words between query and key, |i - j| weighted by the weights, mean over rows
  previous,    // weight on the word before, mean over the rows that have one
  itself,      // weight on the word itself
  next,        // weight on the word after
  first,       // weight on the first word
  special,     // weight on <s>, </s> and punctuation together
  antecedent,  // weight of "it" on the noun it means
  // Measured on the model and not on one sentence: see head_measures.h.
  sink,            // weight on the first token and on special tokens together
  previous_token,  // weight on the token before
  next_token,      // weight on the token after
  induction,       // weight on the token that came after this one before
  duplicate,       // weight on the same token at its other place
  copying,         // how far a token that is looked at is made more probable than others
};
inline constexpr int trait_count = 15;
// Of the model and not of one sentence: from here on.
inline constexpr int first_measured = static_cast<int>(Trait::sink);
inline constexpr int measure_count = trait_count - first_measured;
constexpr bool is_of_model(Trait trait) { return static_cast<int>(trait) >= first_measured; }

struct TraitInfo {
  std::string_view id;       // "previous": in sessions and files
  std::string_view name;     // "to previous": beside its number
  std::string_view says;     // "looks at the previous word": what a head with much of it does
  std::string_view brief;    // "previous word"
  std::string_view tiny;     // "previous": where there is hardly room
  std::string_view meaning;  // one sentence
  bool is_share = true;      // between 0 and 1
  float least = 0;           // of what is measured on the model: a head is called so from here on
};
// `cells`: where queries and keys are the cells of a picture.
const TraitInfo& info(Trait trait, bool cells = false);

// Where the tokens stand that are the cells of a picture, line by line; one after another where `along` is 0.
// A class token, that is not in the picture, has no distance to any.
struct CellPlaces {
  int along = 0;   // cells in a line
  int before = 0;  // tokens before the first cell

  // In tokens or in cells; nothing from or to a class token.
  std::optional<float> between(int row, int key) const;
  // The token before and after, or the cell to the left and to the right; -1 where there is none.
  int previous(int row) const;
  int next(int row) const;
};

// What a trait cannot say of a map is missing: distances between two different sentences, a previous word
// where there is only one, an antecedent nobody knows.
struct HeadTraits {
  std::array<std::optional<float>, trait_count> values;
  // In how much of the rows the largest weight stands there; of peak, in how much it is over half. 0 for what
  // is no place to look at, and where rows were not counted.
  std::array<float, trait_count> rows_led = {};
  float most_entropy = 0;  // bits a head would have that looks at all it may alike

  std::optional<float> operator[](Trait trait) const { return values[static_cast<std::size_t>(trait)]; }
};

// `self`: queries and keys are the same words in the same order. `antecedent`: where it is known. Nothing
// that is measured on the model.
HeadTraits traits_of(const Heatmap& weights, bool self, std::optional<Antecedent> antecedent = {},
                     CellPlaces cells = {});

// The trait that says most about a head. Unless it finds what "it" means, what the field calls it comes
// first, where that was measured: the pattern with the largest weight of those that reach their threshold,
// else a sink, else that it copies. Then what it does in this sentence: its largest share when that is worth
// a word and more than half of all rows look there most, else whether it looks at one word or at many.
// Nothing for a map without any choice.
struct Strongest {
  Trait trait = Trait::entropy;
  float value = 0;
};
std::optional<Strongest> strongest(const HeadTraits& traits);
// The two apart: what the field calls it by what was measured over many texts, nothing where it reaches no
// threshold or was not measured; and what it does in this sentence.
std::optional<Strongest> measured_name(const HeadTraits& traits);
std::optional<Strongest> done_here(const HeadTraits& traits);

// A token on which more than half of the mean weight rests although it says little: the first, <s>, </s>, a
// punctuation mark. Such attention is a place to rest (a sink), not a finding.
struct Sink {
  int key = 0;
  float share = 0;
};
// Whether so much rests there.
bool is_sink(const Sink& sink);
std::optional<Sink> sink_of(const Heatmap& weights);

bool is_special(std::string_view word);

// The mean of maps of one shape, cell by cell; masked where all of them are. Throws std::invalid_argument for
// none, or for different shapes.
Heatmap mean_of(std::span<const Heatmap> heads);

// Attention rollout (Abnar and Zuidema 2020): how much of each input word is left in each row of the last of
// these layers, if half of a vector comes from attention and half stays: the product over layers of
// 0.5 A + 0.5 I, the first layer rightmost. `means` are [T, T], the mean over heads of each layer. Throws
// std::invalid_argument for none, or for maps that are not square and alike.
Heatmap rollout_of(std::span<const Heatmap> means);
// The same layer by layer, from the first one up.
struct Rollout {
  std::vector<double> product;  // [T, T], row by row; empty before the first layer

  void add(const Heatmap& mean);
  // `last`: the mean that was added last.
  Heatmap drawn(const Heatmap& last) const;
};

// What the mean hides most: the cell in which one head exceeds it by most, in `row` when given.
struct Hidden {
  int head = 0, row = 0, column = 0;
  float weight = 0, mean = 0;
};
std::optional<Hidden> hidden_by_mean(std::span<const Heatmap> heads, const Heatmap& mean,
                                     std::optional<int> row = {});

}  // namespace headlight
