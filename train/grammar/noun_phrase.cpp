#include "train/grammar/noun_phrase.h"

#include <algorithm>
#include <array>

namespace headlight::grammar {
namespace {

struct Pronoun {
  std::string_view english, object, french, clitic, stressed;
  int person;
  bool plural;
};
constexpr std::array kPronouns{
    Pronoun{"i", "me", "je", "me", "moi", 1, false},
    Pronoun{"you", "you", "tu", "te", "toi", 2, false},
    Pronoun{"he", "him", "il", "le", "lui", 3, false},
    Pronoun{"she", "her", "elle", "la", "elle", 3, false},
    Pronoun{"it", "it", "il", "le", "lui", 3, false},
    Pronoun{"we", "us", "nous", "nous", "nous", 1, true},
    Pronoun{"they", "them", "ils", "les", "eux", 3, true},
};

constexpr std::array kPossessives{
    Possessive{"my", "mon", "ma", "mes"},       Possessive{"your", "ton", "ta", "tes"},
    Possessive{"his", "son", "sa", "ses"},      Possessive{"her", "son", "sa", "ses"},
    Possessive{"our", "notre", "notre", "nos"}, Possessive{"their", "leur", "leur", "leurs"},
    Possessive{"its", "son", "sa", "ses"}};

constexpr std::array<std::string_view, 11> kNumbers{"two",   "three", "four", "five",   "six",   "seven",
                                                    "eight", "nine",  "ten",  "twelve", "twenty"};
constexpr std::array<std::string_view, 11> kNombres{"deux", "trois", "quatre", "cinq",  "six",  "sept",
                                                    "huit", "neuf",  "dix",    "douze", "vingt"};

// The determiners, English and French.
struct Determined {
  std::string english;
  std::vector<FrenchWord> french;
  bool indefinite = false;
  int number = -1;  // which word of `french` translates the English one
};

// How many of them, how much of it.
struct Amount {
  std::string_view english, french;
};
constexpr std::array kMany{Amount{"many", "beaucoup de"},  Amount{"a lot of", "beaucoup de"},
                           Amount{"several", "plusieurs"}, Amount{"a few", "quelques"},
                           Amount{"too many", "trop de"},  Amount{"more", "plus de"},
                           Amount{"fewer", "moins de"},    Amount{"enough", "assez de"}};
constexpr std::array kMuch{Amount{"a lot of", "beaucoup de"}, Amount{"too much", "trop de"},
                           Amount{"a little", "un peu de"},   Amount{"more", "plus de"},
                           Amount{"less", "moins de"},        Amount{"enough", "assez de"}};

Determiner some_determiner(GrammarRandom& random, const Noun& noun) {
  if (noun.traits.has("relative") || noun.traits.has("body")) {
    return random.chance(75) ? Determiner::possessive : Determiner::definite;
  }
  switch (random.among({54, 14, 6, 10, 6, 3, 4, 2, 1})) {
    case 0:
      return Determiner::definite;
    case 1:
      return Determiner::indefinite;
    case 2:
      return Determiner::bare;
    case 3:
      return Determiner::possessive;
    case 4:
      return Determiner::demonstrative;
    case 5:
      return Determiner::number;
    case 6:
      return Determiner::many;
    case 7:
      return Determiner::every;
    default:
      return Determiner::all;
  }
}

// What holds or counts something: a glass of water, a piece of cake, a group of children.
struct Measured {
  std::string_view noun, classes;
};
constexpr std::array kMeasured{
    Measured{"glass", "drink"},        Measured{"bottle", "drink"}, Measured{"cup", "drink"},
    Measured{"bowl", "food"},          Measured{"plate", "food"},   Measured{"box", "food,thing"},
    Measured{"bag", "food"},           Measured{"basket", "food"},  Measured{"piece", "food"},
    Measured{"slice", "food"},         Measured{"kilo", "food"},    Measured{"group", "animal,person"},
    Measured{"team", "animal,person"}, Measured{"bucket", "drink"}};

const Measured* measured(const Noun& noun) {
  const auto found = std::find_if(kMeasured.begin(), kMeasured.end(),
                                  [&](const Measured& each) { return each.noun == noun.english; });
  return found == kMeasured.end() ? nullptr : &*found;
}

bool is_about(const Noun& noun) {
  static constexpr std::array<std::string_view, 7> kAbout{"book", "movie", "story",   "song",
                                                          "film", "video", "question"};
  return std::find(kAbout.begin(), kAbout.end(), noun.english) != kAbout.end();
}

bool needs_plural(Determiner determiner) {
  return determiner == Determiner::number || determiner == Determiner::many || determiner == Determiner::all;
}

// What a noun can be said with: no "every bread", no "many water".
Determiner possible(Determiner determiner, const Noun& noun) {
  const bool countable = !noun.english_plural.empty();
  if (noun.mass() && determiner == Determiner::many) return determiner;
  if (!countable && (needs_plural(determiner) || determiner == Determiner::every))
    return Determiner::definite;
  if (!noun.mass() && !countable && (determiner == Determiner::indefinite || determiner == Determiner::bare))
    return Determiner::definite;
  return determiner;
}

Determined determined(GrammarRandom& random, const Noun& noun, Determiner determiner, bool english_plural,
                      bool plural, bool generic) {
  const bool feminine = noun.gender == Gender::feminine;
  const bool mass = noun.mass();
  Determined made;
  const FrenchWord article = definite(noun.gender, plural);
  const auto some = [&] {
    made.indefinite = true;
    if (plural) return made.french.push_back({"des"});
    if (!mass) return made.french.push_back({feminine ? "une" : "un"});
    made.french.push_back(small("de"));
    made.french.push_back(article);
  };
  switch (determiner) {
    case Determiner::definite:
      made.english = "the";
      made.french.push_back(article);
      break;
    case Determiner::indefinite:
      made.english = english_plural || mass ? "some" : "a";
      some();
      break;
    case Determiner::bare:
      if (generic) {
        made.french.push_back(article);
      } else {
        some();
      }
      break;
    case Determiner::possessive: {
      const Possessive& each = kPossessives[random.among({10, 5, 6, 6, 4, 4, 1})];
      made.english = each.english;
      made.french.push_back(agreeing(each, noun.gender, plural));
      break;
    }
    case Determiner::demonstrative:
      made.english =
          random.chance(65) ? (english_plural ? "these" : "this") : (english_plural ? "those" : "that");
      made.french.push_back(plural     ? FrenchWord{"ces"}
                            : feminine ? FrenchWord{"cette"}
                                       : FrenchWord{"ce", "cet"});
      break;
    case Determiner::number: {
      if (random.chance(20)) {
        // forty-two
        const auto& all = lexicon().fixed("number");
        const Fixed& each = all[static_cast<std::size_t>(random.below(static_cast<int>(all.size())))];
        made.english = each.english;
        if (each.english.find(' ') == std::string::npos) made.number = 0;
        made.french.push_back({each.french});
        break;
      }
      const auto which = static_cast<std::size_t>(random.among({8, 6, 3, 3, 2, 2, 2, 1, 3, 1, 1}));
      made.english = kNumbers[which];
      made.number = 0;
      made.french.push_back({std::string(kNombres[which])});
      break;
    }
    case Determiner::many: {
      const Amount& amount = mass && !english_plural ? kMuch[random.among({5, 2, 3, 2, 1, 1})]
                                                     : kMany[random.among({6, 5, 3, 3, 2, 2, 1, 1})];
      made.english = amount.english;
      if (amount.english.find(' ') == amount.english.npos) made.number = 0;
      made.french = Phrase().add_french(amount.french).french;
      break;
    }
    case Determiner::every:
      made.english = random.chance(65) ? "every" : "each";
      made.french.push_back({"chaque"});
      break;
    case Determiner::all:
      if (random.chance(30)) {
        made.english = "both";
        made.french = {definite(noun.gender, true), {"deux"}};
        break;
      }
      made.french.push_back({feminine ? "toutes" : "tous"});
      if (random.chance(35)) {
        const Possessive& each = kPossessives[random.among({8, 3, 2, 2, 1, 1})];
        made.english = "all " + std::string(each.english);
        made.french.push_back({std::string(each.plural)});
        break;
      }
      made.english = "all the";
      made.french.push_back({"les"});
      break;
  }
  return made;
}

const Adjective* some_adjective(GrammarRandom& random, const Noun& noun, int percent) {
  if (!random.chance(percent)) return nullptr;
  const auto& suited = adjectives_of(noun);
  if (suited.empty()) return nullptr;
  if (random.chance(7)) {
    const auto& only_before = adjectives_with("attribute");
    const Adjective* one =
        only_before[static_cast<std::size_t>(random.below(static_cast<int>(only_before.size())))];
    if (one->suits(noun)) return one;
  }
  // Every other time one of the short ones of every day, which French puts first.
  for (int tries = random.chance(45) ? 12 : 0; tries > 0; --tries) {
    const Adjective& adjective =
        *suited[static_cast<std::size_t>(random.below(static_cast<int>(suited.size())))];
    if (adjective.precedes || adjective.roles.has("colour")) return &adjective;
  }
  const Adjective* any = &usual(random, std::span<const Adjective* const>(suited));
  return any->roles.has("predicate") ? nullptr : any;
}

// Behind one that French puts first, one that it puts last: the small white dog, le petit chien blanc.
const Adjective* second_adjective(GrammarRandom& random, const Noun& noun, const Adjective* first) {
  if (first == nullptr || !first->precedes || !random.chance(22)) return nullptr;
  const auto& suited = adjectives_of(noun);
  for (int tries = 12; tries > 0; --tries) {
    const Adjective& adjective =
        *suited[static_cast<std::size_t>(random.below(static_cast<int>(suited.size())))];
    const bool can_follow = !adjective.precedes && !adjective.roles.has("predicate");
    if (can_follow && (tries < 6 || adjective.roles.has("colour"))) return &adjective;
  }
  return nullptr;
}

}  // namespace

std::span<const Possessive> possessives() { return kPossessives; }

const Possessive& possessive_of(const NounPhrase& owner) {
  const bool her = owner.form() == 2 && owner.gender == Gender::feminine;
  constexpr std::array<std::size_t, 6> kOfForm{0, 1, 2, 4, 1, 5};
  return kPossessives[her ? 3 : kOfForm[owner.form()]];
}

FrenchWord agreeing(const Possessive& possessive, Gender gender, bool plural) {
  const bool feminine = gender == Gender::feminine;
  FrenchWord word{std::string(plural     ? possessive.plural
                              : feminine ? possessive.feminine
                                         : possessive.masculine)};
  if (feminine && !plural && possessive.feminine != possessive.masculine)
    word.before_vowel = possessive.masculine;
  return word;
}

FrenchWord agreeing(const Adjective& adjective, Gender gender, bool plural, int translates) {
  return {.word = adjective.form(gender, plural), .translates = translates};
}

namespace {

// french, france, paris, tom, monday: English has no article; French has none for cities and persons.
NounPhrase named(const Noun& noun) {
  NounPhrase made;
  made.noun = &noun;
  made.name = noun.english;
  made.gender = noun.gender;
  const bool bare =
      noun.is("city") || noun.is("day") || noun.is("month") || noun.is("name") || noun.is("word");
  if (!bare) made.phrase.add_french(definite(noun.gender, false));
  made.phrase.add_pair(noun.english, noun.french);
  return made;
}

bool stands_alone(const Noun& noun) {
  return noun.is("language") || noun.is("country") || noun.is("city") || noun.is("day") || noun.is("month") ||
         noun.is("sport") || noun.is("subject") || noun.is("name") || noun.is("word");
}

// "tom's cat", "my sister's cat": le chat de tom.
NounPhrase owned(GrammarRandom& random, const Noun& noun, bool plural) {
  NounPhrase made;
  made.noun = &noun;
  made.name = noun.english;
  made.gender = noun.gender;
  made.plural = plural;
  made.plural_in_french = plural;
  const NounPhrase owner =
      random.chance(50)
          ? some_name(random)
          : some_noun(random, "relative,person,animal",
                      {.determiner = random.chance(60) ? Determiner::possessive : Determiner::definite,
                       .plural = false,
                       .adjectives = 5});
  const int at = made.phrase.add_english_of(owner.phrase);
  made.phrase.add_english("'s").add_french(definite(noun.gender, plural));
  made.phrase.add_pair(plural ? noun.english_plural : noun.english, noun.in_french(plural));
  made.head = made.phrase.last_english();
  made.phrase.add_french("de").add_french_of(owner.phrase, at);
  return made;
}

}  // namespace

NounPhrase noun_phrase(GrammarRandom& random, const Noun& noun, const NounOptions& options) {
  if (stands_alone(noun)) return named(noun);
  const bool free = !options.determiner.has_value() && !noun.only_plural && !noun.french_only_plural;
  if (free && random.chance(4))
    return owned(random, noun, options.plural.value_or(random.chance(20)) && noun.shows_plural());
  const bool countable = !noun.english_plural.empty() && !noun.only_plural;
  Determiner determiner = possible(options.determiner.value_or(some_determiner(random, noun)), noun);
  bool plural = countable && ((options.plural.value_or(random.chance(22)) && noun.shows_plural()) ||
                              needs_plural(determiner));
  if (determiner == Determiner::every) plural = false;
  // "cat sleeps" is no English.
  if (determiner == Determiner::bare && !plural && !noun.mass() && !noun.only_plural) {
    if (options.plural.has_value() || !noun.shows_plural())
      determiner = Determiner::indefinite;
    else
      plural = true;
  }
  // Words with one number only in one language: clothes, hair (les cheveux), pants (le pantalon).
  if (noun.only_plural) plural = true;
  const bool french_plural = noun.french_only_plural || (plural && !noun.french_only_singular);
  const Determined first = determined(random, noun, determiner, plural, french_plural, options.generic);
  const Adjective* adjective = some_adjective(random, noun, options.adjectives);
  if (adjective != nullptr && has_compound(adjective->english, noun.english)) adjective = nullptr;
  const Adjective* second = second_adjective(random, noun, adjective);
  if (second != nullptr && has_compound(second->english, noun.english)) second = nullptr;

  NounPhrase made;
  made.noun = &noun;
  made.name = noun.english;
  made.gender = noun.gender;
  made.plural = plural;
  made.plural_in_french = french_plural;
  made.indefinite = first.indefinite;
  Phrase& phrase = made.phrase;
  phrase.add_english(first.english);
  for (FrenchWord word : first.french) {
    if (first.number >= 0 && word.word == first.french.front().word) word.translates = phrase.last_english();
    phrase.add_french(word);
  }
  if (adjective != nullptr) phrase.add_english(adjective->english);
  const int adjective_place = phrase.last_english();
  if (second != nullptr) phrase.add_english(second->english);
  const int second_place = phrase.last_english();
  phrase.add_english(plural ? noun.english_plural : noun.english);
  made.head = phrase.last_english();

  if (adjective != nullptr && adjective->precedes) {
    // "des" before an adjective is "de": de grands chats.
    if (first.indefinite && french_plural) phrase.french.front() = small("de");
    FrenchWord word = agreeing(*adjective, noun.gender, french_plural, adjective_place);
    // un vieil oiseau, but: il est vieux et fatigué
    if (noun.gender == Gender::masculine && !french_plural) word.before_vowel = adjective->before_vowel;
    phrase.add_french(word);
  }
  phrase.add_french({.word = noun.in_french(french_plural), .translates = made.head});
  if (adjective != nullptr && !adjective->precedes)
    phrase.add_french(agreeing(*adjective, noun.gender, french_plural, adjective_place));
  if (second != nullptr) phrase.add_french(agreeing(*second, noun.gender, french_plural, second_place));
  if (const Measured* of = measured(noun);
      of != nullptr && (first.indefinite || determiner == Determiner::number) && random.chance(60)) {
    // a glass of water: un verre d'eau
    const Noun& what = pick_noun(random, std::string(of->classes));
    const bool several = !what.mass() && !what.english_plural.empty();
    phrase.add_english("of").add_french("de");
    phrase.add_pair(several ? what.english_plural : what.english, what.in_french(several));
  } else if (free && is_about(noun) && random.chance(14)) {
    // a book about animals: sur les animaux
    const NounPhrase what = some_noun(random, "animal,person,place,food,sport,vehicle",
                                      {.determiner = Determiner::bare, .adjectives = 0, .generic = true});
    phrase.add_english("about").add_french("sur").add(what.phrase);
  } else if (free && random.chance(3)) {
    // the king of the forest
    const NounPhrase whose = some_noun(random, "place,animal,person,thing,abstract",
                                       {.determiner = Determiner::definite, .adjectives = 0});
    phrase.add_english("of").add_french("de").add(whose.phrase);
  }
  return made;
}

const Noun& pick_noun(GrammarRandom& random, const std::string& classes) {
  return usual(random, std::span<const Noun* const>(lexicon().nouns(classes)));
}

const Verb& pick_verb(GrammarRandom& random) {
  if (random.chance(8)) return random.pick(habits());
  static const std::vector<const Verb*> verbs = [] {
    std::vector<const Verb*> all;
    for (const Verb& verb : lexicon().verbs()) all.push_back(&verb);
    return all;
  }();
  return usual(random, std::span<const Verb* const>(verbs));
}

NounPhrase some_noun(GrammarRandom& random, const std::string& classes, const NounOptions& options) {
  return noun_phrase(random, pick_noun(random, classes), options);
}

NounPhrase the(const Noun& noun, bool several) {
  const bool plural = several || noun.only_plural;
  NounPhrase made;
  made.noun = &noun;
  made.name = noun.english;
  made.gender = noun.gender;
  made.plural = plural;
  made.plural_in_french = noun.french_only_plural || (plural && !noun.french_only_singular);
  made.phrase.add_english("the").add_french(definite(noun.gender, made.plural_in_french));
  made.phrase.add_pair(plural ? noun.english_plural : noun.english, noun.in_french(made.plural_in_french));
  made.head = made.phrase.last_english();
  return made;
}

NounPhrase without_english_article(NounPhrase noun) {
  noun.phrase.english.erase(noun.phrase.english.begin());
  for (FrenchWord& word : noun.phrase.french) word.translates -= word.translates >= 0 ? 1 : 0;
  --noun.head;
  return noun;
}

Phrase counted(int number, const Noun& noun) {
  static constexpr std::array<std::string_view, 12> kEnglish{
      "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"};
  static constexpr std::array<std::string_view, 12> kFrench{
      "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"};
  const auto at = static_cast<std::size_t>(number - 1);
  const bool several = number > 1;
  const bool une = !several && noun.gender == Gender::feminine;
  return Phrase()
      .add_pair(kEnglish[at], une ? "une" : kFrench[at])
      .add_pair(several ? noun.english_plural : noun.english, noun.in_french(several));
}

NounPhrase pronoun(std::string_view english, Gender gender) {
  const auto found = std::find_if(kPronouns.begin(), kPronouns.end(),
                                  [&](const Pronoun& each) { return each.english == english; });
  NounPhrase made;
  made.person = found->person;
  made.plural = made.plural_in_french = found->plural;
  made.gender = english == "she" ? Gender::feminine : gender;
  made.name = english;
  made.object = found->object;
  made.clitic = found->clitic;
  made.stressed = found->stressed;
  std::string_view french = found->french;
  const bool feminine = made.gender == Gender::feminine;
  if (english == "it" && feminine) {
    french = "elle";
    made.clitic = "la";
    made.stressed = "elle";
  }
  if (english == "they" && feminine) {
    french = "elles";
    made.stressed = "elles";
  }
  made.phrase.add_english(english).add_french(french);
  made.phrase.french.back().answer = english == "it" || english == "they";
  return made;
}

NounPhrase some_pronoun(GrammarRandom& random) {
  return pronoun(kPronouns[random.among({26, 15, 13, 13, 7, 14, 12})].english);
}

NounPhrase some_name(GrammarRandom& random) {
  if (!random.chance(8)) return noun_phrase(random, pick_noun(random, "name"));
  // Mom is sleeping: maman dort.
  static constexpr std::array<std::string_view, 4> kFamily{"mom", "dad", "grandma", "grandpa"};
  const Noun& noun = lexicon().noun(kFamily[random.below(4)]);
  NounPhrase made = the(noun);
  made.phrase = Phrase().add_pair(noun.english, noun.french);
  made.head = 0;
  return made;
}

NounPhrase everyone(GrammarRandom& random) {
  static const std::array kWho{Fixed{"someone", "quelqu'un"},       Fixed{"everyone", "tout le monde"},
                               Fixed{"everybody", "tout le monde"}, Fixed{"somebody", "quelqu'un"},
                               Fixed{"nobody", "personne"},         Fixed{"no one", "personne"},
                               Fixed{"something", "quelque chose"}};
  const Fixed& who = kWho[random.among({4, 4, 4, 4, 3, 2, 1})];
  NounPhrase made;
  made.name = who.english;
  made.denies = who.french == "personne";
  made.phrase.add_english(who.english).add_french(who.french);
  for (FrenchWord& word : made.phrase.french) word.before_vowel.clear();
  return made;
}

NounPhrase joined(const NounPhrase& first, const NounPhrase& second, std::string_view preposition) {
  NounPhrase both = first;
  both.phrase.add_english("and").add_french("et").add_french(preposition).add(second.phrase);
  both.plural = both.plural_in_french = true;
  both.person = 3;
  both.indefinite = false;
  both.gender = first.gender == Gender::feminine && second.gender == Gender::feminine ? Gender::feminine
                                                                                      : Gender::masculine;
  return both;
}

Phrase as_object(const NounPhrase& noun, bool negated) {
  Phrase phrase = noun.phrase;
  if (!negated || !noun.indefinite) return phrase;
  if (phrase.english.front() == "some") phrase.english.front() = "any";
  // un chat, des chats, de l'eau: de chat, de chats, d'eau
  if (phrase.french.size() > 1 && phrase.french[1].article) phrase.french.erase(phrase.french.begin() + 1);
  phrase.french.front() = small("de");
  return phrase;
}

Phrase after_preposition(const NounPhrase& noun) {
  if (!noun.is_pronoun()) return noun.phrase;
  Phrase phrase;
  phrase.add_english(noun.object).add_french(FrenchWord{noun.stressed});
  return phrase;
}

}  // namespace headlight::grammar
