#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "app/session/opening.h"
#include "app/session/results.h"
#include "core/files/whole_file.h"
#include "core/grammar/held_out.h"
#include "core/learn/live_training.h"
#include "core/learn/positions_task.h"
#include "core/matrix/random.h"
#include "core/models/model.h"
#include "core/models/picture_models.h"
#include "core/models/transformer.h"
#include "core/pictures/picture.h"
#include "core/text/encode.h"
#include "tests/bench/bench.h"
#include "train/learn/translator_training.h"

namespace headlight {

namespace {

// How long a replay takes against a whole forward, when one head's temperature has changed.
double replay_over_forward(const Model& model) {
  const Example& shown = showcase().front();
  const TracePtr trace = model.trace({.input = encode(model.source(), shown.source)});
  Tape tape;
  Recording recording(tape, model.config(), model.weights());
  const int encoded = record_encoder(recording, encode(model.source(), shown.source));
  const int decoded = record_decoder(recording, encode(model.target(), trace->words().target), encoded);
  record_probabilities(recording, record_logits(recording, decoded));
  tape.forward();

  Edit edit;
  edit.path = head_path("encoder", model.config().encoder_layers - 1, "self_attention", 0, "scaled");
  edit.kind = Edit::Kind::multiply;
  float temperature = 1.0F;
  const auto replay = [&] {
    temperature = temperature > 2.0F ? 0.5F : temperature + 0.1F;
    edit.values = {1.0F / temperature};
    tape.set_edits({edit});
    tape.forward();
  };
  const auto whole = [&] {
    tape.touch_parameters();
    tape.forward();
  };
  return median_ratio(301, replay, whole);
}

}  // namespace

std::vector<Measure> bench_translator() {
  const auto model = load_model(model_folder("translator"), AnswerKind::translation);
  const std::vector<int> tired = encode(model->source(), showcase()[0].source);
  const std::vector<int> wide = encode(model->source(), showcase()[1].source);
  const double two = median_ms(101, [&] {
    const TracePtr first = model->trace({.input = tired});
    model->trace({.input = wide, .like = first.get()});
  });
  return {{"translator_two_sentences_ms", two, "ms", "<= 8"},
          {"replay_over_forward", replay_over_forward(*model), "", ""}};
}

namespace {

TransformerConfig gpt2_small() {
  TransformerConfig config;
  config.d_model = 768;
  config.d_ff = 3072;
  config.encoder_layers = 12;
  config.encoder_heads = 12;
  config.decoder_layers = 0;
  config.source_words = 1000;  // the lookup takes no time worth measuring; the real table is 50257 rows
  config.max_tokens = 1024;
  config.norm_place = NormPlace::pre;
  config.positions = Positions::learned;
  config.feed_forward = FeedForward::gelu_tanh;
  config.scaled_embedding = false;
  config.causal_encoder = true;
  return config;
}

// The matrix products of the twelve layers and nothing else, each as large as it can be.
class BareProducts {
 public:
  BareProducts(const TransformerConfig& config, int tokens) : config_(config), tokens_(tokens) {
    const int d = config.d_model;
    for (int l = 0; l < config.encoder_layers; ++l) {
      layers_.push_back({Matrix::Random(d, d), Matrix::Random(d, d), Matrix::Random(d, d),
                         Matrix::Random(d, d), Matrix::Random(d, config.d_ff),
                         Matrix::Random(config.d_ff, d)});
    }
    x_ = Matrix::Random(tokens, d);
  }

  void run() {
    const int size = config_.d_model / config_.encoder_heads;
    for (const Layer& layer : layers_) {
      q_.noalias() = x_ * layer.q;
      k_.noalias() = x_ * layer.k;
      v_.noalias() = x_ * layer.v;
      for (int h = 0; h < config_.encoder_heads; ++h) {
        const Eigen::Index begin = Eigen::Index{h} * size;
        scores_.noalias() = q_.middleCols(begin, size) * k_.middleCols(begin, size).transpose();
        mixed_.resize(tokens_, config_.d_model);
        mixed_.middleCols(begin, size).noalias() = scores_ * v_.middleCols(begin, size);
      }
      out_.noalias() = mixed_ * layer.o;
      hidden_.noalias() = x_ * layer.up;
      out_.noalias() = hidden_ * layer.down;
    }
  }

