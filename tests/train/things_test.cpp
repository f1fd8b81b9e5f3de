// Everyday things and what can be said of them, and the sentences written for Headlight.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/files/whole_file.h"
#include "core/models/transformer.h"
#include "core/platform/paths.h"
#include "core/text/languages.h"
#include "train/grammar/kinds.h"
#include "train/learn/corpus.h"
#include "train/learn/reference_translations.h"
#include "train/learn/write_pairs.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;
using grammar::Gender;
using grammar::Noun;
using grammar::Predicate;

const grammar::Things& things() { return grammar::things(); }

std::string spaced_line(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

const Noun* thing_of(const std::string& english) {
  const auto& nouns = things().nouns;
  const auto found = std::find_if(nouns.begin(), nouns.end(), [&](const Noun& noun) {
    return noun.english == english || noun.english_plural == english;
  });
  return found == nouns.end() ? nullptr : &*found;
}

TEST(Things, AreNamedOnceAndAsInTheOtherTable) {
  std::set<std::string> seen;
  for (const Noun& noun : things().nouns) {
    EXPECT_TRUE(seen.insert(noun.english).second) << noun.english;
    const auto& nouns = grammar::lexicon().nouns();
    const auto other = std::find_if(nouns.begin(), nouns.end(),
                                    [&](const Noun& each) { return each.english == noun.english; });
    if (other == nouns.end()) continue;
    EXPECT_EQ(noun.french, other->french) << noun.english;
    EXPECT_EQ(noun.gender, other->gender) << noun.english;
  }
  EXPECT_GE(seen.size(), 800U);
  EXPECT_GE(things().predicates.size(), 250U);
  EXPECT_GE(things().frames.size(), 100U);
}

TEST(Things, HaveTheMarksThatAreAskedFor) {
  std::set<std::string> marks{"any"};
  for (const Noun& noun : things().nouns)
    marks.insert(noun.traits.words().begin(), noun.traits.words().end());
  for (const Predicate& each : things().predicates)
    for (const std::string& mark : each.marks) EXPECT_TRUE(marks.contains(mark)) << each.english << mark;
  for (const grammar::TwoThings& each : things().frames) {
    for (const std::string& mark : each.first) EXPECT_TRUE(marks.contains(mark)) << each.english << mark;
    for (const std::string& mark : each.second) EXPECT_TRUE(marks.contains(mark)) << each.english << mark;
  }
}

std::vector<Example> written(const std::string& kind, int count) {
  GrammarRandom random(7);
  std::vector<Example> examples;
  for (int i = 0; i < count; ++i) examples.push_back(grammar::write_sentence(random, std::vector{kind}));
  return examples;
}

// "le" before a vowel is "l'", and "de le" is "du".
void expect_spoken(const std::vector<std::string>& french) {
  static const std::set<std::string> elided{"le", "la", "de", "que", "ne", "je", "ce", "se"};
  for (std::size_t at = 0; at + 1 < french.size(); ++at) {
    const std::string& next = french[at + 1];
    EXPECT_FALSE(elided.contains(french[at]) && grammar::is_elided_before(next)) << spaced_line(french);
    EXPECT_FALSE((french[at] == "de" || french[at] == "à") && (next == "le" || next == "les") &&
                 at + 2 < french.size())
        << spaced_line(french);
  }
}

TEST(Meant, ThePronounHasTheGenderOfTheNounItMeans) {
  std::map<std::string, int> pronouns;
  int second = 0;
  for (const Example& example : written("meant", 4000)) {
    ASSERT_TRUE(example.reference) << spaced_line(example.source);
    const Reference& said = *example.reference;
    const auto word = [&](int place) { return example.source.at(static_cast<std::size_t>(place)); };
    const Noun* const noun = thing_of(word(said.antecedent));
    const Noun* const other = thing_of(word(said.other));
    ASSERT_TRUE(noun != nullptr && other != nullptr) << spaced_line(example.source);
    EXPECT_EQ(said.genders_differ, noun->gender != other->gender);
    const std::string it = word(said.it);
    EXPECT_TRUE(it == "it" || it == "they" || it == "them") << spaced_line(example.source);
    const std::string pronoun = example.target.at(static_cast<std::size_t>(said.pronoun));
    const bool feminine = pronoun == "elle" || pronoun == "elles" || pronoun == "la";
    const bool masculine = pronoun == "il" || pronoun == "ils" || pronoun == "le";
    ASSERT_NE(feminine, masculine) << spaced_line(example.target);
    EXPECT_EQ(feminine, noun->gender == Gender::feminine) << spaced_line(example.target);
    EXPECT_EQ(example.alignment.size(), example.target.size());
    expect_spoken(example.target);
    ++pronouns[pronoun];
    second += said.antecedent > said.other ? 1 : 0;
  }
  for (const char* const each : {"il", "elle", "ils", "elles", "le", "la"})
    EXPECT_GT(pronouns[each], 10) << each;
  EXPECT_GT(second, 1400) << "the nearer noun is meant as often as the other";
  EXPECT_LT(second, 2600);
}

// What decides can be said of the noun that is meant, and not of the other.
TEST(Meant, FollowsFromTheMarks) {
  int decided = 0;
  for (const Example& example : written("meant", 3000)) {
    const std::string text = spaced_line(example.source);
    const Noun& noun = *thing_of(example.source.at(static_cast<std::size_t>(example.reference->antecedent)));
    const Noun& other = *thing_of(example.source.at(static_cast<std::size_t>(example.reference->other)));
    const std::size_t from = example.combination.find('|', example.combination.find('|') + 1) + 1;
    const std::string said = example.combination.substr(from, example.combination.find('|', from) - from);
    const auto& all = things().predicates;
    bool found = false;
    for (const Predicate& each : all)
      found = found || (each.english == said && each.suits(noun) && !each.suits(other));
    const bool is_frames =
        std::any_of(things().frames.begin(), things().frames.end(), [&](const auto& frame) {
          const auto has = [&](const auto& reasons) {
            return std::any_of(reasons.begin(), reasons.end(),
                               [&](const auto& each) { return each.english == said; });
          };
          return has(frame.first_reasons) || has(frame.second_reasons);
        });
    EXPECT_TRUE(found || is_frames) << text;
    decided += found ? 1 : 0;
  }
  EXPECT_GT(decided, 2000);
}

TEST(Meant, SaysWhatOfItIsKeptOut) {
  std::map<std::string, int> kinds;
  for (const Example& example : written("meant", 4000)) {
    ++kinds[example.kind];
    std::vector<std::string> parts;
    for (std::size_t from = 0; from != std::string::npos;) {
      const std::size_t end = example.combination.find('|', from);
      parts.push_back(example.combination.substr(from, end == std::string::npos ? end : end - from));
      from = end == std::string::npos ? end : end + 1;
    }
    ASSERT_EQ(parts.size(), 4U);
    const int out = (grammar::kept_out(parts[0]) || grammar::kept_out(parts[1]) ? 1 : 0) +
                    (grammar::kept_out(parts[2]) ? 1 : 0) + (grammar::kept_out(parts[3]) ? 1 : 0);
    EXPECT_EQ(out == 0, example.kind == "meant") << example.combination;
  }
  EXPECT_EQ(kinds.size(), grammar::meant_kinds.size());
  EXPECT_GT(4000 - kinds["meant"], 1000) << "about a third";
  EXPECT_LT(4000 - kinds["meant"], 2200);
}

TEST(Meant, IsWrittenOnlyWhereItIsAskedFor) {
  GrammarRandom random(3);
  for (int i = 0; i < 2000; ++i) EXPECT_FALSE(grammar::write_sentence(random).kind.starts_with("meant"));
  for (const Example& example : written("said", 500)) {
    EXPECT_EQ(example.kind, "said");
    expect_spoken(example.target);
  }
}

TEST(Meant, IsLearnedBesideTheRestAndMeasuredApart) {
  const Corpus corpus = make_corpus({.train = 1500, .held_out = 30, .own = {}, .meant = 900});
  EXPECT_EQ(corpus.train.size(), 2400U);
  std::set<std::string> trained;
  for (const Example& example : corpus.train) {
    EXPECT_FALSE(example.kind.starts_with("meant_"));
    trained.insert(spaced_line(example.source));
  }
  const std::vector<Example> measured = sample_meant(corpus.source, corpus.target, 5, 1);
  EXPECT_FALSE(measured.empty());
  for (const Example& example : measured) {
    EXPECT_TRUE(example.kind != "meant" || is_held_out(example.combination));
    EXPECT_TRUE(example.reference && example.reference->genders_differ);
    EXPECT_FALSE(trained.contains(spaced_line(example.source)));
  }
}

TEST(PairsLong, AreWrittenAsTheScriptReadsThem) {
  const Corpus corpus = make_corpus({.train = 400, .held_out = 10, .meant = 100});
  const TemporaryFolder folder;
  TransformerConfig config;
  config.source_words = corpus.source.size();
  config.target_words = corpus.target.size();
  write_pairs(folder.path(), corpus, config);
  const auto numbers = [&](const char* name) {
    const std::string bytes = read_text(folder.path() / name);
    std::vector<int> read;
    for (std::size_t at = 0; at + 1 < bytes.size(); at += 2)
      read.push_back(static_cast<unsigned char>(bytes[at]) | static_cast<unsigned char>(bytes[at + 1]) << 8);
    return read;
  };
  const std::vector<int> heads = numbers("train.heads.u16");
  const std::vector<int> tokens = numbers("train.tokens.u16");
  ASSERT_EQ(heads.size(), corpus.train.size() * 6);
  std::size_t at = 0;
  for (std::size_t i = 0; i < corpus.train.size(); ++i) {
    const Example& example = corpus.train[i];
    ASSERT_EQ(heads[i * 6 + 1], static_cast<int>(example.source.size()));
    ASSERT_EQ(heads[i * 6 + 3], example.reference ? example.reference->it : 65535);
    for (const std::string& word : example.source) ASSERT_EQ(tokens[at++], corpus.source.id(word));
    for (const std::string& word : example.target) ASSERT_EQ(tokens[at++], corpus.target.id(word));
  }
  EXPECT_EQ(at, tokens.size());
}

TEST(CutExample, KeepsThePlacesOfWhatItSays) {
  GrammarRandom random(5);
  const Example example = grammar::write_sentence(random, std::vector<std::string>{"meant"});
  std::vector<std::string> letters;
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    letters.push_back(std::string(1, letter) + "##");
    letters.push_back(std::string("##") + letter);
    letters.push_back(std::string(1, letter));
  }
  std::set<std::string> english(letters.begin(), letters.end());
  english.insert(example.source.begin(), example.source.end());
  const std::string noun = example.source.at(static_cast<std::size_t>(example.reference->antecedent));
  english.erase(noun);
  const std::set<std::string> french(example.target.begin(), example.target.end());
  const Vocabulary source({english.begin(), english.end()});
  const Vocabulary target({french.begin(), french.end()});
  const std::optional<Example> cut = cut_example(example, source, target);
  ASSERT_TRUE(cut && cut->reference);
  const auto word = [&](int place) { return cut->source.at(static_cast<std::size_t>(place)); };
  EXPECT_EQ(word(cut->reference->it), example.source.at(static_cast<std::size_t>(example.reference->it)));
  EXPECT_TRUE(noun.starts_with(word(cut->reference->antecedent).substr(0, 1)));
  EXPECT_GT(cut->source.size(), example.source.size());
}

