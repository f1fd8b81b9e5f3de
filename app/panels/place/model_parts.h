// What the pages of a model draw alike: its layers as boxes, its words as lines, its numbers as strips.
#pragma once

#include <string>
#include <vector>

#include "app/panels/place/place_parts.h"

namespace headlight::place {

inline constexpr float box_over_rows = 186;       // where a layer's box begins, over the first row; units
inline constexpr float line_units_of_cells = 22;  // of a ribbon, where cells of a picture have lines

inline constexpr float least_mean_share = 0.04F;  // that has a line

// What a row takes from a word, as a ribbon.
struct Line {
  float from = 0, to = 0;  // y
  float share = 0;
  bool chosen = false;
  bool beyond = false;  // from words out of sight: it comes straight from above or below
};

// To a layer, with a head of it and the word that stands there for the chosen one.
GoTo opened(const Page& page, const LayerColumn& column);
// The heads of the layer to choose from, over what is shown.
void add_shelf(const Page& page, stage::Scene& scene);
// Small pictures of the heads in a box, as large as they fit.
void add_head_pictures(const Page& page, stage::Scene& scene, const std::vector<HeadChoice>& heads,
                       const Area& area);
// Whether the model's layers have no room for that: each is the mean of its heads, and a dot for each head.
bool shows_means(const Page& page);
// The lines of the words themselves: each runs through every layer, which adds to it at a plus.
void add_streams(stage::Scene& scene, const char* name, const Rows& rows, int chosen, float left, float right,
                 std::vector<float> pluses);
// What each row of an attention takes from each word, the mean over its heads; a share of 1 is so wide.
void add_ribbons(const Page& page, stage::Scene& scene, const stage::Key& key, const Area& area,
                 const std::string& block, const Rows& asks, const Rows& asked, int chosen, float unit);
void add_layer_box(const Page& page, stage::Scene& scene, const LayerColumn& column, const Area& box,
                   bool chosen);
// A name over several boxes, and what they do.
void add_group(const Page& page, stage::Scene& scene, float left, float right, const std::string& name,
               const std::string& does);
// Strips of numbers, one in the row of each word: a matrix, row by row.
void add_strips(const Page& page, stage::Scene& scene, const std::string& path, const HeatmapPtr& map,
                const Rows& rows, const Area& area, bool pale, int outlined, Role role);

// Of a network that goes through its words one after another: the states of all words, and one of its cells
// opened.
void add_recurrent_model(const Page& page, stage::Scene& scene);
void add_gates(const Page& page, stage::Scene& scene);

}  // namespace headlight::place
