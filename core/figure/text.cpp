#include "core/figure/text.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/text/unicode.h"

namespace headlight {
namespace {

Type type_of(TextStyle style) {
  switch (style) {
    case TextStyle::title:
      return {Face::semibold, 20};
    case TextStyle::panel_title:
      return {Face::regular, 14};
    case TextStyle::axis:
      return {Face::regular, 12};
    case TextStyle::label:
    case TextStyle::caption:
      return {Face::regular, 13};
    case TextStyle::hot_label:
    case TextStyle::error:
      return {Face::semibold, 13};
    case TextStyle::tick:
    case TextStyle::path:
      return {Face::mono, 12};
  }
  return {};
}

// Neighbours that look alike as one run: letters are set beside each other, and a phrase is found whole.
std::vector<TextRun> merged(const RichText& text) {
  std::vector<TextRun> runs;
  for (const TextRun& run : text.runs) {
    if (!runs.empty() && runs.back().role == run.role && runs.back().strong == run.strong &&
        runs.back().rise == run.rise) {
      runs.back().text += run.text;
    } else {
      runs.push_back(run);
    }
  }
  return runs;
}

// Words as they may be wrapped: each holds the runs between two spaces.
std::vector<RichText> words_of(const RichText& text) {
  std::vector<RichText> words;
  bool begin_new = true;
  for (const TextRun& run : text.runs) {
    std::string piece;
    const auto keep = [&] {
      if (piece.empty()) return;
      if (begin_new) words.emplace_back();
      begin_new = false;
      words.back().runs.push_back({std::exchange(piece, {}), run.role, run.strong, run.rise});
    };
    for (const char letter : run.text) {
      if (letter == ' ' || letter == '\n') {
        keep();
        begin_new = true;
      } else {
        piece += letter;
      }
    }
    keep();
  }
  return words;
}

RichText line_with(RichText line, const RichText& word) {
  if (!line.runs.empty()) line.runs.push_back({" ", word.runs.front().role});
  line.runs.insert(line.runs.end(), word.runs.begin(), word.runs.end());
  return line;
}

}  // namespace

std::string letters_drawn(const DrawnText& text) {
  std::string letters = valid_utf8(text.text);
  if (text.type.face != Face::mono && text.type.face != Face::mono_bold) return letters;
  constexpr std::string_view minus = "\u2212", dash = "\u2013";
  for (std::size_t at = letters.find(minus); at != std::string::npos; at = letters.find(minus, at))
    letters.replace(at, minus.size(), dash);
  return letters;
}

std::array<Point, 4> PlacedText::corners() const {
  const double turn = angle * std::numbers::pi / 180;
  const double c = std::cos(turn);
  const double s = std::sin(turn);
  const auto at = [&](double right, double down) {
    return Point{origin.x + right * c + down * s, origin.y - right * s + down * c};
  };
  return {at(0, -ascent), at(width, -ascent), at(width, descent), at(0, descent)};
}

// In the style's type, placed nowhere yet.
DrawnText TextRuler::unplaced(const TextRun& run, TextStyle style) const {
  DrawnText text{.text = run.text, .type = type_of(style), .scale = scale_};
  if (run.strong) text.type.face = Face::semibold;
  if (run.rise != 0) {
    text.scale *= 0.75;
    text.drop = (run.rise > 0 ? -4 : 2) * scale_;
  }
  return text;
}

TextSize TextRuler::measure(const RichText& text, TextStyle style) {
  TextSize line;
  for (const TextRun& run : merged(text)) {
    const DrawnText piece = unplaced(run, style);
    const TextSize size = measure(piece);
    line.width += size.width;
    line.ascent = std::max(line.ascent, size.ascent - piece.drop);
    line.descent = std::max(line.descent, size.descent + piece.drop);
  }
  return line;
}

PlacedText TextRuler::place(RichText text, TextStyle style) {
  PlacedText placed;
  const TextSize size = measure(text, style);
  placed.text = std::move(text);
  placed.style = style;
  placed.width = size.width;
  placed.ascent = size.ascent;
  placed.descent = size.descent;
  return placed;
}

std::string TextRuler::shortened(const std::string& text, TextStyle style, double width) {
  if (measure(text, style).width <= width) return text;
  const std::u32string letters = code_points(valid_utf8(text));
  const auto cut = [&letters](std::size_t count) {
    std::string begin;
    for (const char32_t letter : letters.substr(0, count)) append_utf8(begin, letter);
    return begin + "\u2026";
  };
  std::size_t fits = 0;
  std::size_t too_many = letters.size();
  while (too_many - fits > 1) {
    const std::size_t middle = (fits + too_many) / 2;
    (measure(cut(middle), style).width <= width ? fits : too_many) = middle;
  }
  return cut(fits);
}

std::vector<RichText> TextRuler::wrapped(const RichText& text, TextStyle style, double width) {
  std::vector<RichText> lines;
  for (const RichText& word : words_of(text)) {
    if (!lines.empty()) {
      RichText longer = line_with(lines.back(), word);
      if (measure(longer, style).width <= width) {
        lines.back() = std::move(longer);
        continue;
      }
    }
    lines.push_back(word);
  }
  return lines;
}

void TextRuler::draw(const PlacedText& text, const Palette& colours, std::vector<DrawnItem>& onto) {
  const double turn = text.angle * std::numbers::pi / 180;
  Point at = text.origin;
  for (const TextRun& run : merged(text.text)) {
    if (run.text.empty()) continue;
    DrawnText piece = unplaced(run, text.style);
    piece.at = at;
    piece.degrees = text.angle;
    piece.width = measure(piece).width;
    piece.paint = {colour_of(run.role, colours)};
    at = {at.x + piece.width * std::cos(turn), at.y - piece.width * std::sin(turn)};
    onto.emplace_back(std::move(piece));
  }
}

}  // namespace headlight
