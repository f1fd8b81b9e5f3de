#include "core/text/nearest.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/text/in_quotes.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr int kOffered = 4;
constexpr int kNamed = 4;       // words in one message
constexpr int kCompared = 100;  // letters

// Of anything that can be typed.
std::u32string letters_of(std::string_view word) { return code_points(shortened(word, kCompared)); }

int common_beginning(std::u32string_view a, std::u32string_view b) {
  const auto ends = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<int>(ends.first - a.begin());
}

int distance(std::u32string_view from, std::u32string_view to) {
  // Three rows of the table are enough: a swap looks two rows back.
  std::vector<int> before_last(to.size() + 1), last(to.size() + 1), row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const int changed = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[to.size()];
}

bool can_be_offered(std::string_view word) {
  return !word.empty() && word.front() != '<' && word != "." && word != ",";
}

std::string with_place(const std::string& word, int place) {
  return in_quotes(word) + " (word " + std::to_string(place + 1) + ")";
}

// "; try cat, cats"
std::string to_try(std::string_view before, const std::vector<Suggestion>& instead) {
  std::string text;
  for (const Suggestion& each : instead)
    text += (text.empty() ? std::string(before) + "try " : ", ") + shortened(each.word);
  return text;
}

std::string message(const std::string& word, int place, const std::vector<Suggestion>& instead) {
  return "sentence: " + with_place(word, place) + " is not in the vocabulary of this model" +
         to_try("; ", instead);
}

// Each word once.
std::string messages(const std::vector<UnknownWord>& all) {
  std::string text = all.front().what();
  for (std::size_t i = 1; i < all.size(); ++i) {
    const UnknownWord& each = all[i];
    if (std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const UnknownWord& other) { return other.word == each.word; }))
      continue;
    text += "; nor is " + with_place(each.word, each.place) + to_try(": ", each.instead);
  }
  return text;
}

}  // namespace

int edit_distance(std::string_view from, std::string_view to) {
  return distance(letters_of(from), letters_of(to));
}

std::optional<std::string> nearest_name(std::string_view typed, const std::vector<std::string>& names) {
  const std::u32string letters = letters_of(typed);
  std::optional<std::string> nearest;
  int most = std::max(1, static_cast<int>(letters.size()) / 3);
  for (const std::string& name : names) {
    const int edits = distance(letters, letters_of(name));
    if (edits > most) continue;
    most = edits - 1;
    nearest = name;
  }
  return nearest;
}

std::vector<std::string> nearest_words(const Vocabulary& vocabulary, std::string_view word, int count) {
  const std::u32string letters = letters_of(word);
  std::vector<std::tuple<int, bool, int, int>> ranked;  // distance, other letters, minus the beginning, id
  for (int id = 0; id < vocabulary.size(); ++id) {
    if (!can_be_offered(vocabulary.word(id))) continue;
    const std::u32string known = letters_of(vocabulary.word(id));
    const bool same_letters = std::is_permutation(letters.begin(), letters.end(), known.begin(), known.end());
    ranked.emplace_back(distance(letters, known), !same_letters, -common_beginning(letters, known), id);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> nearest;
  for (const auto& [edits, others, beginning, id] : ranked) {
    if (static_cast<int>(nearest.size()) >= count) break;
    nearest.push_back(vocabulary.word(id));
  }
  return nearest;
}

UnknownWord::UnknownWord(std::string unknown, int at, std::vector<Suggestion> offered)
    : std::invalid_argument(message(unknown, at, offered)),
      word(std::move(unknown)),
      place(at),
      instead(std::move(offered)) {}

UnknownWord::UnknownWord(const std::vector<UnknownWord>& all)
    : std::invalid_argument(messages(all)),
      word(all.front().word),
      place(all.front().place),
      instead(all.front().instead) {}

std::vector<UnknownWord> unknown_words(const Vocabulary& vocabulary, const std::vector<std::string>& words,
                                       int most) {
  std::vector<UnknownWord> unknown;
  for (int place = 0; place < static_cast<int>(words.size()); ++place) {
    const std::string& word = words[static_cast<std::size_t>(place)];
    if (vocabulary.id(word) || static_cast<int>(unknown.size()) >= most) continue;
    unknown.emplace_back(word, place, suggestions(vocabulary, word, kOffered));
  }
  return unknown;
}

std::vector<int> encode(const Vocabulary& vocabulary, const std::vector<std::string>& words) {
  std::vector<int> ids;
  ids.reserve(words.size());
  for (const std::string& word : words) {
    const std::optional<int> id = vocabulary.id(word);
    if (!id) throw UnknownWord(unknown_words(vocabulary, words, kNamed));
    ids.push_back(*id);
  }
  return ids;
}

}  // namespace headlight
