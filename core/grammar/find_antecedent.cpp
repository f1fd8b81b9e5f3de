#include "core/grammar/find_antecedent.h"

#include <algorithm>
#include <vector>

#include "core/grammar/same_kind.h"

namespace headlight {
namespace {

using grammar::Adjective;
using grammar::Noun;

bool contains(std::span<const std::string> words, std::string_view wanted) {
  return std::find(words.begin(), words.end(), wanted) != words.end();
}

// 0 or 1 for the noun that can be so, -1 where the cause does not tell.
int only_one(bool first, bool second) {
  if (first == second) return -1;
  return first ? 0 : 1;
}

// What is said of "it", and what it can be said of.
class Said {
 public:
  explicit Said(std::span<const std::string> words) : words_(words) {
    // Of "short" there are two, court and petit.
    for (const Adjective& adjective : grammar::lexicon().adjectives())
      if (contains(words, adjective.english)) adjectives_.push_back(&adjective);
  }

  bool of(const Noun& noun) const {
    if (contains(words_, "full")) return noun.is("place");
    if (is_wish() || is_state()) return noun.is("animal") || noun.is("person");
    return any([&](const Adjective& adjective) { return adjective.suits(noun); });
  }
  bool has(std::string_view role) const {
    return any([&](const Adjective& adjective) { return adjective.roles.has(role); });
  }

 private:
  bool is_wish() const { return contains(words_, "wants") || contains(words_, "wanted"); }
  bool is_state() const {
    const auto& states = grammar::lexicon().fixed("avoir");
    return std::any_of(states.begin(), states.end(),
                       [&](const grammar::Fixed& state) { return contains(words_, state.english); });
  }

  template <typename Is>
  bool any(Is is) const {
    return std::any_of(adjectives_.begin(), adjectives_.end(),
                       [&](const Adjective* adjective) { return is(*adjective); });
  }

  std::span<const std::string> words_;
  std::vector<const Adjective*> adjectives_;
};

int meant(std::span<const std::string> clause, const Noun& first, const Noun& second, const Said& said) {
  if (contains(clause, "fit")) return only_one(said.has("too_big"), said.has("too_small"));
  if (first.is("animal") && second.is("animal")) {
    const bool negative =
        contains(clause, "not") || contains(clause, "didn't") || contains(clause, "doesn't");
    return only_one(said.has(negative ? "holds_back" : "attacks"),
                    said.has(negative ? "feared" : "attacked"));
  }
  return only_one(said.of(first), said.of(second));
}

struct Found {
  int place = 0;
  const Noun* noun = nullptr;
};

// The nouns that "it" can mean: a word that is also an adjective is one where no noun follows it.
std::vector<Found> nouns_in(std::span<const std::string> words) {
  std::vector<Found> nouns;
  for (std::size_t place = 0; place < words.size(); ++place) {
    const Noun* noun = grammar::find_noun(words[place]);
    const bool can_be_meant =
        noun != nullptr && noun->english == words[place] && !noun->is("name") && !noun->is("person");
    const bool describes = place + 1 < words.size() && grammar::find_adjective(words[place]) != nullptr &&
                           grammar::is_noun(words[place + 1]);
    if (can_be_meant && !describes) nouns.push_back({static_cast<int>(place), noun});
  }
  return nouns;
}

}  // namespace

std::optional<Antecedent> find_antecedent(std::span<const std::string> words) {
  if (std::count(words.begin(), words.end(), "it") != 1) return std::nullopt;
  const auto it = static_cast<std::size_t>(std::find(words.begin(), words.end(), "it") - words.begin());
  const std::vector<Found> nouns = nouns_in(words.first(it));
  if (nouns.size() == 1) return Antecedent{static_cast<int>(it), nouns[0].place};
  if (nouns.size() != 2) return std::nullopt;
  std::span<const std::string> cause = words.subspan(it + 1);
  if (!cause.empty() && cause.back() == ".") cause = cause.first(cause.size() - 1);
  const int which = meant(words.first(it), *nouns[0].noun, *nouns[1].noun, Said(cause));
  if (which < 0) return std::nullopt;
  return Antecedent{static_cast<int>(it), nouns[which].place};
}

}  // namespace headlight
