// Sentences that people wrote, with their translations: a file of pairs, read line by line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace headlight {

// A line that is not learned from, or of which a part is not.
struct SkippedLine {
  int line = 0;     // from 1
  std::string why;  // "no translation"
};

// Words as a translator's grammar writes them: english_words() and french_words().
struct RealPair {
  std::string typed;  // the English line as it stands
  std::vector<std::string> english;
  std::vector<std::vector<std::string>> french;  // one translation or more, no two alike
  std::vector<std::string> names;  // in small letters: what has a capital or a digit in both languages
};

struct RealPairs {
  std::vector<RealPair> pairs;  // no two with the same English words
  int lines = 0;                // that were read
  std::vector<SkippedLine> skipped;
};

// A line has English, a tab, and its translations with tabs between them; what an export of Tatoeba has
// behind them ("CC-BY 2.0 ...") is left out. Packed as gzip or not. Empty lines and such beginning with "#"
// are passed over; every other line that cannot be read is skipped, and said. Throws AccessError, and
// FormatError where hardly a line is a pair.
RealPairs read_real_pairs(const std::filesystem::path& file);

// "12 of 116,753 lines are left out: line 7: no translation; line 9: not UTF-8; ...". Empty without any.
std::string said_of_skipped(const RealPairs& pairs);

// A hundredth of all sentences, chosen by their words alone: never trained on.
bool is_kept_aside(const RealPair& pair);

// Copies of pairs in which the names and numbers that stand in both languages are others, put together at
// random: what a name is called is then nothing to know by heart, but to be copied. One pair in `every` that
// has any; the same for the same seed.
std::vector<RealPair> with_other_names(const std::vector<RealPair>& pairs, int every, std::uint64_t seed);

}  // namespace headlight
