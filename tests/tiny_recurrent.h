// Small recurrent models with random weights: encoder-decoders with and without attention, and language
// models over characters.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/files/whole_file.h"
#include "core/models/characters.h"
#include "core/models/folder.h"
#include "core/models/model.h"
#include "core/models/seq2seq.h"
#include "tests/tiny_model.h"

namespace headlight {

inline Model tiny_recurrent(bool attention, RecurrentCell cell = RecurrentCell::gru) {
  const Model words = tiny_translator();
  const Seq2SeqConfig config{.cell = cell,
                             .attention = attention,
                             .d_embedding = 6,
                             .d_encoder = 5,
                             .d_state = 7,
                             .source_words = words.source().size(),
                             .target_words = words.target().size()};
  return {config, Weights::random(tensors_of(config), 17), words.words()};
}

inline Model tiny_characters(RecurrentCell cell = RecurrentCell::lstm, int layers = 1) {
  const Vocabulary characters = typed_characters();
  const CharacterConfig config{
      .cell = cell, .layers = layers, .d_embedding = 4, .d_state = 6, .characters = characters.size()};
  return {config, Weights::random(tensors_of(config), 19), {{}, characters}};
}

// The folder of such a model, made once for the process and each `name`.
template <typename Made>
const std::string& recurrent_folder(const std::string& name, Made made) {
  static const TemporaryFolder folder;
  static std::map<std::string, std::string> paths;
  std::string& path = paths[name];
  if (path.empty()) {
    path = (folder.path() / name).string();
    made().save(path);
  }
  return path;
}

inline const std::string& tiny_seq2seq_folder() {
  return recurrent_folder("seq2seq", [] { return tiny_recurrent(false); });
}
inline const std::string& tiny_seq2seq_attention_folder() {
  return recurrent_folder("seq2seq-attention", [] { return tiny_recurrent(true); });
}
inline const std::string& tiny_lstm_folder() {
  return recurrent_folder("lstm", [] { return tiny_characters(); });
}
inline const std::string& tiny_rnn_folder() {
  return recurrent_folder("rnn", [] { return tiny_characters(RecurrentCell::rnn, 2); });
}

}  // namespace headlight
