// What is asked of a good kind of positions, measured: unique, bounded, deterministic, and the same relation
// at the same distance.
#pragma once

#include <functional>
#include <span>

#include "core/layers/config.h"
#include "core/matrix/matrix.h"

namespace headlight {

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
