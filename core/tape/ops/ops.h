// Every op of the tape. To add one: core/tape/README.md.
// T are rows (tokens), d columns (dimensions); T_q asks, T_k is asked. Where an op depends on the place of a
// token, `first` is that of its first row (of the tokens that ask): rows can be computed behind earlier ones.
#pragma once

#include "core/tape/op.h"

namespace headlight {

// A lookup, which is one-hot times matrix. (tokens [T, 1], E [V, d]) -> [T, d]
OpPtr lookup();
// How the numbers of a place are its waves.
struct Sinusoids {
  double base = 10000;
  bool halves = false;      // all sines stand before all cosines
  bool sines_only = false;  // column k is sin(pos / base^(k/d)): no pairs

  auto operator<=>(const Sinusoids&) const = default;
  // What the position is divided by in a column.
  double divisor(int column, int dimensions) const;
  bool is_cosine(int column, int dimensions) const;
};
// PE(pos, 2i) = sin(pos / base^(2i/d)), PE(pos, 2i+1) = cos(...). No inputs -> [tokens, d]. Vaswani et
// al. 2017, 3.5.
OpPtr sinusoidal_positions(int tokens, int dimensions, int first = 0, const Sinusoids& how = {});
// The number of the token, counted from 1: 1, 2, 3. In all columns, or in the first `filled` of them and 0 in
// the others. With a `length` above 0 it is divided by that. No inputs -> [tokens, d].
OpPtr counted_positions(int tokens, int dimensions, int filled, int first = 0, int length = 0);
// A bias for the distance between two tokens, read from a learned table: b(j - i), the distance clipped to
// the table's ends. (table [heads, 2 reach + 1]) -> [queries, keys]. Shaw et al. 2018; Raffel et al.
// 2020, 2.1.
OpPtr relative_bias(int head, int queries, int keys, int first = 0);
// -slope |j - i|: the farther, the less. No inputs -> [queries, keys]. ALiBi; Press et al. 2022, section 3.
OpPtr linear_bias(int queries, int keys, float slope, int first = 0);
// How fast each pair of dimensions turns: pair i by pos / base^(2i/d), slowed down for long texts.
struct Rotation {
  double base = 10000;
  bool halves = false;  // pair i are the dimensions i and i + d/2, not 2i and 2i+1
  // A turn that is slowed down takes so many times as long.
  double factor = 1;
  // With `trained` tokens, a pair that turns fewer than `slow_turns` times within them is slowed down, one
  // that turns more than `fast_turns` times is not, and between them in part (Llama 3.1). 0: all are.
  double slow_turns = 1, fast_turns = 4;
  int trained = 0;
  int size = 0;  // so many dimensions turn, the first ones; 0 for all

  // What the position is divided by, where so many dimensions turn.
  double divisor(int pair, int dimensions) const;
};
// Every pair of dimensions turned, so that a dot product of two of them depends on the distance alone.
// (x [T, d]) -> same shape. RoPE; Su et al. 2021, 3.4.2.
OpPtr rotate(const Rotation& how, int first = 0);
inline OpPtr rotate(double base, int first = 0) { return rotate(Rotation{.base = base}, first); }
// The rows begin .. begin + count: of a learned table of positions, or the last word alone.
// (x [T, d]) -> [count, d]
OpPtr rows(int begin, int count);

// x times a number. (x) -> same shape
OpPtr scale(float factor);
// x √n, and x / √n: the factors of the paper, explained with their roots.
OpPtr scale_by_root(int n);
OpPtr divide_by_root(int n);
// cap tanh(x / cap): between -cap and cap. (x) -> same shape
OpPtr soft_cap(float cap);
// a + b. (a, b) -> same shape
OpPtr add();
// a times b, cell by cell. (a, b) -> same shape
OpPtr multiply();

// x W + b over the columns begin .. begin + count of W and b: one head's share of a projection. Without b, x
// W. (x [T, d_in], W [d_in, d_out], b [1, d_out] or none) -> [T, count]
OpPtr linear(int begin, int count);
// x E^T + b: logits with the embedding's own matrix ("tied"; Press and Wolf 2017).
// (x [T, d], E [V, d], b [1, V] or none) -> [T, V]
OpPtr tied_linear();
// Q K^T: every query with every key. (Q [T_q, d], K [T_k, d]) -> [T_q, T_k]
OpPtr dot_products();
// v · tanh(q + k) of every query with every key, q and k already projected (Bahdanau et al. 2015, A.1.2).
// (Q [T_q, d], K [T_k, d], v [1, d]) -> [T_q, T_k]
// With `own` keys of each query, those of the first above those of the second: of several texts or pictures
// that are learned together. (Q [T_q, d], K [T_q own, d], v [1, d]) -> [T_q, own]
OpPtr additive_alignment(int own = 0);
// A V: the values, mixed by the weights. (A [T_q, T_k], V [T_k, d]) -> [T_q, d]
// With `own` values of each query, those of the first above those of the second, T_k = own.
// (A [T_q, own], V [T_q own, d]) -> [T_q, d]
OpPtr mix(int own = 0);

// How a square window, such as a kernel, goes over pictures of `height` x `width`, `pictures` of them one
// below the other.
struct SlidingWindow {
  int height = 0, width = 0;
  int kernel = 1, stride = 1;
  int padding = 0;  // pixels of nothing around each picture
  int pictures = 1;

