// A heatmap with more cells than can be told apart: a part of it at a time, which is moved and zoomed, and a
// word that is looked for among its rows and columns.
#pragma once

#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {

// What of a map is shown: rows and columns from these on. None of them: the whole map.
struct MapPart {
  int row = 0, rows = 0;
  int column = 0, columns = 0;

  bool is_whole() const { return rows == 0; }
  bool operator==(const MapPart&) const = default;
};

// A part of `map` as a map of its own: its labels, scale and states. Focus and marks that lie outside are
// left out.
Heatmap part_of(const Heatmap& map, const MapPart& part);

// `part` with `factor` times as many rows, at least 8 of them, around a cell that stays where it is
// (`row_at`, `column_at`: how far down and across the part it lies, 0 to 1); with all rows it is the whole
// map. As many columns as make the cells squares in a room of these pixels.
MapPart zoomed(const MapPart& part, const Heatmap& map, float factor, float row_at, float column_at,
               float room_wide, float room_tall);
// Moved by rows and columns, as far as there are any.
MapPart moved(MapPart part, const Heatmap& map, int rows, int columns);

// The tools beside a long map, and what they do to the part that is shown: the map in small with a frame
// around the part, buttons for the zoom, a field for a word. Returns the part; where nobody has chosen one
// for a map of this size, the whole map.
class LongMap {
 public:
  LongMap(const PanelContext& context, HeatmapPtr map);

  // So wide, in pixels; 0 where `width` has no room for them.
  static float tools_width(const Ui& ui, float width);
  const MapPart& part() const;
  HeatmapPtr shown() const;  // the part as a map
  // The wheel moves what is shown, with Shift across, with Ctrl zooms around the mouse; `cells` is where the
  // part lies.
  void turn_wheel(const Area& cells);
  void draw_tools(const Area& area);

 private:
  void look_for(const std::string& word);
  const std::vector<int>& rows_with(const std::string& word);
  void draw_small(const Area& area);

  const PanelContext& context_;
  HeatmapPtr map_;
};

}  // namespace headlight
