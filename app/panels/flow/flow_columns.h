// Which columns the flow has, and how they share its width.
#pragma once

#include "app/panels/flow/flow_layout.h"

namespace headlight {

// Widths of an open block's parts in pixels.
struct OpenWidths {
  float pad = 0, split = 0, strip = 0, link = 0, map = 0, gather = 0, mixed = 0, sum = 0, forward = 0;
  float so_far = 0;  // words and vectors of the stream that asks, where it is not the one that comes in
  float other = 0;   // a bar for the decoder's encoder-decoder attention
  float total() const;
};
// Between the narrowest (0) and the usual (1).
OpenWidths open_widths(const FlowInput& input, float looseness);

// How many numbers the heads of the open block make together.
int mixed_numbers(const FlowInput& input);

// What the row of a vector takes: every number a whole pixel, the same for all.
struct StripSize {
  int numbers = 0;  // that are shown
  float width = 0;
};
StripSize strip_size(int numbers, float unit);

// The columns with their areas; `looseness` is what open_widths() was asked with.
std::vector<FlowColumn> flow_columns(const FlowInput& input, float& looseness);

}  // namespace headlight
