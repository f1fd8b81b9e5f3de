// The patterns of the grammar, one function each, and what they share.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "core/learn/example.h"
#include "core/learn/grammar_clauses.h"

namespace headlight {

Example write_reference(GrammarRandom& random);
Example write_same_class(GrammarRandom& random);
Example write_trophy(GrammarRandom& random);
Example write_pronoun(GrammarRandom& random);
Example write_student(GrammarRandom& random);
Example write_agreement(GrammarRandom& random);
Example write_bears(GrammarRandom& random);
Example write_simple(GrammarRandom& random);

Example finished(const Phrase& phrase, std::string_view kind, const std::string& combination);

// "animal|street|tired"
std::string combined(std::initializer_list<std::string_view> words);

// i, you, he, she, we, they with the forms of to be; nothing that the languages share could replace the
// table.
struct Person {
  std::string_view english, french;
  std::string_view is, was, est, etait, a;
  bool third = false;
  bool plural = false;
  Gender gender = Gender::masculine;
};
std::span<const Person> persons();

// "je" or "j'" before `next`.
std::string_view subject_before(const Person& person, std::string_view next);

// A verb with its forms after je, tu, il, nous, ils; `partitive`: what follows is some, not all (je vois des
// ours).
struct Conjugated {
  std::string_view base, third;
  std::string_view forms[5];
  bool partitive = false;
};
std::span<const Conjugated> conjugated_verbs();

// The French form of `verb` after `person`.
std::string_view form_for(const Conjugated& verb, const Person& person);

// "in 1992" or "in august 1992".
Phrase date(GrammarRandom& random, bool with_month);

}  // namespace headlight
