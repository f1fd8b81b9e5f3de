// The frames of every day into which a class puts a word, a function each: a part of the kind "daily".
#pragma once

#include "core/grammar/kinds.h"

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
