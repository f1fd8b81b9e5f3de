#include "core/text/word_pairs.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace headlight {

namespace {

// The length of the longest common subsequence of what follows places (i, j).
class CommonLengths {
 public:
  CommonLengths(std::span<const std::string> first, std::span<const std::string> second)
      : columns_(second.size() + 1), lengths_((first.size() + 1) * columns_, 0) {
    for (std::size_t i = first.size(); i-- > 0;) {
      for (std::size_t j = second.size(); j-- > 0;) {
        lengths_[i * columns_ + j] =
            first[i] == second[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
      }
    }
  }
  int at(std::size_t i, std::size_t j) const { return lengths_[i * columns_ + j]; }

 private:
  std::size_t columns_;
  std::vector<int> lengths_;
};

// The words from `first` and `second` up to the next common word.
void add_run(std::vector<WordPair>& pairs, std::size_t first, std::size_t first_end, std::size_t second,
             std::size_t second_end) {
  const bool replaced = first_end - first == second_end - second;
  for (; first < first_end; ++first) {
    pairs.push_back({static_cast<int>(first), std::nullopt});
    if (replaced) pairs.back().second = static_cast<int>(second++);
  }
  for (; second < second_end; ++second) pairs.push_back({std::nullopt, static_cast<int>(second)});
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace

std::vector<WordPair> pair_words(std::span<const std::string> first, std::span<const std::string> second) {
  // Most sentences differ in little: only what lies between the common ends is compared word by word.
  const std::size_t shorter = std::min(first.size(), second.size());
  std::size_t before = 0;
  while (before < shorter && first[before] == second[before]) ++before;
  std::size_t after = 0;
  while (after < shorter - before && first.end()[-1 - static_cast<std::ptrdiff_t>(after)] ==
                                         second.end()[-1 - static_cast<std::ptrdiff_t>(after)])
    ++after;
  const std::size_t first_end = first.size() - after;
  const std::size_t second_end = second.size() - after;

  const CommonLengths common(first.subspan(before, first_end - before),
                             second.subspan(before, second_end - before));
  std::vector<WordPair> pairs;
  const auto pair = [&](std::size_t here, std::size_t there) {
    pairs.push_back({static_cast<int>(here), static_cast<int>(there)});
  };
  for (std::size_t i = 0; i < before; ++i) pair(i, i);
  std::size_t i = before;
  std::size_t j = before;
  std::size_t done_first = before;
  std::size_t done_second = before;
  while (i < first_end && j < second_end) {
    if (first[i] == second[j]) {
      add_run(pairs, done_first, i, done_second, j);
      pair(i, j);
      done_first = ++i;
      done_second = ++j;
    } else if (common.at(i + 1 - before, j - before) >= common.at(i - before, j + 1 - before)) {
      ++i;
    } else {
      ++j;
    }
  }
  add_run(pairs, done_first, first_end, done_second, second_end);
  for (std::size_t k = 0; k < after; ++k) pair(first_end + k, second_end + k);
  return pairs;
}

namespace {

// The places of the pieces of each word.
std::vector<std::vector<int>> places_of(const PieceWords& pieces) {
  std::vector<std::vector<int>> places(pieces.words.size());
  for (std::size_t i = 0; i < pieces.word_of.size(); ++i)
    places[pieces.word_of[i]].push_back(static_cast<int>(i));
  return places;
}

}  // namespace

std::vector<WordPair> pair_pieces(const PieceWords& first, const PieceWords& second) {
  const std::vector<std::vector<int>> ones = places_of(first), others = places_of(second);
  std::vector<WordPair> pairs;
  for (const WordPair& word : pair_words(first.words, second.words)) {
    const std::vector<int> none;
    const std::vector<int>& one = word.first ? ones[*word.first] : none;
    const std::vector<int>& other = word.second ? others[*word.second] : none;
    const std::size_t both = std::min(one.size(), other.size());
    for (std::size_t i = 0; i + 1 < both; ++i) pairs.push_back({one[i], other[i]});
    const std::size_t done = both == 0 ? 0 : both - 1;
    for (std::size_t i = done; i + (both > 0 ? 1 : 0) < one.size(); ++i)
      pairs.push_back({one[i], std::nullopt});
    for (std::size_t i = done; i + (both > 0 ? 1 : 0) < other.size(); ++i)
      pairs.push_back({std::nullopt, other[i]});
    if (both > 0) pairs.push_back({one.back(), other.back()});
  }
  return pairs;
}

PieceWords whole_words(std::span<const std::string> tokens) {
  PieceWords pieces{.word_of = {}, .words = {tokens.begin(), tokens.end()}};
  for (std::size_t i = 0; i < tokens.size(); ++i) pieces.word_of.push_back(static_cast<int>(i));
  return pieces;
}

std::vector<WordPair> pairs_of(std::span<const std::string> first, const PieceWords* first_pieces,
                               std::span<const std::string> second, const PieceWords* second_pieces) {
  if (first_pieces == nullptr && second_pieces == nullptr) return pair_words(first, second);
  return pair_pieces(first_pieces != nullptr ? *first_pieces : whole_words(first),
                     second_pieces != nullptr ? *second_pieces : whole_words(second));
}

std::string joint_label(std::string_view first, std::string_view second) {
  if (first == second) return std::string(first);
  const std::vector<std::string_view> a = words_of(first);
  const std::vector<std::string_view> b = words_of(second);
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t before = 0;
  std::size_t after = 0;
  while (before < shorter && a[before] == b[before]) ++before;
  while (after < shorter - before && a[a.size() - 1 - after] == b[b.size() - 1 - after]) ++after;
  // One that only goes on where the other ends ("new", "new york") has nothing to stand before the bar.
  if (before + after == shorter) before = after = 0;
  std::string label;
  const auto append = [&](const std::vector<std::string_view>& words, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) (label += label.empty() ? "" : " ") += words[i];
  };
  append(a, 0, before);
  append(a, before, a.size() - after);
  label += " |";
  append(b, before, b.size() - after);
  append(a, a.size() - after, a.size());
  return label;
}

namespace {

using Words = std::vector<std::string>;
using Pair = std::array<std::string_view, 2>;

bool is_among(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool has_any(const Words& words, std::initializer_list<std::string_view> wanted) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return is_among(word, wanted); });
}

// Whether `pairs` has both, in either order.
bool has_pair(std::span<const Pair> pairs, std::string_view one, std::string_view other) {
  return std::any_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
    return (pair[0] == one && pair[1] == other) || (pair[0] == other && pair[1] == one);
  });
}

