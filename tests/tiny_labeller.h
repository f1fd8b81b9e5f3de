// A small labeller with random weights: a model without a decoder, its heads an odd number.
#pragma once

#include <filesystem>
#include <string>

#include "core/files/whole_file.h"
#include "core/layers/weights.h"
#include "core/learn/positions_task.h"
#include "core/models/model.h"

namespace headlight {

inline Model tiny_labeller(TransformerConfig config = {
                               .d_model = 12, .d_ff = 10, .encoder_layers = 3, .encoder_heads = 3}) {
  config.decoder_layers = 0;
  config.tied_output = false;
  config.source_words = config.target_words = letter_count;
  return {config, Weights::random(config, 11), {letter_vocabulary(), letter_vocabulary()}};
}

inline std::string saved_in(const TemporaryFolder& folder, const Model& labeller) {
  const std::filesystem::path model = folder.path() / "labeller";
  labeller.save(model);
  return model.string();
}

// The folder of a tiny labeller, made once for the process.
inline const std::string& tiny_labeller_folder() {
  static const TemporaryFolder folder;
  static const std::string path = saved_in(folder, tiny_labeller());
  return path;
}

// One that reads long texts with a single head.
inline const std::string& wide_labeller_folder() {
  static const TemporaryFolder folder;
  static const std::string path = saved_in(
      folder,
      tiny_labeller({.d_model = 8, .d_ff = 8, .encoder_layers = 1, .encoder_heads = 1, .max_tokens = 1024}));
  return path;
}

// And one with 12 layers of 12 heads.
inline const std::string& many_heads_folder() {
  static const TemporaryFolder folder;
  static const std::string path = saved_in(
      folder, tiny_labeller(
                  {.d_model = 24, .d_ff = 24, .encoder_layers = 12, .encoder_heads = 12, .max_tokens = 256}));
  return path;
}

// So many letters, the same each time, in no order.
inline std::string random_letters(int count) {
  std::string text;
  std::uint32_t state = 7;
  for (int i = 0; i < count; ++i) {
    state = state * 1664525U + 1013904223U;
    text += static_cast<char>('A' + (state >> 16U) % letter_count);
  }
  return text;
}

}  // namespace headlight
