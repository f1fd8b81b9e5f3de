// Models that look at pictures as functions that record: every named value and gradient against PyTorch's
// (tests/golden/make_picture_goldens.py), and pictures together against each alone.
#include <gtest/gtest.h>

#include "core/files/json.h"
#include "core/matrix/random.h"
#include "core/models/picture_models.h"
#include "tests/core/recurrent_golden.h"

namespace headlight {
namespace {

FeaturesConfig features_of(const TensorFile& file) {
  const auto list = [&](const char* name) {
    return parse_json(file.metadata.at(name)).get<std::vector<int>>();
  };
  return {.side = std::stoi(file.metadata.at("side")),
          .channels = list("channels"),
          .kernels = list("kernels"),
          .strides = list("strides"),
          .paddings = list("paddings"),
          .pools = file.metadata.contains("pools") ? list("pools") : std::vector<int>{}};
}

Matrix pixels_of(const TensorFile& file) {
  const Tensor& stored = tensor_of(file, "picture");
  Matrix pixels(stored.shape.at(0), stored.shape.at(1));
  std::copy(stored.data.begin(), stored.data.end(), pixels.data());
  return pixels;
}

int columns_of(const TensorFile& file, const std::string& tensor) {
  return static_cast<int>(tensor_of(file, "parameters." + tensor).shape.at(1));
}

TEST(PictureGoldens, RecurrentCaptionersAgreeWithPyTorch) {
  for (const char* const name : {"caption_rnn", "caption_attention", "caption_pooled"}) {
    const TensorFile file = recurrent_golden(name);
    const bool attention = file.metadata.at("attention") == "true";
    const RecurrentCaptionerConfig config{
        .features = features_of(file),
        .attention = attention,
        .d_embedding = columns_of(file, "target.embedding"),
        .d_reduced = columns_of(file, "features.reduced.weight"),
        .d_summary = columns_of(file, "features.summary.weight"),
        .d_attention = attention ? columns_of(file, "decoder.0.cross_attention.query.weight") : 1,
        .d_state = columns_of(file, "decoder.0.bridge.weight"),
        .d_readout = columns_of(file, "decoder.0.readout.weight"),
        .target_words = columns_of(file, "output.weight")};
    expect_taped_as_in(file, tensors_of(config), [&](Tape& tape, const Weights& weights, Weights& gradients) {
      RecurrentCaptionRecording recording(tape, config, weights, {.gradients = &gradients});
      recording.look(view(pixels_of(file)));
      return recording.write(numbers_of(file, "target.tokens"));
    });
  }
}

TEST(PictureGoldens, TransformersAgreeWithPyTorch) {
  for (const char* const name : {"caption_transformer", "vit"}) {
    const TensorFile file = recurrent_golden(name);
    const int decoder_layers = std::stoi(file.metadata.at("decoder_layers"));
    const PictureTransformerConfig config{.features = features_of(file),
                                          .d_ff = columns_of(file, "encoder.0.feed_forward.hidden.weight"),
                                          .encoder_layers = 2 - decoder_layers,
                                          .encoder_heads = 2,
                                          .decoder_layers = decoder_layers,
                                          .decoder_heads = 3,
                                          .target_words = columns_of(file, "output.weight"),
                                          .max_tokens = 5};
    expect_taped_as_in(file, tensors_of(config), [&](Tape& tape, const Weights& weights, Weights& gradients) {
      PictureTransformerRecording recording(tape, config, weights, {.gradients = &gradients});
      recording.look(view(pixels_of(file)));
      return config.has_class_token() ? recording.label()
                                      : recording.write(numbers_of(file, "target.tokens"));
    });
  }
}

constexpr int together = 3, words_each = 4;

const FeaturesConfig& small_features() {
  static const FeaturesConfig features{
      .side = 11, .channels = {4, 6}, .kernels = {5, 3}, .strides = {2, 2}, .paddings = {2, 1}};
  return features;
}

Weights random_weights(const std::vector<TensorSpec>& specs) {
  Weights weights = Weights::zeros(specs);
  Random random(8);
  for (std::size_t i = 0; i < weights.count(); ++i)
    weights.tensor(i) = 0.5F * normal_matrix(weights.spec(i).shape.rows, weights.spec(i).shape.cols, random);
  return weights;
}

// Three pictures one below the other, and of each its own rows.
struct TraceMaps {
  Matrix pixels = [] {
    Random random(3);
    return normal_matrix(Eigen::Index{together} * 121, 3, random);
  }();
  std::vector<std::vector<int>> captions{{0, 3, 2, 4}, {0, 1, 1, 5}, {0, 2, 5, 3}};

