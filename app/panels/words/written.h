// What the model writes for both sentences, and where the two translations part.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/panels.h"

namespace headlight {

// What was written, which of it differs from the other sentence's and the first place where it
// does; and what stood there before the edits, for words that they changed.
struct Written {
  std::vector<std::string> words;
  std::vector<bool> differs;
  std::vector<std::string> instead;  // of each word; empty for one that was there before
  std::string left_out;              // at the end
  int first = -1;
  int other = -1;       // what could stand at `first` instead, where somebody adds it
  bool broken = false;  // not a number: no word was read from it
};
std::array<Written, 2> written_of(const PanelContext& context);

// Where the two translations part, or, where edits have made them one, parted before: the words' places, and
// the words of either sentence there. Nothing where they never did.
struct Parting {
  std::array<int, 2> places{};
  std::array<std::string, 2> words;
};
std::optional<Parting> parting(const PanelContext& context, const std::array<Written, 2>& both);

// Whether the word behind `words[i]` follows it without a space: behind "l'" and "n'", where it is a piece of
// a word, "##s", and a comma.
bool joins(const std::vector<std::string>& words, int i);
// A word as it is written: a piece without its sign, "s".
std::string letters_of(const std::string& word);

}  // namespace headlight
