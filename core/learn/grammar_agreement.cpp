// "the agreement on the european economic area was signed in august 1992": adjectives change their order, so
// the alignment of the two languages is no straight line.
#include "core/learn/grammar_patterns.h"

namespace headlight {

Example write_agreement(GrammarRandom& random) {
  const Noun& document = random.pick(documents());
  const Noun& institution = random.pick(institutions());
  const bool has_origin = random.chance(80);
  const bool has_field = !has_origin || random.chance(80);
  const Adjective& origin = random.pick(origins());
  const Adjective& field = random.pick(fields());

  Phrase phrase = the(document);
  phrase.add_english("on the");
  const int origin_place = static_cast<int>(phrase.english.size());
  if (has_origin) phrase.add_english(origin.english);
  if (has_field) phrase.add_english(field.english);
  phrase.add_french("sur").add_french(article(institution.gender, institution.french));
  phrase.add_pair(institution.english, institution.french);
  const int field_place = phrase.last_english() - 1;
  if (has_field) phrase.add_french_content(field.form(institution.gender), field_place);
  if (has_origin) phrase.add_french_content(origin.form(institution.gender), origin_place);

  const bool negative = random.chance(15);
  phrase.add_english(negative ? "was not" : "was").add_french(negative ? "n' a pas été" : "a été");
  const Adjective& signed_form = random.pick(passives());
  phrase.add_pair(signed_form.english, signed_form.form(document.gender));
  if (random.chance(22)) {
    phrase.add_english("by").add_french("par").add(the(random.pick(authorities())));
  }

  const int die = random.below(100);
  if (die < 85) {
    const Phrase when = date(random, die < 65);
    // A date in front moves everything else, so that places alone do not tell what a word is.
    phrase = random.chance(20) ? Phrase(when).add(phrase) : phrase.add(when);
  }
  return finished(phrase, "agreement",
                  combined({document.english, has_origin ? origin.english : "",
                            has_field ? field.english : "", institution.english}));
}

}  // namespace headlight
