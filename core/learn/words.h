// The lexicon of the translator's corpus: English words, their French, and what French grammar asks of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

enum class Gender { masculine, feminine };
// Short, for the tables of words.
inline constexpr Gender kM = Gender::masculine;
inline constexpr Gender kF = Gender::feminine;

// What a place is, so that an adjective or a verb is only used where it makes sense. Combined with |.
using Traits = unsigned;
inline constexpr Traits kWay = 1;      // a street, a bridge: can be blocked, winding
inline constexpr Traits kWater = 2;    // a river, a lake
inline constexpr Traits kLand = 4;     // a forest, a hill
inline constexpr Traits kBuilt = 8;    // a museum, a village
inline constexpr Traits kInside = 16;  // French says "dans": one can enter it

struct Noun {
  std::string_view english, french;
  Gender gender;
  Traits traits = 0;
  std::string_view english_plural = {}, french_plural = {};  // only where the corpus needs them
};

struct Adjective {
  std::string_view english, masculine, feminine;
  Traits suits = ~0U;                            // the places it can be said of
  std::string_view masculine_before_vowel = {};  // vieil, bel, nouvel; empty: as masculine
  bool has_degrees = true;                       // false: a thing is closed or not, never very closed

  std::string_view form(Gender gender) const { return gender == Gender::masculine ? masculine : feminine; }
};

// "entered" -> "est entré dans": the participle agrees with the subject after être.
struct Verb {
  std::string_view base, past, third;  // cross, crossed, crosses
  std::string_view participle, present;
  std::string_view preposition = {}, french_preposition = {};  // in, dans
  bool with_etre = false;
  Traits needs = 0;  // traits the place must have, all of them
};

// A word with one translation that never changes.
struct Fixed {
  std::string_view english, french;
  Traits suits = ~0U;
};

// Nouns.
std::span<const Noun> animals();
std::span<const Noun> places();
std::span<const Noun> objects();
std::span<const Noun> containers();
std::span<const Noun> humans();
std::span<const Noun> relatives();     // said with "my"
std::span<const Noun> documents();     // what is signed
std::span<const Noun> institutions();  // what it is about
std::span<const Noun> authorities();   // who signs
std::span<const Noun> burdens();       // what one bears
std::span<const Noun> contests();      // what a team plays
std::span<const Noun> prizes();        // what a team wins
std::span<const Noun> weathers();      // because of the rain
std::span<const Noun> foods();
std::span<const Noun> animals_in_numbers();  // the animals that also appear in the plural
std::span<const Fixed> contents();           // full of ...
std::span<const Fixed> teams();
std::span<const Fixed> months();
std::span<const std::string_view> years();

// Adjectives. No word stands in both of the first two lists: the cause alone tells what "it" is.
std::span<const Adjective> animal_adjectives();
std::span<const Adjective> place_adjectives();
std::span<const Adjective> neutral_adjectives();  // of anything, where there is nothing to decide
std::span<const Adjective> too_big();             // why the object does not fit
std::span<const Adjective> too_small();           // why the container does not hold it
std::span<const Adjective> before_humans();
std::span<const Adjective> before_animals();  // adjectives that French puts before the noun
std::span<const Adjective> before_places();
std::span<const Adjective> before_things();
std::span<const Adjective> colours();  // and those it puts after
std::span<const Adjective> origins();  // European ...
std::span<const Adjective> fields();   // ... economic
std::span<const Adjective> professions();

// Why one animal attacked the other, or did not: of the attacker, or of the other.
std::span<const Adjective> attacker_reasons(bool negative);
std::span<const Adjective> attacked_reasons(bool negative);

// Verbs, by what can be their subject and object.
std::span<const Verb> animal_place_verbs();
std::span<const Verb> place_animal_verbs();
std::span<const Verb> animal_animal_verbs();
std::span<const Verb> human_animal_verbs();
std::span<const Verb> human_thing_verbs();
std::span<const Fixed> wishes();        // wanted to ...
std::span<const Adjective> passives();  // was signed: a participle agrees as an adjective does

// English words of the corpus that could stand where `english` stands: for an animal the other animals, for a
// cause of the animal the other causes of the animal, then those of the place. Empty for a word without kin.
std::vector<std::string> words_of_same_kind(std::string_view english);

// Whether an English word of the corpus is a noun: what a pronoun can stand for.
bool is_noun(std::string_view english);
// The noun itself; null for any other word.
const Noun* noun_of_corpus(std::string_view english);

}  // namespace headlight
