// What one says every day: frames in which a class fills in a word.
#include <algorithm>
#include <array>
#include <optional>

#include "train/grammar/kinds.h"

namespace headlight::grammar {

// my favorite animal is the cat; what is your favorite color: mon animal préféré est le chat
Example write_favorite(GrammarRandom& random) {
  struct Sort {
    std::string_view noun, of;
  };
  static constexpr std::array kSorts{
      Sort{"animal", "animal"}, Sort{"food", "food"},   Sort{"sport", "sport"},   Sort{"subject", "subject"},
      Sort{"day", "day"},       Sort{"month", "month"}, Sort{"season", "season"}, Sort{"fruit", "fruit"},
      Sort{"drink", "drink"},   Sort{"color", "color"}, Sort{"book", ""},         Sort{"movie", ""},
      Sort{"song", ""},         Sort{"toy", "thing"},   Sort{"place", "place"}};
  const Sort& sort = kSorts[random.among({6, 5, 5, 4, 3, 2, 2, 2, 2, 5, 2, 2, 2, 1, 2})];
  const Noun& noun = lexicon().noun(sort.noun);
  const bool asks = sort.of.empty() || random.chance(35);
  const Possessive& owner = possessives()[static_cast<std::size_t>(asks ? random.among({0, 8, 2, 2, 0, 1})
                                                                        : random.among({10, 2, 2, 2, 1, 1}))];
  const bool feminine = noun.gender == Gender::feminine;
  const Adjective& preferred = *adjectives_with("attribute").front();
  Phrase whose = Phrase().add_english(owner.english);
  whose.add_french(agreeing(owner, noun.gender, false))
      .add_english(preferred.english)
      .add_english(noun.english);
  whose.add_french({.word = noun.french, .translates = 2});
  whose.add_french(agreeing(preferred, noun.gender, false, 1));
  if (asks) {
    Phrase phrase = Phrase().add_english("what is").add_french(feminine ? "quelle est" : "quel est");
    return finished(phrase.add(whose).add_french("?"), "daily",
                    combined({"favorite", owner.english, sort.noun}));
  }
  whose.add_english("is").add_french("est");
  static constexpr std::array<std::string_view, 4> kSeasons{"spring", "summer", "autumn", "winter"};
  static constexpr std::array<std::string_view, 8> kFruits{"apple",      "banana", "orange", "pear",
                                                           "strawberry", "cherry", "peach",  "pineapple"};
  if (sort.of == "color") {
    const auto& colours = adjectives_with("colour");
    const Adjective& colour =
        *colours[static_cast<std::size_t>(random.below(static_cast<int>(colours.size())))];
    whose.add_french(definite(Gender::masculine, false)).add_pair(colour.english, colour.masculine);
    return finished(whose, "daily", combined({"favorite", owner.english, colour.english}));
  }
  const Noun& one = sort.of == "season"  ? lexicon().noun(kSeasons[random.below(4)])
                    : sort.of == "fruit" ? lexicon().noun(kFruits[random.below(8)])
                                         : pick_noun(random, std::string(sort.of));
  if (one.only_plural || one.french_only_plural) return write_favorite(random);
  const bool is_named = sort.of == "day" || sort.of == "month" || sort.of == "sport" || sort.of == "subject";
  NounPhrase what =
      is_named || (one.shows_plural() && random.chance(70) && sort.of != "season")
          ? noun_phrase(random, one, {.determiner = Determiner::definite, .plural = false, .adjectives = 0})
          : the(one);
  // the season itself, and food that is not counted: summer, pizza
  if (!is_named && (sort.of == "season" || one.mass()) && what.phrase.english.front() == "the") {
    Phrase bare;
    bare.add_french(definite(one.gender, false)).add_pair(one.english, one.french);
    what.phrase = bare;
  }
  return finished(whose.add(what.phrase), "daily", combined({"favorite", owner.english, one.english}));
}

// he has got a brother, have you got a pen, i haven't got any money
Example write_has_got(GrammarRandom& random) {
  NounPhrase subject = someone(random);
  Deed deed;
  deed.verb = &lexicon().verb("have");
  deed.form = statement_or_question(random, 30);
  if (deed.form == Form::question) subject = someone_asked(random);
  if (random.chance(deed.form == Form::question ? 3 : 22)) deed.negation = Negation::negated;
  const NounPhrase what =
      some_noun(random, "animal,relative,thing,food,clothing,vehicle,document,abstract",
                {.determiner = random.chance(75) ? std::optional(Determiner::indefinite) : std::nullopt,
                 .adjectives = 25});
  Deed got = deed;
  got.modal = Modal::got;
  return finished(clause(random, subject, got, {object(what, deed)}), "daily",
                  combined({subject.name, "got", what.name}));
}

// i would like a coffee please; would you like some tea
Example write_would_like(GrammarRandom& random) {
  const bool asks = random.chance(30);
  const NounPhrase subject = asks                ? someone_asked(random)
                             : random.chance(60) ? pronoun("i")
                                                 : someone(random);
  static const Verb kLike = [] {
    Verb like = lexicon().verb("want");
    const Verb& english = lexicon().verb("like");
    like.base = english.base;
    return like;
  }();
  Deed deed;
  deed.verb = &kLike;
  deed.modal = Modal::would;
  if (asks) deed.form = Form::question;
  const NounPhrase what =
      some_noun(random, random.chance(70) ? "food,drink" : "thing,clothing,vehicle,animal,document,furniture",
                {.determiner = random.chance(75) ? std::optional(Determiner::indefinite) : std::nullopt,
                 .adjectives = 15});
  return finished(asked_politely(random, clause(random, subject, deed, {object(what, deed)})), "daily",
                  combined({subject.name, "would like", what.name}));
}

// she wants to be a pilot, i want to become a doctor
Example write_wants_to_be(GrammarRandom& random) {
  const NounPhrase subject = random.chance(40) ? pronoun("i") : someone(random);
  const bool becomes = random.chance(25);
  Deed deed;
  deed.verb = &lexicon().verb(becomes ? "become" : "be");
  deed.modal = random.chance(70) ? Modal::want : random.chance(50) ? Modal::would_like : Modal::going_to;
  if (deed.modal == Modal::want && random.chance(20)) deed.time = Time::past;
  if (random.chance(15)) deed.negation = Negation::negated;
  Complement what;
  std::string name;
  if (random.chance(65)) {
    const Noun& job = pick_noun(random, "job");
    what.phrase = profession(subject, job);
    name = job.english;
  } else {
    const Adjective& adjective = adjective_for(random, subject.noun);
    what.phrase = description(random, adjective, subject);
    name = adjective.english;
  }
  Phrase phrase = clause(random, subject, deed, {what});
  if (random.chance(20)) add_ending(random, phrase, false);
  return finished(phrase, "daily", combined({subject.name, becomes ? "become" : "be", name}));
}

// how much is the book: combien coûte le livre; when is your birthday; what time is lunch
Example write_asked_of(GrammarRandom& random) {
  struct Asked {
    std::string_view english, french, classes;
    bool cost;
  };
  static constexpr std::array kAsked{
      Asked{"how much", "combien", "clothing,food,thing,vehicle,document", true},
      Asked{"when", "quand", "event", false},
      Asked{"what time", "à quelle heure", "event", false},
      Asked{"how", "comment", "event,food,document", false},
  };
  const Asked& asked = kAsked[random.among({5, 4, 3, 2})];
  const NounPhrase what =
      some_noun(random, std::string(asked.classes),
                {.determiner = std::array{Determiner::definite, Determiner::possessive,
                                          Determiner::demonstrative}[random.among({6, 3, 1})],
                 .adjectives = 12});
  const bool cost = asked.cost && random.chance(30);
  static const Verb& kCost = lexicon().verb("cost");
  Phrase phrase = Phrase().add_english(asked.english).add_french(asked.french);
  const bool past = random.chance(15);
  const Conjugation when = past ? Conjugation::imparfait : Conjugation::present;
  if (cost) {
    phrase.add_english(past ? "did" : what.plural ? "do" : "does");
  } else {
    phrase.add_english(past ? (what.plural ? "were" : "was") : (what.plural ? "are" : "is"));
  }
  phrase.add_french({.word = conjugated(asked.cost ? kCost : lexicon().verb("be"), when, what.form())});
  phrase.add(what.phrase).add_english(cost ? "cost" : "").add_french("?");
  return finished(phrase, "daily", combined({asked.english, what.name, past ? "was" : "is"}));
}

// today is monday: aujourd'hui c'est lundi; i was born in may; i am from france
Example write_of_oneself(GrammarRandom& random) {
  const int die = random.below(100);
  if (die < 15) {
    static const std::array kDays{Fixed{"today is", "aujourd'hui ce est"},
                                  Fixed{"tomorrow is", "demain ce est"}, Fixed{"it is", "ce est"}};
    const Fixed& day = kDays[random.among({5, 4, 2})];
    const Noun& noun = pick_noun(random, "day");
    const Phrase phrase =
        Phrase().add_english(day.english).add_french(day.french).add_pair(noun.english, noun.french);
    return finished(phrase, "daily", combined({day.english, noun.english}));
  }
  const NounPhrase subject = random.chance(40) ? pronoun("i") : someone(random);
  if (die < 60) {
    static const Verb& kCome = lexicon().verb("come");
    Deed deed = being(Time::present, random.chance(15) ? Negation::negated : Negation::none);
    deed.french = &kCome;
    deed.form = statement_or_question(random, 20);
    const Phrase where = country_or_city(random, "from");
    return finished(clause(random, subject, deed, {{where}}), "daily",
                    combined({subject.name, "from", where.english.back()}));
  }
  // was born: est né, a past of its own verb
  static const Verb kBear = [] {
    Verb bear = lexicon().verb("go");
    bear.infinitive = "naître";
    bear.pp = "né";
    return bear;
  }();
  Deed deed = being(Time::past, random.chance(8) ? Negation::negated : Negation::none);
  deed.french = &kBear;
  deed.form = statement_or_question(random, 15);
  const Phrase where = random.chance(50) ? country_or_city(random, "in") : date(random, random.chance(40));
  Phrase phrase = clause(random, subject, deed, {{Phrase().add_english("born")}, {where}});
  const auto born = std::find(phrase.english.begin(), phrase.english.end(), "born");
  for (FrenchWord& word : phrase.french) {
    if (word.word.starts_with("né")) word.translates = static_cast<int>(born - phrase.english.begin());
  }
  return finished(phrase, "daily", combined({subject.name, "born", where.english.back()}));
}

// do you want tea or coffee; is it a boy or a girl; is this your book
Example write_this_or_that(GrammarRandom& random) {
  const int die = random.below(100);
  if (die < 40) {
    const bool prefers = random.chance(40);
    const NounPhrase subject = someone_asked(random);
    Deed deed;
    deed.verb = &lexicon().verb(prefers ? "prefer" : random.chance(60) ? "want" : "like");
    deed.form = Form::question;
    const bool generic = deed.verb->base != "want";
    const NounOptions options{.determiner = generic ? Determiner::bare : Determiner::indefinite,
                              .adjectives = 5,
                              .generic = generic};
    const NounPhrase first =
        some_noun(random, generic ? "animal,food,drink,sport" : "food,drink,thing,animal,clothing", options);
    const NounPhrase second = some_noun(random, std::string(first.noun->traits.first()), options);
    if (first.noun == second.noun) return write_this_or_that(random);
    // tea or coffee, not: some tea or some coffee
    const auto without_some = [](Phrase phrase) {
      if (phrase.english.front() != "some") return phrase;
      phrase.english.erase(phrase.english.begin());
      for (FrenchWord& word : phrase.french) word.translates -= word.translates > 0 ? 1 : 0;
      return phrase;
    };
    Complement both{without_some(first.phrase)};
    both.phrase.add_english("or").add_french("ou").add(without_some(second.phrase));
    return finished(clause(random, subject, deed, {both}), "daily",
                    combined({subject.name, deed.verb->base, first.name, second.name}));
  }
  const Deed is = [] {
    Deed deed = being(Time::present);
    deed.form = Form::question;
    return deed;
  }();
  const bool either = die < 60;
  NounPhrase what =
      some_noun(random, "animal,person,relative,thing,food,clothing,vehicle,document,place",
                {.determiner = either || random.chance(30) ? Determiner::indefinite : Determiner::possessive,
                 .plural = either ? std::optional(false) : std::nullopt,
                 .adjectives = 12});
  NounPhrase it;
  it.plural = what.plural;
  it.plural_in_french = what.plural_in_french;
  it.phrase.add_english(what.plural ? (random.chance(60) ? "these" : "those")
                                    : std::array{"this", "that", "it"}[random.below(3)]);
  it.phrase.add_french("ce");
  Complement said{what.phrase};
  std::string names = what.name;
  if (either) {
    const NounPhrase other =
        some_noun(random, std::string(what.noun->traits.first()),
                  {.determiner = Determiner::indefinite, .plural = false, .adjectives = 5});
    said.phrase.add_english("or").add_french("ou").add(other.phrase);
    names += "|" + other.name;
  }
  return finished(clause(random, it, is, {said}), "daily", combined({"is", it.phrase.english[0], names}));
}

// that is great, it is easy: c'est facile; it is important to eat: il est important de manger
Example write_it_is(GrammarRandom& random) {
  const auto& all = lexicon().adjectives();
  const Adjective* adjective = nullptr;
  static const Noun kIdea = lexicon().noun("idea");
  while (adjective == nullptr || !adjective->suits(kIdea) || adjective->roles.has("attribute") ||
         adjective->roles.has("field") || adjective->roles.has("origin") || adjective->roles.has("passive"))
    adjective = &all[static_cast<std::size_t>(random.below(static_cast<int>(all.size())))];
  static const Noun kSomeone = [] {
    Noun person;
    person.traits = Traits({"person"});
    return person;
  }();
  NounPhrase it;
  it.phrase.add_english(can_be(adjective->english, kSomeone) || random.chance(50)
                            ? (random.chance(60) ? "that" : "this")
                            : "it");
  it.phrase.add_french("ce");
  Deed is = being(random.chance(75) ? Time::present : Time::past,
                  random.chance(22) ? Negation::negated : Negation::none);
  is.form = statement_or_question(random, 10);
  Complement what{description(random, *adjective, it)};
  std::string names = adjective->english;
  // "too strange to eat" is pour.
  if (what.phrase.english.front() != "too" && random.chance(35)) {
    it.phrase = Phrase().add_english("it").add_french("il");
    const NounPhrase nobody = pronoun("he");
    VerbUse use = random.chance(35) ? some_habit(random) : some_verb_of(random, nobody);
    while (use.frame->slots.size() > 1 || use.frame->slots[0].kind == Slot::Kind::clause ||
           use.frame->slots[0].kind == Slot::Kind::infinitive || use.verb->base == "be" ||
           use.frame->slots[0].english.find("one's") != std::string::npos)
      use = some_verb_of(random, nobody);
    const std::vector<Complement> objects = filled(random, use, Deed{.verb = use.verb}, nobody, names);
    names += "|" + use.verb->base;
    return finished(clause(random, it, is, {what, infinitive(*use.verb, "to", "de", false, objects)}),
                    "daily", combined({"it is", names, is.time == Time::past ? "was" : "is"}));
  }
  return finished(clause(random, it, is, {what}), "daily",
                  combined({it.phrase.english[0], names, is.time == Time::past ? "was" : "is",
                            is.negative() ? "not" : "so"}));
}

// you are my friend, i am a boy, my mother is a good cook
Example write_someone_is(GrammarRandom& random) {
  if (random.chance(15)) {
    // the moon is made of butter: faite de beurre
    const NounPhrase whole =
        some_noun(random, "thing,furniture,clothing,vehicle,place,food,body", {.adjectives = 8});
    const Noun& of = pick_noun(random, "material,food,drink");
    const bool several = !of.mass() && !of.english_plural.empty();
    Deed made = being(random.chance(75) ? Time::present : Time::past,
                      random.chance(15) ? Negation::negated : Negation::none);
    made.form = statement_or_question(random, 12);
    Complement what;
    std::string agrees = whole.gender == Gender::feminine ? "faite" : "fait";
    if (whole.plural_in_french) agrees += " ##s";
    what.phrase.add_english("made")
        .add_french({.word = agrees, .translates = 0})
        .add_english("of")
        .add_french("de");
    what.phrase.add_pair(several ? of.english_plural : of.english, of.in_french(several));
    return finished(clause(random, whole, made, {what}), "daily", combined({whole.name, "made", of.english}));
  }
  const bool of_us = random.chance(55);
  NounPhrase subject =
      of_us ? pronoun(random.chance(55) ? "you" : "i")
            : some_noun(random, "relative,person,animal",
                        {.determiner = Determiner::possessive, .plural = false, .adjectives = 8});
  if (!of_us && random.chance(30)) subject = some_name(random);
  Deed is = being(random.chance(75) ? Time::present : Time::past,
                  random.chance(18) ? Negation::negated : Negation::none);
  is.form = statement_or_question(random, of_us ? 18 : 8);
  NounPhrase what;
  do {
    what = some_noun(random, of_us ? "person,relative,animal" : "person,animal,thing,food",
                     {.determiner = random.chance(60) ? Determiner::indefinite : Determiner::possessive,
                      .plural = false,
                      .adjectives = 45});
  } while (what.noun->mass() || what.noun->traits.has("job") || what.noun->only_plural ||
           what.plural_in_french || (!of_us && what.noun->is("relative")));
  return finished(clause(random, subject, is, {{what.phrase}}), "daily",
                  combined({subject.name, "is", what.name}));
}

namespace {

// how do you say cat in french
Example how_to_say(GrammarRandom& random) {
  const Noun& noun = pick_noun(random, "animal,food,thing,place,person,clothing,word");
  const Noun& language = pick_noun(random, "language");
  Phrase phrase = Phrase().add_english("how do you say").add_french("comment est-ce que on dit");
  phrase.add_pair(noun.english, noun.french).add_english("in").add_french("en");
  phrase.add_pair(language.english, language.french).add_french("?");
  return finished(phrase, "daily", combined({"say", noun.english, language.english}));
}

// my head hurts: j'ai mal à la tête
Example hurts(GrammarRandom& random) {
  static const std::array kBody{Fixed{"head", "tête"}, Fixed{"stomach", "ventre"}, Fixed{"back", "dos"},
                                Fixed{"leg", "jambe"}, Fixed{"arm", "bras"},       Fixed{"foot", "pied"},
                                Fixed{"hand", "main"}, Fixed{"knee", "genou"},     Fixed{"tooth", "dent"}};
  const Fixed& part = kBody[random.among({6, 5, 3, 2, 2, 3, 2, 1, 1})];
  static constexpr std::array<std::string_view, 4> kWho{"i", "you", "he", "she"};
  const NounPhrase who = pronoun(kWho[random.among({8, 2, 2, 2})]);
  const std::string_view my = possessive_of(who).english;
  const Noun& noun = lexicon().noun(part.english);
  const bool past = random.chance(15);
  Phrase phrase = Phrase().add_english(my).add_english(part.english).add_english(past ? "hurt" : "hurts");
  Deed has;
  has.verb = &lexicon().verb("have");
  has.time = past ? Time::past : Time::present;
  const Phrase french = clause(random, who, has);
  for (const FrenchWord& word : french.french)
    phrase.add_french({.word = word.word, .before_vowel = word.before_vowel});
  phrase.add_french("mal à").add_french(definite(noun.gender, false));
  phrase.add_french({.word = noun.french, .translates = 1});
  return finished(phrase, "daily", combined({my, part.english, past ? "hurt" : "hurts"}));
}

// i only have one question: je n'ai qu'une question
Example only(GrammarRandom& random) {
  const NounPhrase subject = someone(random);
  const VerbUse use = [&] {
    while (true) {
      const VerbUse drawn = some_verb_of(random, subject);
      // "i only put" may be long ago.
      const bool settled = drawn.verb->past != drawn.verb->base && !drawn.verb->reflexive;
      if (takes_plain_object(drawn) && drawn.verb->companion.empty() && settled) return drawn;
    }
  }();
  static constexpr std::array<std::string_view, 4> kOnly{"have", "eat", "drink", "want"};
  const bool has = random.chance(55);
  Deed deed;
  deed.verb = has ? &lexicon().verb(kOnly[random.among({5, 2, 2, 2})]) : use.verb;
  deed.time = Time::present;
  deed.negation = Negation::elsewhere;
  deed.denied_with = "";
  static const Fixed kWord{"only", ""};
  deed.adverb = &kWord;
  const NounPhrase what =
      has ? some_noun(
                random, deed.verb->base == "drink" ? "drink" : "food,animal,thing,relative",
                {.determiner = random.chance(50) ? std::optional(Determiner::indefinite) : std::nullopt})
          : some_noun(random, classes_of(use.frame->slots[0].classes));
  Complement only;
  only.phrase.add_french("que").add(what.phrase);
  return finished(clause(random, subject, deed, {only}), "daily",
                  combined({subject.name, "only", deed.verb->base, what.name}));
}

// he makes me laugh, let me go
Example made_to_do(GrammarRandom& random) {
  const bool lets = random.chance(35);
  static const Verb kLet = [] {
    Verb let = *std::find_if(lexicon().verbs().begin(), lexicon().verbs().end(),
                             [](const Verb& each) { return each.infinitive == "laisser"; });
    let.base = let.past = let.participle = "let";
    let.third = "lets";
    let.ing = "letting";
    return let;
  }();
  const NounPhrase subject = some_subject(random, "person,animal");
  Deed deed = some_deed(random, lets ? kLet : lexicon().verb("make"), subject);
  if (lets && random.chance(45)) deed = Deed{.verb = &kLet, .form = Form::order};
  if (subject.denies) return write_other_frame(random);
  const NounPhrase whom =
      random.chance(75) ? pronoun(std::array{"i", "he", "she", "we", "they"}[random.among({6, 2, 2, 2, 2})])
                        : some_noun(random, "person,animal,relative", {.adjectives = 5});
  const bool order = deed.form == Form::order;
  if (whom.name == subject.name || (order && whom.name != "i") ||
      (whom.name == "we" && subject.name == "i") || (whom.name == "i" && subject.name == "we"))
    return write_other_frame(random);
  const Fixed& deed_done = pick_fixed(random, "wish");
  std::vector<Complement> complements;
  if (whom.is_pronoun()) {
    Complement first = object(whom, deed);
    first.direct = false;
    complements.push_back(first);
    Complement second;
    second.phrase.add_pair(deed_done.english, deed_done.french);
    complements.push_back(second);
  } else {
    Complement both;
    const int at = both.phrase.add_english_of(whom.phrase);
    both.phrase.add_pair(deed_done.english, deed_done.french).add_french_of(whom.phrase, at);
    complements.push_back(both);
  }
  if (!deed.behind.empty()) {
    deed.behind = {};
    deed.denied_with = "pas";
  }
  const NounPhrase who = order ? pronoun("you") : subject;
  return finished(clause(random, who, deed, complements), "daily",
                  combined({who.name, deed.verb->base, whom.name, deed_done.english}));
}

// my dog's name is max: mon chien s'appelle max; i have a dog named max
Example called(GrammarRandom& random) {
  const NounPhrase name = some_name(random);
  const NounPhrase who =
      some_noun(random, "animal,animal,relative,person",
                {.determiner = random.chance(60) ? Determiner::possessive : Determiner::definite,
                 .plural = false,
                 .adjectives = 6});
  if (random.chance(55)) {
    Phrase phrase = who.phrase;
    phrase.add_english("'s name is").add_french("se appelle").add(name.phrase);
    return finished(phrase, "daily", combined({who.name, "name", name.name}));
  }
  Deed has;
  has.verb = &lexicon().verb("have");
  const NounPhrase owner = random.chance(60) ? pronoun("i") : someone(random);
  NounPhrase one = some_noun(random, "animal,animal,relative",
                             {.determiner = Determiner::indefinite, .plural = false, .adjectives = 12});
  one.phrase.add_english(random.chance(50) ? "named" : "called")
      .add_french("qui se appelle")
      .add(name.phrase);
  return finished(clause(random, owner, has, {{one.phrase}}), "daily",
                  combined({owner.name, one.name, name.name}));
}

// once upon a time there was a princess
Example once_upon_a_time(GrammarRandom& random) {
  const NounPhrase who = some_noun(random, "person,animal",
                                   {.determiner = Determiner::indefinite, .plural = false, .adjectives = 30});
  Phrase phrase = Phrase().add_english("once upon a time there was").add_french("il était une fois");
  return finished(phrase.add(who.phrase), "daily", combined({"once", who.name, who.phrase.english[1]}));
}

}  // namespace

Example write_other_frame(GrammarRandom& random) {
  switch (random.among({15, 25, 20, 22, 14, 4})) {
    case 0:
      return how_to_say(random);
    case 1:
      return hurts(random);
    case 2:
      return only(random);
    case 3:
      return made_to_do(random);
    case 4:
      return called(random);
    default:
      return once_upon_a_time(random);
  }
}

}  // namespace headlight::grammar
