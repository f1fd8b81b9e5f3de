// Letters for figures: how wide a line is, and its glyphs on a Cairo surface. All that knows how fonts are
// found and shaped is typesetter_pango.cpp, and typesetter_freetype.cpp where there is no Pango. Private to
// core/figure.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/figure/drawing.h"

typedef struct _cairo cairo_t;  // as in cairo.h; NOLINT(bugprone-reserved-identifier)

namespace headlight {

struct TextSize {
  double width = 0, ascent = 0, descent = 0;  // above and below the baseline
};

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

}  // namespace headlight
