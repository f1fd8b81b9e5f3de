// Measures single lines of text, and cuts and breaks them. Private to core/figure.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/figure/drawing.h"
#include "core/figure/layout.h"
#include "core/figure/palette.h"

namespace headlight {

struct TextSize {
  double width = 0, ascent = 0, descent = 0;  // above and below the baseline
};

class Typesetter;

class TextRuler {
 public:
  TextRuler();
  ~TextRuler();

  // As canvas.cpp draws it, wherever it stands.
  TextSize measure(const DrawnText& text);
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
  std::unique_ptr<Typesetter> typesetter_;
};

}  // namespace headlight
