// Sentences about everyday things: what "it" means follows from what can be said of what.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <sstream>
#include <stdexcept>

#include "train/grammar/kinds.h"

namespace headlight::grammar {
namespace {

using Saying = Predicate::Kind;

const std::vector<const Noun*>& things_with(const std::string& mark) {
  static const auto& lists = *new std::map<std::string, std::vector<const Noun*>>([] {
    std::map<std::string, std::vector<const Noun*>> all;
    for (const Noun& noun : things().nouns) {
      all["any"].push_back(&noun);
      for (const std::string& each : noun.traits.words()) all[each].push_back(&noun);
    }
    return all;
  }());
  const auto found = lists.find(mark);
  if (found == lists.end()) throw std::out_of_range("no thing of the tables has the mark \"" + mark + "\"");
  return found->second;
}

const Noun& thing_with(GrammarRandom& random, const std::vector<std::string>& marks) {
  const std::string& mark = random.pick(std::span<const std::string>(marks));
  return *random.pick(std::span<const Noun* const>(things_with(mark)));
}

// Persons who do something to things, none of them "he" or "she": a pronoun in the sentence is the one asked.
const Fixed& somebody(GrammarRandom& random) {
  static const std::array kPersons{Fixed{"tom", "tom"},
                                   Fixed{"paul", "paul"},
                                   Fixed{"lucy", "lucy"},
                                   Fixed{"the boy", "le garçon"},
                                   Fixed{"the girl", "la fille"},
                                   Fixed{"my mother", "ma mère"},
                                   Fixed{"my father", "mon père"},
                                   Fixed{"my brother", "mon frère"},
                                   Fixed{"my sister", "ma sœur"},
                                   Fixed{"the teacher", "le professeur"},
                                   Fixed{"my uncle", "mon oncle"},
                                   Fixed{"somebody", "quelqu'un"}};
  return random.pick(std::span<const Fixed>(kPersons));
}

std::vector<std::string> at_blanks(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// "endormi{e}" as it agrees.
std::string agreeing(std::string word, Gender gender) {
  constexpr std::string_view mark = "{e}";
  if (const std::size_t at = word.find(mark); at != word.npos)
    word.replace(at, mark.size(), gender == Gender::feminine ? "e" : "");
  return word;
}

void add_agreeing(Phrase& phrase, const std::string& french, Gender gender) {
  for (const std::string& word : at_blanks(french)) phrase.add_french(agreeing(word, gender));
}

// "did not" every other time as "didn't".
std::string contracted(GrammarRandom& random, std::string english) {
  for (const std::string_view verb : {"did not", "does not", "could not"}) {
    const std::size_t at = english.find(verb);
    if (at == english.npos || random.chance(50)) continue;
    english.replace(at, verb.size(), std::string(verb.substr(0, verb.find(' '))) + "n't");
  }
  return english;
}

struct TwoTold {
  Phrase phrase;
  int first_place = 0, second_place = 0;
};

TwoTold tell_two(GrammarRandom& random, const TwoThings& frame, const NounPhrase& first,
                 const NounPhrase& second) {
  const Fixed& person = somebody(random);
  TwoTold made;
  int first_at = 0;
  int second_at = 0;
  for (const std::string& word : at_blanks(contracted(random, frame.english))) {
    if (word == "{a}")
      first_at = made.phrase.add_english_of(first.phrase);
    else if (word == "{b}")
      second_at = made.phrase.add_english_of(second.phrase);
    else
      made.phrase.add_english(word == "{p}" ? person.english : word);
  }
  for (const std::string& word : at_blanks(frame.french)) {
    if (word == "{a}")
      made.phrase.add_french_of(first.phrase, first_at);
    else if (word == "{b}")
      made.phrase.add_french_of(second.phrase, second_at);
    else
      made.phrase.add_french(word == "{p}" ? person.french : agreeing(word, first.gender));
  }
  made.first_place = first_at + first.head;
  made.second_place = second_at + second.head;
  return made;
}

// Words that join the two halves, and what French says behind them: "que" takes the subjunctive.
struct Joined {
  std::string_view english, french;
  bool subjunctive = false;
};

const Joined& joining(GrammarRandom& random, Saying kind, bool forced) {
  static constexpr std::array kReasons{Joined{"because", "parce que"},
                                       Joined{"since", "puisque"},
                                       Joined{"as", "car"},
                                       Joined{"but", "mais"},
                                       Joined{".", "."},
                                       Joined{"and", "et"},
                                       Joined{"although", "bien que", true}};
  static constexpr std::array kTimes{Joined{"when", "quand"}, Joined{"after", "après que"},
                                     Joined{"until", "jusqu' à ce que", true},
                                     Joined{"before", "avant que", true}};
  static constexpr std::array kEvents{Joined{"when", "quand"}, Joined{".", "."}, Joined{"and", "et"},
                                      Joined{"but", "mais"}, Joined{"because", "parce que"}};
  if (forced) return kReasons[random.among({6, 2, 2})];
  if (kind == Saying::done) return kTimes[random.among({5, 2, 3, 2})];
  if (kind == Saying::did) return kEvents[random.among({4, 2, 2, 2, 2})];
  return kReasons[random.among({8, 3, 2, 3, 2, 2, kind == Saying::is ? 1 : 0})];
}

const std::string& to_be(bool present, bool subjunctive, bool plural) {
  static const std::array<std::string, 6> forms{"était", "étaient", "est", "sont", "soit", "soient"};
  return forms[(subjunctive ? 4U : present ? 2U : 0U) + (plural ? 1U : 0U)];
}

// "it was too ripe": il était trop mûr. `reason` of a frame has its degree in itself.
Phrase tell_of(GrammarRandom& random, const Predicate& what, const NounPhrase& it, bool present,
               bool subjunctive) {
  static const std::array kDegrees{Fixed{"", ""}, Fixed{"too", "trop"}, Fixed{"very", "très"},
                                   Fixed{"so", "si"}};
  Phrase phrase;
  const bool plural = it.plural;
  if (what.kind == Saying::to) {
    const Fixed& person = somebody(random);
    phrase.add_english(person.english + " wanted to").add_english(what.english).add_english(it.object);
    phrase.add_french(person.french).add_french("voulait");
    FrenchWord clitic = small(it.clitic);
    clitic.answer = true;
    phrase.add_french(clitic).add_french(
        {.word = what.french.masculine, .translates = phrase.last_english() - 1});
    return phrase;
  }
  phrase.add(it.phrase);
  const auto add_described = [&] {
    std::istringstream words(what.french.form(it.gender, plural));
    for (std::string word; words >> word;) {
      // An ending is part of the word before it.
      if (word.starts_with("##"))
        phrase.french.back().word += " " + word;
      else
        phrase.add_french(FrenchWord{.word = word});
    }
    phrase.french.back().translates = phrase.last_english();
  };
  switch (what.kind) {
    case Saying::is: {
      const Fixed& degree = kDegrees[what.degree ? random.among({4, 5, 2, 1}) : 0];
      phrase.add_english(present ? (plural ? "are" : "is") : (plural ? "were" : "was"))
          .add_english(degree.english)
          .add_english(what.english);
      phrase.add_french(to_be(present, subjunctive, plural)).add_french(degree.french);
      add_described();
      break;
    }
    case Saying::done:
      phrase.add_english(plural ? "were" : "was").add_english(what.english);
      if (subjunctive)
        phrase.add_french(to_be(false, true, plural));
      else
        phrase.add_french(plural ? "ont" : "a").add_french("été");
      add_described();
      break;
    default:
      phrase.add_english(what.english);
      add_agreeing(phrase, what.french.masculine, it.gender);
      phrase.french.back().translates = phrase.last_english();
  }
  return phrase;
}

const std::vector<const Predicate*>& said_of_thing(const Noun& noun) {
  static const auto& lists = *new std::map<const Noun*, std::vector<const Predicate*>>([] {
    std::map<const Noun*, std::vector<const Predicate*>> all;
    for (const Noun& each : things().nouns)
      for (const Predicate& one : things().predicates)
        if (one.suits(each)) all[&each].push_back(&one);
    return all;
  }());
  return lists.at(&noun);
}

// One that can be said of `noun` and not of `other`; null where some tries find none.
const Predicate* only_of(GrammarRandom& random, const Noun& noun, const Noun& other, bool plural) {
  const std::vector<const Predicate*>& all = said_of_thing(noun);
  for (int tries = 0; tries < 20; ++tries) {
    const Predicate& one = *random.pick(std::span<const Predicate* const>(all));
    if (plural && one.kind != Saying::is && one.kind != Saying::done) continue;
    if (!one.suits(other)) return &one;
  }
  return nullptr;
}

NounPhrase named_thing(GrammarRandom& random, const Noun& noun, bool plural) {
  static constexpr std::array kDeterminers{Determiner::definite, Determiner::possessive,
                                           Determiner::demonstrative};
  const Determiner determiner = kDeterminers[random.among({86, 8, 6})];
  return noun_phrase(random, noun, {.determiner = determiner, .plural = plural, .adjectives = 0});
}

std::string_view kind_of(const Noun& first, const Noun& second, const std::string& said,
                         const TwoThings& frame) {
  const bool noun = kept_out(first.english) || kept_out(second.english);
  const bool predicate = kept_out(said);
  const bool two = kept_out(frame.english);
  if (noun + predicate + two > 1) return meant_kinds[4];
  return meant_kinds[noun ? 1 : predicate ? 2 : two ? 3 : 0];
}

}  // namespace

bool kept_out(std::string_view word) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
  for (const char byte : word) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  return GrammarRandom(hash).below(8) == 0;
}

Example write_meant(GrammarRandom& random) {
  const std::vector<TwoThings>& frames = things().frames;
  while (true) {
    const TwoThings& frame = random.pick(std::span<const TwoThings>(frames));
    const Noun& a = thing_with(random, frame.first);
    const Noun& b = thing_with(random, frame.second);
    if (a.english == b.english || a.french == b.french) continue;
    const bool means_first = random.chance(50);
    const bool forced = !frame.first_reasons.empty();
    // The verbs of the frames have one number, those that a person is the subject of both.
    const bool plural = !forced && frame.english.starts_with("{p}") && random.chance(15) &&
                        a.shows_plural() && b.shows_plural();
    Predicate reason;
    if (forced) {
      reason.french =
          random.pick(std::span<const Adjective>(means_first ? frame.first_reasons : frame.second_reasons));
      reason.english = reason.french.english;
    }
    const Predicate* what =
        forced ? &reason : only_of(random, means_first ? a : b, means_first ? b : a, plural);
    if (what == nullptr) continue;
    const NounPhrase first = named_thing(random, a, plural);
    const NounPhrase second = named_thing(random, b, plural);
    const TwoTold both = tell_two(random, frame, first, second);
    const Joined& joined = joining(random, what->kind, forced);
    const bool present = frame.english.find(" does not ") != std::string::npos;
    const NounPhrase it = pronoun(plural ? "they" : "it", means_first ? first.gender : second.gender);
    Phrase phrase = both.phrase;
    phrase.add_english(joined.english).add_french(joined.french);
    const int at = static_cast<int>(phrase.english.size());
    const Phrase reading = tell_of(random, *what, it, present, joined.subjunctive);
    phrase.add(reading);
    Example example = finished(phrase, kind_of(a, b, what->english, frame),
                               combined({a.english, b.english, what->english, frame.english}));
    Reference reference;
    reference.it = at + static_cast<int>(std::find(reading.english.begin(), reading.english.end(),
                                                   what->kind == Saying::to ? it.object : it.name) -
                                         reading.english.begin());
    reference.antecedent = means_first ? both.first_place : both.second_place;
    reference.other = means_first ? both.second_place : both.first_place;
    reference.cue = what->kind == Saying::to ? phrase.last_english() - 1 : phrase.last_english();
    reference.genders_differ = first.gender != second.gender;
    for (const FrenchWord& word : spoken(phrase.french)) {
      if (word.answer) break;
      reference.pronoun += 1 + static_cast<int>(std::count(word.word.begin(), word.word.end(), ' '));
    }
    example.reference = reference;
    return example;
  }
}

Example write_said(GrammarRandom& random) {
  static const std::array kFrames{Fixed{"i saw {a}", "je ai vu {a}"},
                                  Fixed{"where is {a}", "où est {a} ?"},
                                  Fixed{"we bought {a}", "nous avons acheté {a}"},
                                  Fixed{"this is {a}", "ce est {a}"},
                                  Fixed{"{p} sold {a}", "{p} a vendu {a}"},
                                  Fixed{"{p} found {a}", "{p} a trouvé {a}"},
                                  Fixed{"{p} is looking for {a}", "{p} cherche {a}"},
                                  Fixed{"{a} is here", "{a} est ici"},
                                  Fixed{"{a} is not mine", "{a} ne est pas à moi"},
                                  Fixed{"{p} has {a}", "{p} a {a}"}};
  const Things& things = grammar::things();
  const Noun& noun = random.pick(std::span<const Noun>(things.nouns));
  if (random.chance(45)) {
    const Fixed& frame = random.pick(std::span<const Fixed>(kFrames));
    const bool asks = frame.english.starts_with("where") || frame.english.starts_with("{a}");
    const NounPhrase a =
        noun_phrase(random, noun,
                    {.determiner = asks || random.chance(40) ? Determiner::definite : Determiner::indefinite,
                     .plural = false,
                     .adjectives = 0});
    const TwoThings one{frame.english, frame.french, {}, {}, {}, {}};
    return finished(tell_two(random, one, a, a).phrase, "said", combined({noun.english, frame.english}));
  }
  const Predicate& what = *random.pick(std::span<const Predicate* const>(said_of_thing(noun)));
  const NounPhrase a = named_thing(random, noun, false);
  const bool wanted = what.kind == Saying::to;
  const bool present = what.kind == Saying::is && random.chance(30);
  Phrase phrase;
  if (wanted) {
    const Fixed& person = somebody(random);
    phrase.add_english(person.english + " wanted to " + what.english);
    phrase.add_french(person.french + " voulait").add_french(FrenchWord{.word = what.french.masculine});
    phrase.add(a.phrase);
  } else {
    phrase = tell_of(random, what, a, present, false);
  }
  return finished(phrase, "said", combined({noun.english, what.english}));
}

}  // namespace headlight::grammar
