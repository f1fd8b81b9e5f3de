#include "core/models/character_model.h"

#include <algorithm>
#include <stdexcept>

#include "core/layers/config_json.h"
#include "core/models/decoding.h"
#include "core/models/whole_pass.h"
#include "core/tape/ops/ops.h"
#include "core/text/printable.h"

namespace headlight {

namespace {

constexpr auto character_fields = [](auto& c, auto& visit) {
  visit("cell", c.cell);
  visit("layers", c.layers);
  visit("d_embedding", c.d_embedding);
  visit("d_state", c.d_state);
  visit("characters", c.characters);
  visit("max_tokens", c.max_tokens);
};

std::string layer_path(int layer) { return "decoder." + std::to_string(layer); }

}  // namespace

void CharacterConfig::check() const {
  check_size("layers", layers, 100);
  check_size("d_embedding", d_embedding, 65536);
  check_size("d_state", d_state, 65536);
  check_size("characters", characters, 10'000'000);
  check_size("max_tokens", max_tokens, 1 << 20);
}

std::string to_json(const CharacterConfig& config) { return config_text(config, character_fields); }

void read_config_json(const std::string& text, CharacterConfig& config) {
  config = config_of_text<CharacterConfig>(text, character_fields);
}

std::vector<TensorSpec> tensors_of(const CharacterConfig& config) {
  using Start = TensorSpec::Start;
  std::vector<TensorSpec> specs{{"target.embedding",
                                 {config.characters, config.d_embedding},
                                 Start::embedding,
                                 Axis::target_word,
                                 Axis::model}};
  for (int l = 0; l < config.layers; ++l) {
    const int in = l == 0 ? config.d_embedding : config.d_state;
    for (TensorSpec& spec : recurrent_tensors(layer_path(l), config.cell, in, config.d_state))
      specs.push_back(std::move(spec));
  }
  specs.push_back(
      {"output.weight", {config.d_state, config.characters}, Start::xavier, Axis::one, Axis::target_word});
  specs.push_back({"output.bias", {1, config.characters}, Start::zeros, Axis::one, Axis::target_word});
  return specs;
}

int record_characters(LayerRecording& recording, const CharacterConfig& config, std::span<const int> text,
                      int batch) {
  Tape& tape = recording.tape();
  const Block stream{Family::stream, "target", Stream::target, Stream::target};
  const std::vector<float> numbers(text.begin(), text.end());
  const int tokens = tape.constant(stream["tokens"], {numbers.data(), {static_cast<int>(numbers.size()), 1}});
  int x = tape.record(stream["embedded"], lookup(), {tokens, recording.parameter("target.embedding")});
  for (int l = 0; l < config.layers; ++l) {
    const Block layer{Family::layer, layer_path(l), Stream::target, Stream::target};
    x = record_recurrent(recording, layer, config.cell, x, batch).states;
  }
  return recording.linear(Block{Family::output, "", Stream::target}["logits"], x, "output");
}

namespace {

// Longer texts say no more on a screen.
constexpr int most_written = 200;

std::vector<std::string> all_visible(const std::vector<std::string>& characters) {
  std::vector<std::string> labels;
  labels.reserve(characters.size());
  for (const std::string& each : characters) labels.push_back(visible(each));
  return labels;
}

}  // namespace

Anatomy anatomy_of(const CharacterConfig& config) {
  Anatomy anatomy;
  anatomy.stacks.push_back({.name = "decoder",
                            .title = title_of(config.cell),
                            .stream = Stream::target,
                            .input = "target",
                            .layers = config.layers,
                            .recurrence = Recurrence{config.cell}});
  anatomy.answer = AnswerKind::next_token;
  anatomy.max_tokens = config.max_tokens;
  return anatomy;
}

CharacterModel::CharacterModel(const CharacterConfig& config, Weights weights, Vocabulary characters)
    : Model(anatomy_of(config), std::move(weights)),
      config_(config),
      tokenizer_(std::move(characters)),
      labels_(std::make_shared<const std::vector<std::string>>(all_visible(this->characters().words()))) {}

std::shared_ptr<const CharacterModel> CharacterModel::load(const std::filesystem::path& folder) {
  auto files = read_model<CharacterConfig>(folder);
  return std::make_shared<const CharacterModel>(files.config, std::move(files.weights),
                                                std::move(files.words.target));
}

void CharacterModel::save(const std::filesystem::path& folder, StoredType stored) const {
  write_model(folder, config_, weights(), {Vocabulary(), characters()}, stored);
}

std::vector<int> CharacterModel::read(std::string_view typed) const {
  std::vector<int> text = tokenizer_.encoded(typed);
  if (!text.empty() && static_cast<int>(text.size()) <= config_.max_tokens) return text;
  throw std::invalid_argument("there are " + std::to_string(text.size()) +
                              " characters; the model reads 1 to " + std::to_string(config_.max_tokens));
}

Tape CharacterModel::record(std::span<const int> text) const {
  Tape tape;
  LayerRecording layers(tape, weights());
  const int logits = record_characters(layers, config_, text);
  tape.record(Block{Family::output, "", Stream::target}["probabilities"], softmax(), {logits});
  keep_what_fits(tape);
  return tape;
}

std::vector<std::string> CharacterModel::labels_of(std::span<const int> text) const {
  return all_visible(characters().words_of(text));
}

TracePtr CharacterModel::traced(Tape tape, std::span<const int> text) const {
  Trace::Words words;
  words.target = labels_of(text);
  words.next = labels_of(likeliest(tape.value(tape.size() - 1)));
  words.source_vocabulary = words.target_vocabulary = labels_;
  return std::make_shared<const Trace>(std::move(tape), std::move(words), shared_weights(), shared_anatomy());
}

TracePtr CharacterModel::trace(const TraceRequest& request) const {
  const std::vector<int> text = read(request.text);
  // Of the same text, under other edits: only what these change is computed.
  const Trace* const like = request.like;
  const bool replay =
      like != nullptr && like->lender() == &weights() && like->words().target == labels_of(text);
  Tape tape = replay ? like->tape().fork() : record(text);
  tape.set_edits(at_their_source(tape, request.edits));
  return tape.forward(request.watch, request.cancel) ? traced(std::move(tape), text) : nullptr;
}

TracePtr CharacterModel::pass(std::span<const int> text, const std::vector<Edit>& edits) const {
  Tape tape = record(text);
  tape.set_edits(at_their_source(tape, edits));
  tape.forward();
  return traced(std::move(tape), text);
}

std::optional<Writing> CharacterModel::writing(std::string_view typed) const {
  const std::vector<int> prompt = read(typed);
  const auto with = [prompt](std::span<const int> added) {
    std::vector<int> text = prompt;
    text.insert(text.end(), added.begin(), added.end());
    return text;
  };
  const auto next = [this, with](std::span<const int> added) {
    Tape tape = record(with(added));
    tape.forward();
    return last_row(tape.value(tape.size() - 1));
  };
  const int room = std::min(config_.max_tokens - static_cast<int>(prompt.size()), most_written);
  return Writing{.next = next,
                 .end = {characters().id("\n"), room},  // a sentence a line
                 .words = &characters(),
                 .between = "",
                 .given = labels_of(prompt),
                 .trace = [this, with](std::span<const int> added, const std::vector<Edit>& edits) {
                   return pass(with(added), edits);
                 }};
}

}  // namespace headlight
