// Measures and draws single lines of text with Pango. Private to core/figure: it needs Pango's headers.
#pragma once

#include <pango/pangocairo.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/figure/drawing.h"
#include "core/figure/layout.h"
#include "core/figure/palette.h"
#include "core/figure/rich_text.h"

namespace headlight {

struct TextSize {
  double width = 0, ascent = 0, descent = 0;
};

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
struct FreeFont {
  void operator()(PangoFontDescription* font) const { pango_font_description_free(font); }
};

// Draws the texts of a recorded drawing.
class TypeRuler {
 public:
  TypeRuler();

  // Call after the transformation of `to` has changed in more than its origin.
  void follow(cairo_t* to);
  // In the current colour, with the baseline's left end at the origin. Letters are set a little wider or
  // closer so that the line takes its width, as it did on screen, where every letter begins on a whole pixel.
  void draw(cairo_t* to, const DrawnText& text);

 private:
  const PangoFontDescription* font(Type type, double scale);

  std::unique_ptr<PangoContext, Unref> context_;
  std::unique_ptr<PangoLayout, Unref> layout_;
  std::map<std::pair<Type, double>, std::unique_ptr<PangoFontDescription, FreeFont>> fonts_;
};

// One Pango layout, used again for every text: setting fonts up costs more than drawing.
class TextRuler {
 public:
  TextRuler();

  TextSize measure(const RichText& text, TextStyle style);

  // A text at the origin, measured.
  PlacedText place(RichText text, TextStyle style);

  // Cut at the end with an ellipsis when wider than `width`.
  std::string shortened(const std::string& text, TextStyle style, double width);

  // Broken at spaces; a word wider than `width` stands alone and keeps its width.
  std::vector<RichText> wrapped(const RichText& text, TextStyle style, double width);

  // Call after the transformation of `to` has changed in more than its origin.
  void follow(cairo_t* to);

  // Draws with the baseline's left end at the current origin.
  void draw(cairo_t* to, const RichText& text, TextStyle style, const Palette& colours);

 private:
  void set(const RichText& text, TextStyle style, const Palette* colours);
  const PangoFontDescription* font(TextStyle style);

  std::unique_ptr<PangoContext, Unref> context_;
  std::unique_ptr<PangoLayout, Unref> layout_;
  std::map<TextStyle, std::unique_ptr<PangoFontDescription, FreeFont>> fonts_;
};

}  // namespace headlight
