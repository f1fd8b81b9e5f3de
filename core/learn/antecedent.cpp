#include "core/learn/antecedent.h"

#include <algorithm>
#include <vector>

#include "core/learn/words.h"

namespace headlight {
namespace {

template <typename T>
bool has(std::span<const T> words, std::string_view english) {
  return std::any_of(words.begin(), words.end(), [&](const T& word) { return word.english == english; });
}

bool is_animal(std::string_view word) { return has(animals(), word); }
bool is_place(std::string_view word) { return has(places(), word); }
bool is_thing(std::string_view word) { return has(objects(), word) || has(containers(), word); }

bool contains(std::span<const std::string> words, std::string_view wanted) {
  return std::find(words.begin(), words.end(), wanted) != words.end();
}

// 0 or 1 for the noun that can be so, -1 where the cause does not tell.
int only_one(bool first, bool second) {
  if (first == second) return -1;
  return first ? 0 : 1;
}

// What is said of "it", and what it can be said of.
struct Said {
  std::span<const std::string> words;
  std::string_view cue() const { return words.empty() ? std::string_view{} : words.back(); }
  bool of_animal() const {
    return has(animal_adjectives(), cue()) || contains(words, "wants") || contains(words, "wanted");
  }
  bool of_place() const { return has(place_adjectives(), cue()) || contains(words, "full"); }
};

int meant(std::span<const std::string> clause, std::string_view first, std::string_view second, Said said) {
  if (is_animal(first) && is_place(second)) return only_one(said.of_animal(), said.of_place());
  if (is_place(first) && is_animal(second)) return only_one(said.of_place(), said.of_animal());
  if (is_animal(first) && is_animal(second)) {
    const bool negative =
        contains(clause, "not") || contains(clause, "didn't") || contains(clause, "doesn't");
    return only_one(has(attacker_reasons(negative), said.cue()), has(attacked_reasons(negative), said.cue()));
  }
  if (is_thing(first) && is_thing(second) && contains(clause, "fit"))
    return only_one(has(too_big(), said.cue()), has(too_small(), said.cue()));
  return -1;
}

}  // namespace

std::optional<Antecedent> find_antecedent(std::span<const std::string> words) {
  if (std::count(words.begin(), words.end(), "it") != 1) return std::nullopt;
  const auto it = static_cast<std::size_t>(std::find(words.begin(), words.end(), "it") - words.begin());
  const std::span<const std::string> clause = words.first(it);
  std::vector<int> nouns;
  for (std::size_t place = 0; place < it; ++place) {
    if (is_animal(words[place]) || is_place(words[place]) || is_thing(words[place]))
      nouns.push_back(static_cast<int>(place));
  }
  if (nouns.size() == 1) return Antecedent{static_cast<int>(it), nouns[0]};
  if (nouns.size() != 2) return std::nullopt;
  Said said{words.subspan(it + 1)};
  if (!said.words.empty() && said.words.back() == ".") said.words = said.words.first(said.words.size() - 1);
  const int which = meant(clause, words[static_cast<std::size_t>(nouns[0])],
                          words[static_cast<std::size_t>(nouns[1])], said);
  if (which < 0) return std::nullopt;
  return Antecedent{static_cast<int>(it), nouns[static_cast<std::size_t>(which)]};
}

}  // namespace headlight
