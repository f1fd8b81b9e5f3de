// A head that may abstain: five ways to look at nothing, learned on one task.
//
// A text is a few words; before one of them may stand a marker. The last place asks for that word, and where
// there is no marker for nothing. Values are the words as they are, so that a head has no choice but where to
// look: queries and keys are learned. The place that asks knows whether there was a marker, as an earlier
// layer could have told it.
//
// With scores s_i of T words, weights a_i and output o = sum_i a_i v_i:
//   softmax       a_i = e^s_i / sum_j e^s_j, which add up to 1 whatever the scores
//   one_more      a_i = e^s_i / (1 + sum_j e^s_j): softmax with a score of 0 beside them (Miller 2023)
//   learned_sink  a_i = e^s_i / (e^b + sum_j e^s_j), b learned (gpt-oss 2025)
//   gate          softmax, and the output times a number from 0 to 1, made of what asks (Qiu et al. 2025)
//   sink_token    softmax over one word more, which stands first and has the value 0 (Xiao et al. 2023)
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/learn/training.h"
#include "core/matrix/matrix.h"
#include "core/matrix/random.h"

namespace headlight {

enum class Abstaining { softmax, one_more, learned_sink, gate, sink_token };
inline constexpr std::array abstainings{Abstaining::softmax, Abstaining::one_more, Abstaining::learned_sink,
                                        Abstaining::gate, Abstaining::sink_token};

inline constexpr int abstain_words = 4;       // different ones
inline constexpr int most_abstain_words = 6;  // in a text
std::string abstain_word_name(int word);

struct AbstainText {
  std::vector<int> words;  // [T], 1 to most_abstain_words
  int marked = -1;         // the place of the word behind the marker; -1: none is

  int wanted() const { return marked < 0 ? -1 : words[static_cast<std::size_t>(marked)]; }
};
AbstainText drawn_abstain_text(Random& random);

// What the head makes of a text.
struct AbstainRun {
  Matrix scores;      // [1, T], or [1, 1 + T] with a sink token, which is the first
  Matrix weights;     // of the words alone, [1, T]
  float nothing = 0;  // the weight of what is no word
  float gate = 1;
  Matrix output;  // [1, words]
  // What is read from it: the largest number where it is above a half; -1: nothing.
  int answer = -1;
};

class AbstainHead {
 public:
  AbstainHead(Abstaining kind, std::uint64_t seed);

  // So many steps of Adam further, each on texts that were not there before.
  void advance(int steps);
  const std::vector<double>& losses() const { return learned_.losses; }
  const Weights& weights() const { return learned_.weights; }
  AbstainRun run(const AbstainText& text) const;
  // Those that the next step is learned from.
  std::vector<AbstainText> next_texts() const;

 private:
  Abstaining kind_;
  LearnedHead learned_;
};

// How a softmax with one more in the sum gives these scores weights, step by step under the names of the
// table of sites.
void record_one_more(Tape& tape, const AbstainText& text, const Matrix& scores);

// Over so many texts that were not learned from.
struct AbstainCount {
  int marked = 0, marked_right = 0;      // texts with a marker
  int unmarked = 0, unmarked_right = 0;  // and without
  double written = 0;                    // mean length of the output where nothing is asked for
};
AbstainCount count_abstaining(const AbstainHead& head, int texts, std::uint64_t seed);

}  // namespace headlight
