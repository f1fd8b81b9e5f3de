#include <algorithm>

#include "app/panels/step_names.h"
#include "app/panels/what_if/edit_words.h"
#include "app/panels/what_if/interventions.h"
#include "app/panels/what_if/what_if.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

const std::string panel = "what if panel";

void section(Ui& ui, Area& rest, const std::string& title, const std::string& place = "") {
  rest.cut_top(ui.px(10));
  ui.line(rest.left, rest.top, rest.right, rest.top, ui.colours().hairline, ui.hairline());
  rest.cut_top(ui.px(6));
  const Area head = rest.cut_top(ui.px(28));
  const float end = ui.text(head.left, head.middle_y(), type::small_section, ui.colours().ink,
                            ui.fitted(type::small_section, title, head.width()));
  const std::string shown = ui.fitted(type::caption, place, head.right - end - ui.px(12));
  if (shown == place) ui.text(head, Align::right, type::caption, ui.colours().text_3, place);
}

float draw_all(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area rest = area;
  rest.cut_top(draw_edit_list(context, rest));
  if (const Side& side = context.document.sides.at(stage_side(context)); side.edited()) {
    section(ui, rest, "What changed");
    rest.cut_top(draw_ripple(context, rest));
  }
  const std::string weights = selected_head_path(context.session, "weights");
  const std::string place = place_words(weights);
  if (const HeatmapPtr map = context.pictures.view(stage_side(context), weights)) {
    const int row = row_asked(context, *map);
    if (row >= 0) {
      section(ui, rest, "Where " + map->row_label(row) + " looks", place);
      rest.cut_top(draw_turned_row(context, rest, weights, row, ui.px(20)));
    } else {
      section(ui, rest, "Where a word looks", place);
      ui.text(rest.cut_top(ui.px(22)), Align::left, type::body, ui.colours().text_2,
              "Click a word to turn its weights.");
    }
  }
  section(ui, rest, "The head", place);
  rest.cut_top(draw_head_levers(context, rest));
  return rest.top - area.top;
}

}  // namespace

void draw_what_if_panel(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  float& scroll = ui.state().scroll[panel];
  scroll -= ui.wheel(area) * 48;
  ui.push_clip(area.inset(-ui.px(10), 0), true);
  const Area content = area.moved(0, -ui.px(scroll));
  const float tall = draw_all(context, content);
  ui.pop_clip();
  // Kept within what there is, in the next frame.
  const float most = std::max(0.0F, (tall - area.height()) / ui.scale());
  const float within = std::clamp(scroll, 0.0F, most);
  if (within != scroll) {
    scroll = within;
    ui.state().again = true;
  }
  scroll_bar(ui, area.moved(ui.px(12), 0), tall, ui.px(scroll));
}

}  // namespace headlight
