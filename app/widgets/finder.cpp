#include "app/widgets/finder.h"

#include <algorithm>
#include <span>
#include <utility>

#include "app/widgets/controls.h"
#include "app/widgets/scroll.h"

namespace headlight {
namespace {

constexpr float field_units = 44;
constexpr float row_units = 34;     // more for a finger
constexpr float answer_units = 58;  // with a line under its title
constexpr float heading_units = 28;
constexpr float gap_units = 8;

struct Placement {
  std::vector<float> tops, tall;  // of the rows, from the list's top
  float height = 0;
};

Placement place(const Ui& ui, std::span<const FinderRow> rows) {
  Placement placement;
  for (const FinderRow& row : rows) {
    if (!row.heading.empty()) placement.height += ui.px(heading_units);
    placement.tops.push_back(placement.height);
    placement.tall.push_back(row.under.empty() ? ui.finger(row_units) : ui.px(answer_units));
    placement.height += placement.tall.back();
  }
  return placement;
}

void draw_row(Ui& ui, const Area& whole, const FinderRow& row, bool chosen, bool hovered) {
  const Palette& c = ui.colours();
  Area area = whole;
  if (!row.under.empty()) {
    area = whole.inset(0, ui.px(2));
    ui.fill(area, chosen ? c.focus_band : hovered ? c.rail : c.panel, ui.px(8));
    ui.outline(area, chosen ? c.ink : c.hairline, chosen ? ui.px(2) : ui.hairline(), ui.px(8));
    Area under = area.cut_bottom(area.height() / 2).inset(ui.px(14), 0);
    under.bottom -= ui.px(8);
    ui.text(under, Align::left, type::label, c.text_2, ui.shortened(type::label, row.under, under.width()));
    area.top += ui.px(6);
  } else if (chosen) {
    ui.fill(area, c.focus_band, ui.px(6));
    ui.fill({area.left, area.top + ui.px(6), area.left + ui.px(3), area.bottom - ui.px(6)}, c.focus,
            ui.px(1));
  } else if (hovered) {
    ui.fill(area, c.rail, ui.px(6));
  }
  const Area inside = area.inset(ui.px(14), 0);
  float right = inside.right;
  if (!row.chord.empty()) {
    const float wide = ui.width(type::path, row.chord) + ui.px(12);
    const Area cap = Area::at(right - wide, std::round(area.middle_y() - ui.px(10)), wide, ui.px(20));
    ui.fill(cap, c.panel, ui.px(4));
    ui.outline(cap, c.strong_line, ui.hairline(), ui.px(4));
    ui.text(cap, Align::centre, type::path, c.text_2, row.chord);
    right = cap.left - ui.px(12);
  }
  const float title = ui.rich(inside.left, area.middle_y(), type::control, type::control_hot, row.title);
  const float room = right - title - ui.px(16);
  if (row.detail.empty() || room < ui.px(60)) return;
  ui.text({title, area.top, right, area.bottom}, Align::right, type::caption, row.wrong ? c.error : c.text_2,
          ui.shortened(type::caption, row.detail, room));
}

}  // namespace

FinderTouch finder(Ui& ui, std::string_view id, const Area& area, FinderState& state, std::string_view hint,
                   const std::function<std::vector<FinderRow>()>& rows_of, std::string_view when_empty) {
  const Palette& c = ui.colours();
  FinderTouch touch;
  const int moves = ui.take(Key::down) - ui.take(Key::up);
  const int pages = ui.take(Key::page_down) - ui.take(Key::page_up);
  touch.entered = ui.take(Key::enter) > 0;

  Area list = area;
  const Field field =
      text_field(ui, id, list.cut_top(ui.px(field_units)), state.typed, type::lesson, hint, state.fresh);
  state.fresh = false;
  touch.changed = field.changed;
  touch.entered = touch.entered || field.entered;
  list.cut_top(ui.px(gap_units));

  const std::vector<FinderRow> rows = rows_of();
  const int count = static_cast<int>(rows.size());
  const float usual = rows.empty() || rows.front().under.empty() ? ui.finger(row_units) : ui.px(answer_units);
  const int page = std::max(1, static_cast<int>(list.height() / usual) - 1);
  if (touch.changed) state.chosen = 0;
  state.chosen = std::clamp(state.chosen + moves + pages * page, 0, std::max(0, count - 1));
  if (touch.entered && count > 0) touch.taken = state.chosen;
  // Where Enter took nothing the field keeps the keyboard.
  if (touch.entered && count == 0) state.fresh = ui.state().again = true;

  const Placement placement = place(ui, rows);
  const float most = std::max(0.0F, placement.height - list.height()) / ui.scale();
  state.scroll -= ui.wheel(list) * 60;
  if (count > 0 && (moves != 0 || pages != 0 || touch.changed || std::exchange(state.reveal, false))) {
    const float top = placement.tops[state.chosen] / ui.scale();
    const float above = state.chosen == 0 ? heading_units : 0;
    state.scroll = std::min(state.scroll, top - above);
    state.scroll = std::max(state.scroll, top + (placement.tall[state.chosen] - list.height()) / ui.scale());
  }
  state.scroll = std::clamp(state.scroll, 0.0F, most);

  if (count == 0) {
    ui.text(list.left + ui.px(14), list.top + ui.finger(row_units) / 2, type::control, c.text_2, when_empty);
    return touch;
  }
  ui.push_clip(list, true);
  for (int i = 0; i < count; ++i) {
    const FinderRow& row = rows[i];
    const float top = list.top + placement.tops[i] - ui.px(state.scroll);
    const float bar = most > 0 ? ui.px(10) : 0;
    const Area place = Area::at(list.left, top, list.width() - bar, placement.tall[i]);
    if (place.top > list.bottom || place.bottom + ui.px(heading_units) < list.top) continue;
    if (!row.heading.empty()) {
      ui.text(list.left + ui.px(14), top - ui.px(heading_units) / 2 + ui.px(2), type::caption_hot, c.text_3,
              row.heading);
    }
    // The field keeps the keyboard: rows are reached with the arrows, not with Tab.
    const Touch on_row = ui.target(std::string(id) + "/row/" + std::to_string(i), place, false);
    if (on_row.hovered) ui.hand();
    if (on_row.clicked) touch.taken = i;
    draw_row(ui, place.inset(0, ui.px(1)), row, i == state.chosen, on_row.hovered);
  }
  ui.pop_clip();
  scroll_bar(ui, list, placement.height, ui.px(state.scroll));
  return touch;
}

float sheet_width(const Ui& ui, float wide) {
  const float screen = ui.screen().width();
  return std::min(ui.px(wide), screen - ui.px(screen < ui.px(500) ? 16 : 32));
}

Area begin_sheet(Ui& ui, float wide, float tall, float top, float least_wide, float least_tall) {
  const Palette& c = ui.colours();
  const Area screen = ui.screen();
  const float around = ui.px(screen.width() < ui.px(500) ? 16 : 32);
  const float width = sheet_width(ui, wide);
  const float height = std::min(ui.px(tall), screen.height() - around);
  const float y = top < 0 ? screen.middle_y() - height / 2 : std::min(ui.px(top), screen.height() - height);
  const Area sheet = Area::at(std::round(screen.middle_x() - width / 2), std::round(y), width, height);
  ui.begin_layer();
  ui.push_clip(screen);
  ui.fill(screen, ui.theme() == Theme::light ? c.ink : Rgb{}, 0, ui.theme() == Theme::light ? 0.18F : 0.5F);
  ui.fill(sheet, c.panel, ui.px(12));
  ui.outline(sheet, c.strong_line, ui.hairline(), ui.px(12));
  ui.state().overlay_area = sheet;
  return begin_scroll(ui, "sheet", sheet, ui.px(least_wide), ui.px(least_tall));
}

bool end_sheet(Ui& ui) {
  end_scroll(ui);
  ui.pop_clip();
  ui.end_layer();
  return ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ui.state().overlay_area.contains(ui.mouse());
}

}  // namespace headlight
