// Words that are said over and over: where a search that has lost its way would go round for ever.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace headlight {

// The length of the run of one to four words that ends `words` three times; 0 where none does.
template <typename Word>
int repeated_run(std::span<const Word> words) {
  constexpr std::size_t longest = 4, times = 3;
  for (std::size_t length = 1; length <= longest && times * length <= words.size(); ++length) {
    const auto end = words.last(times * length);
    if (std::equal(end.begin() + static_cast<std::ptrdiff_t>(length), end.end(), end.begin()))
      return static_cast<int>(length);
  }
  return 0;
}

}  // namespace headlight
