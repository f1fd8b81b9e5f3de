// The parts of the Picture view.
#pragma once

#include "app/panels/picture/picture_maps.h"

namespace headlight {

// The cell under the mouse: words that look there are marked in the strip.
struct PictureHover {
  int side = 0;
  int cell = -1;  // in this frame
  int followed_side = 0;
  int followed_cell = -1;  // and in the last one
  void let_go() { *this = {}; }
};

// A picture with its title above: as it is, or under the map of a row. Its cells can be hovered and pressed.
enum class PictureUnder { nothing, map };
void draw_large_picture(const PanelContext& context, const Area& area, const PictureAsking& asking,
                        PictureUnder under);
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

// In the place of a map, where the head asks no picture, or the model has no attention: what it has instead.
void draw_without_map(const PanelContext& context, const Area& area, int side);

}  // namespace headlight
