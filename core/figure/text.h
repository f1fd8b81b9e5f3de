// Lines of text in figures: set in letters, measured, cut and broken. Private to core/figure and
// core/exercises.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/figure/drawing.h"
#include "core/figure/palette.h"

typedef struct _cairo cairo_t;  // as in cairo.h; NOLINT(bugprone-reserved-identifier)

namespace headlight {

// Letters for figures: how wide a line is, and its glyphs on a Cairo surface. All that knows how fonts are
// found and shaped is typesetter_pango.cpp, and typesetter_freetype.cpp where there is no Pango.

struct TextSize {
  double width = 0, ascent = 0, descent = 0;  // above and below the baseline
};

// Its letters as they are drawn: always valid, and the minus of figures as a dash. JetBrains Mono draws a
// minus as short as a hyphen, and a dash as long as its plus, in the same width.
std::string letters_drawn(const DrawnText& text);

// Used again for every text: setting fonts up costs more than drawing.
class Typesetter {
 public:
  // In letters of this family; without one in those of the faces. Throws std::invalid_argument where there is
  // no such font.
  explicit Typesetter(const std::string& family = {});
  ~Typesetter();

  // Call after the transformation of `to` has changed in more than its origin.
  void follow(cairo_t* to);
  TextSize measure(const DrawnText& text);
  // Where a caret stands before each byte of a text, and behind the last, from its left end. Only Pango's.
  std::vector<double> carets(const DrawnText& text);
  // In the current colour, with the baseline's left end at the origin. Letters are set a little wider or
  // closer so that the line takes its width, as it did on screen, where every letter begins on a whole pixel.
  void draw(cairo_t* to, const DrawnText& text);

 private:
  struct Layout;
  std::unique_ptr<Layout> layout_;
};

// Words in the styles of a figure.

enum class TextStyle { title, panel_title, axis, label, hot_label, tick, path, caption, error };

struct PlacedText {
  RichText text;
  TextStyle style = TextStyle::label;
  Point origin;                               // left end of the baseline
  double angle = 0;                           // degrees, counter-clockwise around the origin
  double width = 0, ascent = 0, descent = 0;  // of the line, above and below its baseline

  std::array<Point, 4> corners() const;  // of the turned rectangle
};

class TextRuler {
 public:
  // All letters `scale` times as large as their styles say, in a family of one's own.
  explicit TextRuler(double scale = 1, const std::string& font = {}) : scale_(scale), typesetter_(font) {}
  double scale() const { return scale_; }

  // As it is drawn, wherever it stands.
  TextSize measure(const DrawnText& text) { return typesetter_.measure(text); }
  TextSize measure(const RichText& text, TextStyle style);

  // A text at the origin, measured.
  PlacedText place(RichText text, TextStyle style);

  // Cut at the end with an ellipsis when wider than `width`.
  std::string shortened(const std::string& text, TextStyle style, double width);

  // Broken at spaces; a word wider than `width` stands alone and keeps its width.
  std::vector<RichText> wrapped(const RichText& text, TextStyle style, double width);

  // Adds a text for every run that looks different from the one before.
  void draw(const PlacedText& text, const Palette& colours, std::vector<DrawnItem>& onto);

 private:
  DrawnText unplaced(const TextRun& run, TextStyle style) const;

  double scale_ = 1;
  Typesetter typesetter_;
};

}  // namespace headlight
