#include "core/text/left_open.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <string_view>

namespace headlight {
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
