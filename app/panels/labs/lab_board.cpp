#include "app/panels/labs/lab_board.h"

#include <algorithm>
#include <map>

#include "core/models/trace.h"

namespace headlight {
namespace {

const Trace* recorded(const PanelContext& context, int run) { return context.maps.lab()[run].trace().get(); }

// The cells that one is computed from, of each node the row, the column or the block that they are.
std::vector<stage::Key> sources_of(const Trace& trace, int run, Cell of) {
  const Node& node = trace.tape().node(of.node);
  if (node.kind != Node::Kind::computed || of.row >= node.shape.rows || of.col >= node.shape.cols) return {};
  struct Block {
    Cell first, last;
  };
  std::map<int, Block> blocks;
  for (const Cell& cell : trace.tape().explain(of).cells()) {
    Block& block = blocks.try_emplace(cell.node, Block{cell, cell}).first->second;
    block.first = {cell.node, std::min(block.first.row, cell.row), std::min(block.first.col, cell.col)};
    block.last = {cell.node, std::max(block.last.row, cell.row), std::max(block.last.col, cell.col)};
  }
  std::vector<stage::Key> sources;
  for (const auto& [id, block] : blocks) {
    stage::Key source = stage::key_of(trace.label(id).path, run);
    if (block.first.row == block.last.row) source.row = block.first.row;
    if (block.first.col == block.last.col) source.column = block.first.col;
    sources.push_back(source);
  }
  return sources;
}

}  // namespace

stage::Piece recorded_cells(const PanelContext& context, LabMatrix matrix) {
  stage::Cells cells{.map = matrix.map, .look = look_of(context, matrix)};
  const stage::Key key = stage::key_of(matrix.path, matrix.side);
  std::string id = matrix.id;
  cells.touched = [&context, matrix = std::move(matrix)](const HeatmapTouch& touch, const Area&) {
    take_touch(context, matrix, touch);
  };
  return {.id = std::move(id), .look = std::move(cells), .key = key};
}

stage::Matrices made_from(const PanelContext& context, stage::Matrices look) {
  const std::vector<CellName>& trail = context.session.trail;
  std::optional<CellName> cell = context.ui.state<Hover>().followed_cell;
  const CellName* open = trail.empty() ? nullptr : &trail.back();
  const std::string lab = context.session.lab->name;
  // Asked in every frame: it is told from what was open in the last one.
  const float way =
      arrival(context.ui, open == nullptr ? lab
                                          : lab + "/" + open->path + "/" + std::to_string(open->row) + "/" +
                                                std::to_string(open->col));
  if (!cell && open != nullptr) cell = *open;
  if (!cell) return look;
  const int run = recorded(context, context.session.side) == nullptr ? 0 : context.session.side;
  const Trace* trace = recorded(context, run);
  const int node = trace == nullptr ? -1 : trace->find(cell->path);
  if (node < 0) return look;
  stage::Key key = stage::key_of(cell->path, run);
  key.row = cell->row;
  key.column = cell->col;
  look.cell = key;
  look.opened = open != nullptr && *cell == *open ? way : 1;
  look.sources = [trace, node](const stage::Key& of) {
    return sources_of(*trace, of.run, {node, of.row, of.column});
  };
  return look;
}

}  // namespace headlight
