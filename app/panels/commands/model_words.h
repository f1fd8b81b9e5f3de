// What else people call the shipped models, to find them by.
#pragma once

#include <array>
#include <string_view>

namespace headlight {

struct ModelWords {
  const char* model;
  const char* words;
};
inline constexpr std::array model_words{
    ModelWords{"translator",
               "transformer translation translate french language machine translation encoder decoder"},
    ModelWords{"causal",
               "gpt chatgpt language model lm llm decoder-only autoregressive next word prediction text"},
    ModelWords{"seq2seq", "rnn lstm gru recurrent french translation encoder decoder bottleneck"},
    ModelWords{"seq2seq-attention", "rnn gru recurrent bahdanau additive attention french translation"},
    ModelWords{"characters", "char-rnn rnn lstm letters character language model spelling"},
    ModelWords{"characters-rnn", "char-rnn rnn elman simple vanilla letters character vanishing gradient"},
    ModelWords{"caption-rnn", "image captioning rnn cnn picture photo describe"},
    ModelWords{"caption-attention", "image captioning picture photo show attend and tell"},
    ModelWords{"caption-transformer", "image captioning picture photo transformer"},
    ModelWords{"vit", "vision transformer image classification classifier patches picture photo bert cls"},
};

// Empty of a model that has no others.
inline const char* words_of_model(std::string_view name) {
  for (const ModelWords& each : model_words) {
    if (name == each.model) return each.words;
  }
  return "";
}

}  // namespace headlight
