// An answer as it is shown: its words in a row, the mark of one that is not sure, and what edits and another
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
// Whether the translation of one of the sentences is not sure.
bool any_doubt(const PanelContext& context);

// Why, in words; empty of one that is sure.
std::string doubt_reasons(const PanelContext& context, int side);
// As many of the reasons as there is room for, none of them cut but the first.
std::string reasons_within(const PanelContext& context, int side, Type face, float room);

// What the model writes for both sentences, and where the two translations part.

// What was written, which of it differs from the other sentence's and the first place where it
// does; and what stood there before the edits, for words that they changed.
struct WrittenAnswer {
  std::vector<std::string> words;
  std::vector<bool> differs;
  std::vector<std::string> instead;  // of each word; empty for one that was there before
  std::string left_out;              // at the end
  int first = -1;
  bool broken = false;  // not a number: no word was read from it
};
std::array<WrittenAnswer, 2> written_of(const PanelContext& context);

// Where the two translations parted before the edits, as long as nothing is changed before that; else where
// they part now: the words' places, and the words of either sentence there. Nothing where they never did.
struct Parting {
  std::array<int, 2> places{};
  std::array<std::string, 2> words;
};
std::optional<Parting> parting(const PanelContext& context, const std::array<WrittenAnswer, 2>& both);

// The probability of a word in a row of a side's probabilities; nothing when there is no such word.
std::optional<float> chance_of(const PanelContext& context, int side, int row, const std::string& word);
// The same before the edits, where the words until there are the same.
std::optional<float> chance_before(const PanelContext& context, int side, int row, const std::string& word);

// A word of an answer, with what belongs to it.
struct AnswerWord {
  std::string text;         // as it is written
  std::string struck = {};  // before it: what the edits took away
  std::string number = {};  // behind it: its probability, where there are two ways to go on
  bool pill = false;        // on its sentence's colour: here the two translations part
  bool differs = false;     // from the other sentence's
  bool changed = false;     // new since the edits
  bool joined = false;      // the next word follows without a space: behind "l'", before "##s" and a comma
  bool other_way = false;   // the first word of the other way to go on, behind a stroke
};
// All of what a side wrote; where there are two ways to go on, the other one behind it. The last may be no
// word but what was struck out at the end.
std::vector<AnswerWord> answer_words(const PanelContext& context, int side, const WrittenAnswer& written);

// How large they are, in pixels.
struct AnswerStyle {
  Type plain, strong;
  Rgb on_pill = {};
  float pill_pad = 0, pill_height = 0, pill_radius = 0;
  float stroke = 0;               // half as high as the stroke before the other way
  float mark = 0, pill_mark = 0;  // from a word's middle to the line under what is new; 0: it has none
  float mark_height = 0;
  bool brief = false;  // for the back row: without numbers and what was struck out, none but pills strong
  bool struck = true;  // what the edits took away stands before its word; else the line under it alone
};
float answer_word_width(const Ui& ui, const AnswerWord& word, const AnswerStyle& style);
float answer_gap(const Ui& ui, const AnswerWord& word, const AnswerStyle& style);  // behind it
// Returns its right end. `own`: its sentence's colour.
float draw_answer_word(Ui& ui, float x, float middle_y, const AnswerWord& word, const AnswerStyle& style,
                       Rgb own);

}  // namespace headlight
