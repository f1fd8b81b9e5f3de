// A recurrent language model over characters as a function that records: after every character, how likely
// each is to come next (Graves 2013; Karpathy et al. 2015). A batch of B texts stands time by time, as in
// recurrent.h.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/layers/recurrent.h"
#include "core/models/families.h"

namespace headlight {

// Space, small letters and signs.
Vocabulary typed_characters();

// config.json, whose "family" is "characters". Its words.json has the characters as "target", no "source".
struct CharacterConfig {
  static constexpr const char* family = "characters";
  static constexpr const char* about = "a recurrent language model over characters";

  RecurrentCell cell = RecurrentCell::lstm;
  int layers = 1;  // one above the other: the states of one are the inputs of the next
  int d_embedding = 32;
  int d_state = 128;  // of every layer
  int characters = 0;
  int max_tokens = 256;

  bool operator==(const CharacterConfig&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("cell", self.cell, names_of(self.cell));
    visit("layers", self.layers);
    visit("d_embedding", self.d_embedding);
    visit("d_state", self.d_state);
    visit("characters", self.characters);
    visit("max_tokens", self.max_tokens);
  }
  // Throws std::invalid_argument naming the field.
  void check() const;
};

inline WordCounts word_counts(const CharacterConfig& config) { return {0, config.characters}; }
inline void set_words(CharacterConfig& config, const WordsFile& words) {
  config.characters = words.target.size();
}

// "target.embedding", then "decoder.L.input" and "decoder.L.state" of every layer, and "output".
std::vector<TensorSpec> tensors_of(const CharacterConfig& config);

// Everything up to "logits" [T B, characters], which it returns. Nodes: "target.tokens", "target.embedded",
// "decoder.L.projected_input", "decoder.L.time.T...", "decoder.L.states". Each text begins with a state of
// zeros.
int record_characters(LayerRecording& recording, const CharacterConfig& config, std::span<const int> text,
                      int batch = 1);

// Its row in the table of families: it says what comes next, and goes on to the end of a line.
Anatomy anatomy_of(const CharacterConfig& config);
// Those of `like` where it has characters, else typed_characters().
WordsFile words_for(const CharacterConfig& config, const WordsFile& like);
std::unique_ptr<const Tokenizer> tokenizer_of(const CharacterConfig& config, const WordsFile& words);
Ends ends_of(const CharacterConfig& config, const WordsFile& words);
Recorder recorder_of(Tape& tape, const CharacterConfig& config, const Weights& weights,
                     const RecorderOptions& options);

}  // namespace headlight
