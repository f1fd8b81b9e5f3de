// What a cell of the general attention layer is made from: the row and the column that meet in it.
#include <optional>
#include <vector>

#include "app/panels/hover.h"
#include "app/panels/labs/attention_drawing.h"
#include "app/panels/labs/lab_widgets.h"

namespace headlight {
namespace {

// A row, a column or a cell of a matrix.
struct Source {
  std::string part;
  std::optional<int> row = {}, column = {};
};

std::vector<Source> sources_of(const AttentionCells& shown, const std::string& part, int row, int column) {
  const auto has = [&](const char* name) { return shown.contains(name); };
  const char* query = has("query") ? "query" : has("queries") ? "queries" : "inputs";
  if (part == "scores") return {{query, row}, {has("key") ? "key" : "inputs", column}};
  if (part == "scaled") return {{"scores", row, column}};
  if (part == "weights") return {{has("scaled") ? "scaled" : "scores", row}};
  if (part == "output")
    return {{has("weights") ? "weights" : "scores", row}, {has("value") ? "value" : "inputs", {}, column}};
  if (part == "query") return {{has("queries") ? "queries" : "inputs", row}};
  if (part == "key" || part == "value") return {{"inputs", row}};
  return {};
}

Area place_of(const ShownMatrix& shown, const Source& source) {
  const float wide = shown.cells.width() / static_cast<float>(shown.map->columns);
  const float tall = shown.cells.height() / static_cast<float>(shown.map->rows);
  Area area = shown.cells;
  if (source.row) {
    area.top += tall * static_cast<float>(*source.row);
    area.bottom = area.top + tall;
  }
  if (source.column) {
    area.left += wide * static_cast<float>(*source.column);
    area.right = area.left + wide;
  }
  return area;
}

Area between(const Area& from, const Area& to, float way) {
  const auto mix = [way](float a, float b) { return a + way * (b - a); };
  return {mix(from.left, to.left), mix(from.top, to.top), mix(from.right, to.right),
          mix(from.bottom, to.bottom)};
}

Rgb colour_of_part(const Palette& c, const std::string& part) {
  if (part == "query" || part == "queries") return c.query;
  if (part == "key") return c.key;
  if (part == "value") return c.value;
  return part == "weights" ? c.weights : c.ink;
}

std::string name_of(const CellName& cell) {
  return "attention/" + cell.path + "/" + std::to_string(cell.row) + "/" + std::to_string(cell.col);
}

}  // namespace

void draw_meeting(const PanelContext& context, const AttentionCells& shown) {
  Ui& ui = context.ui;
  const std::string open =
      context.session.trail.empty() ? "attention" : name_of(context.session.trail.back());
  const float way = arrival(ui, open);
  std::optional<CellName> cell = ui.state<Hover>().followed_cell;
  if (!cell && !context.session.trail.empty()) cell = context.session.trail.back();
  if (!cell) return;
  const std::string part = cell->path.substr(cell->path.find('.') + 1);
  const auto target = shown.find(part);
  if (target == shown.end() || cell->row >= target->second.map->rows ||
      cell->col >= target->second.map->columns)
    return;
  const Area there = place_of(target->second, {part, cell->row, cell->col});
  for (const Source& source : sources_of(shown, part, cell->row, cell->col)) {
    const auto from = shown.find(source.part);
    if (from == shown.end()) continue;
    const Area whole = place_of(from->second, source);
    const Rgb colour = colour_of_part(ui.colours(), source.part);
    ui.outline(whole.outset(ui.px(1)), colour, ui.px(2), ui.px(2));
    if (way >= 1 || name_of(*cell) != open) continue;
    const Area now = between(whole, there, way);
    ui.fill(now, colour, ui.px(2), 0.35F);
    ui.outline(now, colour, ui.px(2), ui.px(2));
  }
}

}  // namespace headlight
