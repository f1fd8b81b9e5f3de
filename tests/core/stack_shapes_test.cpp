// Models of shapes that the shipped ones do not have: a decoder alone, heads whose sizes do not add up to
// d_model.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>

#include "core/files/read_file.h"
#include "core/matrix/random.h"
#include "core/models/card.h"
#include "core/models/catalogue.h"
#include "core/models/characters.h"
#include "core/models/folder.h"
#include "core/models/outline.h"
#include "core/models/picture_models.h"
#include "core/models/seq2seq.h"
#include "core/models/transformer.h"

namespace headlight {
namespace {

TransformerConfig decoder_only() {
  TransformerConfig config{.d_model = 7, .d_ff = 9, .encoder_layers = 0};
  config.decoder_layers = 2;
  config.decoder_heads = 3;
  config.head_size = 5;
  config.target_words = 6;
  config.positions = Positions::learned;
  return config;
}

std::vector<TransformerConfig> shapes() {
  std::vector<TransformerConfig> all{decoder_only()};
  all.push_back(decoder_only());
  all.back().norm_place = NormPlace::pre;
  all.back().tied_output = false;
  all.back().max_tokens = 5;
  TransformerConfig both{.d_model = 8, .d_ff = 6};
  both.encoder_heads = 3;
  both.decoder_heads = 1;
  both.cross_heads = 5;
  both.head_size = 3;
  both.source_words = 4;
  both.target_words = 6;
  all.push_back(both);
  TransformerConfig labels = both;
  labels.decoder_layers = 0;
  labels.tied_output = false;
  labels.positions = Positions::relative;
  all.push_back(labels);
  return all;
}

double loss_of(const TransformerConfig& config, const Weights& weights, Weights* gradients = nullptr) {
  Tape tape;
  Recording recording(tape, config, weights, 0, gradients);
  const std::vector<int> words{1, 3, 0, 2, 1};
  int x = config.encoder_layers > 0 ? record_encoder(recording, words) : -1;
  if (config.decoder_layers > 0) x = record_decoder(recording, words, x);
  const int loss = record_loss(recording, record_logits(recording, x), std::vector{2, 0, 5, 1, 4}, 0.1F);
  tape.forward();
  if (gradients != nullptr) tape.backward(loss);
  return static_cast<double>(tape.value(loss)(0, 0));
}

// Along a random direction of each tensor, the loss grows as the gradient says.
TEST(StackShapes, GradientsAreDifferencesOfTheLoss) {
  for (const TransformerConfig& config : shapes()) {
    Weights weights = Weights::random(config, 3);
    Weights gradients = Weights::zeros(config);
    loss_of(config, weights, &gradients);
    Random random(5);
    for (std::size_t i = 0; i < weights.count(); ++i) {
      Matrix direction = weights.tensor(i);
      for (Eigen::Index at = 0; at < direction.size(); ++at)
        direction.data()[at] = static_cast<float>(random.normal());
      direction /= direction.norm();
      const double says = static_cast<double>(gradients.tensor(i).cwiseProduct(direction).sum());
      constexpr float step = 4e-3F;
      const Matrix kept = weights.tensor(i);
      weights.tensor(i) = kept + step * direction;
      const double above = loss_of(config, weights);
      weights.tensor(i) = kept - step * direction;
      const double below = loss_of(config, weights);
      weights.tensor(i) = kept;
      EXPECT_NEAR((above - below) / static_cast<double>(2 * step), says, 0.02 + 0.02 * std::abs(says))
          << weights.spec(i).name;
    }
  }
}

TEST(StackShapes, WithoutAnEncoderNothingOfItExists) {
  const TransformerConfig config = decoder_only();
  for (const TensorSpec& spec : tensors_of(config)) {
    EXPECT_EQ(spec.name.find("cross"), std::string::npos) << spec.name;
    EXPECT_FALSE(spec.name.starts_with("encoder") || spec.name.starts_with("source")) << spec.name;
    EXPECT_EQ(spec.name.find("normalized_3"), std::string::npos) << spec.name;
  }
  const Weights weights = Weights::random(config, 1);
  EXPECT_EQ(weights["decoder.1.self_attention.query.weight"].cols(), 15);
  EXPECT_EQ(weights["decoder.1.self_attention.projected.weight"].rows(), 15);
  Tape tape;
  Recording recording(tape, config, weights);
  record_logits(recording, record_decoder(recording, std::vector{1, 2, 3}, -1));
  for (int id = 0; id < tape.size(); ++id) {
    const Label& label = tape.node(id).label;
    EXPECT_EQ(label.path.find("cross"), std::string::npos) << label.path;
    EXPECT_FALSE(label.path.starts_with("encoder") || label.path.starts_with("source")) << label.path;
    // The heads side by side are as wide as no other vector.
    if (label.path.ends_with("concatenated")) {
      EXPECT_EQ(label.cols, Axis::heads);
    }
  }
  const Node& scaled = tape.node(*tape.find("decoder.0.self_attention.head.2.query"));
  EXPECT_EQ(scaled.shape, (Shape{3, 5}));
}

TEST(StackShapes, AConfigSaysWhatDoesNotGoTogether) {
  const auto refused = [](TransformerConfig config, const std::string& needle) {
    try {
      config.check();
      FAIL() << needle;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(needle), std::string::npos) << error.what();
    }
  };
  for (const TransformerConfig& config : shapes()) {
    EXPECT_NO_THROW(config.check());
    EXPECT_EQ(config_from_json(to_json(config)), config);
  }
  TransformerConfig config = decoder_only();
  config.head_size = 0;
  refused(config, "\"decoder_heads\" (3) must divide d_model (7) where no \"head_size\" is given");
  config = decoder_only();
  config.decoder_layers = 0;
  refused(config, "must not both be 0");
  config = decoder_only();
  config.source_words = 4;
  refused(config, "\"source_words\" must be 0 without an encoder");
  config = decoder_only();
  config.positions = Positions::rotary;
  refused(config, "even number of dimensions");
  config = decoder_only();
  config.head_size = 65536;
  config.decoder_heads = 65536;
  refused(config, "\"decoder_heads\" must be at most 16");
}

template <typename Config>
std::string config_rewritten(const std::filesystem::path& folder) {
  return to_json(read_config<Config>(folder));
}

TEST(StackShapes, ShippedConfigsAreWrittenAsTheyAre) {
  const std::map<std::string, std::string (*)(const std::filesystem::path&)> families{
      {TransformerConfig::family,
       [](const std::filesystem::path& folder) { return to_json(read_config(folder)); }},
      {Seq2SeqConfig::family, config_rewritten<Seq2SeqConfig>},
      {CharacterConfig::family, config_rewritten<CharacterConfig>},
      {RecurrentCaptionerConfig::family, config_rewritten<RecurrentCaptionerConfig>},
      {PictureTransformerConfig::family, config_rewritten<PictureTransformerConfig>}};
  for (const ShelfModel& model : shipped_shelf()) {
    const auto folder = model_folder(model.name);
    EXPECT_EQ(families.at(outline_of(folder)->family())(folder), read_text(folder / "config.json"))
        << model.name;
  }
}

}  // namespace
}  // namespace headlight
