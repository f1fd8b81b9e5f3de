#include "core/models/characters.h"

#include <algorithm>

#include "core/layers/config_json.h"
#include "core/tape/ops/ops.h"

namespace headlight {

namespace {

std::string layer_path(int layer) { return "decoder." + std::to_string(layer); }

}  // namespace

void CharacterConfig::check() const {
  check_size("layers", layers, 100);
  check_size("d_embedding", d_embedding, 65536);
  check_size("d_state", d_state, 65536);
  check_size("characters", characters, 10'000'000);
  check_size("max_tokens", max_tokens, 1 << 20);
}

template std::string to_json(const CharacterConfig&);
template CharacterConfig config_from_json(const std::string&);

std::vector<TensorSpec> tensors_of(const CharacterConfig& config) {
  std::vector<TensorSpec> specs{{"target.embedding",
                                 {config.characters, config.d_embedding},
                                 TensorSpec::Start::embedding,
                                 Axis::target_word,
                                 Axis::model}};
  for (int l = 0; l < config.layers; ++l) {
    const int in = l == 0 ? config.d_embedding : config.d_state;
    for (TensorSpec& spec : recurrent_tensors(layer_path(l), config.cell, in, config.d_state))
      specs.push_back(std::move(spec));
  }
  specs.push_back({"output.weight",
                   {config.d_state, config.characters},
                   TensorSpec::Start::xavier,
                   Axis::one,
                   Axis::target_word});
  specs.push_back(
      {"output.bias", {1, config.characters}, TensorSpec::Start::zeros, Axis::one, Axis::target_word});
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

Anatomy anatomy_of(const CharacterConfig& config) {
  Anatomy anatomy;
  anatomy.stacks.push_back({.name = "decoder",
                            .title = title_of(config.cell),
                            .stream = Stream::target,
                            .input = "target",
                            .layers = config.layers,
                            .ends = recurrent_ends(),
                            .recurrence = Recurrence{config.cell}});
  anatomy.answer = AnswerKind::next_token;
  anatomy.max_tokens = config.max_tokens;
  return anatomy;
}

Vocabulary typed_characters() {
  constexpr std::string_view typed = " abcdefghijklmnopqrstuvwxyz'.,?!-";
  std::vector<std::string> characters;
  for (const char each : typed) characters.emplace_back(1, each);
  return Vocabulary(std::move(characters));
}

WordsFile words_for(const CharacterConfig&, const WordsFile& like) {
  const std::vector<std::string>& words = like.target.words();
  const bool characters =
      !words.empty() &&
      std::all_of(words.begin(), words.end(), [](const std::string& word) { return word.size() == 1; });
  return {Vocabulary(), characters ? like.target : typed_characters()};
}

std::unique_ptr<const Tokenizer> tokenizer_of(const CharacterConfig&, const WordsFile& words) {
  return std::make_unique<const Characters>(words.target);
}

Ends ends_of(const CharacterConfig& config, const WordsFile& words) {
  // A sentence a line; longer texts say no more on a screen.
  return {.end = words.target.id("\n"), .most = config.max_tokens, .most_added = 200, .between = ""};
}

Recorder recorder_of(Tape& tape, const CharacterConfig& config, const Weights& weights,
                     const RecorderOptions& options) {
  const auto layers = std::make_shared<LayerRecording>(tape, weights, 0.0F, options.gradients);
  return {.write = [=, &config](std::span<const int> words,
                                int) { return record_characters(*layers, config, words); },
          .rewind = [=](int size) { layers->rewind(size); }};
}

}  // namespace headlight
