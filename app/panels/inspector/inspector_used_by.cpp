#include "app/panels/inspector/inspected.h"
#include "app/panels/step_names.h"

namespace headlight {

float draw_used_by(const PanelContext& context, const Inspected& inspected, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Cell cell{inspected.node, inspected.cell.row, inspected.cell.col};
  const std::vector<Cell>& readers =
      context.pictures.readers_of(stage_side(context), cell, context.session.token);
  if (readers.empty()) return 0;
  const float line = ui.px(24);
  float x = ui.text(area.left, area.top + line / 2, type::small_section, c.ink, "Used by") + ui.px(10);
  float y = area.top;
  int lines = 1;
  for (std::size_t i = 0; i < readers.size(); ++i) {
    const std::string& path = inspected.trace.label(readers[i].node).path;
    const Place place = place_of(path);
    std::string name = part_title(path);
    // Heads that read the same input differ by their number alone.
    if (place.head && place_of(inspected.cell.path).head != place.head)
      name += " " + std::to_string(*place.head);
    const float wide = ui.width(type::label, name) + ui.px(12);
    const std::string more = "+" + std::to_string(readers.size() - i);
    const bool last = i + 1 == readers.size();
    if (x + wide + (lines == 2 && !last ? ui.width(type::caption, more) : 0) > area.right) {
      if (lines == 2) {
        ui.text(x, y + line / 2, type::caption, c.text_3, more);
        break;
      }
      ++lines;
      x = area.left - ui.px(6);
      y += line;
    }
    const Area link = Area::at(x, y + ui.px(1), wide, line - ui.px(2));
    const Touch touch = ui.item("used by/" + path, link);
    if (touch.hovered) {
      ui.hand();
      ui.fill(link, mix(c.rail, c.hairline, 0.6F), ui.px(5));
      ui.tooltip(
          {RichText(cell_title(inspected.trace, {path, readers[i].row, readers[i].col})), RichText(path)});
    }
    if (touch.focused) ui.focus_ring(link, ui.px(5));
    const Rgb colour = colour_of(role_of(path), c);
    ui.text(link, Align::centre, type::label, colour, name);
    ui.line(link.left + ui.px(6), link.bottom - ui.px(2), link.right - ui.px(6), link.bottom - ui.px(2),
            c.strong_line, ui.hairline());
    if (touch.clicked) ui.emit(GoDeeper{{path, readers[i].row, readers[i].col}});
    x = link.right + ui.px(4);
  }
  return y + line + ui.px(8) - area.top;
}

}  // namespace headlight
