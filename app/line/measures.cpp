#include "app/line/measures.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace headlight {
namespace {

std::string value_text(const Measure& measure) {
  std::ostringstream text;
  text << std::setprecision(4) << measure.value << (measure.unit.empty() ? "" : " ") << measure.unit;
  return text.str();
}

}  // namespace

void print_measures(const std::vector<Measure>& measures) {
  std::size_t names = 0;
  std::size_t values = 0;
  for (const Measure& measure : measures) {
    names = std::max(names, measure.name.size());
    values = std::max(values, value_text(measure).size());
  }
  for (const Measure& measure : measures) {
    std::cout << "  " << std::left << std::setw(static_cast<int>(names)) << measure.name << "  " << std::right
              << std::setw(static_cast<int>(values)) << value_text(measure);
    if (!measure.target.empty())
      std::cout << "  " << measure.target << (measure.met() ? "  met" : "  MISSED");
    std::cout << '\n';
  }
}

void print_spreads(const std::vector<Spread>& spreads) {
  if (spreads.empty()) return;
  std::size_t names = 0;
  for (const Spread& spread : spreads) names = std::max(names, spread.name.size());
  std::cout << "  over the seeds: mean (lowest to highest)\n" << std::fixed << std::setprecision(3);
  for (const Spread& spread : spreads) {
    std::cout << "  " << std::left << std::setw(static_cast<int>(names)) << spread.name << "  " << spread.mean
              << " (" << spread.least << " to " << spread.most << ")\n";
  }
  std::cout << std::defaultfloat;
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace headlight
