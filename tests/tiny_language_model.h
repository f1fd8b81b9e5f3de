// A small language model with random weights: a decoder alone, pre-norm, its heads wider together than
// d_model.
#pragma once

#include <filesystem>
#include <string>

#include "core/files/whole_file.h"
#include "core/layers/weights.h"
#include "core/models/model.h"

namespace headlight {

inline Vocabulary tiny_words() {
  return Vocabulary({"the", "animal", "didn't", "cross", "street", "because", "it", "was", "too", "tired",
                     "wide", "very", "."});
}

inline Model tiny_language_model(TransformerConfig config = {.d_model = 12,
                                                             .d_ff = 10,
                                                             .encoder_layers = 0,
                                                             .decoder_layers = 3,
                                                             .decoder_heads = 3,
                                                             .head_size = 5,
                                                             .norm_place = NormPlace::pre}) {
  config.encoder_layers = 0;
  config.source_words = 0;
  config.target_words = tiny_words().size();
  return {config, Weights::random(config, 13), {{}, tiny_words()}};
}

// The folder of a tiny language model, made once for the process.
inline const std::string& tiny_language_model_folder() {
  static const TemporaryFolder folder;
  static const std::string path = [] {
    const std::filesystem::path model = folder.path() / "language";
    tiny_language_model().save(model);
    return model.string();
  }();
  return path;
}

}  // namespace headlight