  int out_height() const { return (height + 2 * padding - kernel) / stride + 1; }
  int out_width() const { return (width + 2 * padding - kernel) / stride + 1; }
};
// out(y, x) = b + sum over i, j of x(s y + i - p, s x + j - p) W(i, j), for a stride s and a padding p: of
// each cell the sum over the patch under it, from which pixels beyond the edge are missing. Pixels are rows,
// line by line. LeCun et al. 1989. (x [N H W, C_in], W [k k C_in, C_out], whose rows go by i, j and channel,
// b [1, C_out]) -> [N H' W', C_out]
OpPtr convolve(const SlidingWindow& how);
// out(y, x) = the largest of x(s y + i - p, s x + j - p) over i, j, of each channel; pixels beyond the edge
// are missing. (x [N H W, C]) -> [N H' W', C]. LeCun et al. 1998, II.B has the mean; Boureau et al. 2010
// compare the two.
OpPtr max_pool(const SlidingWindow& how);

// Minus infinity where a query may not look: later keys if `causal`; earlier ones if `ahead`; keys `window`
// or more away if window > 0. (scores [T_q, T_k]) -> same shape. Vaswani et al. 2017, 3.2.3.
OpPtr mask(bool causal, int window, bool ahead = false, int first = 0);
// Minus infinity where query and key are not of one sentence: several stand in one matrix when a batch is
// learned. (scores [T_q, T_k], sentence of every query [T_q, 1], of every key [T_k, 1]) -> [T_q, T_k]
OpPtr separate();
// exp(x_j) / sum_k exp(x_k) in every row. (x) -> same shape
OpPtr softmax();
// x_j / sum_k x_k in every row. (x) -> same shape
OpPtr divide_by_sum();
// Side by side: the heads' outputs, or a word's vector and its position. (h_0 [T, d_v], h_1 ...) -> [T, h
// d_v]
OpPtr concatenate();
// One below the other: the states of every time. (h_0 [B, d], h_1 ...) -> [T B, d]
OpPtr stack();
// The columns begin .. begin + count: one gate of several that were computed together. (x [T, d]) -> [T,
// count]
OpPtr column_range(int begin, int count);
// (1 - z) a + z b, cell by cell: how an update gate lets new and old state through (Cho et al. 2014, 2.3).
// (z, a, b) -> same shape
OpPtr blend();

enum class Normalization { layer, scale_only, rms };
// layer: gain (x - mean) / sqrt(variance + epsilon) + bias (Ba et al. 2016); scale_only: the same without
// bias; rms: gain x / sqrt(mean of squares + epsilon) (Zhang and Sennrich 2019). Over each row. (x [T, d],
// gain [1, d], bias [1, d] for layer) -> [T, d]
OpPtr normalize(Normalization kind, float epsilon);
// Each column normalized by its mean and variance over all rows, those of x and of `others`: gain
// (x - mean) / sqrt(variance + epsilon) + bias. (x [T, d], gain [1, d], bias [1, d]) or with others [n, d]
// behind them -> [T, d]. Batch normalization as it is trained; Ioffe and Szegedy 2015.
OpPtr batch_normalize(float epsilon);

enum class Activation { relu, gelu, gelu_tanh, gelu_sigmoid, silu, sigmoid, tanh };
// relu max(0, x); gelu x Phi(x) (Hendrycks and Gimpel 2016); gelu_tanh its approximation as in GPT-2,
// gelu_sigmoid a rougher one, x / (1 + e^(-1.702 x)), as in CLIP; silu x / (1 + e^-x); sigmoid 1 / (1 +
// e^-x); tanh. (x) -> same shape
OpPtr activate(Activation kind);

// Each cell is dropped with probability `rate`, the others divided by 1 - rate; drawn from the tape's noise.
// (x) -> same shape. Srivastava et al. 2014; in training only.
OpPtr dropout(float rate);
// Each row is dropped whole with probability `rate`; the others stay as they are. (x) -> same shape
OpPtr drop_rows(float rate);
// Sum over rows of the cross-entropy with label smoothing (Szegedy et al. 2016): q = (1 - s) one-hot + s / V.
// A row whose target is -1 is not asked and adds nothing. (logits [T, V], targets [T, 1]) -> [1, 1]
OpPtr cross_entropy(float smoothing);

}  // namespace headlight
