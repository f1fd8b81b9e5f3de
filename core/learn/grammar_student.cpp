// "i am a student" -> "je suis étudiant": who someone is, or how.
#include "core/learn/grammar_patterns.h"

namespace headlight {
namespace {

struct Subject {
  Phrase phrase;  // without French "je", whose form the verb decides
  const Person& person;
  std::string_view name;
};

Subject relative(Random& random) {
  const Noun& noun = random.pick(relatives());
  const bool feminine = noun.gender == Gender::feminine;
  Phrase phrase = Phrase().add_english("my").add_french(feminine && !elides(noun.french) ? "ma" : "mon");
  return {phrase.add_pair(noun.english, noun.french), persons()[feminine ? 3 : 2], noun.english};
}

std::string_view indefinite(std::string_view noun) {
  return std::string_view("aeiou").find(noun.front()) == std::string_view::npos ? "a" : "an";
}

}  // namespace

Example write_student(Random& random) {
  const bool past = random.chance(30);
  const bool negative = random.chance(30);
  const bool is_person = random.chance(60);
  const Subject subject = is_person ? Subject{{}, random.pick(persons()), ""} : relative(random);
  const Person& person = subject.person;
  const std::string_view verb = past ? person.etait : person.est;

  Phrase phrase = subject.phrase;
  if (is_person) {
    phrase.add_english(person.english);
    phrase.add_french(negative ? person.french : subject_before(person, verb));
  }
  phrase.add_english(past ? person.was : person.is);
  if (negative) phrase.add_english("not").add_french(negation(verb));
  phrase.add_french(verb);
  if (negative) phrase.add_french("pas");

  const bool has_profession = random.chance(60);
  const Adjective& what = random.pick(has_profession ? professions() : animal_adjectives());
  const std::string singular(what.form(person.gender));
  const std::string french = person.plural ? plural(singular) : singular;
  std::string english(what.english);
  if (has_profession && person.plural) english += 's';
  if (has_profession && !person.plural) phrase.add_english(indefinite(english));
  phrase.add_pair(english, french);
  return finished(phrase, "student",
                  combined({is_person ? person.english : subject.name, what.english, past ? "was" : "is",
                            negative ? "not" : "so"}));
}

}  // namespace headlight
