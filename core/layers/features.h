// What a picture becomes before anything is asked of it: convolutional layers as functions that record, from
// pixels to a grid of cells, each with a vector. A vision Transformer's patch embedding is such a layer too,
// whose stride is its kernel (Dosovitskiy et al. 2021, 3.1).
//
// A batch of N pictures stands one below the other. What is looked at on screen has N = 1.
#pragma once

#include <vector>

#include "core/layers/recording.h"
#include "core/layers/sites.h"
#include "core/tape/ops/ops.h"

namespace headlight {

// A square of pixels; it may reach beyond the picture, where there are zeros.
struct PatchOfPixels {
  int left = 0, top = 0, side = 0;
  bool operator==(const PatchOfPixels&) const = default;
};

struct FeaturesConfig {
  int side = 64;  // pixels; pictures are square, with red, green and blue
  // Of each layer. Behind all but the last stands a ReLU.
  std::vector<int> channels = {16, 32, 64, 64};
  std::vector<int> kernels = {5, 3, 3, 1};
  std::vector<int> strides = {2, 2, 2, 1};
  std::vector<int> paddings = {2, 1, 1, 0};

  bool operator==(const FeaturesConfig&) const = default;

  int layers() const { return static_cast<int>(channels.size()); }
  int channels_before(int layer) const { return layer == 0 ? 3 : channels.at(layer - 1); }
  // How a layer goes over its pictures.
  Convolution layer(int number, int pictures = 1) const;
  int grid() const;  // cells along a side
  int cells() const { return grid() * grid(); }
  // Pixels along a side of what a cell is made from: 1 + the sum over layers of (kernel - 1) times the
  // strides before it. Araujo et al. 2019, "Computing receptive fields".
  int receptive_field() const;
  // What a cell of a layer's output is made from.
  PatchOfPixels patch_under(int layer, int row, int column) const;
  // Cells along a side of a layer's output.
  int side_of(int layer) const;
  // Throws std::invalid_argument naming the field.
  void check() const;
};

// Walks the fields for a config.json.
template <typename Config, typename Visit>
void visit_features_fields(Config& c, Visit& visit) {
  visit("side", c.side);
  visit("channels", c.channels);
  visit("kernels", c.kernels);
  visit("strides", c.strides);
  visit("paddings", c.paddings);
}

// Of each layer "features.L.weight" [k k C_in, C_out] and "features.L.bias" [1, C_out].
std::vector<TensorSpec> features_tensors(const FeaturesConfig& config);

// Pixels [N side side, 3], scaled as the model was trained, to "features.grid" [N cells, channels].
int record_features(LayerRecording& recording, const FeaturesConfig& config, ConstView pixels,
                    int pictures = 1);

// x, whose rows are the cells of each picture, with a learned vector added for each of `count` places:
// "source.input". Of several pictures `places` says where each row stands; empty where it is row 0, 1, ...
int record_cell_positions(LayerRecording& recording, int x, std::span<const int> places = {});

// 0, 1, ..., cells - 1 for each of several pictures; empty for one.
std::vector<int> places_of_cells(int cells, int pictures);

}  // namespace headlight
