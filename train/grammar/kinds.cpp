#include "train/grammar/kinds.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <sstream>
#include <stdexcept>

namespace headlight::grammar {
namespace {

// A third are about what "it" means: that it is gathered at "it" depends on it.
constexpr std::array kKinds{
    Kind{"reference", 26, write_reference},
    Kind{"same_class", 8, write_same_class},
    Kind{"fit", 7, write_fit},
    Kind{"pair", 13, write_pair},
    Kind{"made_of", 1, write_made_of},
    Kind{"ambiguous", 1, write_ambiguous},
    Kind{"they", 9, write_they},
    Kind{"so", 2, write_so},
    Kind{"pronoun", 7, write_pronoun},
    Kind{"noun_again", 4, write_noun_again},
    Kind{"copula", 11, write_copula},
    Kind{"who", 6, write_who},
    Kind{"headline", 1, write_headline},
    Kind{"refused", 1, write_refused},
    Kind{"moved", 1, write_moved},
    Kind{"where", 5, write_where},
    Kind{"have", 6, write_have},
    Kind{"clause", 24, write_clause},
    Kind{"passive", 3, write_passive},
    Kind{"nobody", 2, write_nobody},
    Kind{"clitic", 7, write_clitic},
    Kind{"question", 9, write_question},
    Kind{"order", 4, write_order},
    Kind{"if", 2, write_if},
    Kind{"joined", 14, write_joined},
    Kind{"relative", 5, write_relative},
    Kind{"compared", 4, write_compared},
    Kind{"expression", 16, write_expression},
    Kind{"daily", 26, write_daily},
    Kind{"agreement", 4, write_agreement},
    Kind{"bears", 5, write_bears},
    Kind{"meant", 0, write_meant},
    Kind{"said", 0, write_said},
};

}  // namespace

std::span<const Kind> kinds() { return kKinds; }

Example write_sentence(GrammarRandom& random, std::span<const std::string> of_kinds) {
  const auto share = [&](const Kind& kind) {
    const auto named = std::count(of_kinds.begin(), of_kinds.end(), kind.name);
    return of_kinds.empty() ? kind.share : std::max(kind.share, 1) * static_cast<int>(named);
  };
  const int total = std::accumulate(kKinds.begin(), kKinds.end(), 0,
                                    [&](int sum, const Kind& kind) { return sum + share(kind); });
  if (total == 0) throw std::invalid_argument("grammar: no kind of sentences is called " + of_kinds.front());
  int die = random.below(total);
  std::size_t chosen = 0;
  while (die >= share(kKinds[chosen])) die -= share(kKinds[chosen++]);
  return kKinds[chosen].write(random);
}

}  // namespace headlight::grammar

// What the kinds share: who does what, and why.

