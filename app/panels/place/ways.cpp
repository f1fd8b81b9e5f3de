// The ways from one page of the one place to the next, and what is chosen by itself on them.
#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "app/panels/place/model_steps.h"
#include "app/panels/place/otherwise.h"
#include "app/panels/place/place_parts.h"
#include "core/explain/matrix_formulas.h"
#include "core/layers/sites.h"
#include "core/models/trace.h"

namespace headlight::place {

int row_for(const Page& page, Attention attention) {
  const Stream asks = info(attention).asks;
  if (asks == page.attention.asks) return page.row;
  // The encoder's word is read by the French row that takes most from it, and the other way round.
  const AttentionHeads* const cross = page.trace.anatomy().find(Attention::cross);
  if (cross == nullptr) return -1;
  const std::string path = HeadChoice{Attention::cross, cross->layers() - 1, 0}.path("weights");
  if (asks == Stream::source) return page.largest_in_row(path, page.row);
  int best = -1;
  float most = 0;
  const int rows = static_cast<int>(page.trace.words().target.size());
  const HeatmapPtr map = page.map(path);
  if (map == nullptr) return best;
  for (int row = 0; row < std::min(rows, map->rows); ++row) {
    if (page.row >= map->columns || map->state(row, page.row) != CellState::value) continue;
    if (const float value = map->value(row, page.row); value > most) {
      most = value;
      best = row;
    }
  }
  return best;
}

std::optional<int> row_of_other(const Page& page) {
  if (!page.context.maps.two()) return std::nullopt;
  const Label& label = page.trace.label(page.trace.at(page.path("weights")));
  return page.context.maps.alignment()->counterpart(label.rows, page.side, page.row);
}

namespace {

struct KeptTerms : KeptOfTrace<std::tuple<std::string, int, int>, std::vector<float>> {};

}  // namespace

const std::vector<float>& terms_of_cell(const Page& page, const CellName& cell) {
  return page.ui.state<KeptTerms>().get(
      page.context.maps[page.side].trace(), {cell.path, cell.row, cell.col}, [&] {
        const int node = page.trace.find(cell.path);
        return node < 0 ? std::vector<float>() : terms_of(page.trace, node, cell.row, cell.col);
      });
}

int largest_term(const Page& page, const CellName& cell) {
  const std::vector<float>& terms = terms_of_cell(page, cell);
  const auto most = std::max_element(terms.begin(), terms.end(),
                                     [](float a, float b) { return std::fabs(a) < std::fabs(b); });
  return most == terms.end() ? -1 : static_cast<int>(most - terms.begin());
}

namespace {

// The cell that is chosen in this step, or the one of the chosen word with the largest number.
CellName cell_within_step(const Page& page, const std::string& part) {
  const std::string path = page.path(part);
  if (const CellName* cell = page.cell(); cell != nullptr && cell->path == path && cell->row == page.row)
    return *cell;
  const int row = is_of_asked(page, site_id(path)) ? std::max(page.most_asked(), 0) : page.row;
  const int column = page.of_pairs ? page.most_asked() : page.largest_in_row(path, row);
  return {path, row, std::max(column, 0)};
}

// The cell of a step outside heads: the one that is chosen, or the largest of the chosen word's row.
GoTo to_cell_of_node(const Page& page) {
  const std::string& path = page.trace.label(page.node).path;
  CellName cell{path, row_in_node(page, page.node), 0};
  cell.col = std::max(page.largest_in_row(path, cell.row), 0);
  if (const CellName* chosen = page.cell();
      chosen != nullptr && chosen->path == path && chosen->row == cell.row)
    cell = *chosen;
  return {.altitude = Altitude::cell, .token = page.row, .cell = cell, .number = -1, .path = path};
}

}  // namespace

std::optional<GoTo> in_from(const Page& page) {
  if (shown_otherwise(page) == Otherwise::all_heads)
    return GoTo{.altitude = Altitude::head, .heads = HeadsShown::one};
  if (page.altitude == Altitude::step && page.node >= 0) return to_cell_of_node(page);
  int next = static_cast<int>(page.altitude) + 1;
  while (next < altitude_count && !page.has(static_cast<Altitude>(next))) ++next;
  if (next >= altitude_count) return std::nullopt;
  const auto to = static_cast<Altitude>(next);
  switch (page.altitude) {
    case Altitude::sentence:
      // Into the model that was told of, where a head of another part was looked at last.
      if (page.head.attention != page.attention.id && page.lane < 0)
        return GoTo{.altitude = to, .head = selected_head(session_of_sentence(page))};
      return GoTo{.altitude = to};
    case Altitude::model:
    case Altitude::layer:
      return GoTo{.altitude = to};
    case Altitude::head:
      return GoTo{.altitude = to, .token = page.row, .part = "weights"};
    case Altitude::step: {
      // A share is made of a score: the next step down is that score's own.
      const std::string part = is_share_step(page.step) ? "scores" : page.part;
      return GoTo{.altitude = to, .token = page.row, .part = part, .cell = cell_within_step(page, part)};
    }
    case Altitude::cell:
      if (page.cell() == nullptr || terms_of_cell(page, *page.cell()).empty()) return std::nullopt;
      return GoTo{
          .altitude = Altitude::product,
          .number = page.session.number >= 0 ? page.session.number : largest_term(page, *page.cell())};
    case Altitude::product:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<GoTo> out_of(const Page& page) {
  if (shown_otherwise(page) == Otherwise::all_heads) return GoTo{.altitude = Altitude::model};
  if (page.node >= 0 && page.altitude == Altitude::step) return out_of_model_step(page);
  if (page.node >= 0 && page.altitude == Altitude::cell) return to_model_step(page, page.node);
  for (int next = static_cast<int>(page.altitude) - 1; next >= 0; --next) {
    if (page.has(static_cast<Altitude>(next))) return GoTo{.altitude = static_cast<Altitude>(next)};
  }
  return std::nullopt;
}

namespace {

// The layers in the order of the map; the two attentions of a decoder layer are one.
std::optional<GoTo> next_layer(const Page& page, int by) {
  if (page.lane >= 0) return std::nullopt;
  const std::vector<LayerColumn> columns = layer_columns(page);
  const auto here = std::find_if(columns.begin(), columns.end(), [&](const LayerColumn& each) {
    return is_chosen_layer(page, each.attention, each.layer);
  });
  const auto to = (here - columns.begin()) + by;
  if (here == columns.end() || to < 0 || to >= std::ssize(columns)) return std::nullopt;
  const LayerColumn& column = columns[static_cast<std::size_t>(to)];
  return GoTo{.altitude = page.altitude,
              .head = HeadChoice{column.attention, column.layer, 0},
              .token = std::max(row_for(page, column.attention), 0)};
}

std::optional<GoTo> next_head(const Page& page, int by) {
  const int to = page.head.head + by;
  if (to < 0 || to >= page.heads) return std::nullopt;
  return GoTo{.altitude = page.altitude, .head = HeadChoice{page.head.attention, page.head.layer, to}};
}

std::optional<GoTo> next_step(const Page& page, int by) {
  if (page.node >= 0) {
    const std::vector<int>& nodes = steps_beside(page, part_of_model(page.trace, page.node));
    const auto to = (std::find(nodes.begin(), nodes.end(), page.node) - nodes.begin()) + by;
    if (to < 0 || to >= std::ssize(nodes)) return std::nullopt;
    return to_model_step(page, nodes[static_cast<std::size_t>(to)]);
  }
  const std::vector<std::string> steps = steps_of(page);
  const auto here = std::find(steps.begin(), steps.end(), page.part);
  const auto to = (here - steps.begin()) + by;
  if (here == steps.end() || to < 0 || to >= std::ssize(steps)) return std::nullopt;
  return GoTo{.altitude = page.altitude, .part = steps[static_cast<std::size_t>(to)]};
}

std::optional<GoTo> next_cell(const Page& page, int by) {
  const CellName* const cell = page.cell();
  const HeatmapPtr map = cell == nullptr ? nullptr : page.map(cell->path);
  if (map == nullptr || cell->col + by < 0 || cell->col + by >= map->columns) return std::nullopt;
  return GoTo{.altitude = page.altitude, .cell = CellName{cell->path, cell->row, cell->col + by}};
}

std::optional<GoTo> next_number(const Page& page, int by) {
  const CellName* const cell = page.cell();
  const auto count = cell == nullptr ? 0 : static_cast<int>(terms_of_cell(page, *cell).size());
  const int to = page.session.number + by;
  if (to < 0 || to >= count) return std::nullopt;
  return GoTo{.altitude = page.altitude, .number = to};
}

}  // namespace

std::optional<GoTo> sideways(const Page& page, int by) {
  switch (page.altitude) {
    case Altitude::sentence:
      return std::nullopt;
    case Altitude::model:
    case Altitude::layer:
      return next_layer(page, by);
    case Altitude::head:
      if (shown_otherwise(page) == Otherwise::all_heads) return next_of_all_heads(page, by, 0);
      return next_head(page, by);
    case Altitude::step:
      return next_step(page, by);
    case Altitude::cell:
      return next_cell(page, by);
    case Altitude::product:
      return next_number(page, by);
  }
  return std::nullopt;
}

}  // namespace headlight::place
