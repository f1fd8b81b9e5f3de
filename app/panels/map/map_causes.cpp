// Over the map, the way that the cause takes: behind each block a ribbon as wide as the largest measured
// effect of a row of it, with the word of that row.
#include <algorithm>
#include <cmath>

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

// Where the stream behind a block meets the next one of its stack, upwards.
float next_above(const BlockLayout& layout, const MapBlock& block) {
  float nearest = block.area.top - 1e6F;
  for (const MapBlock& other : layout.blocks) {
    if (other.stack.name != block.stack.name || other.kind == MapBlock::Kind::positions) continue;
    if (other.area.bottom <= block.area.top + 1) nearest = std::max(nearest, other.area.bottom);
  }
  return nearest;
}

}  // namespace

void draw_map_causes(const PanelContext& context, const BlockLayout& layout) {
  const CauseWays* ways = shown_cause_ways(context);
  if (ways == nullptr) return;
  Ui& ui = context.ui;
  const Trace& trace = *stage_trace(context);
  // What the decoder fetches from the encoder goes along its values.
  for (const MapBlock& block : layout.blocks) {
    if (block.kind != MapBlock::Kind::attention || !info(block.attention).crosses()) continue;
    const CauseWays::Link* most = nullptr;
    for (const CauseWays::Link& link : ways->links) {
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
  for (const MapBlock& block : layout.blocks) {
    const CauseWays::Row* row = largest_in(*ways, block);
    if (row == nullptr) continue;
    const float thick = cause_thickness(ui, row->effect);
    const float top = next_above(layout, block);
    if (thick == 0 || top < block.area.top - ui.px(200)) continue;
    const bool by_head = block.kind == MapBlock::Kind::attention;
    const float x = block.area.middle_x();
    ui.fill({x - thick / 2, top, x + thick / 2, block.area.top}, cause_colour(ui, row->effect, by_head), 0,
            cause_alpha);
    const std::string word = trace.label(trace.label(trace.at(row->path)).rows, row->row);
    const std::string says = fixed_text(static_cast<float>(row->effect), 2) + " at “" + word + "”";
    // Beside the shape, on the other side of the stream.
    const float wide = ui.width(type::path, says);
    const float left = block.at_right ? x + ui.px(14) : x - ui.px(14) - wide;
    ui.text(left, std::round((top + block.area.top) / 2), type::path, ui.colours().ink, says);
  }
}

}  // namespace headlight
