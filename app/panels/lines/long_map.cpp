#include "app/panels/lines/lines.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "app/widgets/controls.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr int least_rows = 8;
constexpr float tools_units = 184;
constexpr float least_width_with_tools = 620;

// What is remembered from one frame to the next: a part for maps of one size, whatever head they are of.
struct Parts {
  int rows = 0, columns = 0;
  MapPart part;
  float turned = 0, turned_across = 0;  // of the wheel, less than a row
  std::string word;
  int found = -1;       // the row that was found last
  std::string counted;  // the word whose rows these are
  std::vector<int> rows_of_it;
  std::weak_ptr<const Heatmap> counted_in;
  HeatmapPtr of;  // the last map that was cut, and what came of it
  MapPart cut;
  HeatmapPtr made;
};

int clamped(float value, int least, int most) {
  return std::clamp(static_cast<int>(std::lround(value)), least, std::max(least, most));
}

bool contains(const std::string& label, const std::string& word) {
  return lower_case(label).find(word) != std::string::npos;
}

}  // namespace

Heatmap part_of(const Heatmap& map, const MapPart& part) {
  std::vector<int> rows(static_cast<std::size_t>(part.rows)), columns(static_cast<std::size_t>(part.columns));
  std::iota(rows.begin(), rows.end(), part.row);
  std::iota(columns.begin(), columns.end(), part.column);
  return with_columns(with_rows(map, rows), columns);
}

MapPart moved(MapPart part, const Heatmap& map, int rows, int columns) {
  if (part.is_whole()) return part;
  part.row = std::clamp(part.row + rows, 0, map.rows - part.rows);
  part.column = std::clamp(part.column + columns, 0, map.columns - part.columns);
  return part;
}

MapPart zoomed(const MapPart& part, const Heatmap& map, float factor, float row_at, float column_at,
               float room_wide, float room_tall) {
  const MapPart from = part.is_whole() ? MapPart{0, map.rows, 0, map.columns} : part;
  const float rows = static_cast<float>(from.rows) * factor;
  if (rows >= static_cast<float>(map.rows)) return {};
  MapPart to;
  to.rows = clamped(rows, std::min(least_rows, map.rows), map.rows);
  // Cells near to squares, in all of the room.
  to.columns = clamped(static_cast<float>(to.rows) * room_wide / std::max(room_tall, 1.0F),
                       std::min(least_rows, map.columns), map.columns);
  const float row = static_cast<float>(from.row) + row_at * static_cast<float>(from.rows - to.rows);
  const float column =
      static_cast<float>(from.column) + column_at * static_cast<float>(from.columns - to.columns);
  to.row = clamped(row, 0, map.rows - to.rows);
  to.column = clamped(column, 0, map.columns - to.columns);
  return to;
}

LongMap::LongMap(const PanelContext& context, HeatmapPtr map) : context_(context), map_(std::move(map)) {
  Parts& parts = context.ui.state<Parts>();
  if (parts.rows == map_->rows && parts.columns == map_->columns) return;
  parts = {};
  parts.rows = map_->rows;
  parts.columns = map_->columns;
}

float LongMap::tools_width(const Ui& ui, float width) {
  return width < ui.px(least_width_with_tools) ? 0 : ui.px(tools_units + 24);
}

const MapPart& LongMap::part() const { return context_.ui.state<Parts>().part; }

HeatmapPtr LongMap::shown() const {
  Parts& parts = context_.ui.state<Parts>();
  if (parts.part.is_whole()) return map_;
  if (parts.of != map_ || !(parts.cut == parts.part)) {
    parts.made = std::make_shared<const Heatmap>(part_of(*map_, parts.part));
    parts.of = map_;
    parts.cut = parts.part;
  }
  return parts.made;
}

void LongMap::turn_wheel(const Area& cells) {
  Ui& ui = context_.ui;
  if (!ui.hovered(cells)) return;
  Parts& parts = ui.state<Parts>();
  if (ImGui::GetIO().KeyCtrl) {
    const float turns = ui.take_zoom();
    if (turns == 0) return;
    parts.part = zoomed(parts.part, *map_, std::exp2(-turns / 2), (ui.mouse().y - cells.top) / cells.height(),
                        (ui.mouse().x - cells.left) / cells.width(), cells.width(), cells.height());
    ui.state().again = true;
    return;
  }
  if (parts.part.is_whole()) return;
  const float tall = static_cast<float>(parts.part.rows) / 8,
              wide = static_cast<float>(parts.part.columns) / 8;
  float down = ui.wheel(cells), across = ui.wheel(cells, Ui::Way::across);
  if (ImGui::GetIO().KeyShift) across += std::exchange(down, 0.0F);
  parts.turned -= down * std::max(1.0F, tall);
  parts.turned_across -= across * std::max(1.0F, wide);
  const auto rows = static_cast<int>(parts.turned), columns = static_cast<int>(parts.turned_across);
  parts.turned -= static_cast<float>(rows);
  parts.turned_across -= static_cast<float>(columns);
  if (rows == 0 && columns == 0) return;
  parts.part = moved(parts.part, *map_, rows, columns);
  ui.state().again = true;
}

