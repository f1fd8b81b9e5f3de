#include "core/text/fuzzy_match.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace headlight {
namespace {

bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_capital(char c) { return c >= 'A' && c <= 'Z'; }
char small_letter(char c) {
  if (c == '^') return '_';
  return is_ascii_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
// Letters of other alphabets are bytes above 127 in UTF-8.
bool in_word(char c) {
  return is_ascii_digit(c) || (small_letter(c) >= 'a' && small_letter(c) <= 'z') ||
         static_cast<unsigned char>(c) > 127;
}

// A capital behind a small letter, too: "Norm" in "LayerNorm".
bool starts_word(std::string_view text, std::size_t at) {
  if (at == 0 || !in_word(text[at - 1])) return true;
  return is_ascii_digit(text[at]) != is_ascii_digit(text[at - 1]) ||
         (is_ascii_capital(text[at]) && !is_ascii_capital(text[at - 1]));
}

// The number that begins at `at`, whole, when the query asks for one there.
bool same_number(std::string_view word, std::size_t letter, std::string_view text, std::size_t at) {
  if (!is_ascii_digit(word[letter])) return true;
  const bool begins = letter == 0 || !is_ascii_digit(word[letter - 1]);
  if (begins && at > 0 && is_ascii_digit(text[at - 1])) return false;
  const bool ends = letter + 1 == word.size() || !is_ascii_digit(word[letter + 1]);
  return !ends || at + 1 == text.size() || !is_ascii_digit(text[at + 1]);
}

// What a letter counts beside 1; side by side is better than a start, so that a word is more than initials.
constexpr int word_start = 8;
constexpr int neighbour = 9;
constexpr int after_gap = -3;
constexpr int is_the_name = 400;
constexpr int has_the_query = 40;
constexpr int has_numbered = 40;
constexpr std::size_t words_ahead = 2;  // a piece begins at the next word, or the one after
// What a question is asked with, of whatever it is about.
constexpr std::array<std::string_view, 62> asking = {
    "a",      "an",    "and",   "any",   "are",   "at",    "be",    "because", "between", "by",   "can",
    "come",   "could", "did",   "do",    "does",  "each",  "every", "explain", "for",     "from", "get",
    "gets",   "give",  "has",   "have",  "how",   "i",     "in",    "into",    "is",      "it",   "its",
    "make",   "makes", "me",    "mean",  "means", "my",    "need",  "needs",   "of",      "on",   "one",
    "should", "so",    "that",  "the",   "then",  "there", "this",  "to",      "use",     "used", "was",
    "we",     "what",  "where", "which", "who",   "why",   "you"};
constexpr int impossible = std::numeric_limits<int>::min() / 2;

// Which word each byte belongs to.
std::vector<std::size_t> word_numbers(std::string_view text) {
  std::vector<std::size_t> numbers(text.size());
  std::size_t number = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i > 0 && in_word(text[i]) && starts_word(text, i)) ++number;
    numbers[i] = number;
  }
  return numbers;
}

// The best way to find the letters of `word` in order: best[l][t] ends with letter l on text[t].
std::optional<FuzzyMatch> match_word(std::string_view word, std::string_view text, bool pieces) {
  const std::size_t letters = word.size();
  const std::size_t size = text.size();
  if (letters > size) return std::nullopt;
  const std::vector<std::size_t> number = word_numbers(text);
  std::vector<std::vector<int>> best(letters, std::vector<int>(size, impossible));
  std::vector<std::vector<int>> from(letters, std::vector<int>(size, -1));
  for (std::size_t l = 0; l < letters; ++l) {
    for (std::size_t t = 0; t < size; ++t) {
      if (small_letter(word[l]) != small_letter(text[t]) || !same_number(word, l, text, t)) continue;
      int& here = best[l][t];
      const bool starts = starts_word(text, t);
      const int own = 1 + (starts ? word_start : 0);
      if (l == 0) {
        if (starts) here = own;
        continue;
      }
      if (t > 0 && best[l - 1][t - 1] > impossible) {
        here = best[l - 1][t - 1] + own + neighbour;
        from[l][t] = static_cast<int>(t) - 1;
      }
      for (std::size_t u = t; pieces && starts && u-- > 0 && number[t] - number[u] <= words_ahead;) {
        if (best[l - 1][u] <= impossible || best[l - 1][u] + own + after_gap <= here) continue;
        here = best[l - 1][u] + own + after_gap;
        from[l][t] = static_cast<int>(u);
      }
    }
  }
  const auto end = std::max_element(best.back().begin(), best.back().end());
  if (*end <= impossible) return std::nullopt;
  FuzzyMatch match{*end, {}};
  int at = static_cast<int>(end - best.back().begin());
  for (std::size_t l = letters; l-- > 0;) {
    match.positions.push_back(at);
    at = from[l][at];
  }
  std::reverse(match.positions.begin(), match.positions.end());
  return match;
}

