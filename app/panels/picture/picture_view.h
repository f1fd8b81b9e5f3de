// The parts of the Picture view.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/widgets/area.h"
#include "core/figure/drawing.h"
#include "core/layers/features.h"
#include "core/pictures/scene.h"

namespace headlight {

// Squares with gaps between, so many beside each other.

struct Tiling {
  int columns = 1;
  float size = 1, gap = 0;
  Area at(const Area& area, int i) const {
    const int row = i / columns, column = i % columns;
    return Area::at(area.left + static_cast<float>(column) * (size + gap),
                    area.top + static_cast<float>(row) * (size + gap), size, size);
  }
};

// The cells of a grid that fills a square.
inline Area cell_area(const Area& square, int grid, int cell) {
  return Tiling{grid, square.width() / static_cast<float>(grid), 0}.at(square, cell);
}

// As large as they go into an area's width.
inline Tiling tiling_across(const Area& area, int columns, float gap) {
  return {columns, std::floor((area.width() + gap) / static_cast<float>(columns)) - gap, gap};
}

// As large as so many of them go into an area.
inline Tiling tiling_of(const Area& area, int count, float gap) {
  Tiling best{.gap = gap};
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    Tiling tried = tiling_across(area, columns, gap);
    tried.size = std::min(tried.size, std::floor((area.height() + gap) / static_cast<float>(rows)) - gap);
    if (tried.size > best.size) best = tried;
  }
  return best;
}

// The attention of the selected head as maps over the picture: whose rows they are, their numbers as the
// trace has them, and the pictures made of them.

// Whether both sides of the stage show a picture: the model of one may read words.
bool two_pictures(const PanelContext& context);

// What an attention asks of the picture on one side of the stage.
struct PictureAsking {
  int side = 0;
  std::string weights;  // the path of the selected head's; empty where it does not ask the picture
  std::vector<std::string> queries;  // a label for each row
  int row = -1;                      // in focus: under the mouse, else selected, else the one that says most
};
PictureAsking picture_asking(const PanelContext& context, int side);

// Cells along a side of the grid that is asked.
int grid_side(const PanelContext& context, int side);
// The weights of a row for each cell of the grid, line by line from the top left; those for a class token are
// left out. Empty where there is no such row.
std::vector<float> weights_of_cells(const PanelContext& context, const PictureAsking& asking, int row);
// The column of the weights that a cell has: a class token stands before them.
int column_of_cell(const PanelContext& context, int side, int cell);

// The cell with the largest weight; -1 for none.
int largest_cell(const std::vector<float>& weights);
// "r2c5", as the trace calls it.
std::string cell_label(const PanelContext& context, int side, int cell);

// The picture that the trace was made of, and the same under weights, large enough for `size` pixels of the
// display. Kept until another trace is on stage.
RasterPtr picture_image(const PanelContext& context, int side, float size);
RasterPtr looked_at_image(const PanelContext& context, const PictureAsking& asking, int row, float size);
// One cell of the grid alone.
RasterPtr picture_cell(const PanelContext& context, int side, int cell);
// The same under any weights, kept by a name of their own.
RasterPtr looked_at_image(const PanelContext& context, int side, const std::vector<float>& weights,
                          const std::string& name, float size);
// The second picture's weights minus the first's, [grid, grid], each in its row in focus; null where one of
// them has none.
HeatmapPtr picture_difference(const PanelContext& context, const PictureAsking& first,
                              const PictureAsking& second);

// The parts of the Picture view.

// The cell under the mouse: words that look there are marked in the strip.
struct PictureHover {
  int side = 0;
  int cell = -1;  // in this frame
  int followed_side = 0;
  int followed_cell = -1;               // and in the last one
  PatchOfPixels patch, followed_patch;  // under the cell of a feature map; of side 0 for none
  void let_go() { *this = {}; }
};

