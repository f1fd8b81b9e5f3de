// What the lab on lookup finds: one-hot rows times the table, and rows picked by their numbers.
#pragma once

#include <string>
#include <vector>

#include "core/labs/lookup.h"
#include "core/labs/soft_lookup.h"

namespace headlight {

struct LabInput;
struct LabWork;

struct LookupStudy {
  // The rows of the table that are shown: those looked up, and all of it when it is as small as an alphabet.
  std::vector<int> rows;
  std::vector<std::string> names;  // their words
  LookupCost cost;
  double difference = 0;  // the largest between product and lookup
};

// What was asked of a table in three ways; all numbers are recorded.
struct SoftLookupStudy {
  const LookupCatalogue* catalogue = nullptr;
  bool found = false;  // a key is the query itself
};

// Keeps one of the two. Nothing without letters. Maps: "one_hot", "table", "product" and "looked_up".
void compute_lookup(const LabInput& input, LabWork& work);

}  // namespace headlight
