// A text as a tokenizer cuts it, for a person to look at: every token with what is known of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace headlight {

struct CutToken {
  std::string label = {};      // as it is shown: "·mal"
  std::string token = {};      // as the vocabulary has it: "##mal"; empty where it is in none
  std::optional<int> id = {};  // empty where the vocabulary has none for it
  std::string bytes = {};      // of the text that it stands for, "6D 61 6C"; empty of one that was added
  bool added = false;          // stands for no text: [CLS]
  bool unknown = false;        // stands for what the vocabulary does not have
  bool of_bytes = false;       // has a part of a letter
  bool goes_on = false;        // within a word
};

// Throws std::invalid_argument, as the tokenizer does, for what it cannot read.
std::vector<CutToken> cut_text(const Tokenizer& tokenizer, std::string_view typed);

// In one line: "the token “##mal”, id 2075, bytes 6D 61 6C".
std::string described(const CutToken& token);

struct TokenCounts {
  int tokens = 0;
  int added = 0;  // of these
  int distinct = 0, unknown = 0, of_bytes = 0;

  int of_text() const { return tokens - added; }
};
TokenCounts counts_of(const std::vector<CutToken>& tokens);

// Letters as a person counts them, and bytes of UTF-8.
int letters_in(std::string_view text);

}  // namespace headlight
