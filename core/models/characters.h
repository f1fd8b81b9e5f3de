// A recurrent language model over characters as a function that records: after every character, how likely
// each is to come next (Graves 2013; Karpathy et al. 2015). A batch of B texts stands time by time, as in
// recurrent.h.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/layers/recurrent.h"
#include "core/models/folder.h"

namespace headlight {

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

}  // namespace headlight