// How the end of a masculine word changes, the longest end first.
constexpr std::array<Pair, 15> feminine_ends{{{"teur", "trice"},
                                              {"eur", "euse"},
                                              {"eux", "euse"},
                                              {"oux", "ouse"},
                                              {"er", "ère"},
                                              {"et", "ète"},
                                              {"et", "ette"},
                                              {"en", "enne"},
                                              {"on", "onne"},
                                              {"el", "elle"},
                                              {"os", "osse"},
                                              {"as", "asse"},
                                              {"f", "ve"},
                                              {"c", "que"},
                                              {"", "e"}}};
constexpr std::array<Pair, 17> irregular_genders{{{"il", "elle"},
                                                  {"le", "la"},
                                                  {"mon", "ma"},
                                                  {"ton", "ta"},
                                                  {"son", "sa"},
                                                  {"ce", "cette"},
                                                  {"cet", "cette"},
                                                  {"beau", "belle"},
                                                  {"nouveau", "nouvelle"},
                                                  {"vieux", "vieille"},
                                                  {"fou", "folle"},
                                                  {"doux", "douce"},
                                                  {"faux", "fausse"},
                                                  {"gentil", "gentille"},
                                                  {"blanc", "blanche"},
                                                  {"long", "longue"},
                                                  {"copain", "copine"}}};
constexpr std::array<Pair, 8> addresses{{{"tu", "vous"},
                                         {"te", "vous"},
                                         {"t'", "vous"},
                                         {"toi", "vous"},
                                         {"ton", "votre"},
                                         {"ta", "votre"},
                                         {"tes", "vos"},
                                         {"-tu", "-vous"}}};

std::string_view without_s(std::string_view word) {
  return word.ends_with('s') ? word.substr(0, word.size() - 1) : word;
}

bool is_feminine_of(std::string_view masculine, std::string_view feminine) {
  return std::any_of(feminine_ends.begin(), feminine_ends.end(), [&](const Pair& ends) {
    return masculine.ends_with(ends[0]) && feminine.ends_with(ends[1]) &&
           masculine.size() - ends[0].size() == feminine.size() - ends[1].size() &&
           masculine.substr(0, masculine.size() - ends[0].size()) ==
               feminine.substr(0, feminine.size() - ends[1].size());
  });
}

