// A subject, a verb in one of its forms, and what follows: both languages at once.
#pragma once

#include <string_view>
#include <vector>

#include "train/grammar/noun_phrase.h"

namespace headlight::grammar {

enum class Time { present, past, future, progressive, was_doing, perfect, had };
// used_to is the imparfait; just (has just eaten) is venir de; got: has got, which French does not say.
enum class Modal {
  none,
  can,
  could,
  must,
  should,
  want,
  would,
  would_like,
  going_to,
  have_to,
  used_to,
  just,
  got,
  will_can,    // will be able to
  will_must,   // will have to
  since,       // have lived, for two years: habiter, in the present
  since_doing  // have been waiting
};
// elsewhere: by a word beside the verb, nobody or nothing; French has its "ne" all the same.
enum class Negation { none, negated, never, elsewhere };
enum class Form { statement, question, order };

struct Deed {
  const Verb* verb = nullptr;
  Time time = Time::present;
  Modal modal = Modal::none;
  Negation negation = Negation::none;
  Form form = Form::statement;
  const Fixed* adverb = nullptr;         // always, often: beside the verb in both languages
  std::string_view denied_with = "pas";  // or "rien", "plus"; empty where "personne" stands behind the verb
  std::string_view behind = {};          // the last English word: anymore, yet
  const NounPhrase* before = nullptr;    // the object, where it stands before the verb: la souris qu'il a vue
  const Verb* french = nullptr;          // where French says it with another verb: to be hungry, avoir faim

  bool negative() const { return negation != Negation::none; }
};

// What follows the verb. A clitic is said before the verb in French, and after it in English.
struct Complement {
  Phrase phrase;
  std::string clitic = {};
  bool direct = true;  // a participle agrees with a direct object before it
  Gender gender = Gender::masculine;
  bool plural = false;
};

enum class Conjugation { present, imparfait, future, conditional };
// person: 0 je, 1 tu, 2 il, 3 nous, 4 vous, 5 ils. Many forms are two pieces: "travers ##ait",
// "traverser ##ai", "travers ##ons".
std::string conjugated(const Verb& verb, Conjugation conjugation, int person);
// The participle's form, its ending as a piece: mangé, mangé ##e, mangé ##s, mangé ##es.
std::string participle(const Verb& verb, Gender gender, bool plural);

// `asked` stands in front of a question: where, what; empty for yes or no. An order is to "you", or to "we":
// let's go.
Phrase clause(GrammarRandom& random, const NounPhrase& subject, const Deed& deed,
              const std::vector<Complement>& complements = {}, const Fixed& asked = {});

// An object as a complement: a clitic for a pronoun, "de" under a negation.
Complement object(const NounPhrase& noun, const Deed& deed);
// "to the dog" -> "au chien"; a person after à is lui, leur before the verb.
Complement with_preposition(std::string_view english, std::string_view french, const NounPhrase& noun);
// "to sleep" -> "dormir", "de dormir"; "sleeping" for a gerund.
Complement infinitive(const Verb& verb, std::string_view english, std::string_view french,
                      bool gerund = false, const std::vector<Complement>& complements = {}, int person = 2);

// "too tired", "very big", agreeing.
Phrase description(GrammarRandom& random, const Adjective& adjective, const NounPhrase& noun);

// To be, seem, look ... and an adjective: "was too tired".
Phrase described(GrammarRandom& random, const NounPhrase& subject, const Adjective& adjective, bool present,
                 bool negative = false);
// A deed of "to be".
Deed being(Time time, Negation negation = Negation::none);

}  // namespace headlight::grammar
