// Under the lines of the map, the way that the cause takes: behind each block a ribbon as wide as the largest
// measured effect of a row of it, with the word of that row.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/panels/common/cause_ribbons.h"
#include "app/panels/common/stage.h"
#include "app/panels/map/map.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

const CauseWays::Row* largest_in(const CauseWays& ways, const MapBlock& block) {
  const CauseWays::Row* best = nullptr;
  for (const CauseWays::Row& row : ways.rows) {
    if (!block.stands_for_path(row.path)) continue;
    if (best == nullptr || std::fabs(row.effect) > std::fabs(best->effect)) best = &row;
  }
  return best;
}

// The next block of its stack, upwards: the stream behind a block meets it.
const MapBlock* next_above(const BlockLayout& layout, const MapBlock& block) {
  const MapBlock* nearest = nullptr;
  for (const MapBlock& other : layout.blocks) {
    if (other.stack.name != block.stack.name || other.kind == MapBlock::Kind::positions) continue;
    if (other.area.bottom > block.area.top + 1) continue;
    if (nearest == nullptr || other.area.bottom > nearest->area.bottom) nearest = &other;
  }
  return nearest;
}

// How far the blocks of its stack reach from the stream.
float half_of_column(const BlockLayout& layout, const MapBlock& block) {
  float most = 0;
  for (const MapBlock& other : layout.blocks) {
    const bool words = other.kind == MapBlock::Kind::words || other.kind == MapBlock::Kind::written;
    if (other.stack.name == block.stack.name && !words && other.kind != MapBlock::Kind::positions)
      most = std::max(most, other.area.width() / 2);
  }
  return most;
}

// The line that leaves the end of a stack for the other one.
const MapLine* line_out(const BlockLayout& layout, const MapBlock& block) {
  const auto found = std::find_if(layout.lines.begin(), layout.lines.end(), [&](const MapLine& line) {
    const ImVec2 begin = line.points.front();
    return line.kind == MapLine::Kind::stream && line.points.size() == 3 &&
           std::fabs(begin.x - block.area.middle_x()) < 1 && begin.y < block.area.top + 1;
  });
  return found == layout.lines.end() ? nullptr : &*found;
}

// What the decoder fetches from the encoder goes along its values.
void draw_fetched(Ui& ui, const BlockLayout& layout, const CauseWays& ways) {
  for (const MapBlock& block : layout.blocks) {
    if (block.kind != MapBlock::Kind::attention || !info(block.attention).crosses()) continue;
    const CauseWays::Link* most = nullptr;
    for (const CauseWays::Link& link : ways.links) {
      const bool here = attention_of(link.head.stack, link.head.attention) == block.attention &&
                        link.head.layer == block.layer;
      if (here && (most == nullptr || std::fabs(link.effect) > std::fabs(most->effect))) most = &link;
    }
    if (most == nullptr || cause_thickness(ui, most->effect) == 0) continue;
    for (const MapLine& line : layout.lines) {
      const ImVec2 end = line.points.back();
      if (line.kind == MapLine::Kind::value && std::fabs(end.x - block.area.left) < 1 &&
          end.y > block.area.top && end.y < block.area.bottom)
        ui.lines(line.points, cause_colour(ui, most->effect), cause_thickness(ui, most->effect), cause_alpha);
    }
  }
}

}  // namespace

std::vector<MapRibbon> map_ribbons(const PanelContext& context, const BlockLayout& layout) {
  const CauseWays* ways = shown_cause_ways(context);
  std::vector<MapRibbon> ribbons;
  if (ways == nullptr) return ribbons;
  for (const MapBlock& block : layout.blocks) {
    const CauseWays::Row* row = largest_in(*ways, block);
    if (row == nullptr || cause_thickness(context.ui, row->effect) == 0) continue;
    MapRibbon ribbon{.block = &block, .row = row};
    const float x = block.area.middle_x();
    if (const MapBlock* above = next_above(layout, block)) {
      ribbon.points = {{x, block.area.top}, {x, above->area.bottom}};
      ribbon.label_y = above->kind == MapBlock::Kind::sum ? above->area.middle_y()
                                                          : (above->area.bottom + block.area.top) / 2;
    } else if (const MapLine* out = line_out(layout, block)) {
      ribbon.points = out->points;
      ribbon.points.front().y = block.area.top;
      // Below the ribbon, not on it.
      const float half = (cause_thickness(context.ui, row->effect) + context.ui.height(type::path)) / 2;
      ribbon.label_y = out->points[1].y + half;
      ribbons.push_back(std::move(ribbon));
      continue;
    } else {
      continue;
    }
    const auto labelled = std::find_if(layout.lines.begin(), layout.lines.end(), [&](const MapLine& line) {
      return line.shape_of == row->path || block.stands_for_path(line.shape_of);
    });
    if (labelled != layout.lines.end()) ribbon.label_y = labelled->label.y;
    ribbons.push_back(std::move(ribbon));
  }
  return ribbons;
}

void draw_map_causes(const PanelContext& context, const BlockLayout& layout,
                     const std::vector<MapRibbon>& ribbons) {
  const CauseWays* ways = shown_cause_ways(context);
  if (ways == nullptr) return;
  Ui& ui = context.ui;
  draw_fetched(ui, layout, *ways);
  for (const MapRibbon& ribbon : ribbons)
    ui.lines(ribbon.points, cause_colour(ui, ribbon.row->effect), cause_thickness(ui, ribbon.row->effect),
             cause_alpha);
}

void draw_map_cause_words(const PanelContext& context, const BlockLayout& layout,
                          const std::vector<MapRibbon>& ribbons) {
  if (ribbons.empty()) return;
  Ui& ui = context.ui;
  const Trace& trace = *stage_trace(context);
  for (const MapRibbon& ribbon : ribbons) {
    const CauseWays::Row& row = *ribbon.row;
    const std::string word = trace.label(trace.label(trace.at(row.path)).rows, row.row);
    const std::string effect = fixed_text(static_cast<float>(row.effect), 2);
    // On the side of the stream where no residual path is, in its own column.
    const float away = ui.px(14);
    const float room = half_of_column(layout, *ribbon.block) - away;
    std::string says = effect;
    for (const std::string& longer : {effect + " at “" + word + "”", effect + " “" + word + "”"}) {
      if (ui.width(type::path, longer) > room) continue;
      says = longer;
      break;
    }
    if (says == effect) says = ui.fitted(type::path, effect + " “" + word + "”", room);
    const float x = ribbon.block->area.middle_x();
    const float left = ribbon.block->at_right ? x - away - ui.width(type::path, says) : x + away;
    ui.text(left, std::round(ribbon.label_y), type::path, ui.colours().ink, says);
  }
}

}  // namespace headlight
