// Measures and draws single lines of text with Pango. Private to core/figure: it needs Pango's headers.
#pragma once

#include <pango/pangocairo.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/figure/layout.h"
#include "core/figure/palette.h"
#include "core/figure/rich_text.h"

namespace headlight {

struct TextSize {
  double width = 0, ascent = 0, descent = 0;
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
  struct Unref {
    void operator()(void* object) const { g_object_unref(object); }
  };
  struct FreeFont {
    void operator()(PangoFontDescription* font) const { pango_font_description_free(font); }
  };

  void set(const RichText& text, TextStyle style, const Palette* colours);
  const PangoFontDescription* font(TextStyle style);

  std::unique_ptr<PangoContext, Unref> context_;
  std::unique_ptr<PangoLayout, Unref> layout_;
  std::map<TextStyle, std::unique_ptr<PangoFontDescription, FreeFont>> fonts_;
};

}  // namespace headlight
