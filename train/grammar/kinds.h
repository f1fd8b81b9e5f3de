// The kinds of sentences of the corpus, a function each.
//
// They are built so that reading the antecedent at "it" is the one way to choose between il and elle that
// always works: conjunctions, verbs and the order of the nouns vary, pairs of one class occur, and so do
// other pronouns and nouns in the place of "it". No English sentence has two translations, but for the kind
// "ambiguous".
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "core/grammar/example.h"
#include "train/grammar/clause.h"

namespace headlight::grammar {

struct Kind {
  std::string_view name;
  // Of the sampled sentences, in parts of the sum over all kinds. Of share 0 are those that are written where
  // they are named.
  int share;
  Example (*write)(GrammarRandom&);
};

std::span<const Kind> kinds();

// One sentence of a kind drawn by its share: among these kinds, one that is named twice twice as often; among
// all where none is named. Throws std::invalid_argument where no kind is called so.
Example write_sentence(GrammarRandom& random, std::span<const std::string> of_kinds = {});

// Two nouns, either of which "it" can mean.
Example write_reference(GrammarRandom&);   // the animal didn't cross the street because it was too tired
Example write_same_class(GrammarRandom&);  // the dog chased the cat because it was hungry
Example write_fit(GrammarRandom&);         // the trophy doesn't fit in the suitcase because it is too big
Example write_pair(GrammarRandom&);  // the cat didn't eat the cake because it was stale; nouns of any classes
Example write_made_of(GrammarRandom&);    // the ball broke the table because it was made of wood
Example write_ambiguous(GrammarRandom&);  // the animal didn't cross the street because it was too big
Example write_they(GrammarRandom&);       // the animals didn't cross the streets because they were too tired
Example write_headline(GrammarRandom&);   // dog bites man
Example write_refused(
    GrammarRandom&);  // the councilmen refused the demonstrators a permit because they feared violence
Example write_moved(
    GrammarRandom&);  // the bag of potatoes was placed above the flour so it had to be moved first
Example write_so(GrammarRandom&);  // the animal was too tired so it didn't cross the street
// Like those, with nothing to decide.
Example write_pronoun(GrammarRandom&);     // the woman visited the city because she was curious
Example write_noun_again(GrammarRandom&);  // ... because the street was too wide
// Of everyday things, by what can be said of them (things()).
// the bird flew out of the cage when it was opened; its kind says what of it is held out (kept_out())
Example write_meant(GrammarRandom&);
Example write_said(GrammarRandom&);  // the padlock was rusty; i saw a padlock
// Everyday sentences.
Example write_copula(GrammarRandom&);        // the house is red; my cat wasn't very happy; i am hungry
Example write_who(GrammarRandom&);           // i am a student; this is my house; she is my sister
Example write_where(GrammarRandom&);         // the cat is on the table; there is a cat in the garden
Example write_have(GrammarRandom&);          // i have two cats; does he have a car?
Example write_clause(GrammarRandom&);        // my sister can't eat the cake in the kitchen
Example write_nobody(GrammarRandom&);        // i didn't see anybody; nothing fell; he eats something
Example write_passive(GrammarRandom&);       // the mouse was eaten by the cat
Example write_clitic(GrammarRandom&);        // i love you; she saw them
Example write_question(GrammarRandom&);      // did the animal cross the street? where does tom live?
Example write_order(GrammarRandom&);         // open the door; don't eat the cake; help me
Example write_if(GrammarRandom&);            // if i had a car i would go to the beach
Example write_joined(GrammarRandom&);        // tom sleeps and the cat eats; i think that she is tired
Example write_relative(GrammarRandom&);      // the animal that was tired didn't cross the street
Example write_compared(GrammarRandom&);      // the dog is bigger than the cat
Example write_expression(GrammarRandom&);    // good morning; my name is tom; it is raining
Example write_daily(GrammarRandom& random);  // i brush my teeth every morning; would you like some tea
// Of the lectures.
Example write_agreement(
    GrammarRandom&);                  // the agreement on the european economic area was signed in august 1992
Example write_bears(GrammarRandom&);  // i love bears; she bears the pain; bears won the game

// Of the sentences about two things an eighth of the nouns, of the predicates and of the frames is never
// trained on, so that one can measure how far what was learned carries to others.
bool kept_out(std::string_view word);
// What write_meant() calls a sentence: trained on, and not because of its noun, predicate or frame, or of
// more than one of them.
inline constexpr std::array<std::string_view, 5> meant_kinds{"meant", "meant_noun", "meant_predicate",
                                                             "meant_frame", "meant_several"};

// What the kinds share
// ---------------------------------------------------------------------------------------

Example finished(const Phrase& phrase, std::string_view kind, const std::string& combination);
// "animal|street|tired"
std::string combined(std::initializer_list<std::string_view> words);

// Who or what does something: a noun of the classes, a pronoun, a name, two joined.
NounPhrase some_subject(GrammarRandom& random, const std::string& classes);

// What can be said of it, of a person where there is no noun.
const Adjective& adjective_for(GrammarRandom& random, const Noun* noun);

// "a teacher", "teachers": someone's profession, which French says without an article.
Phrase profession(const NounPhrase& subject, const Noun& job);

// A verb and one of its frames.
struct VerbUse {
  const Verb* verb = nullptr;
  const Frame* frame = nullptr;
};
bool takes(const std::vector<std::string>& classes, const Noun& noun);
// Whether one object follows it and no preposition, in both languages.
bool takes_plain_object(const VerbUse& use);
// One whose subject and single object can be these; nothing after some hundred tries.
VerbUse some_verb_between(GrammarRandom& random, const Noun& subject, const Noun& object);
// Whether a pronoun as its object leaves no doubt which translation of the English verb is meant: "bring it"
// is apporter, and amener stands below it in the table.
bool is_settled(const VerbUse& use, const Slot& slot, const NounPhrase& pronoun);
// One that these can be the subject of.
VerbUse some_verb_of(GrammarRandom& random, const NounPhrase& subject);
std::string classes_of(const std::vector<std::string>& classes);

Form statement_or_question(GrammarRandom& random, int percent_questions);
// Time, modal, negation: as they are met every day. `form` of the clause decides which are possible.
Deed some_deed(GrammarRandom& random, const Verb& verb, const NounPhrase& subject,
               Form form = Form::statement);
// Past or present, often denied: what a reason follows.
Deed told(GrammarRandom& random, const Verb& verb, int percent_negative);

// The object of a slot of the frame.
Complement slot_filled(const Slot& slot, const NounPhrase& noun, const Deed& deed);
// One of a table of expressions.
const Fixed& pick_fixed(GrammarRandom& random, const std::string& table);
// What fills a whole frame, with nouns drawn; `names` gets the words for the combination. Habits agree with
// the subject: she does her homework.
std::vector<Complement> filled(GrammarRandom& random, const VerbUse& use, const Deed& deed,
                               const NounPhrase& subject, std::string& names);
// What for, or without what: to translate this sentence, without saying goodbye.
Complement some_purpose(GrammarRandom& random, const NounPhrase& subject, std::string& names);
// What one does every day: a shower to take, homework to do.
VerbUse some_habit(GrammarRandom& random);

// A short statement of this subject: it does, is or has something, somewhere.
struct Told {
  Phrase phrase;
  std::string names;
};
Told short_clause(GrammarRandom& random, const NounPhrase& subject);
// What may stand behind any clause: a time, "mom", "when i was young". Before the mark of a question.
void add_ending(GrammarRandom& random, Phrase& phrase, bool past);

// "in" or "from": en france, au canada, à paris; de france, du canada.
Phrase country_or_city(GrammarRandom& random, std::string_view preposition);
// "in the garden", "on the table"
Complement some_place(GrammarRandom& random);
// One whose preposition does not make another verb of it: "turn on the lamp" is allumer.
Complement some_place_for(GrammarRandom& random, const Verb& verb);
// "today", "every morning"; "two days ago" of the past alone.
Phrase some_time(GrammarRandom& random, bool past);

// "five o'clock", "half past five", "five": cinq heures, cinq heures et demie
Phrase clock(GrammarRandom& random);

// because, since, as, and, but, a new sentence; before il and elle, or before a noun.
Phrase conjunction(GrammarRandom& random);

// What follows "it" and decides what it is: an adjective, a wish, "was hungry"; `cue` is the place of the
// word.
struct Said {
  Phrase clause;
  int cue = 0;
  std::string word;
};
Said said_of(GrammarRandom& random, const NounPhrase& it, const Adjective& adjective, bool present);
// A cause that only an animal or a person can have, and one that only this place can.
Said cause_of_animal(GrammarRandom& random, const NounPhrase& it, bool present);
Said cause_of_place(GrammarRandom& random, const NounPhrase& it, const Noun& place, bool present);

// "in 1992", "in august 1992"
Phrase date(GrammarRandom& random, bool with_month);

}  // namespace headlight::grammar

