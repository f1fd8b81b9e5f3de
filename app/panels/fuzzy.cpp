#include "app/panels/fuzzy.h"

#include <algorithm>
#include <limits>

namespace headlight {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
char small(char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; }
// Letters of other alphabets are bytes above 127 in UTF-8.
bool in_word(char c) {
  return is_digit(c) || (small(c) >= 'a' && small(c) <= 'z') || static_cast<unsigned char>(c) > 127;
}

bool starts_word(std::string_view text, std::size_t at) {
  return at == 0 || !in_word(text[at - 1]) || (is_digit(text[at]) != is_digit(text[at - 1]));
}

// The number that begins at `at`, whole, when the query asks for one there.
bool same_number(std::string_view word, std::size_t letter, std::string_view text, std::size_t at) {
  if (!is_digit(word[letter])) return true;
  const bool begins = letter == 0 || !is_digit(word[letter - 1]);
  if (begins && at > 0 && is_digit(text[at - 1])) return false;
  const bool ends = letter + 1 == word.size() || !is_digit(word[letter + 1]);
  return !ends || at + 1 == text.size() || !is_digit(text[at + 1]);
}

// What a letter counts beside 1; side by side is better than a start, so that a word is more than initials.
constexpr int word_start = 8;
constexpr int neighbour = 9;
constexpr int after_gap = -3;
constexpr int impossible = std::numeric_limits<int>::min() / 2;

// The best way to find the letters of `word` in order: best[l][t] ends with letter l on text[t].
std::optional<FuzzyMatch> match_word(std::string_view word, std::string_view text) {
  const std::size_t letters = word.size();
  const std::size_t size = text.size();
  if (letters > size) return std::nullopt;
  std::vector<std::vector<int>> best(letters, std::vector<int>(size, impossible));
  std::vector<std::vector<int>> from(letters, std::vector<int>(size, -1));
  for (std::size_t l = 0; l < letters; ++l) {
    int before = l == 0 ? 0 : impossible;  // the best end of the letters before, left of t
    int before_at = -1;
    for (std::size_t t = 0; t < size; ++t) {
      if (small(word[l]) == small(text[t]) && same_number(word, l, text, t)) {
        const int own = 1 + (starts_word(text, t) ? word_start : 0);
        best[l][t] = before > impossible ? before + own + (l == 0 ? 0 : after_gap) : impossible;
        from[l][t] = before_at;
        if (l > 0 && t > 0 && best[l - 1][t - 1] > impossible &&
            best[l - 1][t - 1] + own + neighbour > best[l][t]) {
          best[l][t] = best[l - 1][t - 1] + own + neighbour;
          from[l][t] = static_cast<int>(t) - 1;
        }
      }
      if (l > 0 && best[l - 1][t] > before) {
        before = best[l - 1][t];
        before_at = static_cast<int>(t);
      }
    }
  }
  const auto end = std::max_element(best.back().begin(), best.back().end());
  if (*end <= impossible) return std::nullopt;
  FuzzyMatch match{*end, {}};
  int at = static_cast<int>(end - best.back().begin());
  for (std::size_t l = letters; l-- > 0;) {
    match.positions.push_back(at);
    at = from[l][static_cast<std::size_t>(at)];
  }
  std::reverse(match.positions.begin(), match.positions.end());
  return match;
}

}  // namespace

std::optional<FuzzyMatch> fuzzy_match(std::string_view query, std::string_view text) {
  FuzzyMatch all;
  while (!query.empty()) {
    const std::size_t space = query.find(' ');
    const std::string_view word = query.substr(0, space);
    query = space == std::string_view::npos ? "" : query.substr(space + 1);
    if (word.empty()) continue;
    const auto match = match_word(word, text);
    // Letters strewn over the text are no word of it.
    if (!match || match->score < 2 * static_cast<int>(word.size())) return std::nullopt;
    all.score += match->score;
    all.positions.insert(all.positions.end(), match->positions.begin(), match->positions.end());
  }
  std::sort(all.positions.begin(), all.positions.end());
  all.positions.erase(std::unique(all.positions.begin(), all.positions.end()), all.positions.end());
  return all;
}

}  // namespace headlight
