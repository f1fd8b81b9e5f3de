// Which of the programs in a package runs on a machine. A package for every machine holds the program three
// times, for three instruction sets: the products of matrices run up to five times faster in the last than in
// the first.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

// The levels of the x86-64 psABI, from the least to the most; also the names of the folders.
inline constexpr std::array<std::string_view, 3> variants{"x86-64-v2", "x86-64-v3", "x86-64-v4"};

// The variants to try, best first. `runs` is how many of them the processor runs, counted from the first, and
// `asked` one of them by its name, or empty for the best. Throws std::invalid_argument where nothing can run.
inline std::vector<std::string> variants_to_try(std::size_t runs, std::string_view asked) {
  if (runs == 0)
    throw std::invalid_argument("needs a processor with SSE4.2 (x86-64-v2), made since about 2009");
  std::vector<std::string> best_first;
  bool known = asked.empty();
  for (std::size_t i = variants.size(); i-- > 0;) {
    if (!asked.empty() && variants[i] != asked) continue;
    known = true;
    if (i < runs) best_first.emplace_back(variants[i]);
  }
  if (!known || best_first.empty()) {
    throw std::invalid_argument("HEADLIGHT_ARCH is \"" + std::string(asked) + "\", " +
                                (known ? "which this processor does not run" : "which is none") + "; try " +
                                std::string(variants[runs - 1]) + ", or leave it unset");
  }
  return best_first;
}

}  // namespace headlight
