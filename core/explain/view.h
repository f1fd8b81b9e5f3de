// What to draw for a node of a trace: its values as a heatmap with the words, the scale and the title that
// belong to it. Screen and figures are made from the same description.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/figure/heatmap.h"
#include "core/models/trace.h"

namespace headlight {

// Whether a node's rows add up to one: made by a softmax, or gathered from what one made at each time.
bool is_distribution(const Trace& trace, int node);

// The whole node. Throws std::out_of_range with the nearest names when the trace has no such node.
//   scale   what a softmax made runs from 0 to 1; everything else is signed, symmetric about 0
//   states  scores of minus infinity, and the weights made from them, are masked
Heatmap view_of(const Trace& trace, std::string_view path);
// Its rows first .. first + count alone, read as Trace::rows() does; a signed scale is that of these rows.
Heatmap view_of_rows(const Trace& trace, std::string_view path, int first, int count);

// The columns that say most about the rows of these maps, which have the same columns: the largest of every
// row, then row by row the next ones until there are `most`. In the maps' order; a picture of a whole
// vocabulary would be hundreds of columns wide.
std::vector<int> largest_columns(std::span<const Heatmap> maps, int most);
// The same map with these columns, or these rows, alone.
Heatmap with_columns(const Heatmap& map, std::span<const int> columns);
Heatmap with_rows(const Heatmap& map, std::span<const int> rows);

}  // namespace headlight
