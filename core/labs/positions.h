// Every kind of positions on its own, without a sentence: vectors of places, biases for distances, rotations.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/layers/config.h"
#include "core/models/trace.h"

namespace headlight {

// "source.positions" P [places, d], a vector for each place, and "source.similarity" P P^T [places, places].
// The first places are labelled with `words`. Sinusoids: Vaswani et al. 2017, 3.5.
TracePtr record_sinusoids(int places, int dimensions, const std::vector<std::string>& words);
// The same with the rows of a learned table [at least places, d].
TracePtr record_table(const Matrix& table, int places, const std::vector<std::string>& words);

// For each head H: "encoder.0.self_attention.head.H.position_bias" [places, places], what the distance adds
// to a score, and ".weights", the softmax of it alone: where a head would look if all words were alike.
// ALiBi, -slope |j - i| (Press et al. 2022, section 3): a head for each slope. `one_sided`: even heads look
// back only and odd heads ahead only, what is left of the bias is ".masked".
TracePtr record_alibi(std::span<const float> slopes, int places, const std::vector<std::string>& words,
                      bool one_sided = false);
// Relative, b(j - i) from a table [heads, 2 reach + 1] (Shaw et al. 2018; Raffel et al. 2020, 2.1).
TracePtr record_relative(const Matrix& table, int places, const std::vector<std::string>& words);
// ALiBi's own slopes: 2^(-8/heads), and every further head that factor again.
std::vector<float> alibi_slopes(int heads);
// Those that a model with this config takes in its encoder.
std::vector<float> model_slopes(const TransformerConfig& config);

// One query and one key [1, d] set at every place and turned there (RoPE, Su et al. 2021, 3.4.2):
// "encoder.0.self_attention.head.0.query", "key", "query_rotated", "key_rotated" [places, d] and "scores"
// [places, places], whose cell [i, j] is their dot product when the query stands at i and the key at j.
TracePtr record_rotation(const Matrix& query, const Matrix& key, int places, double base);

// The sinusoid of one dimension, also between two places.
double sinusoid(double place, int dimension, int dimensions);
// The words for one turn of a pair of dimensions: 2 pi base^(2 pair / d).
double wavelength(int pair, int dimensions, double base = 10000);

}  // namespace headlight
