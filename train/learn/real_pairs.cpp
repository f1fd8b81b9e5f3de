
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/files/compressed.h"
#include "core/files/whole_file.h"
#include "core/matrix/random.h"
#include "core/text/languages.h"
#include "core/text/unicode.h"
#include "train/learn/corpus.h"

namespace headlight {
namespace {

// A few times what all of Tatoeba's pairs of two languages take.
constexpr std::uintmax_t most_packed = 64 << 20;
constexpr std::size_t most_bytes = 256 << 20;

// Longer ones are seldom, and fill a batch with padding.
constexpr std::size_t most_words = 28;

// Of the lines, for the file to be one of pairs.
constexpr double fewest_pairs = 0.5;

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

std::vector<std::string_view> split_at(std::string_view text, char sign) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(sign);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool is_attribution(std::string_view column) {
  return column.starts_with("CC-BY") || column.starts_with("CC BY");
}

// Words with a capital letter or a digit, in small letters.
std::set<std::string> marked_words(std::string_view text) {
  std::set<std::string> marked;
  std::string word;
  bool is_marked = false;
  const auto end_word = [&] {
    if (is_marked) marked.insert(word);
    word.clear();
    is_marked = false;
  };
  for (const char32_t letter : composed_code_points(text)) {
    const bool digit = letter >= U'0' && letter <= U'9';
    if (!is_letter(letter) && !digit && letter != U'-') {
      end_word();
      continue;
    }
    is_marked = is_marked || digit || lower_case(letter) != letter;
    append_utf8(word, lower_case(letter));
  }
  end_word();
  return marked;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<std::string> names_of(const RealPair& pair, std::string_view english, std::string_view french) {
  std::vector<std::string> names;
  if (pair.english.size() < 3) return names;  // "Excellent!" begins with a capital in both, and is no name
  const std::set<std::string> there = marked_words(french);
  for (const std::string& word : marked_words(english)) {
    const bool everywhere = std::all_of(pair.french.begin(), pair.french.end(),
                                        [&](const auto& words) { return has(words, word); });
    if (there.contains(word) && everywhere && has(pair.english, word)) names.push_back(word);
  }
  return names;
}

// Throws std::invalid_argument saying why the line cannot be learned from.
RealPair pair_of(std::string_view line) {
  std::vector<std::string_view> columns = split_at(line, '\t');
  while (columns.size() > 1 && (is_attribution(columns.back()) || trimmed(columns.back()).empty()))
    columns.pop_back();
  if (columns.size() < 2)
    throw std::invalid_argument("there is no translation: write English, a tab and French");
  RealPair pair;
  pair.typed = std::string(trimmed(columns.front()));
  pair.english = english_words(columns.front());
  for (std::size_t i = 1; i < columns.size(); ++i) {
    for (const std::string_view translation : split_at(columns[i], '|')) {
      std::vector<std::string> words = french_words(translation);
      if (words.size() <= most_words &&
          std::find(pair.french.begin(), pair.french.end(), words) == pair.french.end())
        pair.french.push_back(std::move(words));
    }
  }
  if (pair.english.size() > most_words || pair.french.empty())
    throw std::invalid_argument("more than " + std::to_string(most_words) + " words");
  pair.names = names_of(pair, columns[0], columns[1]);
  return pair;
}

std::string key_of(const std::vector<std::string>& words) {
  std::string key;
  for (const std::string& word : words) key += word + ' ';
  return key;
}

std::string read_packed(const std::filesystem::path& file) {
  std::string bytes = read_text(file, most_packed);
  if (!bytes.starts_with("\x1f\x8b")) return bytes;
  try {
    return inflated(bytes, Wrapping::gzip, most_bytes);
  } catch (const InflateError& error) {
    throw FormatError(file, told(error), "copy or download it again");
  }
}

}  // namespace

RealPairs read_real_pairs(const std::filesystem::path& file) {
  const std::string text = read_packed(file);
  std::string_view rest = text;
  if (rest.starts_with(byte_order_mark)) rest.remove_prefix(byte_order_mark.size());
  RealPairs read;
  std::map<std::string, std::size_t> places;
  int number = 0;
  for (std::string_view line : split_at(rest, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    ++read.lines;
    try {
      RealPair pair = pair_of(line);
      const auto [place, added] = places.emplace(key_of(pair.english), read.pairs.size());
      if (added) {
        read.pairs.push_back(std::move(pair));
        continue;
      }
      RealPair& known = read.pairs[place->second];
      for (std::vector<std::string>& words : pair.french)
        if (std::find(known.french.begin(), known.french.end(), words) == known.french.end())
          known.french.push_back(std::move(words));
      std::erase_if(known.names, [&](const std::string& name) { return !has(pair.names, name); });
    } catch (const std::invalid_argument& error) {
      read.skipped.push_back({number, told(error)});
    }
  }
  if (read.pairs.empty() || static_cast<double>(read.skipped.size()) > (1 - fewest_pairs) * read.lines) {
    throw FormatError(file, read.lines == 0 ? "has no sentences" : said_of_skipped(read),
                      "give a file with English, a tab and French in each line, in UTF-8");
  }
  return read;
}

std::string said_of_skipped(const RealPairs& pairs) {
  if (pairs.skipped.empty()) return "";
  constexpr std::size_t most = 3;
  std::string said = thousands(static_cast<long long>(pairs.skipped.size())) + " of " +
                     thousands(pairs.lines) + " lines were left out";
  for (std::size_t i = 0; i < std::min(most, pairs.skipped.size()); ++i)
    said += (i == 0 ? ": line " : "; line ") + std::to_string(pairs.skipped[i].line) + ": " +
            pairs.skipped[i].why;
  return pairs.skipped.size() > most ? said + "; ..." : said;
}

std::vector<RealPair> read_own_pairs(const std::filesystem::path& folder) {
  std::set<std::filesystem::path> files;  // in one order on every machine
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".tsv") files.insert(entry.path());
  std::vector<RealPair> pairs;
  for (const std::filesystem::path& file : files)
    for (RealPair& pair : read_real_pairs(file).pairs) pairs.push_back(std::move(pair));
  return pairs;
}

bool is_own_kept_aside(const RealPair& pair) {
  constexpr std::size_t first_words = 5;
  std::vector<std::string> words = pair.english;
  words.resize(std::min(words.size(), first_words));
  return hash_of_text("own " + key_of(words)) % 10 == 0;
}

bool is_kept_aside(const RealPair& pair) { return hash_of_text("aside " + key_of(pair.english)) % 100 == 0; }

namespace {

// Names and numbers made of parts of those that there are.
class Names {
 public:
  Names(const std::vector<RealPair>& pairs, std::uint64_t seed) : random_(seed) {
    std::set<std::string> all;
    for (const RealPair& pair : pairs) all.insert(pair.names.begin(), pair.names.end());
    for (const std::string& name : all) {
      if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == name.npos && name.size() > 2)
        names_.push_back(name);
    }
  }

