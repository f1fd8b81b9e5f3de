// Over the map, the way that the cause takes: behind each block a ribbon as wide as the largest measured
// effect of a row of it, with the word of that row.
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

struct MapRibbon {
  const MapBlock* block;
  const MapBlock* above;
  const CauseWays::Row* row;
};

std::vector<MapRibbon> ribbons_of(const PanelContext& context, const BlockLayout& layout,
                                  const CauseWays& ways) {
  std::vector<MapRibbon> ribbons;
  for (const MapBlock& block : layout.blocks) {
    const CauseWays::Row* row = largest_in(ways, block);
    const MapBlock* above = next_above(layout, block);
    if (row != nullptr && above != nullptr && cause_thickness(context.ui, row->effect) > 0)
      ribbons.push_back({&block, above, row});
  }
  return ribbons;
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
        ui.lines(line.points, cause_colour(ui, most->effect, true), cause_thickness(ui, most->effect),
                 cause_alpha);
    }
  }
}

}  // namespace

void draw_map_causes(const PanelContext& context, const BlockLayout& layout) {
  const CauseWays* ways = shown_cause_ways(context);
  if (ways == nullptr) return;
  Ui& ui = context.ui;
  draw_fetched(ui, layout, *ways);
  for (const MapRibbon& ribbon : ribbons_of(context, layout, *ways)) {
    const float thick = cause_thickness(ui, ribbon.row->effect);
    const float x = ribbon.block->area.middle_x();
    const bool by_head = ribbon.block->kind == MapBlock::Kind::attention;
    ui.fill({x - thick / 2, ribbon.above->area.bottom, x + thick / 2, ribbon.block->area.top},
            cause_colour(ui, ribbon.row->effect, by_head), 0, cause_alpha);
  }
}

void draw_map_cause_words(const PanelContext& context, const BlockLayout& layout) {
  const CauseWays* ways = shown_cause_ways(context);
  if (ways == nullptr) return;
  Ui& ui = context.ui;
  const Trace& trace = *stage_trace(context);
  for (const MapRibbon& ribbon : ribbons_of(context, layout, *ways)) {
    const CauseWays::Row& row = *ribbon.row;
    const std::string word = trace.label(trace.label(trace.at(row.path)).rows, row.row);
    const std::string effect = fixed_text(static_cast<float>(row.effect), 2);
    std::string says = effect + " at “" + word + "”";
    // On the side of the stream where no residual path is, behind the shape where one is written.
    float y = std::round((ribbon.above->area.bottom + ribbon.block->area.top) / 2), away = ui.px(14);
    if (ribbon.above->kind == MapBlock::Kind::sum) y = std::round(ribbon.above->area.middle_y());
    for (const MapLine& line : layout.lines) {
      if (line.shape_of != row.path) continue;
      y = line.label.y;
      away += ui.width(type::path, type::path, shape_text(trace, line.shape_of)) + ui.px(10);
    }
    // In its own column, where there is little room the number alone.
    const float x = ribbon.block->area.middle_x();
    const float room = half_of_column(layout, *ribbon.block) - away;
    if (ui.width(type::path, says) > room) says = effect;
    if (ui.width(type::path, says) > room) continue;
    const float left = ribbon.block->at_right ? x - away - ui.width(type::path, says) : x + away;
    ui.text(left, y, type::path, ui.colours().ink, says);
  }
}

}  // namespace headlight