// How many bytes of what parts words begin the text: spaces, hyphens, the signs between the parts of a name.
std::size_t parting(std::string_view text) {
  for (const std::string_view sign : {" ", "-", ",", ":", "–", "·", "“", "”"}) {
    if (text.starts_with(sign)) return sign.size();
  }
  return 0;
}

// Small letters, with one space for each row of signs that part words.
std::string plain_words(std::string_view text) {
  std::string made;
  while (!text.empty()) {
    const std::size_t parts = parting(text);
    if (parts == 0) {
      made += small_letter(text[0]);
    } else if (!made.empty() && made.back() != ' ') {
      made += ' ';
    }
    text.remove_prefix(std::max<std::size_t>(parts, 1));
  }
  if (made.ends_with(' ')) made.pop_back();
  return made;
}

bool has_words(const std::string& text, const std::string& words) {
  for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    if ((at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ' ')) return true;
  }
  return false;
}

// A number belongs to the word before it: "head 2 layer 0" is head 2 of layer 0, not the other way round.
int numbered_words(const std::string& query, const std::string& text) {
  int found = 0;
  for (std::size_t word = 0; word < query.size();) {
    const std::size_t space = query.find(' ', word);
    if (space == std::string::npos) break;
    const std::size_t end = std::min(query.find(' ', space + 1), query.size());
    if (space + 1 < query.size() && is_ascii_digit(query[space + 1]))
      found += has_words(text, query.substr(word, end - word)) ? 1 : 0;
    word = space + 1;
  }
  return found;
}

int bonus(const std::string& query, std::string_view name) {
  const std::string text = plain_words(name);
  if (text == query) return is_the_name;
  const int more = has_numbered * numbered_words(query, text);
  for (std::size_t at = text.find(query); at != std::string::npos; at = text.find(query, at + 1)) {
    if (starts_word(text, at)) return more + has_the_query;
  }
  return more;
}

std::optional<FuzzyMatch> match_each_word(std::string_view query, std::string_view text, bool pieces) {
  FuzzyMatch all;
  const std::string words = plain_words(query);
  std::string_view rest = words;
  while (!rest.empty()) {
    const std::size_t space = rest.find(' ');
    const std::string_view word = rest.substr(0, space);
    rest = space == std::string_view::npos ? "" : rest.substr(space + 1);
    const auto match = match_word(word, text, pieces);
    if (!match) return std::nullopt;
    all.score += match->score;
    all.positions.insert(all.positions.end(), match->positions.begin(), match->positions.end());
  }
  std::sort(all.positions.begin(), all.positions.end());
  all.positions.erase(std::unique(all.positions.begin(), all.positions.end()), all.positions.end());
  return all;
}

}  // namespace

std::optional<FuzzyMatch> fuzzy_match(std::string_view query, std::string_view text) {
  return match_each_word(query, text, true);
}

std::optional<FuzzyMatch> match_beginnings(std::string_view query, std::string_view text) {
  return match_each_word(query, text, false);
}

bool has_these_words(std::string_view query, std::string_view text) {
  const std::string asked = plain_words(query);
  return !asked.empty() && has_words(plain_words(text), asked);
}

std::vector<std::string> words_asked(std::string_view query) {
  std::string asked = plain_words(query);
  std::erase_if(asked, [](char c) { return c == '?' || c == '!'; });
  std::vector<std::string> words;
  std::string_view rest = asked;
  while (!rest.empty()) {
    const std::size_t space = rest.find(' ');
    const std::string_view word = rest.substr(0, space);
    rest = space == std::string_view::npos ? "" : rest.substr(space + 1);
    const bool only_asks = std::find(asking.begin(), asking.end(), word) != asking.end();
    if (!word.empty() && !only_asks) words.emplace_back(word);
  }
  if (words.empty() && !asked.empty()) words.push_back(asked);
  return words;
}

std::optional<FuzzyMatch> match_names(std::string_view query, std::string_view name,
                                      std::span<const std::string> also) {
  const std::string asked = plain_words(query);
  const auto scored = [&](std::string_view text) {
    std::optional<FuzzyMatch> match = fuzzy_match(asked, text);
    if (match) match->score += bonus(asked, text) - static_cast<int>(text.size()) / 16;
    return match;
  };
  std::optional<FuzzyMatch> best = scored(name);
  for (const std::string& each : also) {
    auto match = scored(each);
    if (!match || (best && best->score >= match->score)) continue;
    match->positions.clear();
    best = std::move(match);
  }
  return best;
}

}  // namespace headlight
