#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/step_names.h"
#include "app/panels/what_if/edit_words.h"
#include "app/panels/what_if/interventions.h"
#include "app/panels/what_if/what_if.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

// How tall the three parts of the column were in the last frame, at scale 1.
struct EditColumn {
  float list = 0, changed = 0, makers = 0;
};
// What they keep, in units, where not all fits. What changed is the reason to be here: it is the last to
// lose room; where even that is cut, it scrolls as the others do.
constexpr float least_list = 94, usual_makers = 160, least_makers = 96;

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

// What is shown of `content` pixels in a place that scrolls, kept within what there is in the next frame.
void keep_within(Ui& ui, const Area& area, float content, float& scroll, float offset) {
  const float most = std::max(0.0F, (content - area.height()) / ui.scale());
  const float within = std::clamp(scroll, 0.0F, most);
  if (within != scroll) {
    scroll = within;
    ui.state().again = true;
  }
  if (most <= 0) return;
  ui.line(area.left, area.bottom, area.right, area.bottom, ui.colours().strong_line, ui.hairline());
  scroll_bar(ui, area.moved(ui.px(12), 0), content, offset);
}

// "… tired", where there are two.
std::string of_sentence(const PanelContext& context) {
  return context.pictures.two() ? side_name(context, stage_side(context)) : "";
}

enum class ScrollsFrom { top, foot };

// A part of the column that scrolls where it does not fit; `draw` returns how tall it is. Kept for the next
// frame in `tall`. What scrolls from its foot stays where it is on screen when its place gets lower.
template <typename Draw>
void draw_part_of_column(Ui& ui, const std::string& id, const Area& area, float& tall, ScrollsFrom from,
                         Draw draw) {
  float& scroll = ui.state().scroll[id];
  const float hidden = std::max(0.0F, ui.px(tall) - area.height());
  scroll -= ui.wheel(area) * (from == ScrollsFrom::top ? 48 : -48);
  const float offset =
      from == ScrollsFrom::top ? ui.px(scroll) : std::clamp(hidden - ui.px(scroll), 0.0F, hidden);
  ui.push_clip(area.inset(-ui.px(10), 0), true);
  const float drawn = draw(area.moved(0, -offset));
  ui.pop_clip();
  if (std::fabs(drawn - ui.px(tall)) > 0.5F) {
    tall = drawn / ui.scale();
    ui.state().again = true;
  }
  keep_within(ui, area, drawn, scroll, offset);
}

float draw_changed(const PanelContext& context, const Area& area) {
  if (!context.document.sides.at(stage_side(context)).edited()) return 0;
  Area rest = area;
  section(context.ui, rest, "What changed", of_sentence(context));
  rest.cut_top(draw_ripple(context, rest));
  return rest.top - area.top;
}

// Which sentences the next edit changes.
void draw_reach(const PanelContext& context, Area& rest) {
  if (!context.pictures.two()) return;
  Ui& ui = context.ui;
  const std::optional<int> one = sentence_of_edits(context);
  const std::array<Choice, 3> sentences{Choice{"Both"}, {"Sentence 1"}, {"Sentence 2"}};
  const Area place = rest.cut_top(ui.px(30));
  const int pressed = choices(
      ui, "edit side", {place.left, place.top, place.left + choices_width(ui, sentences), place.bottom},
      sentences, one ? *one + 1 : 0);
  if (ui.hovered(place)) ui.tooltip("Which sentences the next edit changes");
  if (pressed < 0) return;
  ui.state<EditSide>().side = pressed == 0 ? std::nullopt : std::optional(pressed - 1);
  if (pressed > 0 && pressed - 1 != context.session.side) ui.emit(SelectSide{pressed - 1});
  ui.state().again = true;
}

// What is left of a column `height` tall after the levers and some lines of what was made, shared by the bars
// of a row: lower before that has to scroll.
float bar_height(const Ui& ui, const Heatmap& map, float height) {
  const float room = height - ui.px(614);
  return std::clamp(std::floor(room / static_cast<float>(bars_of_turned_row(map))), ui.px(15), ui.px(20));
}

float draw_makers(const PanelContext& context, const Area& area, float height) {
  Ui& ui = context.ui;
  Area rest = area;
  rest.cut_top(ui.px(10));
  draw_reach(context, rest);
  const std::string weights = selected_head_path(context.session, "weights");
  const std::string place = place_words(weights);
  if (stage_trace(context)->find(weights) >= 0) {
    const int row = row_asked(context, weights);
    if (const MapRows read = context.pictures.rows(stage_side(context), weights, row, 1); read.has(row)) {
      section(ui, rest, "Where " + read.map->row_label(row - read.first) + " looks", of_sentence(context));
      rest.cut_top(draw_turned_row(context, rest, weights, row, bar_height(ui, *read.map, height)));
    } else {
      section(ui, rest, "Where a word looks", place);
      ui.text(rest.cut_top(ui.px(22)), Align::left, type::body, ui.colours().text_2,
              "Click a word to move its weights.");
    }
  }
  section(ui, rest, "The head", place);
  rest.cut_top(draw_head_levers(context, rest));
  return rest.top - area.top;
}

}  // namespace

void draw_what_if_panel(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  EditColumn& column = ui.state<EditColumn>();
  const float changed = std::clamp(ui.px(column.changed), 0.0F,
                                   std::max(0.0F, area.height() - ui.px(least_list + least_makers)));
  const float makers_want = ui.px(column.makers);
  const float list = std::min(
      ui.px(column.list),
      std::max(ui.px(least_list), area.height() - changed - std::min(makers_want, ui.px(usual_makers))));
  // What makes edits stays where it is at the foot while there is room for all.
  const float makers = std::max(0.0F, std::min(makers_want, area.height() - list - changed));
  Area rest = area;
  const Area of_makers = rest.cut_bottom(makers);
  draw_part_of_column(ui, "what if list", rest.cut_top(list), column.list, ScrollsFrom::top,
                      [&](const Area& place) { return draw_edit_list(context, place); });
  draw_part_of_column(ui, "what if changes", rest.cut_top(changed), column.changed, ScrollsFrom::top,
                      [&](const Area& place) { return draw_changed(context, place); });
  draw_part_of_column(ui, "what if panel", of_makers, column.makers, ScrollsFrom::foot,
                      [&](const Area& place) { return draw_makers(context, place, area.height()); });
}

}  // namespace headlight
