// Published models by the numbers of their architecture, each with where they are written.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace headlight {

struct RealModel {
  enum class Kind { encoder_decoder, encoder, decoder, vision };

  std::string_view name;
  Kind kind = Kind::decoder;
  std::string_view source;  // paper and place
  std::string_view note;    // what is counted in another way than the paper's model computes; usually empty
  double year = 0;          // of the paper's first version, with the month as a fraction
  int layers = 0;           // of each stack
  int d_model = 0, d_ff = 0;
  int heads = 0, key_value_heads = 0;  // the same number, or fewer: grouped (Ainslie et al. 2023)
  int head_size = 0;                   // where it is not d_model / heads
  int vocabulary = 0;                  // words, or an image model's classes
  int positions = 0;                   // rows of the learned table; 0 without one
  int context = 0;                     // tokens that it was trained with; 0 where the paper does not say
  bool gated = false;                  // feed-forward: SwiGLU (Shazeer 2020), three matrices
  bool attention_bias = false;         // biases in the projections
  bool feed_forward_bias = false;
  bool rotary = false;         // queries and keys turned by their position (Su et al. 2021)
  bool parallel = false;       // attention and feed-forward side by side behind one norm
  bool rms = false;            // norms without a bias
  bool tied = false;           // logits with the embedding's own matrix
  int patch = 0;               // width of an image model's patches, in pixels
  std::int64_t published = 0;  // parameters
  bool exact = false;          // that number is exact; else the few digits of a paper

  int d_head() const { return head_size > 0 ? head_size : d_model / heads; }
};

// The name of a model that nobody published: own_model().
inline constexpr std::string_view own_model_name = "Your own";
// A plain decoder of any size: heads of 128 numbers (one head where d is smaller), d_ff = 4 d, biases
// everywhere, 32,000 words, positions that have no parameters.
RealModel own_model(int d_model, int layers);

// By year, small ones first.
std::span<const RealModel> real_models();
// Null when there is none of that name.
const RealModel* real_model(std::string_view name);

}  // namespace headlight
