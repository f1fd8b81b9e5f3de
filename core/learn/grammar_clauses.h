// Clauses: a main clause with its verb, what can be said of "it", and the words that join the two.
#pragma once

#include "core/learn/grammar_phrase.h"

namespace headlight {

struct Tense {
  bool present = false;
  bool negative = false;
};

// A verb that makes sense with `place` as its object: one follows a street, and enters what has an inside.
const Verb& verb_for_place(GrammarRandom& random, const Noun& place);

// subject + verb + object: "didn't cross" -> "n'a pas traversé", "entered" -> "est entré dans".
Phrase main_clause(GrammarRandom& random, const Phrase& subject, Gender gender, const Verb& verb,
                   const Phrase& object, Tense tense);

// What follows the pronoun; its last English word is the cause that decides.
Phrase said_of_animal(GrammarRandom& random, Gender gender, bool present);  // was too tired; wanted to sleep
Phrase said_of_place(GrammarRandom& random, Gender gender, Traits traits,
                     bool present);  // was too wide; was full of mud

// "was too tired", "seemed very tired", "is tired" ...: linking verb, degree and `adjective`.
Phrase described(GrammarRandom& random, const Adjective& adjective, Gender gender, bool present);

// "is tired": just to be, and the adjective.
Phrase is(const Adjective& adjective, Gender gender, bool present);

// because, since, as, and, but, or a new sentence; French ends in "qu'" where il or elle must follow.
Phrase conjunction(GrammarRandom& random);
Phrase conjunction_before_noun(GrammarRandom& random);  // those whose French does not elide

// "it" -> il or elle
Phrase pronoun(std::string_view english, Gender gender);

}  // namespace headlight
