// A lookup next to the product it stands for: one-hot rows times a matrix, and rows picked by their number.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
// E is the model's parameter "parameters.source.embedding" when `lender` owns it, else "lookup_lab.table";
// edits of it are in force.
TracePtr record_lookup(const LookupTask& task, ConstView table, std::shared_ptr<const void> lender = nullptr,
                       const std::vector<Edit>& edits = {});

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

}  // namespace headlight
