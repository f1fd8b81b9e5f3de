// What a picture becomes before anything is asked of it: convolutional layers, pooled or not, as functions
// that record, from pixels to a grid of cells, each with a vector. A vision Transformer's patch embedding is
// such a layer too, whose stride is its kernel (Dosovitskiy et al. 2021, 3.1).
//
// A batch of N pictures stands one below the other. What is looked at on screen has N = 1.
#pragma once

#include <string>
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

// A step on the way from pixels to the grid: cells x cells places, each made from a patch of pixels.
struct FeatureStep {
  std::string path;          // of the node [cells cells, channels]
  std::string title;         // "Layer 0", "Pooled 0"
  int cells = 0;             // along a side
  PatchOfPixels first = {};  // what the first cell is made from
  int stride = 1;            // pixels from one cell's patch to the next one's

  PatchOfPixels patch_under(int row, int column) const {
    return {first.left + stride * column, first.top + stride * row, first.side};
  }
};

struct FeaturesConfig {
  int side = 64;  // pixels; pictures are square, with red, green and blue
  // Of each convolution. Behind all but the last stands a ReLU.
  std::vector<int> channels = {16, 32, 64, 64};
  std::vector<int> kernels = {5, 3, 3, 1};
  std::vector<int> strides = {2, 2, 2, 1};
  std::vector<int> paddings = {2, 1, 1, 0};
  // Max pooling behind each ReLU: the side of its squares, 1 where there is none. Empty: nowhere.
  std::vector<int> pools = {};

  bool operator==(const FeaturesConfig&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("side", self.side);
    visit("channels", self.channels);
    visit("kernels", self.kernels);
    visit("strides", self.strides);
    visit("paddings", self.paddings);
    visit("pools", self.pools, MayMiss{});
  }

  int layers() const { return static_cast<int>(channels.size()); }
  int channels_before(int layer) const { return layer == 0 ? 3 : channels.at(layer - 1); }
  int pool(int layer) const { return pools.empty() ? 1 : pools.at(layer); }
  // How a convolution goes over its pictures, and the pooling behind it.
  SlidingWindow convolution(int layer, int pictures = 1) const;
  SlidingWindow pooling(int layer, int pictures = 1) const;
  int grid() const;  // cells along a side
  int cells() const { return grid() * grid(); }
  // What can be looked at as maps: what each ReLU and each pooling gives, in their order, and the grid.
  std::vector<FeatureStep> steps() const;
  // Throws std::invalid_argument naming the field.
  void check() const;
};

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
