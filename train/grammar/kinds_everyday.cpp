// What people type: what is, what one has, what there is, expressions.
#include <algorithm>
#include <array>

#include "train/grammar/kinds.h"

namespace headlight::grammar {
namespace {

// A noun, a pronoun or a name, to say something about.
NounPhrase someone_or_something(GrammarRandom& random) {
  static constexpr std::array<std::string_view, 12> kClasses{"animal",    "person",  "relative", "place",
                                                             "thing",     "food",    "vehicle",  "clothing",
                                                             "furniture", "weather", "body",     "drink"};
  const int die = random.below(100);
  if (die < 27) return some_pronoun(random);
  if (die < 33) return some_name(random);
  const std::string classes(kClasses[random.among({22, 14, 8, 12, 12, 8, 4, 5, 5, 2, 3, 4})]);
  return some_noun(random, classes, {.adjectives = 15, .generic = true});
}

// "i" may be a woman; it is a man here, as in textbooks.
Deed some_being(GrammarRandom& random, Form form) {
  static constexpr std::array kTimes{Time::present, Time::past, Time::future};
  Deed deed = being(kTimes[random.among({56, 34, 10})]);
  deed.form = form;
  if (random.chance(form == Form::question ? 5 : 22)) deed.negation = Negation::negated;
  if (form == Form::statement && deed.negation == Negation::none && random.chance(4)) {
    static const std::array kAdverbs{Fixed{"always", "toujours"}, Fixed{"often", "souvent"},
                                     Fixed{"also", "aussi"}};
    deed.adverb = &kAdverbs[random.below(3)];
  }
  return deed;
}

// The field of a document is said of nothing else.
const Adjective& fitting(GrammarRandom& random, const NounPhrase& subject) {
  while (true) {
    const Adjective& adjective = adjective_for(random, subject.noun);
    if (!adjective.roles.has("field")) return adjective;
  }
}

// Whether "no" can stand in the stead of its determiner: a cat, some milk.
bool takes_no(const NounPhrase& noun) {
  const std::string& first = noun.phrase.english.front();
  return noun.indefinite && (first == "a" || first == "some");
}

// "any milk" -> "milk"
Phrase without_determiner(Phrase phrase) {
  phrase.english.erase(phrase.english.begin());
  for (FrenchWord& word : phrase.french) word.translates -= word.translates >= 0 ? 1 : 0;
  return phrase;
}

// "this", "that", "it", "these": c'est, ce sont.
Phrase pointing(GrammarRandom& random, const Deed& deed, const NounPhrase& what) {
  static constexpr std::array<std::string_view, 3> kSingular{"this", "that", "it"};
  static constexpr std::array<std::string_view, 3> kPlural{"these", "those", "they"};
  NounPhrase it;
  it.plural = what.plural;
  it.plural_in_french = what.plural_in_french;
  it.phrase.add_english((what.plural ? kPlural : kSingular)[random.below(3)]);
  it.phrase.add_french("ce");
  return clause(random, it, deed, {{what.phrase}});
}

}  // namespace

Example write_copula(GrammarRandom& random) {
  const Form form = statement_or_question(random, 14);
  const Deed deed = some_being(random, form);
  if (random.chance(11)) {
    // To be hungry, to be twelve years old: French has it.
    NounPhrase who = random.chance(60)
                         ? some_pronoun(random)
                         : some_noun(random, "animal,person,relative", {.adjectives = 8, .generic = true});
    Deed had = deed;
    had.french = &lexicon().verb("have");
    Complement what;
    std::string name;
    if (random.chance(70)) {
      static const std::array kDegrees{Fixed{"very", "très"}, Fixed{"so", "si"}, Fixed{"too", "trop"},
                                       Fixed{"", ""}};
      const Fixed& degree = kDegrees[random.among({3, 1, 1, 6})];
      const Fixed& state = pick_fixed(random, "avoir");
      what.phrase.add_english(degree.english).add_french(degree.french).add_pair(state.english, state.french);
      name = state.english;
    } else {
      const Fixed& age = pick_fixed(random, "number");
      what.phrase.add_english(age.english);
      what.phrase.add_french({.word = age.french, .translates = what.phrase.last_english()});
      what.phrase.add_english(who.name == "it" || random.chance(70) ? "years old" : "").add_french("ans");
      name = age.english;
    }
    return finished(clause(random, who, had, {what}), "copula", combined({who.name, name, "has"}));
  }
  NounPhrase subject = someone_or_something(random);
  // "The weather is nice" is an expression: il fait beau.
  while (subject.noun != nullptr && subject.noun->english == "weather")
    subject = someone_or_something(random);
  const Adjective& adjective = fitting(random, subject);
  Complement what{description(random, adjective, subject)};
  if (random.chance(5)) {
    // two adjectives: big and black
    const Adjective& other = fitting(random, subject);
    if (other.english != adjective.english) {
      what.phrase.add_english("and").add_french("et").add_english(other.english);
      what.phrase.add_french(
          agreeing(other, subject.gender, subject.plural_in_french, what.phrase.last_english()));
    }
  } else if (random.chance(5) && what.phrase.english.front() == "too") {
    const Fixed& wish = pick_fixed(random, "wish");
    what.phrase.add_english("to").add_french("pour").add_pair(wish.english, wish.french);
  }
  std::vector<Complement> complements{what};
  if (random.chance(7)) complements.push_back({some_time(random, deed.time == Time::past)});
  Phrase phrase;
  if (form == Form::statement && random.chance(8)) {
    phrase = described(random, subject, adjective, deed.time != Time::past, deed.negative());
  } else {
    phrase = clause(random, subject, deed, complements);
  }
  return finished(phrase, "copula",
                  combined({subject.name, adjective.english, deed.time == Time::past ? "was" : "is"}));
}

Example write_who(GrammarRandom& random) {
  const Form form = statement_or_question(random, 8);
  Deed deed = some_being(random, form);
  if (deed.time == Time::future) deed.time = Time::present;
  const int die = random.below(100);
  if (die < 52) {
    // A profession stands without an article: je suis étudiant.
    NounPhrase subject =
        random.chance(62) ? some_pronoun(random)
        : random.chance(30)
            ? some_name(random)
            : some_noun(random, "relative", {.determiner = Determiner::possessive, .adjectives = 0});
    if (subject.name == "it") subject = pronoun("she");
    const Noun& job = pick_noun(random, "job");
    std::vector<Complement> complements{{profession(subject, job)}};
    if (random.chance(10)) complements.push_back(some_place(random));
    return finished(clause(random, subject, deed, complements), "who",
                    combined({subject.name, job.english, deed.time == Time::past ? "was" : "is",
                              deed.negative() ? "not" : "so"}));
  }
  deed.form = Form::statement;
  deed.adverb = nullptr;
  if (die < 80) {
    // c'est ma maison, ce n'est pas un chat
    static constexpr std::array kDeterminers{Determiner::indefinite, Determiner::possessive,
                                             Determiner::definite};
    NounPhrase what = some_noun(
        random, "animal,person,relative,place,thing,food,furniture,vehicle,clothing,abstract,document",
        {.determiner = kDeterminers[random.among({50, 38, 12})], .adjectives = 35});
    return finished(pointing(random, deed, what), "who",
                    combined({"this", what.name, deed.negative() ? "not" : "so"}));
  }
  if (die < 90) {
    // she is my sister
    NounPhrase what = some_noun(random, "relative,person",
                                {.determiner = Determiner::possessive, .plural = false, .adjectives = 15});
    NounPhrase subject = what.gender == Gender::feminine ? pronoun("she") : pronoun("he");
    if (random.chance(45)) {
      do subject = some_name(random);
      while (subject.gender != what.gender);
      return finished(clause(random, subject, deed, {{what.phrase}}), "who",
                      combined({"name", what.name, deed.negative() ? "not" : "so"}));
    }
    // French: c'est ma sœur
    subject.phrase.french.clear();
    subject.phrase.add_french("ce");
    return finished(clause(random, subject, deed, {{what.phrase}}), "who",
                    combined({subject.name, what.name}));
  }
  if (die < 94) {
    // the book is mine; it is hers: c'est à elle
    static const std::array kOwners{Fixed{"mine", "moi"},  Fixed{"yours", "toi"}, Fixed{"his", "lui"},
                                    Fixed{"hers", "elle"}, Fixed{"ours", "nous"}, Fixed{"theirs", "eux"}};
    const Fixed& owner = kOwners[random.among({6, 4, 3, 3, 2, 2})];
    Complement whose;
    whose.phrase.add_english(owner.english)
        .add_french("à")
        .add_french({.word = owner.french, .translates = 0});
    if (random.chance(35)) {
      NounPhrase it;
      it.phrase = whose.phrase;
      return finished(pointing(random, deed, it), "who",
                      combined({"it", owner.english, deed.negative() ? "not" : "so"}));
    }
    const NounPhrase what =
        some_noun(random, "animal,thing,food,place,vehicle,clothing",
                  {.determiner = random.chance(50) ? Determiner::definite : Determiner::demonstrative});
    return finished(clause(random, what, deed, {whose}), "who",
                    combined({what.name, owner.english, deed.negative() ? "not" : "so"}));
  }
  // the cat is an animal; cats are animals
  NounPhrase subject = some_noun(random, "animal,place,thing,food",
                                 {.determiner = Determiner::definite, .plural = false, .adjectives = 12});
  NounPhrase what = some_noun(random, "animal,place,thing,food,abstract",
                              {.determiner = Determiner::indefinite, .plural = false, .adjectives = 30});
  if (deed.negative()) what.indefinite = false;
  return finished(clause(random, subject, deed, {{what.phrase}}), "who", combined({subject.name, what.name}));
}

Example write_where(GrammarRandom& random) {
  const Complement place = some_place(random);
  if (random.chance(60)) {
    Deed deed = some_being(random, statement_or_question(random, 15));
    NounPhrase subject = someone_or_something(random);
    std::vector<Complement> complements{place};
    if (random.chance(10)) complements.push_back({some_time(random, deed.time == Time::past)});
    return finished(clause(random, subject, deed, complements), "where",
                    combined({subject.name, place.phrase.english.front(), place.phrase.english.back()}));
  }
  // there is: il y a
  const bool past = random.chance(30);
  const bool negative = random.chance(18);
  const bool question = !negative && random.chance(18);
  const bool plural = random.chance(40);
  static constexpr std::array kMany{Determiner::number, Determiner::many, Determiner::indefinite};
  NounPhrase what = some_noun(random, "animal,person,place,thing,food,drink,furniture,vehicle,plant",
                              {.determiner = plural ? kMany[random.below(3)] : Determiner::indefinite,
                               .plural = plural,
                               .adjectives = 22});
  // there is no milk, and not: there isn't any milk
  const bool none = negative && takes_no(what) && random.chance(40);
  Phrase phrase;
  const std::string_view be = past ? (what.plural ? "were" : "was") : (what.plural ? "are" : "is");
  if (question) {
    phrase.add_english(be)
        .add_english("there")
        .add_french("est-ce que il y")
        .add_french(past ? "avait" : "a");
  } else {
    phrase.add_english("there");
    if (none) {
      phrase.add_english(be).add_english("no");
    } else if (negative && random.chance(60)) {
      phrase.add_english(std::string(be) + "n't");
    } else {
      phrase.add_english(be).add_english(negative ? "not" : "");
    }
    phrase.add_french(negative ? "il ne y" : "il y")
        .add_french(past ? "avait" : "a")
        .add_french(negative ? "pas" : "");
  }
  const Phrase said = none ? without_determiner(as_object(what, true)) : as_object(what, negative);
  phrase.add(said).add(random.chance(75) ? place.phrase : Phrase());
  if (question) phrase.add_french("?");
  return finished(phrase, "where", combined({"there", what.name, phrase.english.back()}));
}

Example write_have(GrammarRandom& random) {
  const Form form = statement_or_question(random, 18);
  NounPhrase subject = some_subject(random, "person");
  Deed deed = some_deed(random, lexicon().verb("have"), subject, form);
  if (deed.modal == Modal::none && (deed.time == Time::progressive || deed.time == Time::was_doing))
    deed.time = Time::present;
  static constexpr std::array kDeterminers{Determiner::indefinite, Determiner::number, Determiner::definite,
                                           Determiner::possessive, Determiner::many,   Determiner::bare};
  NounPhrase what = some_noun(
      random,
      "animal,relative,thing,food,drink,clothing,vehicle,furniture,instrument,body,abstract,document,place",
      {.determiner = kDeterminers[random.among({52, 16, 9, 6, 6, 8})], .adjectives = 30});
  std::vector<Complement> complements{object(what, deed)};
  if (takes_no(what) && form == Form::statement && !subject.denies && random.chance(8)) {
    // she has no teeth: elle n'a pas de dents
    deed.negation = Negation::elsewhere;
    deed.denied_with = "pas";
    deed.behind = {};
    deed.adverb = nullptr;
    Phrase none = without_determiner(as_object(what, true));
    complements = {{Phrase().add_english("no").add(none)}};
  }
  if (random.chance(8)) complements.push_back(some_place(random));
  Phrase phrase = clause(random, subject, deed, complements);
  if (deed.behind.empty() && random.chance(8)) add_ending(random, phrase, deed.time == Time::past);
  return finished(phrase, "have", combined({subject.name, what.name, deed.negative() ? "not" : "so"}));
}

Example write_expression(GrammarRandom& random) {
  const int die = random.below(100);
  if (die < 65) {
    const Fixed& said = pick_fixed(random, "greeting");
    Phrase phrase = Phrase().add_english(said.english).add_french(said.french);
    // "i don't know jack" is connaître.
    if (!said.english.starts_with("i ") && random.chance(25)) {
      const NounPhrase who = random.chance(65)
                                 ? some_name(random)
                                 : some_noun(random, "person,relative,animal",
                                             {.determiner = Determiner::possessive, .adjectives = 15});
      phrase.add(who.phrase);
      return finished(phrase, "expression", combined({said.english, who.name}));
    }
    return finished(phrase, "expression", "");  // learned by heart: nobody can guess it
  }
  if (die < 78) {
    const NounPhrase who = some_name(random);
    static const std::array kNames{Fixed{"my name is", "je m' appelle"},
                                   Fixed{"his name is", "il s' appelle"},
                                   Fixed{"her name is", "elle s' appelle"}, Fixed{"i am", "je suis"},
                                   Fixed{"your name is", "tu t' appelles"}};
    const Fixed& name = kNames[random.among({5, 3, 3, 3, 1})];
    return finished(Phrase().add_english(name.english).add_french(name.french).add(who.phrase), "expression",
                    combined({name.english, who.name}));
  }
  if (die < 92) {
    // what a beautiful day; it is five o'clock
    if (random.chance(35)) {
      const Phrase phrase = Phrase().add_english("it is").add_french("il est").add(clock(random));
      return finished(phrase, "expression", "");
    }
    const NounPhrase what =
        some_noun(random, "animal,person,place,thing,food,vehicle,time,event",
                  {.determiner = Determiner::indefinite, .plural = false, .adjectives = 75});
    if (what.noun->mass() || what.noun->only_plural || what.plural_in_french) return write_expression(random);
    Phrase phrase = Phrase().add_english("what");
    const int at = phrase.add_english_of(what.phrase);
    Phrase french = what.phrase;
    french.french.front() = {what.gender == Gender::feminine ? "quelle" : "quel"};
    phrase.add_french_of(french, at);
    return finished(phrase, "expression", combined({"what a", phrase.english.back(), what.name}));
  }
  const Fixed& weather = pick_fixed(random, "weather");
  Phrase phrase = Phrase().add_english(weather.english).add_french(weather.french);
  std::string when;
  if (random.chance(50)) {
    phrase.add(some_time(random, weather.english.find("was") != std::string::npos));
    when = phrase.english.back();
  }
  if (random.chance(30)) {
    const Complement place = some_place(random);
    phrase.add(place.phrase);
    when += phrase.english.back();
  }
  return finished(phrase, "expression", when.empty() ? "" : weather.english + "|" + when);
}

}  // namespace headlight::grammar