 private:
  struct Layer {
    Matrix q, k, v, o, up, down;
  };
  const TransformerConfig& config_;
  int tokens_;
  std::vector<Layer> layers_;
  Matrix x_, q_, k_, v_, scores_, mixed_, hidden_, out_;
};

double recorded_over_bare(int tokens) {
  const TransformerConfig config = gpt2_small();
  const Weights weights = Weights::random(config, 1);
  std::vector<int> words(static_cast<std::size_t>(tokens));
  for (int t = 0; t < tokens; ++t) words[t] = t * 7 % config.source_words;

  Tape tape;
  Recording recording(tape, config, weights);
  record_encoder(recording, words);
  const auto recorded = [&] {
    tape.touch_parameters();
    tape.forward();
  };
  BareProducts bare(config, tokens);
  return median_ratio(9, recorded, [&] { bare.run(); });
}

}  // namespace

std::vector<Measure> bench_gpt2_shape() {
  return {{"gpt2_small_recorded_over_bare", recorded_over_bare(128), "", "<= 1.25"},
          {"gpt2_small_recorded_over_bare_1024", recorded_over_bare(1024), "", "<= 1.25"}};
}

namespace {

// The batch as PyTorch reads it: the same sentences, the same sizes.
void write_batch(const std::filesystem::path& file, const TranslatorRecipe& recipe, const Corpus& corpus) {
  const std::vector<Pair> pairs = encode_pairs(corpus.train, corpus.source, corpus.target);
  Batches batches(corpus.train, {}, recipe.batch, recipe.seed);
  nlohmann::json json;
  json["source_words"] = corpus.source.size();
  json["target_words"] = corpus.target.size();
  json["batches"] = nlohmann::json::array();
  for (int i = 0; i < 30; ++i) {
    nlohmann::json batch = nlohmann::json::array();
    for (const int place : batches.next()) {
      batch.push_back(
          {{"source", pairs[place].source}, {"target", pairs[place].target}, {"next", pairs[place].next}});
    }
    json["batches"].push_back(batch);
  }
  std::ofstream(file) << json;
}

}  // namespace

std::vector<Measure> bench_training() {
  const std::string row = "training_step_over_pytorch";
  if (!first_line_of("/usr/bin/python3 -c 'import torch'")) {
    leave_out(row, "needs Debian's python3-torch");
    return {};
  }
  TranslatorRecipe recipe = translator_recipe();
  recipe.corpus.train = 60000;  // nearly all words
  recipe.corpus.held_out = 100;
  ShippedTranslatorTrainer trainer(recipe);
  const TemporaryFolder folder;
  const std::string file = folder / "batch.json";
  write_batch(file, trainer.recipe(), trainer.corpus());
  // The same 30 batches: the first ones of the same seed.
  for (int i = 0; i < 5; ++i) trainer.advance();
  const double ours = median_ms(24, [&] { trainer.advance(); });
  const auto line = first_line_of("/usr/bin/python3 " + bench_script("torch_step.py") + " " + quoted(file));
  if (!line) {
    leave_out(row, "tests/bench/torch_step.py failed");
    return {};
  }
  const auto said = nlohmann::json::parse(*line);
  const double theirs = said.at("ms");
  std::vector<Measure> measures{{"training_step_ms", ours, "ms", ""},
                                {"training_step_pytorch_ms", theirs, "ms", ""}};
  // Over an opponent that is not at its best there is nothing to boast of.
  if (const std::string handicap = said.at("handicap"); !handicap.empty()) {
    leave_out(row, handicap);
  } else {
    measures.insert(measures.begin(), {row, ours / theirs, "", "<= 1"});
  }
  return measures;
}

// Both with what they do beside learning: measures, kept models, a file to go on from.
std::vector<Measure> bench_watched_training() {
  constexpr int steps = 250;
  const TemporaryFolder folder;
  LiveTraining watched(live_kind("small-translator"), 0, folder / "watched");
  TranslatorRecipe recipe = small_translator_recipe();
  recipe.seed = 0;
  ShippedTranslatorTrainer trainer(recipe, small_translator_corpus());
  const std::string checkpoint = folder / "checkpoint.safetensors";
  const double ratio = median_ratio(
      3,
      [&] {
        for (int i = 0; i < steps; ++i) trainer.advance();
        trainer.watch();
        trainer.save(checkpoint);
      },
      [&] {
        for (int i = 0; i < steps; ++i) watched.advance();
        watched.save();
      });
  return {{"watched_training_speed", ratio, "", ">= 0.9"}};
}

namespace {

constexpr int longest_caption = 15;
constexpr std::uint64_t weights_seed = 3;

// Everything recorded of the longest caption, by a model of the usual size.
template <typename Config>
double caption_ms(const Config& config) {
  const Model model(config, Weights::random(tensors_of(config), weights_seed),
                    WordsFile{{}, caption_vocabulary()});
  const std::vector<int> words(longest_caption, 2);
  return median_ms(21, [&] {
    model.trace({.input = pixels_of(example_picture, *model.anatomy().picture), .words = words});
  });
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

namespace {

constexpr int letters = 1024;

TransformerConfig twelve_times_twelve() {
  TransformerConfig config;
  config.d_model = 96;
  config.d_ff = 384;
  config.encoder_layers = config.encoder_heads = 12;
  config.decoder_layers = 0;
  config.source_words = config.target_words = letter_count;
  config.max_tokens = letters;
  config.tied_output = false;
  return config;
}

}  // namespace

Session long_session(const std::filesystem::path& folder) {
  const TransformerConfig config = twelve_times_twelve();
  Model(config, Weights::random(config, 1), {letter_vocabulary(), letter_vocabulary()}).save(folder);
  Session session = opening_session(folder.string());
  session.text(0).clear();
  const Vocabulary vocabulary = letter_vocabulary();
  Random random(1);
  for (int i = 0; i < letters; ++i)
    session.text(0) += (i == 0 ? "" : " ") + vocabulary.word(random.below(letter_count));
  return session;
}

std::vector<Measure> bench_long_input() {
  const TemporaryFolder folder;
  const Session session = long_session(folder.path() / "long");
  forget_peak();
  const double before = resident_mib();
  ResultsPtr results;
  const double first = taken_ms([&] { results = compute(session, nullptr); });
  if (results->trace(0) == nullptr) throw std::runtime_error("bench: " + results->side(0).error);
  // All heads of the last layer see it.
  Session edited = session;
  edited.edits.push_back(Edit{.path = "encoder.10.normalized_2", .row = 5, .values = {0.5F}});
  const double edit = median_ms(5, [&] { compute(edited, results); });
  const double most =
      static_cast<double>(results->model->weights().parameters()) * sizeof(float) / bytes_in_mib + 700;
  return {{"long_first_view_ms", first, "ms", "<= 10000"},
          {"long_edit_ms", edit, "ms", "<= 300"},
          {"long_peak_mib", peak_mib() - before, "MiB", "<= " + std::to_string(std::lround(most))}};
}

}  // namespace headlight
