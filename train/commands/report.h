// A report of measures: for a program as one object, for a person as a table.
#pragma once

#include <string>
#include <vector>

#include "core/models/card.h"

namespace headlight {

// A measure that was not made, or would not be fair.
struct LeftOut {
  std::string name, why;
};

// {"name": ..., "machine": ..., "measures": [...], "left_out": [...]} with `json`, else a table.
void print_report(const std::string& name, const std::vector<Measure>& measures, bool json,
                  const std::vector<LeftOut>& left_out = {});

// Processor, cores, compiler and kind of build: "AMD EPYC 7B13, 2 cores; GCC 12.2.0, release, AVX2".
std::string machine();

}  // namespace headlight
