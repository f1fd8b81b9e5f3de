#include "core/grammar/typed_words.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace headlight::grammar {

namespace {

using Words = std::vector<std::string>;

// Words that are no table of their own.
const std::vector<Words>& small_kinds() {
  static const std::vector<Words> kinds{
      {"was", "seemed", "looked", "became", "remained"},
      {"is", "seems", "looks", "becomes", "remains"},
      {"because", "since", "as", "and", "but", "."},
      {"didn't", "doesn't", "can't", "won't", "couldn't"},
      {"too", "very", "so", "really"},
      {"i", "you", "he", "she", "we", "they"},
      {"me", "him", "her", "us", "them"},
      {"the", "a", "my", "your", "his", "her", "our", "their", "this"},
      {"in", "on", "under", "behind", "near"},
  };
  return kinds;
}

// The words of one kind for every word of another: the causes of a place for a cause of the animal.
struct Pairing {
  std::string_view own, partner;
};
constexpr std::array kPairings{Pairing{"animal_cause", "place_cause"},
                               Pairing{"place_cause", "animal_cause"},
                               Pairing{"too_big", "too_small"},
                               Pairing{"too_small", "too_big"},
                               Pairing{"colour", ""},
                               Pairing{"origin", ""},
                               Pairing{"field", ""},
                               Pairing{"passive", ""}};

// What may stand behind it, by its first frame: "cross the street", "walk to the street", "sleep".
std::string behind(const Verb& verb) {
  std::string slots;
  if (verb.frames.empty()) return slots;
  for (const Slot& slot : verb.frames.front().slots) {
    slots += std::to_string(static_cast<int>(slot.kind)) + slot.english + " ";
    if (!slot.classes.empty()) slots += slot.classes.front().substr(0, slot.classes.front().find('.'));
  }
  return slots;
}

void add(Words& words, const std::string& word, std::string_view but) {
  if (word != but && !word.empty() && std::find(words.begin(), words.end(), word) == words.end())
    words.push_back(word);
}

Words nouns_like(const Noun& noun, std::string_view english) {
  Words words;
  const bool plural = !noun.only_plural && noun.english_plural == english && noun.english != english;
  for (const Noun& other : lexicon().nouns()) {
    if (other.traits.first() == noun.traits.first())
      add(words, plural ? other.english_plural : other.english, english);
  }
  return words;
}

// Hungry is a noun in French, and a cause like tired all the same.
bool is_state(std::string_view english) {
  const std::vector<Fixed>& states = lexicon().fixed("avoir");
  return std::any_of(states.begin(), states.end(),
                     [&](const Fixed& state) { return state.english == english; });
}

Words of_role(std::string_view role, std::string_view but) {
  Words words;
  for (const Adjective& other : lexicon().adjectives())
    if (other.roles.has(role)) add(words, other.english, but);
  if (role == "animal_cause") {
    for (const Fixed& state : lexicon().fixed("avoir")) add(words, state.english, but);
  }
  return words;
}

Words causes_like(const Pairing& pairing, std::string_view english) {
  Words words = of_role(pairing.own, english);
  for (const std::string& other : of_role(pairing.partner, english)) add(words, other, english);
  return words;
}

Words adjectives_like(const Adjective& adjective) {
  for (const Pairing& pairing : kPairings)
    if (adjective.roles.has(pairing.own)) return causes_like(pairing, adjective.english);
  Words words;
  for (const Adjective& other : lexicon().adjectives()) {
    if (other.of.first() == adjective.of.first() && other.precedes == adjective.precedes)
      add(words, other.english, adjective.english);
  }
  return words;
}

Words verbs_like(std::string_view english) {
  for (const auto form : {&Verb::past, &Verb::base, &Verb::third, &Verb::ing}) {
    for (const Verb& verb : lexicon().verbs()) {
      if (verb.*form != english) continue;
      Words words;
      for (const Verb& other : lexicon().verbs())
        if (behind(other) == behind(verb)) add(words, other.*form, english);
      return words;
    }
  }
  return {};
}

// Asked for each word of a sentence in every frame. A word that stands twice is the first of them.
template <typename Word>
using ByEnglish = std::unordered_map<std::string_view, const Word*>;

template <typename Word>
const Word* found_in(const ByEnglish<Word>& words, std::string_view english) {
  const auto found = words.find(english);
  return found == words.end() ? nullptr : found->second;
}

ByEnglish<Noun> nouns_by_english() {
  ByEnglish<Noun> nouns;
  for (const auto form : {&Noun::english, &Noun::english_plural}) {
    for (const Noun& noun : lexicon().nouns())
      if (!(noun.*form).empty()) nouns.emplace(noun.*form, &noun);
  }
  return nouns;
}

ByEnglish<Adjective> adjectives_by_english() {
  ByEnglish<Adjective> adjectives;
  for (const Adjective& adjective : lexicon().adjectives()) adjectives.emplace(adjective.english, &adjective);
  return adjectives;
}

}  // namespace

const Noun* find_noun(std::string_view english) {
  static const ByEnglish<Noun> nouns = nouns_by_english();
  return found_in(nouns, english);
}

const Adjective* find_adjective(std::string_view english) {
  static const ByEnglish<Adjective> adjectives = adjectives_by_english();
  return found_in(adjectives, english);
}

bool is_noun(std::string_view english) { return find_noun(english) != nullptr; }

std::vector<std::string> words_of_same_kind(std::string_view english) {
  for (const Words& kind : small_kinds()) {
    if (std::find(kind.begin(), kind.end(), english) == kind.end()) continue;
    Words others;
    for (const std::string& word : kind) add(others, word, english);
    return others;
  }
  if (is_state(english)) return causes_like(kPairings.front(), english);
  if (const Noun* noun = find_noun(english)) return nouns_like(*noun, english);
  if (const Adjective* adjective = find_adjective(english)) return adjectives_like(*adjective);
  return verbs_like(english);
}

}  // namespace headlight::grammar

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

  bool any(auto is) const {
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

std::vector<NounAt> nouns_before_it(std::span<const std::string> words) {
  if (std::count(words.begin(), words.end(), "it") != 1) return {};
  const auto it = static_cast<std::size_t>(std::find(words.begin(), words.end(), "it") - words.begin());
  std::vector<NounAt> nouns;
  for (const Found& found : nouns_in(words.first(it))) {
    const bool known = std::any_of(nouns.begin(), nouns.end(),
                                   [&](const NounAt& other) { return other.noun == found.noun; });
    if (!known) nouns.push_back({found.place, found.noun});
  }
  return nouns;
}

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