// A picture with its title above: as it is, or under the map of a row. Its cells can be hovered and pressed.
enum class PictureUnder { nothing, map };
void draw_large_picture(const PanelContext& context, const Area& area, const PictureAsking& asking,
                        PictureUnder under);
// Of the line above; where the tools of a picture are, it can be higher: the area says how high.
float picture_title_height(const Ui& ui);

// The difference of two pictures' maps, with its colour bar at the right.
void draw_picture_difference(const PanelContext& context, const Area& area, const PictureAsking& first,
                             const PictureAsking& second);
float picture_difference_bar(const Ui& ui);

// A map for each word of the caption; of cells that ask one another, a map for each head, and what all layers
// together make of it.
float picture_strip_height(const PanelContext& context, float width);
void draw_picture_strip(const PanelContext& context, const Area& area, const PictureAsking& asking);

// How the map is laid over the picture, what its brightness means, and where most of the weight lies.
void draw_picture_legend(const PanelContext& context, const Area& area, const PictureAsking& asking);

// Which of its faces the view shows, at the right end of a line; returns their left end.
float draw_picture_tabs(const PanelContext& context, const Area& line);

// What each kernel of a convolution finds, a map for each; the patch under the cell that is pointed at.
void draw_feature_maps(const PanelContext& context, const Area& area, int side);
// The cells one after another, as they are read, and how alike the embeddings of their positions are.
void draw_picture_positions(const PanelContext& context, const Area& area, int side);

// In the place of a map, where the head asks no picture, or the model has no attention: what it has instead.
void draw_without_map(const PanelContext& context, const Area& area, int side);

// A drawn scene changed by hand, on the picture itself: its text is what changes, so everything follows it.

struct SceneHand {
  int side = 0;
  int chosen = -1;        // the object whose size, colour and shape can be changed
  ImVec2 held_at = {};    // from an object's middle to where it was taken hold of, in pixels of the picture
  bool moved = false;     // since it was taken hold of: then letting go is no click
  bool covering = false;  // a press covers a cell, or uncovers it, and dragging paints
  std::optional<bool> paints = {};  // while the mouse is down on a cell: whether it covers, or uncovers
  ImVec2 painted_to = {};           // where the mouse was then, in the last frame
  float strip = 0;                  // the height of the maps when covering began: the picture stays as it is
  bool in_place = false;  // in this frame a scene and its map have one place between them: two pictures are
                          // on stage, or there is no room for both
  bool scene_shown = false;  // the scene is in that place, to be changed, not the map
};

// The scene on a side of the stage, whatever of it is covered; nothing where a picture of one's own is.
std::optional<Scene> scene_on_stage(const Session& session, int side);
// Puts another scene in its place; what is covered stays covered.
void put_scene(const PanelContext& context, int side, const Scene& scene);

// Objects that can be taken hold of, moved and chosen; while covering, cells that can be covered. `picture`
// is where the whole picture lies.
void draw_scene_hand(const PanelContext& context, const Area& picture, int side);

// What can be done with the scene: with the object that is chosen, or with all of it. In rows from the top of
// `area`, as many as its width asks for.
void draw_scene_tools(const PanelContext& context, const Area& area, int side);
// The height of the most rows that these can have beside each other in so many pixels: it stays the same
// whatever is chosen or covered.
float scene_tools_height(const PanelContext& context, float width);

// The same, also for the table of commands: on a side of the stage, or with the object that is chosen.
bool reads_pictures(const PanelContext& context);
bool has_chosen_object(const PanelContext& context);
// Lets go of the chosen object, or ends covering; false where there was neither.
bool let_go_of_scene(const PanelContext& context);
void another_scene(const PanelContext& context, int side);
void next_example(const PanelContext& context, int side);
void add_object(const PanelContext& context, int side);
void remove_object(const PanelContext& context);
void turn_covering(const PanelContext& context);
void uncover_all(const PanelContext& context, int side);

}  // namespace headlight
