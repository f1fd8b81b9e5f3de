#include "core/labs/picture_cost.h"

#include <algorithm>
#include <array>

#include "core/labs/cost.h"

namespace headlight {
namespace {

// Sums up what convolutions cost, one after another, on a picture that gets smaller.
struct Convolutions {
  PictureCost cost;

  // Without a bias, and a batch normalization behind it.
  void add(int kernel, int in, int out, int out_side) {
    const std::int64_t weights = std::int64_t{kernel} * kernel * in * out;
    cost.parameters += weights + 2 * std::int64_t{out};
    cost.multiply_adds += static_cast<double>(weights) * out_side * out_side;
  }
};

int halved(int side) { return (side + 1) / 2; }

}  // namespace

PictureCost resnet_50_cost(int side) {
  constexpr int classes = 1000, widen = 4;
  constexpr std::array blocks{3, 4, 6, 3};
  Convolutions all;
  int at = halved(side);
  all.add(7, 3, 64, at);
  at = halved(at);  // the pooling
  int in = 64;
  for (std::size_t stage = 0; stage < blocks.size(); ++stage) {
    const int width = 64 << stage;
    for (int block = 0; block < blocks[stage]; ++block) {
      const int before = at;
      if (block == 0 && stage > 0) at = halved(at);
      all.add(1, in, width, before);
      all.add(3, width, width, at);
      all.add(1, width, widen * width, at);
      if (block == 0) all.add(1, in, widen * width, at);  // on the way around the block
      in = widen * width;
    }
  }
  all.cost.parameters += std::int64_t{in} * classes + classes;
  all.cost.multiply_adds += static_cast<double>(in) * classes;
  return all.cost;
}

PictureCost vit_base_cost(int side) {
  RealModel model = *real_model("ViT-B/16");
  const int wide = std::max(1, side / model.patch);
  model.positions = wide * wide + 1;
  return {parameters_of(model).total(), cost_of(model, model.positions).multiply_adds};
}

double convolution_multiply_adds(double cells, double d, int kernel) {
  return kernel * kernel * cells * d * d;
}

int layers_to_meet(int cells_wide, int kernel) {
  const int reach = std::max(1, (kernel - 1) / 2);
  // Both corners come nearer, to the cell in the middle.
  return std::max(1, (cells_wide / 2 + reach - 1) / reach);
}

}  // namespace headlight