// Every row of that word.
const std::vector<int>& LongMap::rows_with(const std::string& word) {
  Parts& parts = context_.ui.state<Parts>();
  if (parts.counted == word && parts.counted_in.lock() == map_) return parts.rows_of_it;
  parts.counted = word;
  parts.counted_in = map_;
  parts.rows_of_it.clear();
  for (int row = 0; row < map_->rows; ++row) {
    if (contains(map_->row_label(row), word)) parts.rows_of_it.push_back(row);
  }
  return parts.rows_of_it;
}

// The next row of that word, and the part around it.
void LongMap::look_for(const std::string& word) {
  Parts& parts = context_.ui.state<Parts>();
  const std::vector<int>& rows = rows_with(word);
  if (rows.empty()) return;
  const auto next = std::upper_bound(rows.begin(), rows.end(), parts.found);
  const int row = next == rows.end() ? rows.front() : *next;
  parts.found = row;
  if (parts.part.is_whole())
    parts.part = zoomed({}, *map_, 48.0F / static_cast<float>(map_->rows), 0, 0, 1.4F, 1);
  if (!parts.part.is_whole()) {
    // The cells at and before it: what it looks at is mostly near.
    parts.part = moved(parts.part, *map_, row - parts.part.row - parts.part.rows / 2,
                       row - parts.part.column - parts.part.columns * 3 / 4);
  }
  context_.ui.emit(SelectToken{row});
}

void LongMap::draw_tools(const Area& area) {
  Ui& ui = context_.ui;
  if (ui.exporting()) return;
  Parts& parts = ui.state<Parts>();
  Area rest = area;
  const Area buttons = rest.cut_top(ui.finger(28));
  float x = buttons.left;
  const auto zoom_button = [&](const char* id, const char* label, float factor) {
    const float wide = button_width(ui, label);
    if (button(ui, id, Area::at(x, buttons.top, wide, buttons.height()), label, ButtonKind::plain)) {
      const bool whole = factor == 0;
      parts.part = whole ? MapPart{} : zoomed(parts.part, *map_, factor, 0.5F, 0.5F, 1.4F, 1);
      ui.state().again = true;
    }
    x += wide + ui.px(6);
  };
  zoom_button("map/closer", "Closer", 0.5F);
  if (!parts.part.is_whole()) {
    zoom_button("map/farther", "Farther", 2);
    zoom_button("map/whole", "All", 0);
  }
  rest.cut_top(ui.px(10));
  const Area field_area = rest.cut_top(ui.finger(30));
  const Field field = text_field(ui, "map/find", field_area, parts.word, type::label, "Find a word", false);
  const std::string wanted = lower_case(parts.word);
  if (field.changed) parts.found = -1;
  if (field.entered && !wanted.empty()) {
    look_for(wanted);
    ui.state().again = true;
  }
  const Area said = rest.cut_top(ui.px(20));
  if (!wanted.empty()) {
    const std::vector<int>& rows = rows_with(wanted);
    const auto count = static_cast<std::int64_t>(rows.size());
    const auto found = std::find(rows.begin(), rows.end(), parts.found);
    const std::string text =
        count == 0 ? "not in this text"
        : found == rows.end()
            ? count_text(count) + (count == 1 ? " time" : " times") + "; Enter: the first"
            : count_text(found - rows.begin() + 1) + " of " + count_text(count) + "; Enter: the next";
    line_of_text(ui, said, type::caption, count == 0 ? ui.colours().error : ui.colours().text_2, text);
  } else if (parts.part.is_whole()) {
    line_of_text(ui, said, type::caption, ui.colours().text_3, "Ctrl and the wheel: zoom");
  } else {
    const MapPart& part = parts.part;
    line_of_text(ui, said, type::caption, ui.colours().text_3,
                 "rows " + count_text(part.row) + " to " + count_text(part.row + part.rows - 1) + " of " +
                     count_text(map_->rows));
  }
  if (!parts.part.is_whole()) draw_small(rest.inset(0, ui.px(6)));
}

// All of the map in small; the frame around what is shown follows the mouse.
void LongMap::draw_small(const Area& area) {
  Ui& ui = context_.ui;
  Parts& parts = ui.state<Parts>();
  const float side = std::min(area.width(), area.height());
  if (side < ui.px(48)) return;
  const float shape = static_cast<float>(map_->columns) / static_cast<float>(map_->rows);
  const Area place = Area::at(area.left, area.top, std::round(shape < 1 ? side * shape : side),
                              std::round(shape < 1 ? side : side / shape));
  thumbnail(ui, map_, place);
  ui.outline(place, ui.colours().hairline, ui.hairline());
  const Touch touch = ui.item("map/small", place, false);
  if (touch.hovered) ui.hand();
  MapPart& part = parts.part;
  const float row = place.height() / static_cast<float>(map_->rows);
  const float column = place.width() / static_cast<float>(map_->columns);
  if (touch.held || touch.clicked) {
    const int to_row = static_cast<int>((ui.mouse().y - place.top) / row) - part.rows / 2;
    const int to_column = static_cast<int>((ui.mouse().x - place.left) / column) - part.columns / 2;
    part = moved(part, *map_, to_row - part.row, to_column - part.column);
  }
  const Area frame{place.left + column * static_cast<float>(part.column),
                   place.top + row * static_cast<float>(part.row),
                   place.left + column * static_cast<float>(part.column + part.columns),
                   place.top + row * static_cast<float>(part.row + part.rows)};
  ui.outline(frame, ui.theme() == Theme::dark ? ui.colours().focus : ui.colours().ink, ui.px(2), ui.px(2));
}

}  // namespace headlight
