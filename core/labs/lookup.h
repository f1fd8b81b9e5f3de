// A lookup next to the product it stands for: one-hot rows times a matrix, and rows picked by their number.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/models/trace.h"

namespace headlight {

// The letters A to Z of a text, as numbers 0 to 25; everything else is left out, and what is behind `most`.
std::vector<int> letters_of(std::string_view text, int most);
std::string letters_text(std::span<const int> letters);

struct LookupTask {
  std::vector<int> tokens;                                     // T numbers of rows
  std::vector<std::string> words;                              // what they are called
  std::shared_ptr<const std::vector<std::string>> vocabulary;  // V names, of all rows
};

// Records both ways, with E [V, d]:
//   lookup_lab.one_hot    [T, V]  a single 1 in each row
//   lookup_lab.product    [T, d]  one_hot × E
//   lookup_lab.looked_up  [T, d]  the rows of E with the numbers in lookup_lab.tokens [T, 1]
//   lookup_lab.difference [T, d]  product − looked_up
// E is the parameter `embedding` ("source.embedding") of a model when `lender` owns it, else
// "lookup_lab.table"; edits of it are in force.
TracePtr record_lookup(const LookupTask& task, ConstView table, std::shared_ptr<const void> lender = nullptr,
                       const std::string& embedding = "", const std::vector<Edit>& edits = {});

// A table of random numbers, normal(0, 1), of `rows` names.
Matrix random_table(int rows, int columns, std::uint64_t seed);

// How much work both ways are: the product multiplies and adds T V d times, the lookup reads T d numbers.
struct LookupCost {
  std::int64_t product_terms = 0;
  std::int64_t lookup_terms = 0;
  std::int64_t product_reads = 0;  // numbers of E
  std::int64_t lookup_reads = 0;
};
LookupCost lookup_cost(const Trace& trace);

// From a dictionary to attention: three ways to ask one table of keys and values. A dictionary needs the key
// itself; the nearest entry is the one whose key has the largest dot product with the query; a soft lookup
// mixes all values by softmax(q.k / T), and goes to the nearest one as T goes to 0. Graves et al. 2014, 3.3;
// Bahdanau et al. 2015.

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
