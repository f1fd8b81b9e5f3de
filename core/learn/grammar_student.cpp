// "i am a student" -> "je suis étudiant": who someone is, or how; also two of these joined, and where.
#include "core/learn/grammar_patterns.h"

namespace headlight {
namespace {

struct Statement {
  Phrase phrase;
  std::string combination;
};

struct Subject {
  Phrase phrase;  // of a person without the French pronoun, whose form the verb decides
  const Person& person;
  std::string_view name;
  bool is_pronoun = true;
};

Subject some_subject(GrammarRandom& random) {
  if (random.chance(70)) {
    // We and they half of the time: their professions occur in no other pattern.
    const std::size_t at =
        static_cast<std::size_t>(random.chance(50) ? 4 + random.below(2) : random.below(4));
    const Person& person = persons()[at];
    return {Phrase().add_english(person.english), person, person.english};
  }
  const Noun& noun = random.pick(relatives());
  const bool feminine = noun.gender == Gender::feminine;
  Phrase phrase = Phrase().add_english("my").add_french(feminine && !elides(noun.french) ? "ma" : "mon");
  return {phrase.add_pair(noun.english, noun.french), persons()[feminine ? 3 : 2], noun.english, false};
}

std::string_view indefinite(std::string_view noun) {
  return std::string_view("aeiou").find(noun.front()) == std::string_view::npos ? "a" : "an";
}

Statement statement(GrammarRandom& random, bool past, int percent_professions) {
  const Subject subject = some_subject(random);
  const bool negative = random.chance(30);
  const Person& person = subject.person;
  const std::string_view verb = past ? person.etait : person.est;

  Phrase phrase = subject.phrase;
  if (subject.is_pronoun) phrase.add_french(negative ? person.french : subject_before(person, verb));
  phrase.add_english(past ? person.was : person.is);
  if (negative) phrase.add_english("not").add_french(negation(verb));
  phrase.add_french(verb);
  if (negative) phrase.add_french("pas");

  const bool has_profession = random.chance(percent_professions);
  const Adjective& what = random.pick(has_profession ? professions() : animal_adjectives());
  const std::string singular(what.form(person.gender));
  std::string english(what.english);
  if (has_profession && person.plural) english += 's';
  if (has_profession && !person.plural) phrase.add_english(indefinite(english));
  phrase.add_pair(english, person.plural ? plural(singular) : singular);
  if (has_profession && random.chance(12)) {
    const Noun* place = &random.pick(places());
    while ((place->traits & kInside) == 0 || (place->traits & kBuilt) == 0) place = &random.pick(places());
    phrase.add_english("in").add_french("dans").add(the(*place));
  }
  return {phrase, combined({subject.name, what.english, past ? "was" : "is", negative ? "not" : "so"})};
}

}  // namespace

Example write_student(GrammarRandom& random) {
  const bool past = random.chance(30);
  const Statement first = statement(random, past, 60);
  if (random.chance(60)) return finished(first.phrase, "student", first.combination);
  // How, not who: a profession here would show the model what the first half holds out.
  const Statement second = statement(random, past, 0);
  const Phrase phrase = Phrase(first.phrase).add(conjunction_before_noun(random)).add(second.phrase);
  return finished(phrase, "student", first.combination);
}

}  // namespace headlight
