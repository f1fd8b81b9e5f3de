// Every kind of positions on its own, without a sentence: vectors of places, biases for distances, rotations.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/layers/config.h"
#include "core/matrix/matrix.h"
#include "core/models/trace.h"

namespace headlight {

// "source.positions" P [places, d], a vector for each place, and "source.similarity" P P^T [places, places].
// The first places are labelled with `words`. Sinusoids: Vaswani et al. 2017, 3.5.
TracePtr record_sinusoids(int places, int dimensions, const std::vector<std::string>& words,
                          const Sinusoids& how = {});
// The same with 1, 2, 3 in the first column and 0 in the others; with a `length` above 0 divided by it.
TracePtr record_counted(int places, int dimensions, const std::vector<std::string>& words, int length = 0);
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
// Those that a model with this config takes where it reads.
std::vector<float> model_slopes(const TransformerConfig& config);

// One query and one key [1, d] set at every place and turned there (RoPE, Su et al. 2021, 3.4.2):
// "encoder.0.self_attention.head.0.query", "key", "query_rotated", "key_rotated" [places, d] and "scores"
// [places, places], whose cell [i, j] is their dot product when the query stands at i and the key at j.
TracePtr record_rotation(const Matrix& query, const Matrix& key, int places, double base);

// The sinusoid of one dimension, also between two places.
double sinusoid(double place, int dimension, int dimensions, const Sinusoids& how = {});
// The words for one turn of a pair of dimensions: 2 pi base^(2 pair / d).
double wavelength(int pair, int dimensions, double base = 10000);

// What is asked of a good kind of positions, measured: unique, bounded, deterministic, and the same relation
// at the same distance.

// With what was measured for each.
struct PlaceProperties {
  double smallest_distance = 0;   // between the rows of two places
  double largest = 0;             // magnitude of a value, for so many places; of a table, in all of it
  double largest_far = 0;         // and for far_places; of a table, in all of it
  double sentence_deviation = 0;  // of a place's numbers, from one sentence to a longer one
  int most_places = 0;            // rows of a learned table; 0: no end
  int distances = 0;              // that a relative table tells apart, farther ones are clipped; 0: no end
  double same_distance = 0;       // largest difference of the relation of pairs equally far apart
  double relation_range = 0;      // largest minus smallest relation

  bool unique() const;
  // A table of finitely many numbers is bounded whatever they are; for a formula it takes the measurement.
  bool finite() const { return most_places > 0 || distances > 0; }
  bool bounded() const;
  bool deterministic() const;  // the same in every sentence, whatever its words and its length
  bool relative() const;       // same distance, same relation
};

inline constexpr int far_places = 1024;

// Of `places` places and vectors of so many dimensions. `table`: the learned one [rows, its own dimensions],
// or the relative one [heads, 2 reach + 1], of which head 0 is measured; unused by the other kinds.
PlaceProperties measure_places(Positions kind, int places, int dimensions, const Matrix& table);

// What a kind gives the places of a sentence of these words, a row for each: [words, any].
using GivenPlaces = std::function<Matrix(std::span<const int> words)>;
// As an encoder with this kind records it: vectors of places, the biases of head 0, or a query of ones after
// its turn. For none nothing is recorded, and a column of zeros given.
GivenPlaces recorded_places(Positions kind, int dimensions, const Matrix& table);
// The largest difference between what the same place is given in a sentence of `shorter` words and in one of
// `longer`, other words: 0 where it depends on the place alone. Biases are compared between the shared
// places.
double sentence_deviation(const GivenPlaces& given, int shorter, int longer);

// The largest difference between two cells of a matrix that lie on the same diagonal.
double diagonal_deviation(ConstView matrix);

}  // namespace headlight
