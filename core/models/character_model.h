// A recurrent language model over characters: after every character, how likely each is to come next.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/safetensors.h"
#include "core/layers/recurrent.h"
#include "core/models/folder.h"
#include "core/models/model.h"

namespace headlight {

// A recurrent language model over characters as a function that records: after every character, how likely
// each is to come next (Graves 2013; Karpathy et al. 2015). A batch of B texts stands time by time, as in
// recurrent.h.

// config.json, whose "family" is "characters". Its words.json has the characters as "target", no "source".
struct CharacterConfig {
  static constexpr const char* family = "characters";

  RecurrentCell cell = RecurrentCell::lstm;
  int layers = 1;  // one above the other: the states of one are the inputs of the next
  int d_embedding = 32;
  int d_state = 128;  // of every layer
  int characters = 0;
  int max_tokens = 256;

  bool operator==(const CharacterConfig&) const = default;
  // Throws std::invalid_argument naming the field.
  void check() const;
};

std::string to_json(const CharacterConfig& config);
// Throws std::invalid_argument naming the field that is missing, unknown or of the wrong kind.
void read_config_json(const std::string& text, CharacterConfig& config);
inline WordCounts words_of(const CharacterConfig& config) { return {0, config.characters}; }

// "target.embedding", then "decoder.L.input" and "decoder.L.state" of every layer, and "output".
std::vector<TensorSpec> tensors_of(const CharacterConfig& config);

// Everything up to "logits" [T B, characters], which it returns. Nodes: "target.tokens", "target.embedded",
// "decoder.L.projected_input", "decoder.L.time.T...", "decoder.L.states". Each text begins with a state of
// zeros.
int record_characters(LayerRecording& recording, const CharacterConfig& config, std::span<const int> text,
                      int batch = 1);

Anatomy anatomy_of(const CharacterConfig& config);

class CharacterModel final : public Model {
 public:
  CharacterModel(const CharacterConfig& config, Weights weights, Vocabulary characters);

  // Reads config.json, words.json and model.safetensors of a folder. Throws AccessError or FormatError, as
  // Translator::load does.
  static std::shared_ptr<const CharacterModel> load(const std::filesystem::path& folder);
  // Writes the three files, each aside first and then renamed.
  void save(const std::filesystem::path& folder, StoredType stored = StoredType::f32) const;

  const CharacterConfig& config() const { return config_; }
  const Vocabulary& characters() const { return tokenizer_.vocabulary(); }

  const Tokenizer& tokenizer() const override { return tokenizer_; }
  std::vector<int> read(std::string_view typed) const override;
  // An edit of what is gathered from all times acts at each time.
  TracePtr trace(const TraceRequest& request) const override;
  std::optional<Writing> writing(std::string_view typed) const override;

  // Everything recorded up to "probabilities" [T, characters]; words().next are the likeliest.
  TracePtr pass(std::span<const int> text, const std::vector<Edit>& edits = {}) const;

 private:
  Tape record(std::span<const int> text) const;
  std::vector<std::string> labels_of(std::span<const int> text) const;
  TracePtr traced(Tape tape, std::span<const int> text) const;

  CharacterConfig config_;
  Characters tokenizer_;
  std::shared_ptr<const std::vector<std::string>> labels_;  // as they are shown
};

}  // namespace headlight
