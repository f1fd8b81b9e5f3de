// What a model says it has is what its traces hold.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "core/files/whole_file.h"
#include "core/matrix/random.h"
#include "core/models/anatomy.h"
#include "core/models/card.h"
#include "core/models/characters.h"
#include "core/models/folder.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "core/models/picture_models.h"
#include "core/models/seq2seq.h"
#include "core/models/trace.h"
#include "core/models/transformer.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

// The weights of every head, as the anatomy names them, and as the trace has them.
void expect_every_head(const Trace& trace) {
  std::set<std::string> named;
  for (const AttentionHeads& each : trace.anatomy().attentions) {
    for (int layer = 0; layer < each.layers(); ++layer) {
      for (int head = 0; head < each.in(layer); ++head)
        named.insert(each.info().path(layer, head, "weights"));
    }
  }
  std::set<std::string> recorded;
  for (const int step : trace.steps()) {
    const std::string& path = trace.label(step).path;
    const Place place = place_of(path);
    if (place.head && place.part == "weights") recorded.insert(path);
  }
  EXPECT_EQ(named, recorded);
}

// The steps of every layer of every stack lie in it, and its last sub-layer is the last there is.
void expect_every_layer(const Trace& trace) {
  for (const StackInfo& stack : trace.anatomy().stacks) {
    const std::string layer = std::string(stack.name) + ".";
    const std::string residual = ".residual_" + std::to_string(trace.anatomy().sub_layers(stack.name));
    for (int l = 0; l < stack.layers; ++l)
      EXPECT_GE(trace.find(layer + std::to_string(l) + residual), 0) << layer << l << residual;
    EXPECT_LT(trace.find(layer + std::to_string(stack.layers) + residual), 0);
    const int more = trace.anatomy().sub_layers(stack.name) + 1;
    EXPECT_LT(trace.find(layer + "0.residual_" + std::to_string(more)), 0);
    EXPECT_GE(trace.find(std::string(stack.input) + ".embedded"), 0);
    EXPECT_FALSE(trace.tokens(stack.stream).empty());
  }
}

TEST(Anatomy, SaysWhatATraceHolds) {
  TransformerConfig odd{.d_model = 24, .d_ff = 8, .encoder_layers = 3, .encoder_heads = 3};
  odd.decoder_layers = 2;
  odd.decoder_heads = 2;
  odd.cross_heads = 6;
  for (const TransformerConfig& config : {TransformerConfig{.d_model = 16, .d_ff = 24}, odd}) {
    const TracePtr trace = tiny_translator(config).trace({.text = "the animal was tired"});
    expect_every_head(*trace);
    expect_every_layer(*trace);
    EXPECT_EQ(trace->anatomy().answer, AnswerKind::translation);
  }
  const Model labeller = tiny_labeller();
  const TracePtr trace = labeller.trace({.input = labeller.read("abc")});
  expect_every_head(*trace);
  expect_every_layer(*trace);
  EXPECT_EQ(trace->anatomy().answer, AnswerKind::labels);
  EXPECT_EQ(trace->anatomy().find(Attention::cross), nullptr);
  EXPECT_EQ(trace->anatomy().heads(Attention::decoder, 0), 0);
  const Model language = tiny_language_model();
  const TracePtr next = language.trace({.input = language.read("it was")});
  expect_every_head(*next);
  expect_every_layer(*next);
  EXPECT_EQ(next->anatomy().answer, AnswerKind::next_token);
  EXPECT_EQ(next->anatomy().typed(), Stream::target);
  EXPECT_EQ(next->anatomy().find(Attention::cross), nullptr);
  EXPECT_EQ(next->anatomy().find(Attention::encoder), nullptr);
}

// Who asks and who is asked, as the axes of the weights say.
TEST(Anatomy, TheStreamsAreThoseOfTheWeights) {
  const TracePtr trace = tiny_translator().trace({.text = "the animal was tired"});
  for (const AttentionHeads& each : trace->anatomy().attentions) {
    const Label& weights = trace->label(trace->at(each.info().path(0, 0, "weights")));
    EXPECT_EQ(info(weights.rows).stream, each.info().asks);
    EXPECT_EQ(info(weights.cols).stream, each.info().asked);
    EXPECT_EQ(attention_of(each.info().stack, each.info().part), each.id);
    const Reading read = trace->read(each.info().path(0, 0, "weights"));
    EXPECT_EQ(read(0, read.shape().cols - 1) == 0, each.causal);
  }
}

TEST(Anatomy, CountsHeadsOfLayersThatHaveNotEquallyMany) {
  const AttentionHeads heads{Attention::encoder, {3, 1, 4}};
  EXPECT_EQ(heads.count(), 8);
  int number = 0;
  for (int layer = 0; layer < heads.layers(); ++layer) {
    for (int head = 0; head < heads.in(layer); ++head, ++number) {
      EXPECT_EQ(heads.number_of({layer, head}), number);
      const AttentionHeads::Place place = heads.place_of(number);
      EXPECT_EQ(place.layer, layer);
      EXPECT_EQ(place.head, head);
    }
  }
  EXPECT_EQ(heads.place_of(-5).layer, 0);
  EXPECT_EQ(heads.place_of(99).layer, 2);
  EXPECT_EQ(heads.place_of(99).head, 3);
  EXPECT_EQ(heads.in(3), 0);
}

