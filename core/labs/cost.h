// What a model costs: parameters, multiply-adds, memory, as functions of its architecture and of T tokens.
// Matrix products alone are counted: n x m times m x p takes n m p multiply-adds.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/tape/tape.h"

namespace headlight {

// Published models by the numbers of their architecture, each with where they are written.

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

struct Parameters {
  std::int64_t embeddings = 0;    // words, positions, segments, patches
  std::int64_t attention = 0;     // projections of all layers: d h d_h + 2 d h_kv d_h + h d_h d
  std::int64_t feed_forward = 0;  // 2 d d_ff, or 3 d d_ff with a gate
  std::int64_t norms = 0;
  std::int64_t head = 0;  // pooler, classes, logits that are not tied
  std::int64_t total() const { return embeddings + attention + feed_forward + norms + head; }
};
Parameters parameters_of(const RealModel& model);

// One pass over T tokens, batch 1; an encoder-decoder reads T and writes T. Products of queries and keys are
// counted for all pairs, masked ones too, as they are computed when all words are there at once.
struct Cost {
  double multiply_adds = 0;
  double weights = 0;  // bytes of all T x T weights of all heads and layers, at 16 bits
  double cache = 0;    // bytes of the keys and values kept for the next word, at 16 bits; 0 without a decoder
  // Bytes of the values of all steps, each kept on its own for a backward pass, at 16 bits: word vectors and
  // their sum with positions (and segments at once); Q, K, V, those turned by their position; scores,
  // weights, mixed values, projections; hidden values before and behind the activation, times their gate;
  // norms, sums of residuals; logits and their softmax. What only scales, masks or lays side by side is done
  // in place; no dropout.
  double activations = 0;

  Cost operator*(double texts) const {  // read at once: batch B
    return {multiply_adds * texts, weights * texts, cache * texts, activations * texts};
  }
};
Cost cost_of(const RealModel& model, double tokens);

// What is kept of every token while a model writes on, so that it is not computed again: keys and values of
// heads, of fewer heads, or the vector that they are made from.
struct KeptModel {
  enum class Kind {
    each_head,  // MHA: keys and values of every head (Vaswani et al. 2017)
    groups,     // GQA: of fewer heads, which groups of queries share (Ainslie et al. 2023)
    one_head,   // MQA: of one (Shazeer 2019)
    latent,     // MLA: one vector for keys and values of all heads (DeepSeek-V2 2024, 2.1)
    window,     // some layers keep the last tokens alone (Beltagy et al. 2020)
  };
  std::string_view name;
  Kind kind = Kind::each_head;
  std::string_view source;
  int layers = 0, heads = 0, key_value_heads = 0, head_size = 0;
  int latent = 0;    // numbers of that vector, and of the key that is turned by its position
  int window = 0;    // tokens that are kept in a layer with a window; 0: no layer has one
  int sees_all = 1;  // of so many layers the last sees all; 0: none does

  int layers_that_see_all() const;
  double numbers() const;             // of a token, in a layer: 2 h_kv d_h, or those of the vector
  double bytes(double tokens) const;  // of all layers, at 16 bits a number
  // How many times as much it would be with keys and values of every head, all of them kept.
  double saved(double tokens) const;
};
std::span<const KeptModel> kept_models();

// How the largest of the models in real_models() grew: the straight line over log10 of the most parameters of
// each year, by least squares.
struct Growth {
  std::vector<const RealModel*> largest;  // of each year that has one, by year
  double year = 0, log10 = 0;             // their means: the line passes there
  double slope = 0;                       // of log10 a year

  double parameters(double at) const;  // 10^(log10 + slope (at - year))
  double factor() const;               // 10^slope: a year's growth
};
// Of the papers from the beginning of that year on.
Growth growth_since(int year);

// One layer over n words with d numbers each. A recurrent layer is h_t = tanh(W x_t + U h_t-1); an attention
// layer projects Q, K, V and its output and mixes n x n, which is more for every n. Vaswani et al. 2017,
// table 1, leaves the projections out: n^2 d against n d^2, less where n < d.
double recurrent_multiply_adds(double n, double d);  // 2 n d^2
double attention_multiply_adds(double n, double d);  // 4 n d^2 + 2 n^2 d

// The multiply-adds of a recorded step, as its op counts them.
std::int64_t multiply_adds(const Tape& tape, int node);
// Of all steps whose path begins so.
std::int64_t multiply_adds(const Tape& tape, std::string_view path);

// What it costs to read a picture by convolutions and by attention between patches. Matrix products and
// convolutions alone are counted, as in cost.h.

struct PictureCost {
  std::int64_t parameters = 0;
  double multiply_adds = 0;
};

// ResNet-50 (He et al. 2016, table 1) for a square picture, 1000 classes; a block of a new stage halves the
// picture in its 3 x 3 convolution, as in torchvision. Parameters with the gain and bias of each batch
// normalization.
PictureCost resnet_50_cost(int side);
// ViT-B/16 (Dosovitskiy et al. 2021, table 1) for such a picture in patches of 16 x 16, and the token of its
// class; with a row of its table of positions for each.
PictureCost vit_base_cost(int side);

// One layer that turns a grid of cells with d numbers each into another one.
double convolution_multiply_adds(double cells, double d, int kernel = 3);  // kernel^2 cells d^2
// Of attention: attention_multiply_adds(cells, d), cost.h: 4 cells d^2 + 2 cells^2 d, less than a 3 x 3
// convolution while there are fewer than 2.5 d cells.

// How many layers of a convolution until two opposite corners of a square grid can meet in one cell: each
// reaches (kernel - 1) / 2 cells farther. Of attention it is one.
int layers_to_meet(int cells_wide, int kernel = 3);

}  // namespace headlight
