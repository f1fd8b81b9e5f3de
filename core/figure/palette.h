// Every colour Headlight uses, on screen and in files, by its meaning.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

struct Rgb {
  std::uint8_t red = 0, green = 0, blue = 0;
  friend bool operator==(Rgb, Rgb) = default;
};

enum class Theme { light, dark };

struct Palette {
  Rgb stage;                // the paper everything lies on
  Rgb rail, panel, folded;  // rail and inspector; panel, field, bar; folded block
  Rgb hairline, strong_line;
  Rgb ink, text_2, text_3;  // text, from loudest to quietest
  Rgb focus, focus_band;    // yellow: what you are looking at
  Rgb query, key, value, weights;
  Rgb soft_query, soft_key, soft_value;  // grounds under text of that colour
  Rgb first_sentence, second_sentence;   // also the ends of the diverging ramp
  Rgb soft_first, soft_second;
  Rgb tokens, heads, dimensions;  // kinds of axes
  Rgb error, error_ground;
  Rgb plain_ribbon;
  Rgb presenter, presenter_text;  // before a class: the ground, and the words that do not matter now
  // One for each of several heads side by side, the selected one first; they come round again after the last,
  // so the head's number always stands beside its colour.
  std::array<Rgb, 5> each_head;

  Rgb sentence(int side) const { return side == 0 ? first_sentence : second_sentence; }
};
const Palette& palette(Theme theme);

// What a mark or a piece of text stands for; its colour follows from the theme.
enum class Role {
  ink,
  text_2,
  text_3,
  focus,
  query,
  key,
  value,
  weights,
  first_sentence,
  second_sentence,
  tokens,
  heads,
  dimensions,
  error
};
Rgb colour_of(Role role, const Palette& colours);

// Sequential runs 0 -> 1; diverging runs -m -> 0 -> +m, brown for negative and petrol for positive.
enum class Ramp { sequential, diverging };
using ColourMap = std::array<Rgb, 256>;
const ColourMap& colour_map(Ramp ramp, Theme theme);

// The entry for a position from 0 to 1; positions outside take the nearer end.
Rgb colour_at(const ColourMap& map, float position);

// `share` of `over` mixed into `under`, both as stored (sRGB).
Rgb mix(Rgb under, Rgb over, float share);

// Relative luminance and contrast ratio after WCAG 2: 0 to 1, and 1 to 21.
double luminance(Rgb colour);
double contrast(Rgb a, Rgb b);

// The grey of the same luminance.
Rgb grey_of(Rgb colour);

// Pure black or white for a number on a cell of this colour; never below 4.58:1.
Rgb text_on(Rgb ground);

// A line of text in which some words carry the colour of what they stand for.

struct TextRun {
  std::string text;  // UTF-8
  Role role = Role::ink;
  bool strong = false;  // semibold
  int rise = 0;         // 1 raised and -1 lowered, smaller: W^Q, d_k
};

struct RichText {
  std::vector<TextRun> runs;

  RichText() = default;
  // Plain strings are rich text, so that a title can simply be assigned.
  RichText(std::string text) : runs{{std::move(text)}} {}           // NOLINT(google-explicit-constructor)
  RichText(const char* text) : runs{{text}} {}                      // NOLINT(google-explicit-constructor)
  RichText(std::vector<TextRun> parts) : runs(std::move(parts)) {}  // NOLINT(google-explicit-constructor)

  // Risen runs behind a ^ or _.
  std::string plain() const;
  bool empty() const;
};

// What stands in a place of a sentence, set in its own way; a plain string as the sentence around it.
struct NamedRuns {
  NamedRuns(std::string_view called, TextRun run) : name(called), runs{std::move(run)} {}
  NamedRuns(std::string_view called, std::string text) : name(called), runs{{std::move(text)}}, plain(true) {}
  NamedRuns(std::string_view called, RichText text) : name(called), runs(std::move(text.runs)) {}

  std::string_view name;
  std::vector<TextRun> runs;
  bool plain = false;
};
// A sentence with values in it, as say() of core/text/say.h has it.
RichText told(const char* sentence, std::initializer_list<NamedRuns> values = {}, Role role = Role::text_2);
// A word of the sentence, a number, a word in a colour.
inline TextRun word_run(std::string word, Role role = Role::ink) { return {std::move(word), role, true}; }

}  // namespace headlight