// The sentences in corpus/.

TEST(OwnPairs, AreWholeAllDifferentAndInNoListThatMeasures) {
  std::set<std::vector<std::string>> measures;
  for (const char* const list : class_lists)
    for (const ClassSentence& each :
         read_class_set(assets_folder() / "models/translator" / (std::string(list) + ".tsv")))
      measures.insert(english_words(each.english));
  std::map<std::vector<std::string>, std::string> seen;
  int aside = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(HEADLIGHT_SOURCE_DIR) / "corpus")) {
    if (entry.path().extension() != ".tsv") continue;
    const RealPairs read = read_real_pairs(entry.path());
    const std::string file = entry.path().filename().string();
    EXPECT_TRUE(read.skipped.empty()) << file << ": " << said_of_skipped(read);
    EXPECT_EQ(static_cast<int>(read.pairs.size()), read.lines) << file << " says something twice";
    for (const RealPair& pair : read.pairs) {
      EXPECT_FALSE(measures.contains(pair.english)) << file << ": " << pair.typed;
      const auto [place, is_new] = seen.emplace(pair.english, file);
      EXPECT_TRUE(is_new) << file << " and " << place->second << ": " << pair.typed;
      aside += is_own_kept_aside(pair) ? 1 : 0;
    }
  }
  EXPECT_GT(seen.size(), 3600U);
  EXPECT_GT(aside, static_cast<int>(seen.size()) * 7 / 100);
  EXPECT_LT(aside, static_cast<int>(seen.size()) * 13 / 100);
}

TEST(OwnPairs, TwoThatDifferInTheirEndsStayTogether) {
  const std::string text = read_text(fs::path(HEADLIGHT_SOURCE_DIR) / "corpus/pronouns.tsv");
  std::size_t from = 0;
  std::vector<RealPair> pair(2);
  for (int i = 0; i < 320; ++i) {
    const std::size_t tab = text.find('\t', from);
    pair[static_cast<std::size_t>(i % 2)].english = english_words(text.substr(from, tab - from));
    from = text.find('\n', from) + 1;
    if (i % 2 == 0) continue;
    EXPECT_EQ(is_own_kept_aside(pair[0]), is_own_kept_aside(pair[1])) << spaced_line(pair[1].english);
  }
}

}  // namespace
}  // namespace headlight
