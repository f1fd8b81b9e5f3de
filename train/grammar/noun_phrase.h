// Nouns with what belongs to them, and pronouns: what a sentence is about.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <span>

#include "train/grammar/phrase.h"

namespace headlight {

// Random choices that are the same on every machine and with every compiler.

// SplitMix64 (Steele, Lea and Flood, 2014). The standard library's distributions differ between compilers.
class GrammarRandom {
 public:
  explicit GrammarRandom(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  // 0 .. count-1. The high half is scaled, so the bias is below 2^-32 * count: nothing here.
  int below(int count) {
    return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(count)) >> 32);
  }

  // 0 .. n-1, each as likely as its weight says.
  int among(std::initializer_list<int> weights) {
    int die = below(std::accumulate(weights.begin(), weights.end(), 0));
    int chosen = 0;
    for (const int weight : weights) {
      if (die < weight) break;
      die -= weight;
      ++chosen;
    }
    return chosen;
  }

  bool chance(int percent) { return below(100) < percent; }

  template <typename T>
  const T& pick(std::span<const T> choices) {
    return choices[static_cast<std::size_t>(below(static_cast<int>(choices.size())))];
  }

  template <typename T, std::size_t N>
  const T& pick(const T (&choices)[N]) {
    return pick(std::span<const T>(choices));
  }

 private:
  std::uint64_t state_;
};

}  // namespace headlight

namespace headlight::grammar {

enum class Determiner { definite, indefinite, bare, possessive, demonstrative, number, many, every, all };

struct NounPhrase {
  Phrase phrase;  // as a subject; for a pronoun je, tu ...
  Gender gender = Gender::masculine;
  bool plural = false;            // in English
  bool plural_in_french = false;  // the hair is, les cheveux sont
  int person = 3;
  int head = 0;                // English place of the noun within `phrase`
  const Noun* noun = nullptr;  // none for a pronoun
  std::string name;            // what is held out together: the noun, or the pronoun
  std::string object;          // English form as an object: me, him; empty: as the subject
  std::string clitic;          // me, le, lui: what French puts before the verb; empty for a noun
  std::string stressed;        // moi, lui: after a preposition
  bool denies = false;         // nobody: personne ne
  bool indefinite = false;     // its first French word is un, une, des, du ...: "de" under a negation

  // Which form of a verb it takes: je, tu, il, nous, vous, ils.
  int form() const { return (plural_in_french ? 3 : 0) + person - 1; }
  bool is_pronoun() const { return noun == nullptr && !clitic.empty(); }
};

struct NounOptions {
  std::optional<Determiner> determiner = std::nullopt;
  std::optional<bool> plural = std::nullopt;
  int adjectives = 18;   // percent
  bool generic = false;  // "I love cats": les chats, not des chats
};

// "the old bird" -> "le vieil oiseau", "my sisters" -> "mes sœurs", "some bread" -> "du pain". What the
// options leave open is drawn.
NounPhrase noun_phrase(GrammarRandom& random, const Noun& noun, const NounOptions& options = {});
// A noun of the classes ("person,animal"), with all that.
NounPhrase some_noun(GrammarRandom& random, const std::string& classes, const NounOptions& options = {});
const Noun& pick_noun(GrammarRandom& random, const std::string& classes);

// One of a list of words. Every other time it is one that is said most, if some draws find one.
template <typename Word>
const Word& usual(GrammarRandom& random, std::span<const Word* const> words) {
  const Word& first = *random.pick(words);
  if (first.everyday || random.chance(50)) return first;
  for (int tries = 0; tries < 5; ++tries) {
    const Word& other = *random.pick(words);
    if (other.everyday) return other;
  }
  return first;
}
const Verb& pick_verb(GrammarRandom& random);

// "the bird", nothing else.
NounPhrase the(const Noun& noun, bool plural = false);
// The same without its first English word: "cat" and le chat, as headlines and kinds are named.
NounPhrase without_english_article(NounPhrase noun);

// "one hour", "two hours": from 1 to 12.
Phrase counted(int number, const Noun& noun);

// i, you, he, she, it, we, they; `gender` of what is meant, where the language does not say it.
NounPhrase pronoun(std::string_view english, Gender gender = Gender::masculine);
NounPhrase some_pronoun(GrammarRandom& random);
// tom, mary
NounPhrase some_name(GrammarRandom& random);
// someone, everyone
NounPhrase everyone(GrammarRandom& random);
// "the cat and the dog"; a French preposition is said again before the second.
NounPhrase joined(const NounPhrase& first, const NounPhrase& second, std::string_view preposition = {});

// The noun phrase as an object: its English, and its French where it stands after the verb. Under a negation
// "un chat" is "de chat".
Phrase as_object(const NounPhrase& noun, bool negated);
Phrase after_preposition(const NounPhrase& noun);

// my, your, his, her, our, their, its
struct Possessive {
  std::string_view english, masculine, feminine, plural;
};
std::span<const Possessive> possessives();
const Possessive& possessive_of(const NounPhrase& owner);
// Its French form for what is owned: mon amie, but ma sœur.
FrenchWord agreeing(const Possessive& possessive, Gender gender, bool plural);

// The adjective's French form for these nouns.
FrenchWord agreeing(const Adjective& adjective, Gender gender, bool plural, int translates);

}  // namespace headlight::grammar
