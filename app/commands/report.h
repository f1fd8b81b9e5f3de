// How measures are printed: for a program as one object, for a person as a table.
#pragma once

#include <string>
#include <vector>

#include "core/models/card.h"

namespace headlight {

// {"name": ..., "machine": ..., "measures": [...]} with `json`, else a table.
void print_report(const std::string& name, const std::vector<Measure>& measures, bool json);

// An aligned table: name, value with its unit, target and whether it is met.
void print_measures(const std::vector<Measure>& measures);
// The same for what several seeds gave: mean, least and most. Nothing for no spreads.
void print_spreads(const std::vector<Spread>& spreads);

// Processor, cores, compiler and kind of build: "AMD EPYC 7B13, 2 cores; GCC 12.2.0, release, AVX2".
std::string machine();

}  // namespace headlight
