#include "core/text/french.h"

namespace headlight {

std::string join_french(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    const bool piece = word.starts_with("##");
    const bool attached =
        line.empty() || line.back() == '\'' || word == "." || word == "," || word.starts_with('-') || piece;
    if (!attached) line += ' ';
    line += piece ? word.substr(2) : word;
  }
  return line;
}

}  // namespace headlight
