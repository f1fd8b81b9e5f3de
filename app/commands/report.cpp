#include "app/commands/report.h"
#include "app/commands/output.h"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "core/text/in_quotes.h"

namespace headlight {
namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t colon = line.find(':');
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

constexpr const char* instructions() {
#if defined(__AVX512F__)
  return "AVX-512";
#elif defined(__AVX2__)
  return "AVX2";
#else
  return "baseline instructions";
#endif
}

constexpr const char* build() {
#if defined(__SANITIZE_ADDRESS__)
  return "sanitizers";
#elif defined(NDEBUG)
  return "release";
#else
  return "debug";
#endif
}

std::string value_text(const Measure& measure) {
  std::ostringstream text;
  text << std::setprecision(4) << measure.value << (measure.unit.empty() ? "" : " ") << measure.unit;
  return text.str();
}

}  // namespace

std::string machine() {
  return processor() + ", " + std::to_string(std::max(1U, std::thread::hardware_concurrency())) + " cores; " +
#if defined(__clang__)
         "Clang "
#else
         "GCC "
#endif
         __VERSION__ ", " +
         build() + ", " + instructions();
}

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

void print_report(const std::string& name, const std::vector<Measure>& measures, bool json,
                  const std::vector<LeftOut>& left_out) {
  if (!json) {
    std::cout << printable(name) << "\n  " << machine() << '\n';
    print_measures(measures);
    for (const LeftOut& row : left_out) std::cout << "  " << row.name << " left out: " << row.why << '\n';
    return;
  }
  nlohmann::ordered_json object{{"name", name}, {"machine", machine()}};
  object["measures"] = nlohmann::ordered_json::array();
  for (const Measure& measure : measures) {
    nlohmann::ordered_json entry{
        {"name", measure.name}, {"value", measure.value}, {"unit", measure.unit}, {"target", measure.target}};
    if (!measure.target.empty()) entry["met"] = measure.met();
    object["measures"].push_back(std::move(entry));
  }
  for (const LeftOut& row : left_out) object["left_out"].push_back({{"name", row.name}, {"why", row.why}});
  std::cout << json_text(object) << '\n';
}

}  // namespace headlight
