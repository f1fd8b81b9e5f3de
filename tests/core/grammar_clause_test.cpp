#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "core/grammar/kinds.h"
#include "core/text/languages.h"

namespace headlight::grammar {
namespace {

std::string line(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// "english / french" as a person reads them.
std::string both(const Phrase& phrase) {
  const Example example = finished(phrase, "test", "");
  return line(example.source) + " / " + join_french(example.target);
}

std::string french(const NounPhrase& noun) { return join_french(finished(noun.phrase, "", "").target); }
std::string french(std::string_view noun) { return french(the(lexicon().noun(noun))); }

// A noun phrase with this adjective, drawn until it comes.
NounPhrase with(std::string_view noun, std::string_view adjective, bool plural = false,
                Determiner determiner = Determiner::definite) {
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    GrammarRandom random(seed);
    NounPhrase made = noun_phrase(random, lexicon().noun(noun),
                                  {.determiner = determiner, .plural = plural, .adjectives = 100});
    // The determiner, the adjective and the noun.
    const bool plain = made.head <= 2;
    if (plain && made.head > 0 && made.phrase.english[static_cast<std::size_t>(made.head) - 1] == adjective)
      return made;
  }
  ADD_FAILURE() << adjective << " " << noun << " never came";
  return the(lexicon().noun(noun));
}

struct Said {
  Time time = Time::present;
  Negation negation = Negation::none;
  Form form = Form::statement;
  Modal modal = Modal::none;
};

// With contractions written out, whatever is drawn.
std::string written_out(std::string text) {
  for (const char* word : {"did", "does", "do", "is", "are", "was", "were", "could", "must"}) {
    const std::string contracted = std::string(word) + "n't";
    if (const std::size_t at = text.find(contracted); at != text.npos)
      text.replace(at, contracted.size(), std::string(word) + " not");
  }
  return text;
}

std::string does(const NounPhrase& who, std::string_view verb, const Said& said,
                 const std::vector<NounPhrase>& objects = {}) {
  GrammarRandom random(1);
  Deed deed;
  deed.verb = &lexicon().verb(verb);
  deed.time = said.time;
  deed.negation = said.negation;
  deed.form = said.form;
  deed.modal = said.modal;
  std::vector<Complement> complements;
  complements.reserve(objects.size());
  for (const NounPhrase& each : objects) complements.push_back(object(each, deed));
  return written_out(both(clause(random, who, deed, complements)));
}

const Noun& noun(std::string_view english) { return lexicon().noun(english); }

TEST(FrenchArticles, ElideBeforeVowelsAndMuteH) {
  EXPECT_EQ(french("animal"), "l'animal");
  EXPECT_EQ(french("squirrel"), "l'écureuil");
  EXPECT_EQ(french("island"), "l'île");
  EXPECT_EQ(french("hotel"), "l'hôtel");
  EXPECT_EQ(french("man"), "l'homme");
  EXPECT_EQ(french("heroine"), "l'héroïne");
}

TEST(FrenchArticles, StayBeforeAspiratedH) {
  EXPECT_EQ(french("owl"), "le hibou");
  EXPECT_EQ(french("hedgehog"), "le hérisson");
  EXPECT_EQ(french("hero"), "le héros");
  EXPECT_EQ(french("harp"), "la harpe");
  EXPECT_EQ(french("shame"), "la honte");
}

// the small white dog: one before the noun and one behind it
TEST(FrenchAdjectives, StandOnBothSidesOfTheNoun) {
  GrammarRandom random(3);
  std::set<std::string> seen;
  for (int i = 0; i < 20000; ++i) {
    const NounPhrase made =
        noun_phrase(random, lexicon().noun("cow"),
                    {.determiner = Determiner::definite, .plural = false, .adjectives = 100});
    if (made.phrase.english.size() != 4) continue;
    if (made.phrase.english[1] == "small" && made.phrase.english[2] == "white") {
      EXPECT_EQ(french(made), "la petite vache blanche");
      seen.insert("small white");
    }
    if (made.phrase.english[1] == "beautiful" && made.phrase.english[2] == "black") {
      EXPECT_EQ(french(made), "la belle vache noire");
      seen.insert("beautiful black");
    }
    EXPECT_NE(made.phrase.english[2], "small") << "that one comes first in both languages";
  }
  EXPECT_EQ(seen.size(), 2U);
}

TEST(FrenchAdjectives, ChangeBeforeVowelsAndAgree) {
  EXPECT_EQ(french(with("bird", "old")), "le vieil oiseau");
  EXPECT_EQ(french(with("owl", "old")), "le vieux hibou");
  EXPECT_EQ(french(with("street", "old")), "la vieille rue");
  EXPECT_EQ(french(with("hotel", "new")), "le nouvel hôtel");
  EXPECT_EQ(french(with("bird", "black")), "l'oiseau noir");
  EXPECT_EQ(french(with("cow", "black", true)), "les vaches noires");
  EXPECT_EQ(french(with("cat", "big", true, Determiner::indefinite)), "de grands chats");
  // Behind the verb it stays what it is.
  GrammarRandom random(1);
  for (const Adjective& adjective : lexicon().adjectives()) {
    if (adjective.english != "old") continue;
    Phrase said = Phrase().add_french(agreeing(adjective, Gender::masculine, false, -1)).add_french("et");
    EXPECT_EQ(join_french(finished(said, "", "").target), "vieux et");
  }
}

TEST(FrenchDeterminers, AgreeWithTheNoun) {
  GrammarRandom random(3);
  const auto said = [&](std::string_view word, Determiner determiner, bool plural) {
    return both(noun_phrase(random, noun(word), {.determiner = determiner, .plural = plural, .adjectives = 0})
                    .phrase);
  };
  EXPECT_EQ(said("cat", Determiner::indefinite, false), "a cat / un chat");
  EXPECT_EQ(said("island", Determiner::indefinite, false), "an island / une île");
  EXPECT_EQ(said("cat", Determiner::indefinite, true), "some cats / des chats");
  EXPECT_EQ(said("water", Determiner::indefinite, false), "some water / de l'eau");
  EXPECT_EQ(said("bread", Determiner::bare, false), "bread / du pain");
  std::set<std::string> amounts;
  for (int i = 0; i < 200; ++i) {
    amounts.insert(said("cat", Determiner::many, true));
    amounts.insert(said("water", Determiner::many, false));
    amounts.insert(said("sheep", Determiner::all, true));
  }
  for (const char* each :
       {"many cats / beaucoup de chats", "a few cats / quelques chats", "too much water / trop d'eau",
        "both sheep / les deux moutons", "all the sheep / tous les moutons"}) {
    EXPECT_TRUE(amounts.contains(each)) << each;
  }
  EXPECT_EQ(both(counted(1, noun("hour"))), "one hour / une heure");
  EXPECT_EQ(both(counted(12, noun("day"))), "twelve days / douze jours");
  EXPECT_EQ(both(noun_phrase(random, noun("france")).phrase), "france / la france");
  EXPECT_EQ(both(noun_phrase(random, noun("paris")).phrase), "paris / paris");
}

TEST(Clause, HasEveryTime) {
  const NounPhrase animal = the(noun("animal"));
  const NounPhrase street = the(noun("street"));
  EXPECT_EQ(does(animal, "cross", {Time::past, Negation::negated}, {street}),
            "the animal did not cross the street / l'animal n'a pas traversé la rue");
  EXPECT_EQ(does(animal, "cross", {}, {street}), "the animal crosses the street / l'animal traverse la rue");
  EXPECT_EQ(does(animal, "cross", {Time::future}, {street}),
            "the animal will cross the street / l'animal traversera la rue");
  EXPECT_EQ(does(animal, "cross", {Time::progressive}, {street}),
            "the animal is crossing the street / l'animal traverse la rue");
  EXPECT_EQ(does(animal, "cross", {Time::was_doing}, {street}),
            "the animal was crossing the street / l'animal traversait la rue");
  EXPECT_EQ(does(animal, "cross", {Time::past, Negation::never}, {street}),
            "the animal never crossed the street / l'animal n'a jamais traversé la rue");
  EXPECT_EQ(does(animal, "cross", {Time::perfect, Negation::never}, {street}),
            "the animal has never crossed the street / l'animal n'a jamais traversé la rue");
  EXPECT_EQ(does(pronoun("we"), "cross", {Time::perfect, Negation::none, Form::question}, {street}),
            "have we crossed the street / est-ce que nous avons traversé la rue ?");
}

TEST(Clause, HasEveryModal) {
  const NounPhrase we = pronoun("we");
  const NounPhrase cake = the(noun("cake"));
  const auto said = [&](Modal modal, Time time = Time::present) {
    return does(we, "eat", {.time = time, .modal = modal}, {cake});
  };
  EXPECT_EQ(said(Modal::can), "we can eat the cake / nous pouvons manger le gâteau");
  EXPECT_EQ(said(Modal::could), "we could eat the cake / nous pouvions manger le gâteau");
  EXPECT_EQ(said(Modal::must), "we must eat the cake / nous devons manger le gâteau");
  EXPECT_EQ(said(Modal::should), "we should eat the cake / nous devrions manger le gâteau");
  EXPECT_EQ(said(Modal::want, Time::past), "we wanted to eat the cake / nous voulions manger le gâteau");
  EXPECT_EQ(said(Modal::would), "we would eat the cake / nous mangerions le gâteau");
  EXPECT_EQ(said(Modal::would_like), "we would like to eat the cake / nous voudrions manger le gâteau");
  EXPECT_EQ(said(Modal::going_to), "we are going to eat the cake / nous allons manger le gâteau");
  EXPECT_EQ(said(Modal::have_to), "we have to eat the cake / nous devons manger le gâteau");
}

TEST(Clause, AgreesAfterEtreAndWithAnObjectInFront) {
  EXPECT_EQ(does(the(noun("girl"), true), "arrive", {Time::past}),
            "the girls arrived / les filles sont arrivées");
  EXPECT_EQ(does(pronoun("she"), "fall", {Time::past, Negation::negated}),
            "she did not fall / elle n'est pas tombée");
  const NounPhrase her = pronoun("she");
  EXPECT_EQ(does(pronoun("i"), "see", {Time::past}, {her}), "i saw her / je l'ai vue");
  EXPECT_EQ(does(pronoun("i"), "love", {}, {pronoun("you")}), "i love you / je t'aime");
  EXPECT_EQ(does(pronoun("they"), "know", {Time::present, Negation::negated}, {pronoun("we")}).substr(0, 20),
            "they do not know us ");
  EXPECT_EQ(does(pronoun("she"), "eat", {.modal = Modal::can}, {pronoun("it")}),
            "she can eat it / elle peut le manger");
}

TEST(Clause, DeniesSomethingIndefiniteWithDe) {
  GrammarRandom random(1);
  const NounPhrase cat = noun_phrase(
      random, noun("cat"), {.determiner = Determiner::indefinite, .plural = false, .adjectives = 0});
  EXPECT_EQ(does(pronoun("i"), "have", {Time::present, Negation::negated}, {cat}),
            "i do not have a cat / je n'ai pas de chat");
  const NounPhrase water =
      noun_phrase(random, noun("water"), {.determiner = Determiner::indefinite, .adjectives = 0});
  EXPECT_EQ(does(pronoun("he"), "drink", {Time::past, Negation::negated}, {water}),
            "he did not drink any water / il n'a pas bu d'eau");
}

TEST(Clause, AsksAndOrders) {
  EXPECT_EQ(
      does(the(noun("animal")), "cross", {Time::past, Negation::none, Form::question}, {the(noun("street"))}),
      "did the animal cross the street / est-ce que l'animal a traversé la rue ?");
  EXPECT_EQ(does(pronoun("he"), "sleep", {.form = Form::question}), "does he sleep / est-ce qu'il dort ?");
  EXPECT_EQ(does(pronoun("you"), "open", {.form = Form::order}, {the(noun("door"))}),
            "open the door / ouvre la porte");
  EXPECT_EQ(does(pronoun("you"), "help", {.form = Form::order}, {pronoun("i")}), "help me / aide-moi");
  EXPECT_EQ(
      does(pronoun("you"), "eat", {.negation = Negation::negated, .form = Form::order}, {the(noun("cake"))}),
      "do not eat the cake / ne mange pas le gâteau");
  EXPECT_EQ(does(pronoun("we"), "eat", {.form = Form::order}, {the(noun("cake"))}),
            "let's eat the cake / mangeons le gâteau");
  EXPECT_EQ(does(pronoun("we"), "hurry", {.negation = Negation::negated, .form = Form::order}),
            "let's not hurry / ne nous dépêchons pas");
}

TEST(Clause, DeniesWithNobodyAndNothing) {
  GrammarRandom random(1);
  Deed deed;
  deed.verb = &lexicon().verb("see");
  deed.time = Time::past;
  NounPhrase nobody;
  do nobody = everyone(random);
  while (nobody.name != "nobody");
  EXPECT_EQ(both(clause(random, nobody, deed, {object(the(noun("cat")), deed)})),
            "nobody saw the cat / personne n'a vu le chat");
  deed.negation = Negation::elsewhere;
  deed.denied_with = "rien";
  EXPECT_EQ(both(clause(random, pronoun("i"), deed, {{Phrase().add_english("nothing")}})),
            "i saw nothing / je n'ai rien vu");
}

TEST(Clause, AgreesWithAnObjectThatAPronounStandsFor) {
  GrammarRandom random(1);
  const NounPhrase house = the(noun("house"));
  Deed deed;
  deed.verb = &lexicon().verb("build");
  deed.time = Time::past;
  deed.before = &house;
  const Phrase built =
      Phrase(house.phrase).add_english("that").add_french("que").add(clause(random, pronoun("he"), deed));
  EXPECT_EQ(both(built), "the house that he built / la maison qu'il a construite");
}

TEST(Clause, PutsTwoPronounsInTheirOrder) {
  const auto gives_it_to = [](std::string_view whom) {
    GrammarRandom random(1);
    Deed deed;
    deed.verb = &lexicon().verb("give");
    return both(clause(random, pronoun("he"), deed,
                       {object(pronoun("it"), deed), with_preposition("to", "à", pronoun(whom))}));
  };
  EXPECT_EQ(gives_it_to("she"), "he gives it to her / il le lui donne");
  EXPECT_EQ(gives_it_to("i"), "he gives it to me / il me le donne");
}

TEST(Clause, SaysToBeHungryWithToHave) {
  GrammarRandom random(1);
  Deed deed = being(Time::past);
  deed.french = &lexicon().verb("have");
  const Phrase hungry = Phrase().add_pair("hungry", "faim");
  EXPECT_EQ(both(clause(random, pronoun("she"), deed, {{hungry}})), "she was hungry / elle avait faim");
}

TEST(Conjugation, DerivesWhatTheTablesLeaveOut) {
  const auto form = [](std::string_view base, Conjugation conjugation, int person) {
    return join_french({conjugated(lexicon().verb(base), conjugation, person)});
  };
  EXPECT_EQ(form("be", Conjugation::imparfait, 3), "étions");
  EXPECT_EQ(form("must", Conjugation::conditional, 2), "devrait");
  EXPECT_EQ(form("want", Conjugation::future, 0), "voudrai");
  EXPECT_EQ(form("eat", Conjugation::imparfait, 3), "mang ##ions");
  EXPECT_EQ(form("eat", Conjugation::imparfait, 2), "mange ##ait");
  EXPECT_EQ(participle(lexicon().verb("eat"), Gender::feminine, true), "mangé ##es");
  EXPECT_EQ(form("eat", Conjugation::present, 3), "mange ##ons");
  EXPECT_EQ(lexicon().noun("cat").in_french(true), "chat ##s");
  EXPECT_EQ(lexicon().noun("horse").in_french(true), "chevaux");
  EXPECT_EQ(participle(lexicon().verb("take"), Gender::masculine, true), "pris");
}

TEST(JoinFrench, JoinsPiecesAndClitics) {
  EXPECT_EQ(join_french({"elle", "traverser", "##a", "la", "rue", "?"}), "elle traversera la rue ?");
  EXPECT_EQ(join_french({"aide", "-moi"}), "aide-moi");
}

TEST(Lexicon, EveryWordIsWhole) {
  for (const Noun& noun : lexicon().nouns()) {
    EXPECT_FALSE(noun.traits.first().empty()) << noun.english;
    EXPECT_TRUE(noun.is_compound() || noun.french.find(' ') == noun.french.npos) << noun.french;
    EXPECT_TRUE(noun.english_plural.empty() || !noun.french_plural.empty()) << noun.english;
  }
  for (const Adjective& adjective : lexicon().adjectives()) {
    EXPECT_FALSE(adjective.of.words().empty()) << adjective.english;
    EXPECT_FALSE(adjective.roles.has("animal_cause") && adjective.roles.has("place_cause"))
        << adjective.english << " tells nothing";
  }
  for (const Verb& verb : lexicon().verbs()) {
    for (const std::string& form : verb.present) EXPECT_FALSE(form.empty()) << verb.base;
    EXPECT_TRUE(verb.imparfait.ends_with("ait")) << verb.base;
    EXPECT_TRUE(verb.future.ends_with("a")) << verb.base;
    for (const Frame& frame : verb.frames) {
      for (const Slot& slot : frame.slots) {
        EXPECT_TRUE(slot.kind != Slot::Kind::noun || !lexicon().nouns(classes_of(slot.classes)).empty())
            << verb.base;
      }
    }
  }
}

TEST(EverydaySentences, HaveNoTwoTranslations) {
  std::map<std::string, std::string> translations;
  GrammarRandom random(99);
  for (int i = 0; i < 100000; ++i) {
    const Example example = write_sentence(random);
    if (example.kind == "ambiguous") continue;
    const auto [found, is_new] = translations.emplace(line(example.source), line(example.target));
    ASSERT_TRUE(is_new || found->second == line(example.target)) << found->first;
  }
}

TEST(EverydaySentences, ElideAndContractEverywhere) {
  static const std::set<std::string> full{"le",    "la",      "je", "ne", "que", "de",
                                          "parce", "puisque", "me", "te", "se"};
  GrammarRandom random(7);
  for (int i = 0; i < 50000; ++i) {
    const Example example = write_sentence(random);
    const std::vector<std::string>& words = example.target;
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
      // "de les voir" is right: there "les" is a pronoun.
      const bool infinitive =
          at + 2 < words.size() && (words[at + 2].ends_with("r") || words[at + 2].ends_with("re"));
      const std::string two = words[at] + " " + words[at + 1];
      ASSERT_FALSE(!infinitive && (two == "à les" || two == "de les")) << line(words);
      ASSERT_FALSE(two == "de des" || two == "de de") << line(words);
      if (!full.contains(words[at])) continue;
      for (const char* vowel : {"a", "e", "i", "u", "â", "é", "ê", "î", "ô", "œ"}) {
        ASSERT_FALSE(words[at + 1].starts_with(vowel)) << line(words);
      }
    }
    ASSERT_NE(words.back().back(), '\'') << line(words);
  }
}

TEST(EverydaySentences, PointAtTheRightWords) {
  std::map<std::string, const Noun*> nouns;
  for (const Noun& each : lexicon().nouns()) nouns.emplace(each.english, &each);
  GrammarRandom random(5);
  int references = 0;
  for (int i = 0; i < 20000; ++i) {
    const Example example = write_sentence(random);
    ASSERT_EQ(example.alignment.size(), example.target.size());
    std::set<int> places;
    for (const int place : example.alignment) {
      if (place < 0) continue;
      ASSERT_LT(place, static_cast<int>(example.source.size())) << line(example.source);
      ASSERT_TRUE(places.insert(place).second) << line(example.source);
      ASSERT_NE(example.source[static_cast<std::size_t>(place)], "the") << line(example.source);
    }
    if (!example.reference) continue;
    ++references;
    const Reference& reference = *example.reference;
    const auto source = [&](int place) { return example.source.at(static_cast<std::size_t>(place)); };
    ASSERT_EQ(source(reference.it), "it");
    const Noun* antecedent = nouns.at(source(reference.antecedent));
    ASSERT_EQ(example.target.at(static_cast<std::size_t>(reference.pronoun)),
              antecedent->gender == Gender::masculine ? "il" : "elle")
        << line(example.source) << line(example.target);
    ASSERT_EQ(reference.genders_differ, antecedent->gender != nouns.at(source(reference.other))->gender);
    ASSERT_GT(reference.cue, reference.it);
  }
  EXPECT_GT(references, 4000);
}

// What a class types, word for word: drawn until it comes.
TEST(EverydaySentences, HaveWhatAClassTypes) {
  struct Wanted {
    std::string kind, english, french;
  };
  static const std::array wanted{
      Wanted{"nobody", " anything", "rien"},
      Wanted{"passive", " by the ", " par l"},
      Wanted{"if", "if i had a ", "si j'avais un"},
      Wanted{"compared", " is the biggest ", "est l"},
      Wanted{"compared", " less ", " moins "},
      Wanted{"compared", " is much ", " beaucoup plus "},
      Wanted{"compared", " than mine", " mien"},
      Wanted{"compared", " than this one", "-ci"},
      Wanted{"compared", "this is the biggest ", "c'est l"},
      Wanted{"order", "give me ", "donne"},
      Wanted{"order", " and sit down", " et assieds-toi"},
      Wanted{"clause", " without ", " sans "},
      Wanted{"clause", " book about ", " sur l"},
      Wanted{"nobody", " this", " ça"},
      Wanted{"compared", " better than ", " mieux qu"},
      Wanted{"question", "which ", "quel"},
      Wanted{"order", "let's ", "ons"},
      Wanted{"who", " mine", " à moi"},
      Wanted{"expression", "what a beautiful ", "quel"},
      Wanted{"clause", " days ago", "il y a "},
      Wanted{"clitic", " gives it to ", " donne"},
      Wanted{"joined", " so tired that ", " si fatigué"},
      Wanted{"joined", " know where ", " où "},
      Wanted{"daily", "take a shower", " douche"},
      Wanted{"daily", "brush my teeth", " les dents"},
      Wanted{"daily", "where do you ", "où est-ce que tu "},
      Wanted{"daily", "what time do you ", "à quelle heure est-ce que tu "},
      Wanted{"daily", "my favorite animal is ", "mon animal préféré est "},
      Wanted{"daily", " has got ", " a "},
      Wanted{"daily", "i would like a ", "je voudrais un"},
      Wanted{"daily", "wants to be a ", " veut être "},
      Wanted{"daily", "how much is ", "combien coûte"},
      Wanted{"daily", "today is ", "aujourd'hui c'est "},
      Wanted{"daily", "i am from ", "je viens d"},
      Wanted{"daily", "was born in ", " né"},
      Wanted{"daily", "my head hurts", "j'ai mal à la tête"},
      Wanted{"daily", " for two years", " depuis deux ans"},
      Wanted{"daily", "how long have you ", "depuis combien de temps est-ce que tu "},
      Wanted{"daily", "'s name is ", " s'appelle "},
      Wanted{"daily", "once upon a time there was ", "il était une fois un"},
      Wanted{"clause", "had already ", "déjà"},
      Wanted{"clause", " will be able to ", " pourr"},
      Wanted{"clause", " orange juice", "jus d'orange"},
      Wanted{"where", " between the ", " entre l"},
      Wanted{"daily", "only drinks ", " ne boit qu"},
      Wanted{"daily", " makes me ", " me fait "},
      Wanted{"daily", "made of ", "fait"},
      Wanted{"clause", " anymore", " plus"},
      Wanted{"clause", " used to ", "ai"},
      Wanted{"clause", "a glass of ", " verre d"},
      Wanted{"where", "there is no ", "il n'y a pas d"},
      Wanted{"reference", " tired enough", " assez fatigué"},
  };
  for (const Wanted& each : wanted) {
    const auto kind = std::find_if(kinds().begin(), kinds().end(),
                                   [&](const Kind& other) { return other.name == each.kind; });
    ASSERT_NE(kind, kinds().end()) << each.kind;
    GrammarRandom random(4);
    int found = 0;
    for (int i = 0; i < 20000 && found < 3; ++i) {
      const Example example = kind->write(random);
      if (line(example.source).find(each.english) == std::string::npos) continue;
      ++found;
      EXPECT_NE(join_french(example.target).find(each.french), std::string::npos)
          << line(example.source) << " / " << join_french(example.target);
    }
    EXPECT_GT(found, 0) << each.kind << each.english;
  }
}

TEST(EverydaySentences, AreOfEveryKind) {
  std::map<std::string, int> counts;
  GrammarRandom random(6);
  for (int i = 0; i < 20000; ++i) ++counts[write_sentence(random).kind];
  for (const Kind& kind : kinds()) EXPECT_GT(counts[std::string(kind.name)], 50) << kind.name;
}

}  // namespace
}  // namespace headlight::grammar