  ConstView all() const { return view(pixels); }
  ConstView one(int picture) const { return view(pixels).rows(121 * picture, 121); }
};

template <typename Recording, typename Config, typename Record>
Matrix logits_of(const Config& config, const Weights& weights, int pictures, Record record) {
  Tape tape;
  Recording recording(tape, config, weights, {.pictures = pictures});
  const int logits = record(recording);
  tape.forward();
  return tape.value(logits).map();
}

const FeaturesConfig& pooled_features() {
  static const FeaturesConfig features{.side = 11,
                                       .channels = {4, 6},
                                       .kernels = {5, 3},
                                       .strides = {1, 2},
                                       .paddings = {2, 1},
                                       .pools = {2, 1}};
  return features;
}

TEST(PictureBatch, RecurrentCaptionsTogetherAreThoseAlone) {
  const TraceMaps pictures;
  for (const bool attention : {false, true}) {
    const RecurrentCaptionerConfig config{.features = attention ? pooled_features() : small_features(),
                                          .attention = attention,
                                          .d_embedding = 4,
                                          .d_reduced = 2,
                                          .d_summary = 5,
                                          .d_attention = 3,
                                          .d_state = 5,
                                          .d_readout = 4,
                                          .target_words = 6};
    const Weights weights = random_weights(tensors_of(config));
    std::vector<int> by_time;
    for (std::size_t t = 0; t < words_each; ++t)
      for (const std::vector<int>& caption : pictures.captions) by_time.push_back(caption[t]);
    const auto write = [](ConstView pixels, const std::vector<int>& words) {
      return [=](RecurrentCaptionRecording& recording) {
        recording.look(pixels);
        return recording.write(words);
      };
    };
    const Matrix all =
        logits_of<RecurrentCaptionRecording>(config, weights, together, write(pictures.all(), by_time));
    for (int p = 0; p < together; ++p) {
      const Matrix alone = logits_of<RecurrentCaptionRecording>(
          config, weights, 1, write(pictures.one(p), pictures.captions[static_cast<std::size_t>(p)]));
      for (int t = 0; t < words_each; ++t)
        EXPECT_LT((all.row(together * t + p) - alone.row(t)).cwiseAbs().maxCoeff(), 2e-5F) << attention;
    }
  }
}

TEST(PictureBatch, TransformersTogetherAreThoseAlone) {
  const TraceMaps pictures;
  for (const int decoder_layers : {1, 0}) {
    const PictureTransformerConfig config{.features = small_features(),
                                          .d_ff = 8,
                                          .encoder_heads = 2,
                                          .decoder_layers = decoder_layers,
                                          .decoder_heads = 3,
                                          .target_words = 6,
                                          .max_tokens = words_each};
    const Weights weights = random_weights(tensors_of(config));
    std::vector<int> by_caption;
    for (const std::vector<int>& caption : pictures.captions)
      by_caption.insert(by_caption.end(), caption.begin(), caption.end());
    const auto answer = [](ConstView pixels, const std::vector<int>& words) {
      return [=](PictureTransformerRecording& recording) {
        recording.look(pixels);
        return words.empty() ? recording.label() : recording.write(words);
      };
    };
    const bool writes = decoder_layers > 0;
    const Matrix all = logits_of<PictureTransformerRecording>(
        config, weights, together, answer(pictures.all(), writes ? by_caption : std::vector<int>{}));
    const Eigen::Index rows = writes ? words_each : 1;
    ASSERT_EQ(all.rows(), rows * together);
    for (int p = 0; p < together; ++p) {
      const std::vector<int> own =
          writes ? pictures.captions[static_cast<std::size_t>(p)] : std::vector<int>{};
      const Matrix alone =
          logits_of<PictureTransformerRecording>(config, weights, 1, answer(pictures.one(p), own));
      EXPECT_LT((all.middleRows(rows * p, rows) - alone).cwiseAbs().maxCoeff(), 2e-5F) << decoder_layers;
    }
  }
}

// A context that the cell does not get is the readout's all the same.
TEST(PictureBatch, ADroppedContextIsKeptFromTheCellAlone) {
  const TraceMaps pictures;
  const RecurrentCaptionerConfig config{.features = small_features(),
                                        .attention = true,
                                        .d_embedding = 4,
                                        .d_state = 5,
                                        .d_readout = 4,
                                        .target_words = 6};
  const Weights weights = random_weights(tensors_of(config));
  Tape tape;
  RecurrentCaptionRecording recording(tape, config, weights, {.context_dropout = 0.5F});
  recording.look(pictures.one(0));
  recording.write(std::vector<int>(24, 2));
  tape.forward();
  int dropped = 0;
  for (int t = 0; t < 24; ++t) {
    const std::string time = "decoder.0.time." + std::to_string(t) + ".";
    const auto value = [&](const char* part) { return tape.value(tape.find(time + part).value()).map(); };
    const auto given = value("input").rightCols(config.d_context());
    dropped += given.isZero(0) ? 1 : 0;
    if (!given.isZero(0)) {
      EXPECT_EQ(given, value("context"));
    }
    EXPECT_EQ(tape.value(tape.find("decoder.0.contexts").value()).map().row(t), value("context").row(0));
  }
  EXPECT_GT(dropped, 4);
  EXPECT_LT(dropped, 20);
}

TEST(Features, SayTheirGridAndWhatACellSees) {
  const FeaturesConfig usual;
  EXPECT_EQ(usual.grid(), 8);
  EXPECT_EQ(usual.steps().back().first.side, 17);
  const FeaturesConfig patches = vision_transformer_config().features;
  EXPECT_EQ(patches.grid(), 8);
  EXPECT_EQ(patches.steps().back().first.side, 8);
  // A pixel farther away than that changes nothing of a cell.
  const std::vector<TensorSpec> specs = features_tensors(usual);
  const Weights weights = random_weights(specs);
  Random random(5);
  Matrix pixels = normal_matrix(Eigen::Index{64} * 64, 3, random);
  const auto cell = [&](int row, int col) {
    Tape tape;
    LayerRecording recording(tape, weights);
    const int grid = record_features(recording, usual, view(pixels));
    tape.forward();
    return Matrix(tape.value(grid).map().row(8 * row + col));
  };
  const Matrix before = cell(3, 3);
  // Cell r4c4 sees the pixels around (3 * 8, 3 * 8), from -8 to 8.
  pixels.row(64 * 24 + 33).setConstant(40);
  EXPECT_EQ(cell(3, 3), before);
  pixels.row(64 * 24 + 32).setConstant(40);
  EXPECT_NE(cell(3, 3), before);
}

TEST(PictureConfig, IsReadAsItWasWritten) {
  RecurrentCaptionerConfig recurrent{.attention = true, .d_summary = 77, .target_words = 9};
  recurrent.features.channels = {3, 5, 7, 9};
  recurrent.features.pools = {2, 1, 1, 1};
  EXPECT_EQ(config_from_json<RecurrentCaptionerConfig>(to_json(recurrent)), recurrent);
  PictureTransformerConfig transformer = vision_transformer_config();
  transformer.target_words = 5;
  EXPECT_EQ(config_from_json<PictureTransformerConfig>(to_json(transformer)), transformer);
}

TEST(PictureConfig, SaysWhichFieldIsWrong) {
  const auto complaint = [](const std::string& from, const std::string& to) {
    std::string text = to_json(PictureTransformerConfig{.target_words = 5});
    text.replace(text.find(from), from.size(), to);
    try {
      config_from_json<PictureTransformerConfig>(text);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  for (const auto& [from, to, field] :
       {std::array{"\"side\": 64", "\"side\": 4", "\"kernels\""},
        std::array{"\"channels\": [", "\"channels\": [3,", "\"kernels\""},
        std::array{"\"paddings\": [", "\"paddings\": [900,", "\"paddings\""},
        std::array{"\"d_ff\"", "\"pools\": [2, 1], \"d_ff\"", "\"pools\" has 2 numbers"},
        std::array{"\"d_ff\"", "\"pools\": [1, 1, 1, 2], \"d_ff\"", "\"pools\" must end with 1"},
        std::array{"\"d_ff\"", "\"pools\": [40, 1, 1, 1], \"d_ff\"", "\"pools\": after layer 0"},
        std::array{"\"strides\": [", "\"strides\": [\"two\",", "strides[0]"},
        std::array{"\"encoder_heads\": 4", "\"encoder_heads\": 5", "\"encoder_heads\""},
        std::array{"\"encoder_layers\": 1", "\"encoder_layers\": 0", "\"encoder_layers\""},
        std::array{"\"target_words\": 5", "\"target_words\": 0", "\"target_words\""}})
    EXPECT_NE(complaint(from, to).find(field), std::string::npos) << complaint(from, to);
}

}  // namespace
}  // namespace headlight
