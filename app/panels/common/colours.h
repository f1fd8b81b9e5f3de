// The colours of the heatmaps of heads, as the session has chosen them, and the bar that a person presses to
// choose others.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/colour_scale.h"

namespace headlight {

// What a scale has to know of a map, read once.
struct MapNumbers {
  std::weak_ptr<const Heatmap> map;
  int seen = 0;  // the frame that asked for it last
  ColumnRanges ranges;
  std::optional<int> sink;  // see sink_column()
  std::optional<FaintWeights> faint;
};
struct KnownMaps {
  static constexpr std::size_t most = 256;  // but what is on screen stays, however much that is

  std::map<const Heatmap*, MapNumbers> all;
};
const MapNumbers& numbers_of(Ui& ui, const HeatmapPtr& map);

// Maps that share one scale; `left_out` is a column of each, where the session leaves the sink out.
struct MapToColour {
  HeatmapPtr map;
  std::optional<int> left_out;
};
std::vector<Colouring> colourings_of(const PanelContext& context, std::span<const MapToColour> maps);
// Of one map alone, without its own sink.
Colouring colouring_of(const PanelContext& context, const HeatmapPtr& map);

// Where maps on one scale from 0 to 1 hardly show, each of them: cuts a line off the foot of `area` and says
// so there, with the colour scales that show more beside one another. Nothing in pictures for files.
void offer_colours(const PanelContext& context, const std::string& id, std::span<const HeatmapPtr> maps,
                   Area& area);
inline void offer_colours(const PanelContext& context, const std::string& id, const HeatmapPtr& map,
                          Area& area) {
  offer_colours(context, id, std::span(&map, 1), area);
}

}  // namespace headlight
