// How measures are printed, and what is JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/models/card.h"

namespace headlight {

// An aligned table: name, value with its unit, target and whether it is met.
void print_measures(const std::vector<Measure>& measures);
// The same for what several seeds gave: mean, least and most. Nothing for no spreads.
void print_spreads(const std::vector<Spread>& spreads);

// For people and programs, indented. What is not UTF-8 (a path may be anything) has U+FFFD instead.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace headlight
