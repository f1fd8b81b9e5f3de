#include "core/text/french.h"

namespace headlight {

std::string join_french(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    const bool attached = line.empty() || line.back() == '\'' || word == "." || word == ",";
    if (!attached) line += ' ';
    line += word;
  }
  return line;
}

}  // namespace headlight