namespace headlight::grammar {
namespace {

bool is_simple(const Frame& frame) {
  return frame.slots.size() == 1 && frame.slots[0].kind == Slot::Kind::noun;
}

// Past and present look alike: i put, they hit.
bool looks_past(const Verb& verb, const NounPhrase& subject) {
  return verb.past == verb.base && !(subject.person == 3 && !subject.plural);
}

constexpr int kTries = 400;

}  // namespace

Example finished(const Phrase& phrase, std::string_view kind, const std::string& combination) {
  Example example;
  example.kind = kind;
  example.combination = combination;
  example.source = spoken(phrase.english);
  for (const FrenchWord& word : spoken(phrase.french)) {
    // A stem and its ending are two words of the corpus; of a compound the first word translates the last one
    // in English, and its last the one before: orange juice, jus d'orange.
    std::istringstream pieces(word.word);
    std::string piece;
    for (bool is_first = true; pieces >> piece; is_first = false) {
      const bool is_last = pieces.eof() || pieces.peek() == std::istringstream::traits_type::eof();
      const bool is_other = !is_first && is_last && word.translates > 0 && !piece.starts_with("##");
      example.target.push_back(piece);
      example.alignment.push_back(is_first ? word.translates : is_other ? word.translates - 1 : -1);
    }
  }
  return example;
}

std::string combined(std::initializer_list<std::string_view> words) {
  std::string combination;
  for (const std::string_view word : words) {
    if (!combination.empty()) combination += '|';
    combination += word;
  }
  return combination;
}

const Fixed& pick_fixed(GrammarRandom& random, const std::string& table) {
  const auto& all = lexicon().fixed(table);
  return all[static_cast<std::size_t>(random.below(static_cast<int>(all.size())))];
}

std::string classes_of(const std::vector<std::string>& classes) {
  std::string joined;
  for (const std::string& each : classes) joined += (joined.empty() ? "" : ",") + each;
  return joined;
}

bool takes(const std::vector<std::string>& classes, const Noun& noun) {
  return std::any_of(classes.begin(), classes.end(), [&](const std::string& each) { return noun.is(each); });
}

bool takes_plain_object(const VerbUse& use) {
  const std::vector<Slot>& slots = use.frame->slots;
  return slots.size() == 1 && slots[0].kind == Slot::Kind::noun && slots[0].english.empty() &&
         slots[0].french.empty();
}

NounPhrase some_subject(GrammarRandom& random, const std::string& classes) {
  const bool persons = classes.find("person") != classes.npos || classes == "any";
  if (persons) {
    const int die = random.below(100);
    if (die < 40) return some_pronoun(random);
    if (die < 49) return some_name(random);
    if (die < 51) return everyone(random);
  } else if (random.chance(12)) {
    return pronoun("it");
  }
  NounPhrase first = some_noun(random, classes, {.generic = true});
  if (!random.chance(5)) return first;
  const NounPhrase second = some_noun(random, classes, {.determiner = Determiner::definite, .adjectives = 0});
  return second.noun == first.noun ? first : joined(first, second);
}

const Adjective& adjective_for(GrammarRandom& random, const Noun* noun) {
  static const Noun kSomeone = [] {
    Noun someone;
    someone.traits = Traits({"person"});
    return someone;
  }();
  const auto& suited = adjectives_of(noun == nullptr || noun->traits.has("name") ? kSomeone : *noun);
  return usual(random, std::span<const Adjective* const>(suited));
}

Phrase profession(const NounPhrase& subject, const Noun& job) {
  const bool feminine = subject.gender == Gender::feminine && !job.feminine.empty();
  const std::string many = feminine ? in_pieces(job.feminine_plural, job.feminine) : job.in_french(true);
  if (subject.plural) return Phrase().add_pair(job.english_plural, many);
  return Phrase().add_english("a").add_pair(job.english, feminine ? job.feminine : job.french);
}

VerbUse some_verb_between(GrammarRandom& random, const Noun& subject, const Noun& object) {
  for (int tries = 0; tries < kTries; ++tries) {
    const Verb& verb = pick_verb(random);
    if (verb.frames.empty()) continue;
    const Frame& frame = random.pick(std::span<const Frame>(verb.frames));
    if (is_simple(frame) && takes(frame.subjects, subject) && takes(frame.slots[0].classes, object))
      return {&verb, &frame};
  }
  return {};
}

bool is_settled(const VerbUse& use, const Slot& slot, const NounPhrase& pronoun) {
  const bool thing = pronoun.name == "it" || pronoun.name == "they";
  const bool person = pronoun.name != "it";
  const auto could_be = [&](const Slot& other) {
    if (other.kind != Slot::Kind::noun || other.english != slot.english) return false;
    return std::any_of(other.classes.begin(), other.classes.end(), [&](const std::string& each) {
      return each == "any" || (person && each.starts_with("person")) ||
             (thing && !each.starts_with("person"));
    });
  };
  for (const Verb& verb : lexicon().verbs()) {
    if (verb.base != use.verb->base) continue;
    for (const Frame& frame : verb.frames) {
      if (&frame == use.frame) return true;
      // Of one verb only another preposition is another translation.
      const auto means_else = [&](const Slot& other) {
        return could_be(other) && (&verb != use.verb || other.french != slot.french);
      };
      if (std::any_of(frame.slots.begin(), frame.slots.end(), means_else)) return false;
    }
  }
  return true;
}

VerbUse some_verb_of(GrammarRandom& random, const NounPhrase& subject) {
  static const std::vector<std::string> kPersons{"person"};
  while (true) {
    const Verb& verb = pick_verb(random);
    if (verb.frames.empty()) continue;
    const Frame& frame = random.pick(std::span<const Frame>(verb.frames));
    const bool is_person = subject.noun == nullptr || subject.noun->traits.has("name");
    // "it is late" is said of the hour.
    if (subject.name == "it" && frame.slots.front().kind == Slot::Kind::fixed) continue;
    const bool suits =
        is_person ? std::any_of(frame.subjects.begin(), frame.subjects.end(),
                                [](const std::string& each) { return each == "person" || each == "any"; })
                  : takes(frame.subjects, *subject.noun);
    if (suits) return {&verb, &frame};
  }
}

Form statement_or_question(GrammarRandom& random, int percent_questions) {
  return random.chance(percent_questions) ? Form::question : Form::statement;
}

Deed told(GrammarRandom& random, const Verb& verb, int percent_negative) {
  Deed deed;
  deed.verb = &verb;
  deed.time = random.chance(75) ? Time::past : Time::present;
  if (random.chance(percent_negative)) deed.negation = Negation::negated;
  if (random.chance(18)) {
    static constexpr std::array kModals{Modal::can, Modal::could, Modal::want, Modal::going_to};
    deed.modal = kModals[random.among({3, 4, 3, 1})];
    if (deed.modal == Modal::can) deed.time = Time::present;
    if (deed.modal == Modal::could) deed.time = Time::past;
  } else if (random.chance(8)) {
    deed.time = random.chance(50) ? Time::future : Time::progressive;
    if (verb.past_is_imparfait) deed.time = Time::present;
  }
  return deed;
}

Deed some_deed(GrammarRandom& random, const Verb& verb, const NounPhrase& subject, Form form) {
  static constexpr std::array kTimes{Time::present,   Time::past,    Time::future, Time::progressive,
                                     Time::was_doing, Time::perfect, Time::had};
  static constexpr std::array kModals{Modal::can,      Modal::could,      Modal::must,     Modal::should,
                                      Modal::want,     Modal::would_like, Modal::going_to, Modal::have_to,
                                      Modal::would,    Modal::used_to,    Modal::just,     Modal::will_can,
                                      Modal::will_must};
  static const std::array kAdverbs{Fixed{"always", "toujours"},   Fixed{"often", "souvent"},
                                   Fixed{"sometimes", "parfois"}, Fixed{"also", "aussi"},
                                   Fixed{"already", "déjà"},      Fixed{"really", "vraiment"},
                                   Fixed{"still", "encore"}};
  Deed deed;
  deed.verb = &verb;
  deed.form = form;
  const bool is_be = verb.base == "be" && verb.frames.empty();
  deed.time = kTimes[random.among({30, 33, 9, 10, 6, 6, 3})];
  // "cats are interesting": an adjective
  static constexpr std::array<std::string_view, 6> kLasting{"wear",  "live",  "stand",
                                                            "think", "shine", "hope"};
  const bool lasts = std::find(kLasting.begin(), kLasting.end(), verb.base) != kLasting.end();
  const bool no_progressive = (verb.past_is_imparfait && !lasts) || has_adjective(verb.ing);
  if (no_progressive && (deed.time == Time::progressive || deed.time == Time::was_doing))
    deed.time = Time::present;
  if (random.chance(is_be ? 0 : 30)) {
    deed.modal = kModals[random.among({7, 4, 5, 3, 7, 3, 4, 5, 4, 2, 1, 1, 1})];
    if (form != Form::statement && (deed.modal == Modal::used_to || deed.modal == Modal::just))
      deed.modal = Modal::can;
    const bool has_past =
        deed.modal == Modal::want || deed.modal == Modal::have_to || deed.modal == Modal::going_to;
    deed.time = has_past && random.chance(35) ? Time::past : Time::present;
    // "doesn't have to" is no "ne doit pas", and so is its question.
    if (deed.modal == Modal::have_to && form == Form::question) deed.modal = Modal::must;
  }
  // "going to work" is aller au travail.
  if (deed.modal == Modal::going_to && verb.base == "work") deed.modal = Modal::must;
  if (random.chance(form == Form::question ? 6 : 26)) deed.negation = Negation::negated;
  if (form == Form::statement && random.chance(3)) deed.negation = Negation::never;
  // "won't have to" is no ne devra pas.
  if (deed.modal == Modal::have_to || deed.modal == Modal::used_to || deed.modal == Modal::just ||
      deed.modal == Modal::will_must)
    deed.negation = Negation::none;
  if (deed.negation == Negation::negated && form == Form::statement && random.chance(14)) {
    // not anymore, not yet, not at all
    static const std::array kDenied{Fixed{"anymore", "plus"}, Fixed{"yet", "pas encore"},
                                    Fixed{"at all", "pas du tout"}};
    const Fixed& denied = kDenied[random.among({5, 2, 2})];
    deed.behind = denied.english;
    deed.denied_with = denied.french;
  }
  // "i would like" is je voudrais.
  if (deed.modal == Modal::would && (verb.base == "like" || verb.base == "love")) deed.modal = Modal::can;
  if (deed.modal == Modal::would_like && deed.negation == Negation::never) deed.negation = Negation::none;
  const bool has_done = deed.time == Time::perfect || deed.time == Time::had;
  if (form == Form::statement && deed.negation == Negation::none && deed.modal == Modal::none &&
      (deed.time == Time::present || deed.time == Time::past || has_done) &&
      random.chance(has_done ? 25 : 9)) {
    const int which = has_done ? 4 : random.among({4, 4, 3, 2, 1, 2, 2});
    deed.adverb = &kAdverbs[which];
  }
  if (looks_past(verb, subject) && deed.time == Time::present && deed.modal == Modal::none &&
      deed.negation != Negation::negated && form == Form::statement) {
    deed.time = Time::past;
  }
  if (subject.denies) {
    deed.negation = Negation::elsewhere;
    deed.adverb = nullptr;
    deed.behind = {};
  }
  return deed;
}

Told short_clause(GrammarRandom& random, const NounPhrase& subject) {
  const int die = random.below(100);
  const bool is_person = subject.noun == nullptr
                             ? subject.name != "it"
                             : subject.noun->is("person") || subject.noun->traits.has("name");
  const Deed was = being(random.chance(60) ? Time::present : Time::past,
                         random.chance(18) ? Negation::negated : Negation::none);
  if (die < 32) {
    const Adjective& adjective = adjective_for(random, subject.noun);
    return {clause(random, subject, was, {{description(random, adjective, subject)}}),
            subject.name + "|" + adjective.english};
  }
  if (die < 38) {
    const Complement place = some_place(random);
    return {clause(random, subject, was, {place}), subject.name + "|" + place.phrase.english.back()};
  }
  if (die < 46 && is_person) {
    // hungry, or having something
    if (random.chance(35)) {
      Deed had = was;
      had.french = &lexicon().verb("have");
      const Fixed& state = pick_fixed(random, "avoir");
      Complement what;
      what.phrase.add_pair(state.english, state.french);
      return {clause(random, subject, had, {what}), subject.name + "|" + state.english};
    }
    Deed has = was;
    has.verb = &lexicon().verb("have");
    const NounPhrase what =
        some_noun(random, "animal,relative,thing,food,drink,clothing,vehicle,document",
                  {.determiner = random.chance(70) ? std::optional(Determiner::indefinite) : std::nullopt});
    return {clause(random, subject, has, {object(what, has)}), subject.name + "|has|" + what.name};
  }
  const VerbUse use = some_verb_of(random, subject);
  const Deed deed = some_deed(random, *use.verb, subject);
  std::string names = subject.name + "|" + use.verb->base;
  const std::vector<Complement> complements = filled(random, use, deed, subject, names);
  Told told{clause(random, subject, deed, complements), names};
  if (deed.behind.empty() && random.chance(12)) told.phrase.add(some_time(random, deed.time == Time::past));
  return told;
}

Phrase conjunction(GrammarRandom& random) {
  // One word for one conjunction would make it the place where gender is gathered, instead of "it".
  static const std::array kConjunctions{Fixed{"because", "parce que"},
                                        Fixed{"since", "puisque"},
                                        Fixed{"as", "car"},
                                        Fixed{".", "."},
                                        Fixed{"and", "et"},
                                        Fixed{"but", "mais"}};
  const Fixed& chosen = kConjunctions[random.among({40, 16, 14, 16, 8, 6})];
  return Phrase().add_english(chosen.english).add_french(chosen.french);
}

Said said_of(GrammarRandom& random, const NounPhrase& it, const Adjective& adjective, bool present) {
  Said said;
  said.clause = described(random, it, adjective, present);
  said.cue = said.clause.last_english();
  while (said.clause.english[said.cue] != adjective.english) --said.cue;
  said.word = adjective.english;
  return said;
}

Said cause_of_animal(GrammarRandom& random, const NounPhrase& it, bool present) {
  const int die = random.below(100);
  const Time time = present ? Time::present : Time::past;
  if (die < 12) {
    const Fixed& state = pick_fixed(random, "avoir");
    static const std::array kDegrees{Fixed{"too", "trop"}, Fixed{"very", "très"}, Fixed{"", ""}};
    const Fixed& degree = kDegrees[random.among({4, 3, 3})];
    Deed deed = being(time);
    deed.french = &lexicon().verb("have");
    Complement what;
    what.phrase.add_english(degree.english).add_french(degree.french).add_pair(state.english, state.french);
    Said said{clause(random, it, deed, {what}), 0, state.english};
    said.cue = said.clause.last_english();
    return said;
  }
  if (die < 26) {
    Deed deed;
    const Verb* wish = nullptr;
    while (wish == nullptr || wish->frames.empty() || wish->reflexive ||
           wish->frames.front().slots.front().kind != Slot::Kind::nothing ||
           !wish->frames.front().slots.front().english.empty() ||
           std::find(wish->frames.front().subjects.begin(), wish->frames.front().subjects.end(), "animal") ==
               wish->frames.front().subjects.end()) {
      wish = &pick_verb(random);
    }
    deed.verb = wish;
    deed.modal = Modal::want;
    deed.time = time;
    Said said{clause(random, it, deed), 0, wish->base};
    said.cue = said.clause.last_english();
    return said;
  }
  const auto& causes = adjectives_with("animal_cause");
  Said said = said_of(random, it, usual(random, std::span<const Adjective* const>(causes)), present);
  // too tired to walk
  if (random.chance(8) && said.clause.english.size() >= 2 &&
      said.clause.english[said.clause.english.size() - 2] == "too") {
    const Fixed& wish = pick_fixed(random, "wish");
    said.clause.add_english("to").add_french("pour").add_pair(wish.english, wish.french);
  }
  return said;
}

Said cause_of_place(GrammarRandom& random, const NounPhrase& it, const Noun& place, bool present) {
  if (random.chance(15)) {
    const Noun& content = pick_noun(random, "content");
    const bool plural = !content.mass() && !content.english_plural.empty();
    Complement what;
    what.phrase.add_pair("full", it.gender == Gender::feminine ? "pleine" : "plein")
        .add_english("of")
        .add_french("de");
    what.phrase.add_pair(plural ? content.english_plural : content.english, content.in_french(plural));
    Said said{clause(random, it, being(present ? Time::present : Time::past), {what}), 0, content.english};
    said.cue = said.clause.last_english();
    return said;
  }
  const auto& causes = adjectives_with("place_cause");
  while (true) {
    const Adjective& adjective = usual(random, std::span<const Adjective* const>(causes));
    if (adjective.suits(place)) return said_of(random, it, adjective, present);
  }
}

}  // namespace headlight::grammar
