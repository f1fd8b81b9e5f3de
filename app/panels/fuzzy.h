// Finding what was meant by a few typed letters.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace headlight {

struct FuzzyMatch {
  int score = 0;               // the higher, the better
  std::vector<int> positions;  // of the letters found, in bytes, in order
};

// Every word of `query` has to be in `text`: its letters in their order, best side by side and at the start
// of a word. Capitals do not count; digits only as whole numbers, so that "head 1" is not "head 10". An empty
// query finds everything.
std::optional<FuzzyMatch> fuzzy_match(std::string_view query, std::string_view text);

}  // namespace headlight
