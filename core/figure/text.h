// Measures single lines of text, and cuts and breaks them. Private to core/figure and core/exercises.
#pragma once

#include <string>
#include <vector>

#include "core/figure/drawing.h"
#include "core/figure/layout.h"
#include "core/figure/palette.h"
#include "core/figure/typesetter.h"

namespace headlight {

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
