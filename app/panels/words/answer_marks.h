// What an answer shows besides its words: the mark of one that is not sure, and what edits and another
// sentence changed.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"

namespace headlight {

// The mark of a translation that is not sure.

// "? not sure" on a soft ground, its reasons under the mouse; nothing of a translation that is sure. As wide
// as doubt_mark_width() says. Returns its right end.
float doubt_mark_width(const PanelContext& context, int side, Type face);
float draw_doubt_mark(const PanelContext& context, int side, float x, float middle_y, Type face);

// The mark and why, in the middle of a line for the back row.
void draw_presented_doubt(const PanelContext& context, int side, const Area& area);
// The mark at the right end of a line, and why where there is room; nothing where there is none for the mark.
void draw_doubt_at_end(const PanelContext& context, int side, const Area& area);
// Whether the translation of one of the sentences is not sure.
bool any_doubt(const PanelContext& context);

// What is doubtful about this word of the source: that nobody read it, that it is not translated, or that it
// stands beside a word of a kind that it never stood beside in training. Null: nothing.
const Doubt* doubt_of_word(const PanelContext& context, int side, int place);

// Why, in words; empty of one that is sure.
std::string doubt_reasons(const PanelContext& context, int side);
// As many of the reasons as there is room for, none of them cut but the first.
std::string fitted_reasons(const PanelContext& context, int side, Type face, float room);

// The word at which there are two ways to go on, from 0 behind <s>; -1 where there is one.
int parting_of_ways(const Certainty& certainty);
// The words of the other way from there on.
std::vector<std::string> other_way(const Certainty& certainty);

// What the model writes for both sentences, and where the two translations part.

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

// Keeps what is written of the pictures on stage as long as nothing of them is covered,
void note_uncovered(const PanelContext& context);
// and says it once something is; empty where it is not known.
std::string said_uncovered(const PanelContext& context, int side);

// Whether the word behind `words[i]` follows it without a space: behind "l'" and "n'", where it is a piece of
// a word, "##s", and a comma.
bool joins(const std::vector<std::string>& words, int i);
// A word as it is written: a piece without its sign, "s".
std::string letters_of(const std::string& word);

}  // namespace headlight
