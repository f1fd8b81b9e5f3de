// The picture that a model reads: under the weights of a head, and changed by hand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/widgets/area.h"
#include "core/figure/drawing.h"
#include "core/pictures/scene.h"

namespace headlight {

// The cells of a grid that fills a square.
inline Area cell_area(const Area& square, int grid, int cell) {
  const float size = square.width() / static_cast<float>(grid);
  return Area::at(square.left + static_cast<float>(cell % grid) * size,
                  square.top + static_cast<float>(cell / grid) * size, size, size);
}

// The attention of a head as maps over the picture: their numbers as the trace has them, and the pictures
// made of them.

// What an attention asks of the picture on one side of the stage.
struct PictureAsking {
  int side = 0;
  std::string weights;  // the path of the selected head's; empty where it does not ask the picture
};

// Cells along a side of the grid that is asked.
int grid_side(const PanelContext& context, int side);
// The weights of a row for each cell of the grid, line by line from the top left; those for a class token are
// left out. Empty where there is no such row.
std::vector<float> weights_of_cells(const PanelContext& context, const PictureAsking& asking, int row);
// The column of the weights that a cell has: a class token stands before them.
int column_of_cell(const PanelContext& context, int side, int cell);

// The picture that the trace was made of, and the same under weights, large enough for `size` pixels of the
// display. Kept until another trace is on stage.
RasterPtr picture_image(const PanelContext& context, int side, float size);
RasterPtr looked_at_image(const PanelContext& context, const PictureAsking& asking, int row, float size);
// One cell of the grid alone.
RasterPtr picture_cell(const PanelContext& context, int side, int cell);
// The same under any weights, kept by a name of their own.
RasterPtr looked_at_image(const PanelContext& context, int side, const std::vector<float>& weights,
                          const std::string& name, float size);
// A drawn scene changed by hand, on the picture itself: its text is what changes, so everything follows it.

struct SceneHand {
  int side = 0;
  int chosen = -1;        // the object whose size, colour and shape can be changed
  ImVec2 held_at = {};    // from an object's middle to where it was taken hold of, in pixels of the picture
  bool moved = false;     // since it was taken hold of: then letting go is no click
  bool covering = false;  // a press covers a cell, or uncovers it, and dragging paints
  std::optional<bool> paints = {};  // while the mouse is down on a cell: whether it covers, or uncovers
  ImVec2 painted_to = {};           // where the mouse was then, in the last frame
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
