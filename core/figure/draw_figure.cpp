#include <numbers>

#include "core/figure/draw.h"

namespace headlight {
namespace {

void rounded_box(cairo_t* to, const Box& box, double radius, Rgb colour) {
  constexpr double quarter = std::numbers::pi / 2;
  cairo_new_sub_path(to);
  cairo_arc(to, box.right() - radius, box.y + radius, radius, -quarter, 0);
  cairo_arc(to, box.right() - radius, box.bottom() - radius, radius, 0, quarter);
  cairo_arc(to, box.x + radius, box.bottom() - radius, radius, quarter, 2 * quarter);
  cairo_arc(to, box.x + radius, box.y + radius, radius, 2 * quarter, 3 * quarter);
  cairo_close_path(to);
  set_colour(to, colour);
  cairo_fill(to);
}

}  // namespace

void set_colour(cairo_t* to, Rgb colour) {
  cairo_set_source_rgb(to, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0);
}

void fill_box(cairo_t* to, const Box& box, Rgb colour) {
  set_colour(to, colour);
  cairo_rectangle(to, box.x, box.y, box.width, box.height);
  cairo_fill(to);
}

void draw_text(cairo_t* to, const PlacedText& text, const Palette& colours, TextRuler& ruler) {
  cairo_save(to);
  cairo_translate(to, text.origin.x, text.origin.y);
  if (text.angle != 0) {
    cairo_rotate(to, -text.angle * std::numbers::pi / 180);
    ruler.follow(to);
  }
  ruler.draw(to, text.text, text.style, colours);
  cairo_restore(to);
  if (text.angle != 0) ruler.follow(to);
}

void draw_figure(cairo_t* to, const Figure& figure, const FigureLayout& layout,
                 const FigureOptions& options) {
  const Palette& colours = palette(options.theme);
  TextRuler ruler;
  ruler.follow(to);
  if (options.ground) {
    fill_box(to, {0, 0, static_cast<double>(layout.width), static_cast<double>(layout.height)},
             colours.stage);
  }
  for (const Box& band : layout.bands) rounded_box(to, band, 5, colours.focus_band);
  for (std::size_t i = 0; i < layout.maps.size(); ++i) {
    draw_map(to, figure.panels[i], layout.maps[i], options.theme, ruler);
  }
  for (const PlacedText& text : layout.texts) {
    if (text.style == TextStyle::error) {
      rounded_box(to,
                  {text.origin.x - 10, text.origin.y - text.ascent - 4, text.width + 20,
                   text.ascent + text.descent + 8},
                  5, colours.error_ground);
    }
    draw_text(to, text, colours, ruler);
  }
}

}  // namespace headlight
