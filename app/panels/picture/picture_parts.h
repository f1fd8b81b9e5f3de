// The parts of the Picture view.
#pragma once

#include "app/panels/picture/picture_maps.h"
#include "core/layers/features.h"

namespace headlight {

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
float draw_picture_faces(const PanelContext& context, const Area& line);

// What each kernel of a convolution finds, a map for each; the patch under the cell that is pointed at.
void draw_feature_maps(const PanelContext& context, const Area& area, int side);
// The cells one after another, as they are read, and how alike the embeddings of their positions are.
void draw_picture_positions(const PanelContext& context, const Area& area, int side);

// In the place of a map, where the head asks no picture, or the model has no attention: what it has instead.
void draw_without_map(const PanelContext& context, const Area& area, int side);

}  // namespace headlight
