// A piece of a sentence in both languages at once, and which English word each French word translates.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grammar/random.h"
#include "core/learn/words.h"

namespace headlight {

struct Phrase {
  std::vector<std::string> english, french;
  std::vector<int> alignment;  // [french] place in `english`, or -1 for articles, clitics, auxiliaries

  // Words are separated by spaces; an empty string adds nothing.
  Phrase& add_english(std::string_view words);
  Phrase& add_french(std::string_view words);
  Phrase& add_french_content(std::string_view word, int translates);

  // A word and the word that translates it.
  Phrase& add_pair(std::string_view english_word, std::string_view french_word);

  Phrase& add(const Phrase& next);

  int last_english() const { return static_cast<int>(english.size()) - 1; }
  int next_french() const { return static_cast<int>(french.size()); }
};

// Whether le, la, ne, je and que lose their vowel before `french`: before a vowel or a mute h (l'homme), not
// before an aspirated one (le hibou).
bool elides(std::string_view french);

std::string_view article(Gender gender, std::string_view next);  // le, la, l'
std::string_view negation(std::string_view next);                // ne, n'
std::string_view partitive(const Noun& noun);                    // du, de la, de l'
std::string plural(std::string_view french);                     // of an adjective or a profession

// "the old bird" -> "le vieil oiseau", "the black bird" -> "l'oiseau noir". With a chance of `percent` one
// adjective of `before` or `after` (French places); the noun is the last English word.
Phrase noun_phrase(GrammarRandom& random, const Noun& noun, std::span<const Adjective> before,
                   std::span<const Adjective> after, int percent);

// "the bird" -> "l'oiseau"
Phrase the(const Noun& noun);

}  // namespace headlight
