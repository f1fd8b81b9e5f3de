// Byte-pair encoding learned from a text, a pair at a time: the pair of neighbours that is there most often
// becomes a token, then the next one (Gage 1994; Sennrich et al. 2016; on bytes: Radford et al. 2019).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizers/subwords.h"

namespace headlight {

struct LearnedPair {
  std::string left = {}, right = {}, made = {};  // as they are shown
  int count = 0;                                 // how often the two stood side by side in the text
  int tokens = 0;                                // of the whole text, once they are joined
};

struct LearnedPairs {
  std::vector<LearnedPair> steps;
  int letters = 0, bytes = 0, words = 0, distinct_words = 0;  // of the text it was learned from
  // The 256 bytes, and what was made, in order; cuts as GPT-2's does.
  std::shared_ptr<const Subwords> tokenizer;
};

// At most `most` steps; fewer where no pair is left that is there twice. No pair reaches over the end of a
// word (where GPT-2's words end: a space belongs to the word behind it). Of pairs as frequent, the one whose
// letters come first is taken. Takes time of the order of the distinct words times the steps. Throws
// std::invalid_argument for a text without a word.
LearnedPairs learn_byte_pairs(std::string_view text, int most, const std::function<bool()>& stop = {});

// How a word is joined to its pieces, as labels: first its letters, then one step after the other.
struct JoinedStep {
  std::vector<std::string> pieces = {};
  int place = -1;  // of the piece that was made; -1 of the letters
  int rank = -1;   // of the pair among all, from 0
};
// Of a word of words(): empty where the tokenizer joins no pairs.
std::vector<JoinedStep> joined_steps(const Subwords& tokenizer, const SpannedText& word);

}  // namespace headlight
