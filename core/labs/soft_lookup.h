// From a dictionary to attention: three ways to ask one table of keys and values. A dictionary needs the key
// itself; the nearest entry is the one whose key has the largest dot product with the query; a soft lookup
// mixes all values by softmax(q.k / T), and goes to the nearest one as T goes to 0. Graves et al. 2014, 3.3;
// Bahdanau et al. 2015.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/models/trace.h"

namespace headlight {

// An example to ask. All its keys are equally long, so that no entry is near to everything.
struct LookupCatalogue {
  std::string_view name;   // "paint"
  std::string_view entry;  // what an entry is: "tin"
  std::span<const std::string_view> entries, attributes, amounts;
  std::span<const float> keys;    // [entries, attributes]
  std::span<const float> values;  // [entries, amounts]
  bool colours = false;           // a value is red, green and blue, from 0 to 1

  Matrix key_rows() const;
  Matrix value_rows() const;
};
const LookupCatalogue& film_catalogue();   // by what they are like; a value is minutes and stars
const LookupCatalogue& paint_catalogue();  // by warm or cool, light or dark; a value is a colour of light

// Records, with query q [1, a], keys K [n, a], values V [n, v] and a temperature above 0:
//   lookup_lab.query, key, value
//   lookup_lab.exact, exact_value      [1, n] a 1 where a key is the query, else 0; times V
//   lookup_lab.scores                  [1, n] q K^T
//   lookup_lab.nearest, nearest_value  [1, n] a 1 at the largest score, shared where several are; times V
//   lookup_lab.scaled                  [1, n] scores / T
//   lookup_lab.weights, mixed          [1, n] softmax of those; times V
// Throws std::invalid_argument where sizes do not fit, or for a temperature that is not above 0.
TracePtr record_soft_lookup(const LookupCatalogue& catalogue, std::span<const float> query,
                            float temperature);

}  // namespace headlight
