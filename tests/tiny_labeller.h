// A small labeller with random weights: a model without a decoder, its heads an odd number.
#pragma once

#include <filesystem>
#include <string>

#include "core/files/temporary_folder.h"
#include "core/layers/weights.h"
#include "core/learn/order_task.h"
#include "core/models/labeller.h"

namespace headlight {

inline Labeller tiny_labeller(TransformerConfig config = {
                                  .d_model = 12, .d_ff = 10, .encoder_layers = 3, .encoder_heads = 3}) {
  config.decoder_layers = 0;
  config.tied_output = false;
  config.source_words = config.target_words = letter_count;
  return {config, Weights::random(config, 11), letter_vocabulary()};
}

// The folder of a tiny labeller, made once for the process.
inline const std::string& tiny_labeller_folder() {
  static const TemporaryFolder folder;
  static const std::string path = [] {
    const std::filesystem::path model = folder.path() / "labeller";
    tiny_labeller().save(model);
    return model.string();
  }();
  return path;
}

}  // namespace headlight
