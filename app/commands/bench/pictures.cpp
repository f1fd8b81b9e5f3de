#include <algorithm>

#include "app/commands/bench/bench.h"
#include "core/matrix/random_matrix.h"
#include "core/models/captioner.h"
#include "core/pictures/picture.h"

namespace headlight {

namespace {

constexpr int longest_caption = 15;
constexpr std::uint64_t weights_seed = 3;

// Everything recorded of the longest caption, by a model of the usual size.
double caption_ms(const Captioner::Config& config) {
  const Captioner model(
      config,
      Weights::random(std::visit([](const auto& each) { return tensors_of(each); }, config), weights_seed),
      caption_vocabulary());
  const std::vector<int> words(longest_caption, 2);
  return median_ms(21, [&] { model.force(PictureReader::pixels(example_picture), words); });
}

// A batch of pictures through the convolutions, forward and backward.
double convolutions_ms(int pictures) {
  const FeaturesConfig features;
  Random random(weights_seed);
  const Matrix pixels = normal_matrix(pictures * features.side * features.side, 3, random);
  const Weights weights = Weights::random(features_tensors(features), weights_seed);
  Tape tape;
  LayerRecording recording(tape, weights);
  const int grid = record_features(recording, features, view(pixels), pictures);
  return median_ms(21, [&] {
    tape.touch_parameters();
    tape.forward();
    tape.backward(grid);
  });
}

}  // namespace

std::vector<Measure> bench_pictures() {
  const int words = caption_vocabulary().size();
  const double slowest =
      std::max({caption_ms(RecurrentCaptionerConfig{.target_words = words}),
                caption_ms(RecurrentCaptionerConfig{.attention = true, .target_words = words}),
                caption_ms(PictureTransformerConfig{.target_words = words})});
  return {{"caption_ms", slowest, "ms", "<= 50"},
          {"convolutions_of_32_pictures_ms", convolutions_ms(32), "ms", "<= 30"}};
}

}  // namespace headlight
