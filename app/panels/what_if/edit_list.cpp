#include <algorithm>

#include "app/panels/step_names.h"
#include "app/panels/what_if/edit_words.h"
#include "app/panels/what_if/what_if.h"
#include "app/widgets/controls.h"
#include "app/widgets/levers.h"

namespace headlight {
namespace {

// Shows where an edit is: in a view of heads when it is in a map of theirs, else among the steps.
void go_to(const PanelContext& context, const Edit& edit) {
  const Site* site = site_of(edit.path);
  const Place place = place_of(edit.path);
  if (site == nullptr) {
    context.ui.emit(SelectCell{{edit.path, edit.row.value_or(0), edit.col.value_or(0)}});
    return;
  }
  const bool map = place.head && info(site->cols).kind == AxisKind::tokens;
  if (map) {
    context.ui.emit(GoToStep{edit.path});
  } else {
    show_step(context, GoToStep{edit.path});
  }
  if (edit.row && place.head) context.ui.emit(SelectToken{*edit.row});
}

// Which sentence it is of: a click goes from both to the first alone, to the second, and back.
void draw_side(const PanelContext& context, const Area& area, int index, const SessionEdit& edit) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::string words = ui.fitted(type::caption, side_words(edit, context), area.width());
  const Area place{area.left - ui.px(5), area.top, area.left + ui.width(type::caption, words) + ui.px(5),
                   area.bottom};
  const Touch touch = ui.item("edit/" + std::to_string(index) + "/side", place);
  if (touch.hovered) {
    ui.hand();
    ui.fill(place, mix(c.rail, c.hairline, 0.6F), ui.px(5));
    ui.tooltip("Click to change: both sentences, only the first, only the second");
  }
  if (touch.focused) ui.focus_ring(place, ui.px(5));
  const Rgb own = !edit.side ? c.text_2 : *edit.side == 0 ? c.first_sentence : c.second_sentence;
  ui.text(area.left, area.middle_y(), type::caption, edit.on ? own : c.text_3, words);
  if (!touch.clicked) return;
  std::optional<int> next;
  if (!edit.side) next = 0;
  if (edit.side == 0) next = 1;
  ui.emit(SetEditSide{index, next});
}

bool cross(Ui& ui, const std::string& id, const Area& area) {
  const Palette& c = ui.colours();
  const Touch touch = ui.item(id, area);
  if (touch.hovered) {
    ui.hand();
    ui.tooltip("Remove this edit");
  }
  if (touch.focused) ui.focus_ring(area.inset(ui.px(3)), ui.px(4));
  cross_mark(ui, {area.middle_x(), area.middle_y()}, touch.hovered ? c.ink : c.text_3);
  return touch.clicked;
}

// As many lines as it takes, and how many those are.
std::vector<std::string> broken(const Ui& ui, Type type, const std::string& text, float most) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t space = text.find(' ', at);
    const std::size_t end = space == std::string::npos ? text.size() : space + 1;
    const std::string piece = text.substr(at, end - at);
    if (!line.empty() && ui.width(type, line + piece) > most) lines.push_back(std::exchange(line, ""));
    line += piece;
    at = end;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

float draw_edit(const PanelContext& context, const Area& area, int index) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const SessionEdit& edit = context.session.edits[static_cast<std::size_t>(index)];
  const std::string id = "edit/" + std::to_string(index);
  const float left = area.left + toggle_width(ui) + ui.px(12);
  const float right = area.right - ui.px(24);
  const std::string words = edit_words(edit, context);
  const std::vector<std::string> lines = broken(ui, type::body, words, right - left - ui.px(6));
  const float line = ui.px(18);
  const float tall = std::max(ui.px(28), line * static_cast<float>(lines.size()) + ui.px(8));
  const Area row = Area::at(area.left, area.top, area.width(), tall);
  const float side = side_words(edit, context).empty() ? 0 : ui.px(18);

  if (toggle(ui, id + "/on", row.left, row.middle_y(), edit.on)) ui.emit(SwitchEdit{index, !edit.on});
  const Area text{left - ui.px(5), row.top, right, row.bottom};
  const Touch touch = ui.item(id, text);
  if (touch.hovered) {
    ui.hand();
    ui.fill(text, mix(c.rail, c.hairline, 0.6F), ui.px(5));
    ui.tooltip({RichText(words), RichText(edit.path)});
  }
  if (touch.focused) ui.focus_ring(text, ui.px(5));
  if (touch.clicked) go_to(context, edit);
  float y = row.middle_y() - line * static_cast<float>(lines.size() - 1) / 2;
  for (const std::string& each : lines) {
    ui.text(left, y, type::body, edit.on ? c.ink : c.text_3, ui.fitted(type::body, each, right - left));
    y += line;
  }
  if (cross(ui, id + "/remove", {right, row.top, area.right, row.bottom})) ui.emit(RemoveEdit{index});
  if (side > 0)
    draw_side(context, Area{left, row.bottom - ui.px(3), right, row.bottom + side - ui.px(3)}, index, edit);
  return tall + side;
}

}  // namespace

float draw_edit_list(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<SessionEdit>& edits = context.session.edits;
  Area rest = area;
  const Area head = rest.cut_top(ui.px(28));
  if (edits.empty()) {
    ui.text(head, Align::left, type::small_section, c.ink, "Nothing is edited");
    rest.cut_top(ui.wrapped(
        rest, type::body, c.text_2,
        "Change a number, a head or where a word looks: everything after it is computed again.", ui.px(19)));
    return rest.top - area.top;
  }
  ui.text(head, Align::left, type::small_section, c.ink,
          edits.size() == 1 ? "1 edit" : std::to_string(edits.size()) + " edits");
  const bool any_on =
      std::any_of(edits.begin(), edits.end(), [](const SessionEdit& edit) { return edit.on; });
  Area buttons = head;
  const auto quiet = [&](const char* id, const std::string& label) {
    const Area place = buttons.cut_right(ui.width(type::control, label) + ui.px(16));
    return button(ui, id, place, label, ButtonKind::quiet);
  };
  if (quiet("edits/clear", "Clear all")) ui.emit(ClearEdits{});
  if (quiet("edits/all", any_on ? "All off" : "All on")) ui.emit(SwitchEdits{!any_on});
  for (int i = 0; i < static_cast<int>(edits.size()); ++i)
    rest.cut_top(draw_edit(context, rest, i) + ui.px(2));
  return rest.top - area.top;
}

}  // namespace headlight
