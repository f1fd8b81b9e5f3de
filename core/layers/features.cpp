#include "core/layers/features.h"

#include <algorithm>
#include <stdexcept>

#include "core/layers/config_json.h"
#include "core/text/say.h"

namespace headlight {

namespace {

// More would overflow the sizes of tensors, or take more memory than any picture is worth.
constexpr int most_layers = 16, most_side = 1024, most_channels = 4096, most_kernel = 64;

constexpr const char* grid_path = "features.grid";

std::string path_of(int layer) { return "features." + std::to_string(layer); }

void check_list(const char* name, const std::vector<int>& list, std::size_t wanted, int most) {
  if (list.size() != wanted) {
    throw std::invalid_argument("\"" + std::string(name) + "\" has " + std::to_string(list.size()) +
                                " numbers, and \"channels\" " + std::to_string(wanted) +
                                ": a number for each layer");
  }
  for (const int value : list) check_size(name, value, most);
}

}  // namespace

SlidingWindow FeaturesConfig::convolution(int layer, int pictures) const {
  SlidingWindow how{.height = side, .width = side, .pictures = pictures};
  for (int l = 0; l <= layer; ++l) {
    if (l > 0) how.height = how.width = how.out_height() / pool(l - 1);
    how.kernel = kernels.at(l);
    how.stride = strides.at(l);
    how.padding = paddings.at(l);
  }
  return how;
}

SlidingWindow FeaturesConfig::pooling(int layer, int pictures) const {
  const int size = convolution(layer).out_height();
  return {.height = size, .width = size, .kernel = pool(layer), .stride = pool(layer), .pictures = pictures};
}

int FeaturesConfig::grid() const { return convolution(layers() - 1).out_height(); }

// Araujo et al. 2019, "Computing receptive fields".
std::vector<FeatureStep> FeaturesConfig::steps() const {
  std::vector<FeatureStep> all;
  PatchOfPixels patch{0, 0, 1};
  int stride = 1;
  for (int l = 0; l < layers(); ++l) {
    patch.left = patch.top = patch.left - paddings.at(l) * stride;
    patch.side += (kernels.at(l) - 1) * stride;
    stride *= strides.at(l);
    const SlidingWindow pooled = pooling(l);
    all.push_back({l + 1 == layers() ? grid_path : path_of(l) + ".activation",
                   say("Layer {n}", {{"n", from_one(l)}}), pooled.height, patch, stride});
    if (pooled.kernel == 1) continue;
    patch.side += (pooled.kernel - 1) * stride;
    stride *= pooled.kernel;
    all.push_back({path_of(l) + ".pooled", say("Pooled {n}", {{"n", from_one(l)}}), pooled.out_height(),
                   patch, stride});
  }
  return all;
}

void FeaturesConfig::check() const {
  check_size("side", side, most_side);
  if (channels.empty() || channels.size() > most_layers)
    throw std::invalid_argument("\"channels\" needs 1 to 16 numbers, one for each layer");
  check_list("channels", channels, channels.size(), most_channels);
  check_list("kernels", kernels, channels.size(), std::min(side, most_kernel));
  check_list("strides", strides, channels.size(), side);
  if (paddings.size() != channels.size()) check_list("paddings", paddings, channels.size(), side);
  if (!pools.empty()) check_list("pools", pools, channels.size(), side);
  if (pool(layers() - 1) != 1)
    throw std::invalid_argument("\"pools\" must end with 1: nothing is pooled after the last layer");
  for (int l = 0; l < layers(); ++l) {
    if (paddings[l] < 0 || paddings[l] >= kernels[l])
      throw std::invalid_argument("\"paddings\" must be from 0 to below the layer's kernel");
    const SlidingWindow how = convolution(l);
    if (how.height + 2 * how.padding < how.kernel) {
      throw std::invalid_argument("\"kernels\": layer " + std::to_string(l) +
                                  " is larger than what it reads, " + std::to_string(how.height) +
                                  " places along a side");
    }
    if (how.out_height() < pool(l)) {
      throw std::invalid_argument("\"pools\": after layer " + std::to_string(l) + " there are only " +
                                  std::to_string(how.out_height()) + " cells along a side");
    }
  }
}

std::vector<TensorSpec> features_tensors(const FeaturesConfig& config) {
  std::vector<TensorSpec> specs;
  for (int l = 0; l < config.layers(); ++l) {
    const int patch = config.kernels.at(l) * config.kernels.at(l) * config.channels_before(l);
    specs.push_back({path_of(l) + ".weight", {patch, config.channels.at(l)}, TensorSpec::Start::xavier});
    specs.push_back({path_of(l) + ".bias", {1, config.channels.at(l)}, TensorSpec::Start::zeros});
  }
  return specs;
}

int record_features(LayerRecording& recording, const FeaturesConfig& config, ConstView pixels, int pictures) {
  Tape& tape = recording.tape();
  int x = tape.constant(Block{Family::features, ""}["picture"], pixels);
  for (int l = 0; l < config.layers(); ++l) {
    const std::string path = path_of(l);
    const Block layer{Family::features, path};
    const bool last = l + 1 == config.layers();
    x = tape.record(last ? Block{Family::features, "features"}["grid"] : layer["convolution"],
                    convolve(config.convolution(l, pictures)),
                    {x, recording.parameter(path + ".weight"), recording.parameter(path + ".bias")});
    if (last) break;
    x = tape.record(layer["activation"], activate(Activation::relu), {x});
    if (config.pool(l) > 1) x = tape.record(layer["pooled"], max_pool(config.pooling(l, pictures)), {x});
  }
  return x;
}

int record_cell_positions(LayerRecording& recording, int x, std::span<const int> places) {
  Tape& tape = recording.tape();
  const Block stream{Family::stream, "source"};
  const int table = recording.parameter("source.positions");
  int positions = -1;
  if (places.empty()) {
    positions = tape.record(stream["positions"], rows(0, tape.node(x).shape.rows), {table});
  } else {
    const std::vector<float> numbers(places.begin(), places.end());
    const int at = tape.constant(stream["places"], {numbers.data(), {static_cast<int>(numbers.size()), 1}});
    positions = tape.record(stream["positions"], lookup(), {at, table});
  }
  return tape.record(stream["input"], add(), {x, positions});
}

std::vector<int> places_of_cells(int cells, int pictures) {
  std::vector<int> places;
  for (int row = 0; pictures > 1 && row < cells * pictures; ++row) places.push_back(row % cells);
  return places;
}

}  // namespace headlight
