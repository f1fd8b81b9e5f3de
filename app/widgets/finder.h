// A field above a list: what is typed narrows the list, the arrows choose in it, Enter takes what is chosen.
// And how what was meant is found by a few typed letters.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/ui.h"

namespace headlight {

// A field and the list of what it finds. The one kept among the states is that of the sheet that is open.
struct FinderState {
  std::string typed;
  int chosen = 0;       // place in the list
  float scroll = 0;     // pixels at scale 1
  bool fresh = true;    // opened in this frame: the field takes the keyboard
  bool reveal = false;  // the chosen row is to be scrolled into sight
};

struct FinderRow {
  RichText title;
  std::string detail = {};   // quiet, at the right
  std::string chord = {};    // a key, at the far right
  std::string under = {};    // why it answers what is typed, in a line under the title
  std::string heading = {};  // above the row, where a group begins
  bool wrong = false;        // the detail says what is wrong with it
};

struct FinderTouch {
  int taken = -1;        // the row that was clicked or entered
  bool entered = false;  // Enter was pressed, also when there is no row
  bool changed = false;  // something was typed
};

// `rows` are asked for once this frame's letters are in `state.typed`: what Enter takes belongs to what is
// typed at that moment, however fast it came.
FinderTouch finder(Ui& ui, std::string_view id, const Area& area, FinderState& state, std::string_view hint,
                   const std::function<std::vector<FinderRow>()>& rows, std::string_view when_empty);

// A sheet above everything else, `wide` x `tall` units or less, and what lies under it dimmed. Returns the
// area for what is in it, which scrolls where the screen has less than `least_wide` x `least_tall` for it;
// end_sheet() says whether a click beside the sheet closes it.
Area begin_sheet(Ui& ui, float wide, float tall, float top = -1, float least_wide = 0, float least_tall = 0);
bool end_sheet(Ui& ui);
// The pixels that a sheet of so many units has.
float sheet_width(const Ui& ui, float wide);

struct FuzzyMatch {
  int score = 0;               // the higher, the better
  std::vector<int> positions;  // of the letters found, in bytes, in order
};

// Every word of `query` has to be in `text`: the beginning of one of its words, or beginnings of words that
// follow one another, with at most one left out between two ("esa" in "Encoder self-attention"). Hyphens,
// commas and colons part words as a space does, ^ and _ are one sign, and capitals do not count; digits only
// as whole numbers, so that "head 1" is not "head 10". An empty query finds everything.
std::optional<FuzzyMatch> fuzzy_match(std::string_view query, std::string_view text);

// The same without initials: each word of `query` begins a word of `text`. For long texts, in which initials
// of anything could be found.
std::optional<FuzzyMatch> match_beginnings(std::string_view query, std::string_view text);

// Whether the words of `query` stand in `text` as whole words, side by side; signs and capitals do not count.
bool has_these_words(std::string_view query, std::string_view text);

// The words of a question that say what it is about: "what does the softmax do" asks for "softmax". Those
// that only ask are left out (what, does, how, why, is, the ...), also a question mark; one that is the whole
// query stays.
std::vector<std::string> words_asked(std::string_view query);

// As fuzzy_match() in what has several names, as `score` for the best of them: far more when a name is the
// query, more when it contains it as it is, or its numbers behind the same words. The letters found are those
// of `name`; none when it was another one.
std::optional<FuzzyMatch> match_names(std::string_view query, std::string_view name,
                                      std::span<const std::string> also);

}  // namespace headlight