bool differ_in_gender(std::string_view one, std::string_view other) {
  for (const auto& [a, b] : {Pair{one, other}, Pair{without_s(one), without_s(other)},
                             Pair{one, without_s(other)}, Pair{without_s(one), other}}) {
    if (is_feminine_of(a, b) || is_feminine_of(b, a) || has_pair(irregular_genders, a, b)) return true;
  }
  return false;
}

// The form of a verb behind "vous".
bool is_polite(std::string_view verb) {
  if (is_among(verb, {"chez", "nez", "assez"})) return false;
  return verb.ends_with("ez") || is_among(verb, {"êtes", "dites", "faites"});
}

bool differ_in_address(std::string_view one, std::string_view other) {
  return has_pair(addresses, one, other) || is_polite(one) != is_polite(other);
}

bool differ_in_number(std::string_view one, std::string_view other) {
  return one != other && without_s(one) == without_s(other);
}

bool is_determiner(std::string_view word) {
  return is_among(word,
                  {"le",  "la",  "les",   "l'",  "un",    "une",  "des",   "du",    "au", "aux",   "mon",
                   "ma",  "mes", "ton",   "ta",  "tes",   "son",  "sa",    "ses",   "ce", "cet",   "cette",
                   "ces", "nos", "notre", "vos", "votre", "leur", "leurs", "aucun", "de", "chaque"});
}

// Whether what agrees at `place`, the first place where two sentences differ, agrees with a person who is not
// named: behind je, tu, vous, nous, on, or the first noun itself.
bool is_of_a_person(const Words& french, std::size_t place) {
  const auto before = std::span(french).first(place);
  const auto determiners = std::count_if(before.begin(), before.end(), is_determiner);
  // The noun itself: mon ami, mon amie; or its article, un étudiant, une étudiante.
  if (determiners == 1 && is_determiner(before.back())) return true;
  if (determiners > 0) return false;
  if (is_determiner(french[place])) return place + 1 < french.size();
  return std::any_of(before.begin(), before.end(), [](const std::string& word) {
    return is_among(word, {"je", "j'", "tu", "vous", "nous", "on", "-tu", "-vous", "-nous", "t'", "m'"});
  });
}

}  // namespace

std::optional<LeftOpen> left_open_between(const Words& english, const Words& one, const Words& other) {
  if (one.size() != other.size()) return std::nullopt;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < one.size(); ++i)
    if (one[i] != other[i]) places.push_back(i);
  if (places.empty()) return std::nullopt;
  const auto all = [&](bool (*differ)(std::string_view, std::string_view)) {
    return std::all_of(places.begin(), places.end(),
                       [&](std::size_t place) { return differ(one[place], other[place]); });
  };
  const std::size_t first = places.front();
  if (all(differ_in_gender)) {
    const bool pronoun =
        is_among(one[first], {"il", "elle", "ils", "elles", "-il", "-elle", "-ils", "-elles"});
    if (pronoun && has_any(english, {"it", "they"})) {
      // Of things that are named it may mean one or the other.
      const bool named =
          has_any(english, {"the", "a", "an", "my", "your", "our", "this", "that", "these", "those"});
      return named ? LeftOpen::meaning : LeftOpen::gender;
    }
    if (has_any(english, {"he", "she", "him", "her", "his", "hers", "himself", "herself"}))
      return std::nullopt;
    // Of an article alone nobody knows whether it is the wrong one.
    const bool agrees = std::any_of(places.begin(), places.end(),
                                    [&](std::size_t place) { return !is_determiner(one[place]); });
    if (agrees && is_of_a_person(one, first)) return LeftOpen::gender;
    return std::nullopt;
  }
  if (has_any(english, {"you", "your", "yours", "yourself"}) && all(differ_in_number) &&
      std::any_of(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(first), [](const std::string& word) {
        return is_among(word, {"vous", "-vous"});
      }))
    return LeftOpen::number;
  if (all(differ_in_address)) return LeftOpen::address;
  return std::nullopt;
}

std::string name_of(LeftOpen open) {
  switch (open) {
    case LeftOpen::meaning:
      return "meaning";
    case LeftOpen::gender:
      return "masculine or feminine";
    case LeftOpen::address:
      return "tu or vous";
    case LeftOpen::number:
      return "one person or several";
  }
  return "";
}

}  // namespace headlight
