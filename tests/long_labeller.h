// A labeller of many letters, whose traces are too large to be kept whole.
#pragma once

#include "core/matrix/random.h"
#include "tests/tiny_labeller.h"

namespace headlight {

inline constexpr int many_letters = 1024;

inline Model long_labeller() {
  return tiny_labeller({.d_model = 12,
                        .d_ff = 10,
                        .encoder_layers = 2,
                        .encoder_heads = 4,
                        .max_tokens = many_letters,
                        .causal_encoder = true});
}

inline std::string any_letters(std::uint64_t seed, int count = many_letters) {
  Random random(seed);
  const std::vector<std::string> words = letter_vocabulary().words();
  std::string text;
  for (int i = 0; i < count; ++i)
    text +=
        (i == 0 ? "" : " ") + words[static_cast<std::size_t>(random.below(static_cast<int>(words.size())))];
  return text;
}

}  // namespace headlight
