// One sentence pair of the translator's corpus, with what only the grammar that made it can know.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace headlight {

// Where "it" stands and which of two nouns it means. Never shown to the model: only measured against.
struct Reference {
  int it = 0;                   // source place of the pronoun
  int antecedent = 0;           // source place of the noun it refers to
  int other = 0;                // source place of the other noun
  int cue = 0;                  // source place of the word that decides (tired, wide ...)
  int pronoun = 0;              // target place of il / elle
  bool genders_differ = false;  // French genders of the two nouns
};

// Which of the meanings of "bears" a sentence uses, and where the word stands.
enum class Sense { animal, verb, team };
struct Sensed {
  Sense sense;
  int place = 0;  // source place
};

struct Example {
  std::vector<std::string> source;  // English words, lower case
  std::vector<std::string> target;  // French words, without start and end
  std::string kind;                 // the pattern of the grammar: "reference", "same_class", "fit", ...
  std::string combination;          // what is held out together, e.g. "animal|street|tired"
  std::vector<int> alignment;  // [target] source place each French content word translates; -1 for the rest
  std::optional<Reference> reference;
  std::optional<Sensed> sensed;
};

}  // namespace headlight
