#include "core/models/characters.h"

#include "core/layers/config_json.h"
#include "core/tape/ops/ops.h"

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

}  // namespace headlight
