// The menu of a word while it is open.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/widgets/area.h"
#include "core/text/encode.h"
#include "core/text/tokenizers/subwords.h"

namespace headlight {

// Words that the model does not know, each with known ones to press instead, and what was understood as
// another word than the one that was typed.

struct Replacement {
  int place = 0;  // in the sentence
  std::string word;
};

// Of a sentence as it was typed; no more than are read at one look.
std::vector<UnknownWord> unknown_words_of(const PanelContext& context, const std::string& sentence);
// The word of one side's sentence at `place` where the model only spells it, and it may be a slip.
std::optional<UnknownWord> slip_at(const PanelContext& context, int side, int place);
// Whether two words or more are of the language that a translator writes, and not of the one that it reads.
bool is_french(const PanelContext& context, const std::string& sentence);
inline constexpr const char* looks_french =
    "This looks like French. The model reads English, so type it in English.";

float unknown_words_height(const Ui& ui, std::span<const UnknownWord> unknown);
// A row for each word. The buttons are called `id`/place/word; returns what was pressed.
std::optional<Replacement> draw_unknown_words(Ui& ui, const std::string& id, Area area,
                                              std::span<const UnknownWord> unknown);

// "Read “didnt” as didn't, “2” as two"; empty where all was read as it was typed.
std::string read_as(const PanelContext& context, const std::string& sentence);

// What is typed as the model's tokenizer cuts it; nothing where its tokens are words. A line of it is enough.
const std::vector<CutToken>& pieces_typed(const PanelContext& context, const std::string& typed);

// Letters typed where no field is open. One alone is a command; several that follow one another at the pace
// of typing are the sentence: its box opens with all of them, and what the first one did as a command is
// undone.

struct TypedBurst {
  std::string letters;  // typed so far, UTF-8
  double last = -1;     // when the last of them came, seconds
  Session before;       // as it was when the first one came
  bool caught = false;  // they are a sentence: the box is open, or opens in this frame
};

// At the beginning of a frame, before anything takes its keys and characters.
void catch_typing(const PanelContext& context);

struct WordMenu {
  int side = 0;
  int place = 0;
  Area chip;                 // where it was opened
  std::string typed;         // the whole sentence, being typed
  bool fresh = true;         // opened in this frame: the field takes the keyboard
  std::string refused = {};  // why the sentence that was entered cannot be read
  int focus_before = -1;     // the word in focus and the side before its chip was clicked
  int side_before = 0;
  bool whole = false;       // of a sentence: its words stand above, and it stays open while they are changed
  std::string before = {};  // the sentence that `typed` was taken from
};

// Its field.
inline constexpr const char* sentence_box = "word menu/sentence";

// Opens it for a whole sentence of this side, `typed` standing in it: below the button that opens it, else in
// the middle of the screen. Beside a button each word of the sentence can be pressed and replaced.
void open_sentence_box(const PanelContext& context, int side, const std::string& typed,
                       const std::optional<Area>& button = {});

}  // namespace headlight
