// What it costs to read a picture by convolutions and by attention between patches. Matrix products and
// convolutions alone are counted, as in cost.h.
#pragma once

#include <cstdint>

namespace headlight {

struct PictureCost {
  std::int64_t parameters = 0;
  double multiply_adds = 0;
};

// ResNet-50 (He et al. 2016, table 1) for a square picture, 1000 classes; a block of a new stage halves the
// picture in its 3 x 3 convolution, as in torchvision. Parameters with the gain and bias of each batch
// normalization.
PictureCost resnet_50_cost(int side);
// ViT-B/16 (Dosovitskiy et al. 2021, table 1) for such a picture in patches of 16 x 16, and the token of its
// class; with a row of its table of positions for each.
PictureCost vit_base_cost(int side);

// One layer that turns a grid of cells with d numbers each into another one.
double convolution_multiply_adds(double cells, double d, int kernel = 3);  // kernel^2 cells d^2
// Of attention: attention_multiply_adds(cells, d), cost.h: 4 cells d^2 + 2 cells^2 d, less than a 3 x 3
// convolution while there are fewer than 2.5 d cells.

// How many layers of a convolution until two opposite corners of a square grid can meet in one cell: each
// reaches (kernel - 1) / 2 cells farther. Of attention it is one.
int layers_to_meet(int cells_wide, int kernel = 3);

}  // namespace headlight
