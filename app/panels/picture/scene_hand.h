// A drawn scene changed by hand, on the picture itself: its text is what changes, so everything follows it.
#pragma once

#include <optional>
#include <string>

#include "app/panels/picture/picture_view.h"
#include "core/pictures/scene.h"

namespace headlight {

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
