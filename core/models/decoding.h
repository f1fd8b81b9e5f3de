// Greedy decoding on a tape: the words of a translation are found, and everything of the pass over them
// recorded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/layers/config.h"
#include "core/layers/recording.h"
#include "core/layers/weights.h"
#include "core/tape/tape.h"
#include "core/text/tokenizer.h"

namespace headlight {

// Words that are said over and over: where a search that has lost its way would go round for ever.

// The length of the run of one to four words that ends `words` three times; 0 where none does.
template <typename Word>
int repeated_run(std::span<const Word> words) {
  constexpr std::size_t longest = 4, times = 3;
  for (std::size_t length = 1; length <= longest && times * length <= words.size(); ++length) {
    const auto end = words.last(times * length);
    if (std::equal(end.begin() + static_cast<std::ptrdiff_t>(length), end.end(), end.begin()))
      return static_cast<int>(length);
  }
  return 0;
}

// What a trace keeps of all that is computed: everything while that is little, and else no matrix between
// tokens that one step alone reads. Those grow with the square of the tokens, in every head; a row of them is
// computed again in microseconds (Trace::rows).

// So much of a trace is little, in bytes.
inline constexpr std::int64_t most_kept = std::int64_t{64} << 20;

// To be called when all is recorded and before it is computed.
void keep_what_fits(Tape& tape, std::int64_t most_bytes = most_kept);

// The place of the largest probability of each row; no_word where a row holds what is no number.
std::vector<int> likeliest(ConstView probabilities);

// The encoder recorded once; the decoder again behind it for every guess at the translation.
class Decoding {
 public:
  // All arguments must outlive it.
  Decoding(const TransformerConfig& config, const Weights& weights, std::span<const int> source,
           const std::vector<Edit>& edits);
  // Goes on from `recorded`, all of a pass of this model over the source and `target`, under whatever edits:
  // what these edits leave as it was is shared with it and not computed again.
  Decoding(const TransformerConfig& config, const Weights& weights, const Tape& recorded,
           std::span<const int> target, const std::vector<Edit>& edits);
  // Thrown by next() and finish() once `cancel`, which must outlive this, is requested.
  struct Cancelled {};
  void ask(const Cancel* cancel) { cancel_ = cancel; }
  // Is called with each step that is computed.
  void show(const Watch& watch) { watch_ = watch; }
  Decoding(const Decoding&) = delete;
  Decoding& operator=(const Decoding&) = delete;

  // Records and computes of the decoder's pass over `target`, its first word <s>, what the next words behind
  // its places `from` and on depend on; returns the likeliest. The list starts at place 0 where an edit
  // counts the output's rows.
  std::vector<int> next(std::span<const int> target, int from);
  // Records everything of the pass over `target` in the stead of what next() recorded, unless that was it.
  // Returns the likeliest next word of every place.
  std::vector<int> finish(std::span<const int> target);
  Tape take() { return std::move(tape_); }

 private:
  Decoding(Tape tape, const TransformerConfig& config, const Weights& weights,
           const std::vector<Edit>& edits);
  void record_pass(std::span<const int> target);
  void compute();
  void rewind(int size);
  std::vector<int> output(int decoded);
  std::vector<int> output_of_pass();

  Tape tape_;
  Recording recording_;
  const Cancel* cancel_ = nullptr;
  Watch watch_;
  bool whole_output_;  // an edit counts the output's rows
  bool whole_pass_;    // an edit may concern any row of the decoder
  int encoded_ = 0;
  int encoder_end_ = 0;
  // The whole pass that is on the tape, and what it read; nothing where there is none.
  std::vector<int> read_;
  int decoded_ = 0;
  int decoder_end_ = 0;
  // What stands last on the tape: the probabilities, and of which node they are; -1 where there are none.
  int probabilities_ = -1;
  int output_of_ = -1;
};

// The likeliest word each time behind those `given`, until `end`, a place without a word, `most` words, or a
// run of words that is said for the third time (repeated_run()): what is lost in a loop never ends. What the
// decoder would write behind the right words of a guess is right for one place more, and beyond it as long as
// the guess agrees: a good draft (of what follows `given`) is checked in one pass, and without one this goes
// word by word. Returns what the decoder read, `start` first. (Stern et al. 2018, "Blockwise Parallel
// Decoding", section 3.)
// `next` gives the likeliest words behind the places `from` and on of a target, or behind all of them.
using NextAtPlaces = std::function<std::vector<int>(std::span<const int> target, int from)>;
std::vector<int> greedy(const NextAtPlaces& next, int start, int end, std::span<const int> given,
                        std::span<const int> draft, std::size_t most);
std::vector<int> greedy(Decoding& decoding, int start, int end, std::span<const int> given,
                        std::span<const int> draft, std::size_t most);

// Whether an edit concerns the decoder's own attention: words may then look ahead, what follows decides too,
// and the search must go word by word.
bool may_look_ahead(const std::vector<Edit>& edits);

// A decoder that reads one word after another and keeps the keys and values of those it has read: what the
// next word is made from, without computing anything twice. What is kept are nodes of one tape, which grows
// by the rows of each new word; so there is one way to compute, with a cache and without.

class CachedDecoding {
 public:
  // `source` is what the encoder reads, once; empty where there is none. The first two arguments must outlive
  // it.
  CachedDecoding(const TransformerConfig& config, const Weights& weights, std::span<const int> source);
  CachedDecoding(const CachedDecoding&) = delete;
  CachedDecoding& operator=(const CachedDecoding&) = delete;

  // P(word | words), [target words], behind one word or more, `<s>` first where the model has one. What they
  // begin with as the words before did is kept; they may also be others, as a beam's are.
  std::vector<float> next(std::span<const int> words);
  // What was recorded so far, and where on it the last next() began.
  const Tape& tape() const { return tape_; }
  int begin() const { return begin_; }

 private:
  void keep_first(std::size_t words);

  Tape tape_;
  Recording recording_;
  KeyValueCache cache_;
  int encoded_ = -1;
  struct Read {
    int word;
    int begin;  // the tape's size before its pass
    int first;  // of how many words it stands behind
  };
  std::vector<Read> read_;
  int begin_ = 0;
};

}  // namespace headlight