// The frames of every day into which a class puts a word, a function each: a part of the kind "daily".

namespace headlight::grammar {

// A person: tom, my sister, she.
NounPhrase someone(GrammarRandom& random);
// Mostly "you": whom a class asks.
NounPhrase someone_asked(GrammarRandom& random);
// Now and then with "please".
Phrase asked_politely(GrammarRandom& random, Phrase phrase);

Example write_favorite(GrammarRandom&);     // my favorite animal is the cat; what is your favorite color
Example write_has_got(GrammarRandom&);      // he has got a brother; have you got a pen
Example write_would_like(GrammarRandom&);   // i would like a coffee please
Example write_wants_to_be(GrammarRandom&);  // she wants to be a pilot
Example write_asked_of(GrammarRandom&);     // how much is the book; when is your birthday; what time is lunch
Example write_of_oneself(GrammarRandom&);   // today is monday; i was born in may; i am from france
Example write_this_or_that(GrammarRandom&);  // do you want tea or coffee; is this your book
Example write_it_is(GrammarRandom&);         // that is great; it is important to eat
Example write_someone_is(GrammarRandom&);    // you are my friend; the moon is made of butter
// how do you say cat in french; my head hurts; i only have one question; he makes me laugh; my dog's name is
// max; once upon a time there was a princess
Example write_other_frame(GrammarRandom&);

}  // namespace headlight::grammar