TEST(Anatomy, AStackAloneStandsForItsAttentionOnItself) {
  EXPECT_EQ(attention_of("encoder", ""), Attention::encoder);
  EXPECT_EQ(attention_of("decoder", ""), Attention::decoder);
  EXPECT_EQ(attention_of("decoder", "cross_attention"), Attention::cross);
}

// Models that were never trained, of any shape, from a folder.

const Vocabulary read_words_of({"the", "animal", "was", "tired"});
const Vocabulary written_words_of({"<s>", "</s>", "il", "fatigué"});

struct Stacks {
  int encoder_layers, decoder_layers;
  AnswerKind answer;
};

TEST(RandomModel, OfEveryShapeAnswersFromItsFolder) {
  for (const Stacks& shape : {Stacks{2, 0, AnswerKind::labels}, Stacks{0, 3, AnswerKind::next_token},
                              Stacks{1, 2, AnswerKind::translation}}) {
    const TemporaryFolder folder;
    TransformerConfig config{.d_model = 9, .d_ff = 5};
    config.encoder_layers = shape.encoder_layers;
    config.decoder_layers = shape.decoder_layers;
    config.head_size = 3;
    config.norm_place = NormPlace::pre;
    write_random_model(folder.path(), config, words_for(config, {read_words_of, written_words_of}), 4);
    const ModelPtr model = load_model(folder.path());
    EXPECT_EQ(model->anatomy().answer, shape.answer);
    const TracePtr trace = model->trace({.text = "the animal was tired"});
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->typed().size(), 4U);
    EXPECT_EQ(load_card(folder.path()).origin, "random");
    EXPECT_EQ(outline_of(folder.path())->origin(), "random");
  }
}

TEST(RandomModel, TheSameSeedGivesTheSameWeights) {
  const TransformerConfig config{.d_model = 8, .d_ff = 4, .encoder_heads = 2, .decoder_layers = 0};
  const WordsFile words = words_for(config, {read_words_of, written_words_of});
  std::vector<Matrix> found;
  for (const std::uint64_t seed : {3, 3, 5}) {
    const TemporaryFolder folder;
    write_random_model(folder.path(), config, words, seed);
    found.push_back(load_model(folder.path())->weights()["encoder.0.self_attention.query.weight"]);
  }
  EXPECT_EQ(found[0], found[1]);
  EXPECT_NE(found[0], found[2]);
}

// What a class sees beside a trained one: attention that is spread over the words. Of an even row the entropy
// is all that there can be.
TEST(RandomModel, ItsAttentionIsSpreadOut) {
  const TemporaryFolder folder;
  const TransformerConfig config{.d_model = 64, .d_ff = 32, .decoder_layers = 0};
  write_random_model(folder.path(), config, words_for(config, {read_words_of, written_words_of}), 1);
  const TracePtr trace = load_model(folder.path())->trace({.text = "the animal was tired"});
  double entropy = 0;
  int rows = 0;
  for (int layer = 0; layer < 2; ++layer) {
    for (int head = 0; head < 2; ++head) {
      const Reading weights = trace->read(info(Attention::encoder).path(layer, head, "weights"));
      for (int row = 0; row < 4; ++row, ++rows) {
        for (int col = 0; col < 4; ++col) {
          const auto weight = static_cast<double>(weights(row, col));
          entropy -= weight * std::log2(weight);
        }
      }
    }
  }
  EXPECT_GT(entropy / rows, 0.7 * 2);
}

TEST(RandomModel, RefusesWhatDoesNotGoTogetherAndWhatIsTooLarge) {
  const TemporaryFolder folder;
  TransformerConfig config{.d_model = 9, .d_ff = 5, .decoder_layers = 0};
  config.encoder_heads = 2;
  const WordsFile words = words_for(config, {read_words_of, written_words_of});
  EXPECT_THROW(write_random_model(folder.path(), config, words, 1), std::invalid_argument);
  config = {.d_model = 65536, .d_ff = 1 << 20, .encoder_layers = 1000, .decoder_layers = 0};
  EXPECT_THROW(write_random_model(folder.path(), config, words, 1), std::invalid_argument);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "config.json"));
  EXPECT_EQ(outline_of(folder.path())->origin(), "yours");
  EXPECT_EQ(outline_of(model_folder("positions/third/rotary"))->origin(), "trained");
}

// Models of shapes that the shipped ones do not have: a decoder alone, heads whose sizes do not add up to
// d_model.

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
  for (const CatalogueModel& model : shipped_catalogue()) {
    const auto folder = model_folder(model.name);
    EXPECT_EQ(families.at(outline_of(folder)->family())(folder), read_text(folder / "config.json"))
        << model.name;
  }
}

}  // namespace
}  // namespace headlight
