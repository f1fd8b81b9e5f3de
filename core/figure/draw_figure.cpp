#include "core/figure/draw_map.h"
#include "core/figure/figure.h"

namespace headlight {

Drawing drawing_of(const Figure& figure, const FigureOptions& options) {
  const FigureLayout layout = layout_figure(figure, options);
  const Palette& colours = palette(options.theme);
  Drawing drawing{.width = static_cast<double>(layout.width),
                  .height = static_cast<double>(layout.height),
                  .theme = options.theme,
                  .title = (figure.title.empty() ? figure.panels.front().title : figure.title).plain(),
                  .caption = figure.caption};
  TextRuler ruler;
  for (const Box& band : layout.bands) drawing.items.emplace_back(DrawnBox{band, 5, {colours.focus_band}});
  for (std::size_t i = 0; i < layout.maps.size(); ++i) {
    draw_map(figure.panels[i], layout.maps[i], options.theme, ruler, drawing.items);
  }
  for (const PlacedText& text : layout.texts) {
    if (text.style == TextStyle::error) {
      const Box ground{text.origin.x - 10, text.origin.y - text.ascent - 4, text.width + 20,
                       text.ascent + text.descent + 8};
      drawing.items.emplace_back(DrawnBox{ground, 5, {colours.error_ground}});
    }
    ruler.draw(text, colours, drawing.items);
  }
  return drawing;
}

}  // namespace headlight