  bool can_replace(const std::string& name) const {
    return !names_.empty() && (is_number(name) || std::binary_search(names_.begin(), names_.end(), name));
  }

  std::string instead_of(const std::string& name) {
    if (is_number(name)) {
      std::string number;
      for (std::size_t i = 0; i < name.size(); ++i)
        number += static_cast<char>('0' + (i == 0 ? 1 + random_.below(9) : random_.below(10)));
      return number;
    }
    const std::string& begins = any();
    const std::string& ends = any();
    const auto half = [&](const std::string& word) {
      return static_cast<std::size_t>(2 + random_.below(static_cast<int>(word.size()) - 2));
    };
    const std::size_t cut = half(begins);
    return begins.substr(0, cut) +
           ends.substr(ends.size() - std::min<std::size_t>(half(ends), ends.size() - 1));
  }

 private:
  static bool is_number(const std::string& word) { return word.find_first_not_of("0123456789") == word.npos; }
  const std::string& any() {
    return names_[static_cast<std::size_t>(random_.below(static_cast<int>(names_.size())))];
  }

  std::vector<std::string> names_;
  Random random_;
};

}  // namespace

std::vector<RealPair> with_other_names(const std::vector<RealPair>& pairs, int every, std::uint64_t seed) {
  Names names(pairs, seed);
  std::vector<RealPair> made;
  int turn = 0;
  for (const RealPair& pair : pairs) {
    const auto can = [&](const std::string& name) { return names.can_replace(name); };
    if (std::none_of(pair.names.begin(), pair.names.end(), can) || turn++ % every != 0) continue;
    RealPair& copy = made.emplace_back(pair);
    for (std::string& name : copy.names) {
      if (!can(name)) continue;
      const std::string other = names.instead_of(name);
      std::replace(copy.english.begin(), copy.english.end(), name, other);
      for (std::vector<std::string>& words : copy.french)
        std::replace(words.begin(), words.end(), name, other);
      name = other;
    }
  }
  return made;
}

}  // namespace headlight
