#include "core/figure/rich_text.h"

#include <algorithm>

namespace headlight {

std::string RichText::plain() const {
  std::string text;
  for (const TextRun& run : runs) {
    if (run.rise != 0 && !run.text.empty()) text += run.rise > 0 ? '^' : '_';
    text += run.text;
  }
  return text;
}

bool RichText::empty() const {
  return std::all_of(runs.begin(), runs.end(), [](const TextRun& run) { return run.text.empty(); });
}

}  // namespace headlight
