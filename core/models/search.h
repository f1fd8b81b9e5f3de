// One word at a time: the ways to go on with a text when a model says how likely each word is to come next.
// Greedy decoding, sampling, and beam search with everything that was weighed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/layers/config.h"
#include "core/matrix/matrix.h"
#include "core/matrix/random.h"
#include "core/tape/edit.h"
#include "core/text/tokenizer.h"

namespace headlight {

// P(word | the words so far), [words]; adds up to 1. Asked with the words that the search has added alone,
// empty at first.
using NextWords = std::function<std::vector<float>(std::span<const int> added)>;

// Where a search ends.
struct SearchEnd {
  std::optional<int> word;  // the model's own end, which is added as well; none: it has none
  int most = 40;            // words added
};

struct AddedWord {
  int word = 0;
  double probability = 0;  // the model's
};

// The likeliest word each time.
std::vector<AddedWord> greedy(const NextWords& next, const SearchEnd& end);

// Words that are said over and over: where a search that has lost its way would go round for ever.

inline constexpr int longest_run = 4, times_lost = 3;

// The length of the run of one to four words that ends `words` so many times; 0 where none does.
template <typename Word>
int repeated_run(std::span<const Word> words, int times = times_lost) {
  for (std::size_t length = 1; length <= longest_run && times * length <= words.size(); ++length) {
    const auto end = words.last(times * length);
    if (std::equal(end.begin() + static_cast<std::ptrdiff_t>(length), end.end(), end.begin()))
      return static_cast<int>(length);
  }
  return 0;
}

// How often a run must be said before a translation of these words has lost its way: three times, or once
// more than they say a word side by side. "Very, very, very tired" and 1000000 say one often. At most eight
// times: what is written has to end.
template <typename Word>
int times_lost_after(std::span<const Word> source) {
  constexpr int most = 8;
  int times = times_lost, same = 0;
  for (std::size_t i = 0; i < source.size(); ++i) {
    same = i > 0 && source[i] == source[i - 1] ? same + 1 : 1;
    times = std::max(times, same + 1);
  }
  return std::min(times, most);
}

// The place of the largest probability of each row; no_word where a row holds what is no number.
std::vector<int> likeliest(ConstView probabilities);

// `next` gives the likeliest words behind the places `from` and on of these words, or behind all of them.
using NextAtPlaces = std::function<std::vector<int>(std::span<const int> words, int from)>;
// The likeliest word each time behind `begin`, until `end`, a place without a word, `most` words, or a run of
// words that is said so many `times` (repeated_run()): what is lost in a loop never ends. What the decoder
// would write behind the right words of a guess is right for one place more, and beyond it as long as the
// guess agrees: a good draft (of what follows `begin`) is checked in one pass, and without one this goes word
// by word. Returns what the decoder read, `begin` first. (Stern et al. 2018, "Blockwise Parallel Decoding",
// section 3.)
std::vector<int> greedy(const NextAtPlaces& next, std::span<const int> begin, std::optional<int> end,
                        std::span<const int> draft, std::size_t most, int times = times_lost);

// What a word is drawn from. Temperature: p^(1 / T), which divides the logits by T; then the `top_k`
// likeliest alone (0 for all; Fan et al. 2018); then of these the fewest likeliest that have `top_p` of what
// is left (nucleus sampling; Holtzman et al. 2020).
struct Sampling {
  double temperature = 1;  // above 0
  int top_k = 0;
  double top_p = 1;  // above 0, at most 1
  // Throws std::invalid_argument naming the field.
  void check() const;
};

struct Candidate {
  int word = 0;
  double probability = 0;  // the model's
  double drawn = 0;        // with which it is drawn; 0 for what top_k or top_p left out
};
// Every word that the model gives any chance, the likeliest first; of equal ones the first of the vocabulary.
std::vector<Candidate> candidates(std::span<const float> probabilities, const Sampling& how);

// Draws each word; the same seed gives the same words. With `drawn` the words before are there already, and
// the draws are those that would follow them.
std::vector<AddedWord> sample(const NextWords& next, const Sampling& how, std::uint64_t seed,
                              const SearchEnd& end, int drawn = 0);

// Beam search (Graves 2012): of all ways to add a word to the `width` best beginnings, the `width` best are
// kept, by their score: the sum of log P, divided by length^length_penalty (Wu et al. 2016, with its
// constants left out; 0 for the sum itself).
struct Beam {
  int width = 4;
  double length_penalty = 0;
  // Of each beginning, so many of the likeliest words are kept in the tree beside those that go on.
  int shown = 4;
  // Throws std::invalid_argument naming the field.
  void check() const;
};

struct BeamNode {
  enum class State {
    open,    // goes on
    ended,   // with the model's end
    cut,     // `most` words were added
    pruned,  // others of its length were better
  };
  int parent = -1;  // place in the tree; -1 for the root, which has no word
  int word = 0;
  int depth = 0;               // words added
  double probability = 1;      // the model's, of this word
  double log_probability = 0;  // of all words added
  double score = 0;
  State state = State::open;
  // Of what was pruned: the worst of those that were kept in its stead; -1 for all others.
  int beaten_by = -1;
};

struct BeamTree {
  std::vector<BeamNode> nodes;  // the root first, then by depth, the best of a depth first
  std::vector<int> finished;    // nodes that ended or were cut, the best score first
  int asked = 0;                // how often the model was
  // The words from the root to a node.
  std::vector<AddedWord> path(int node) const;
};

// Ends when no open beginning can become better than `width` finished ones, or none is open.
BeamTree beam_search(const NextWords& next, const Beam& how, const SearchEnd& end);

// What a pass of a decoder computes, from the shapes alone: what a key-value cache spares.

// Multiply-adds of matrix products, n m p for n x m times m x p, of the decoder and the output behind it.
struct DecoderCost {
  std::int64_t projections = 0;  // queries, keys, values and outputs of all heads
  std::int64_t source = 0;       // keys and values of the words read
  std::int64_t pairs = 0;        // scores, and values mixed by the weights; masked pairs too
  std::int64_t feed_forward = 0;
  std::int64_t output = 0;  // logits
  std::int64_t total() const { return projections + source + pairs + feed_forward + output; }
  DecoderCost& operator+=(const DecoderCost& other);
};

// A pass over `added` words behind `before` others whose keys and values are kept, with an encoder's output
// of `source` words. Its keys and values are computed where nothing is kept yet.
DecoderCost decoder_cost(const TransformerConfig& config, int source, int before, int added);

// A model that writes, as a search sees it: what it gives each next word, where it ends, and what is recorded
// and spent on the way.

class Trace;
struct LogitLens;  // core/models/logit_lens.h

struct Writing {
  NextWords next;                  // behind what was typed; asked by one thread at a time
  SearchEnd end;                   // as many words as the model can hold
  const Vocabulary* words;         // of what is written; the model's
  std::string_view between = " ";  // what stands between them in a text
  // The words that were read before the first one is written: "<s>", or what was typed.
  std::vector<std::string> given = {};
  // Everything recorded of a pass over these words, under these edits; its last row of "probabilities" is the
  // next word's. Empty where a family has no such pass.
  std::function<std::shared_ptr<const Trace>(std::span<const int> added, const std::vector<Edit>& edits)>
      trace = {};
  // Of a decoder with keys and values to keep: a pass over `added` words behind `before` others. Empty where
  // there are none.
  std::function<DecoderCost(int before, int added)> cost = {};
  // What each layer would say if it were the last, the `most` likeliest words of each place of such a pass.
  // Empty where layers share no stream.
  std::function<LogitLens(const Trace& pass, int most)> lens = {};
};

// The last row of "probabilities": of the word behind all others.
inline std::vector<float> last_row(ConstView probabilities) {
  const float* const row = probabilities.data + probabilities.shape.size() - probabilities.shape.cols;
  return {row, row + probabilities.shape.cols};
}

// What the model gives each next word under these edits; those of a family that has no trace are not in
// force.
NextWords next_under(const Writing& writing, const std::vector<Edit>& edits);

}  // namespace headlight
