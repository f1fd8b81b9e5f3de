#include "app/session/step_range.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {

std::vector<std::string> steps_between(const Trace& trace, const std::string& from, const std::string& to) {
  const std::vector<int>& steps = trace.steps();
  const auto place = [&](const std::string& path) {
    const auto found = std::find(steps.begin(), steps.end(), trace.at(path));
    if (found == steps.end())
      throw std::invalid_argument(path + " is no step; name a value, not a parameter");
    return found;
  };
  if (steps.empty()) return {};
  const auto first = from.empty() ? steps.begin() : place(from);
  const auto last = to.empty() ? steps.end() - 1 : place(to);
  if (last < first) throw std::invalid_argument(to + " comes before " + from + "; exchange the two");
  std::vector<std::string> paths;
  for (auto step = first; step <= last; ++step) paths.push_back(trace.label(*step).path);
  return paths;
}

std::vector<std::string> steps_of_head(const Trace& trace, const Session& session) {
  const std::string head = selected_head_path(session, "");
  std::vector<std::string> paths;
  for (const int step : trace.steps()) {
    const std::string& path = trace.label(step).path;
    if (path.starts_with(head)) paths.push_back(path);
  }
  return paths;
}

}  // namespace headlight
