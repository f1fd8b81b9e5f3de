#include "train/commands/report.h"

#include <iostream>

#include "app/line/measures.h"
#include "core/platform/process.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

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

}  // namespace

std::string machine() {
  return processor_name() + ", " + std::to_string(core_count()) + " cores; " +
#if defined(__clang__)
         "Clang "
#else
         "GCC "
#endif
         __VERSION__ ", " +
         build() + ", " + instructions();
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
