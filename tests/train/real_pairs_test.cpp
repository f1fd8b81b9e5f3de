// Real sentences beside the grammar: reading them, cutting their words, and learning from them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "core/files/compressed.h"
#include "core/files/whole_file.h"
#include "core/text/cut_words.h"
#include "core/text/languages.h"
#include "tests/snapshot.h"
#include "train/learn/corpus.h"
#include "train/learn/reference_translations.h"
#include "train/learn/seq2seq_training.h"
#include "train/learn/translator_training.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string spaced(const Words& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

class PairsFile {
 public:
  explicit PairsFile(const std::string& bytes) { std::ofstream(file(), std::ios::binary) << bytes; }
  fs::path file() const { return folder_.path() / "pairs.tsv"; }

 private:
  TemporaryFolder folder_;
};

TEST(FrenchWords, ReadsATextAsTranslationsAreWritten) {
  expect_answers([](const std::string& typed) { return spaced(french_words(typed)); });
}

TEST(FrenchWords, JoinsBackToTheLineThatWasRead) {
  for (const char* const line : {"où est-elle allée ?", "y a-t-il un rendez-vous ?",
                                 "l'animal n'a pas traversé la rue, parce qu'il dort", "donne-le-moi",
                                 "aujourd'hui, c'est fini. il part demain", "m. martin a 3,5 kg"}) {
    EXPECT_TRUE(same_french(join_french(french_words(line)), line)) << join_french(french_words(line));
  }
}

TEST(CutWord, WholeThenStemAndEndingThenSpelled) {
  const Vocabulary vocabulary(
      {"walk", "##s", "##ed", "k##", "ke##", "##e", "##v", "##in", "##i", "##n", "as"});
  EXPECT_EQ(cut_word(vocabulary, "walk", english_endings()), (Words{"walk"}));
  EXPECT_EQ(cut_word(vocabulary, "walks", english_endings()), (Words{"walk", "##s"}));
  EXPECT_EQ(cut_word(vocabulary, "walked", english_endings()), (Words{"walk", "##ed"}));
  EXPECT_EQ(cut_word(vocabulary, "kevin", english_endings()), (Words{"ke##", "##v", "##in"}));
  // A stem of two letters is another word by chance, and a letter that no piece has cannot be spelled.
  EXPECT_EQ(cut_word(vocabulary, "ass", english_endings()), (Words{"ass"}));
  EXPECT_EQ(cut_word(vocabulary, "kéin", english_endings()), (Words{"kéin"}));
}

TEST(CutWord, PiecesJoinToTheWordsTheyWereCutFrom) {
  EXPECT_EQ(joined_words(Words{"les", "chat", "##s", "de", "ke##", "##v", "##in", "dorment"}),
            (Words{"les", "chats", "de", "kevin", "dorment"}));
  const std::map<std::string, int> words{{"kevin", 3}, {"martin", 9}, {"colin", 4}, {"été", 1}, {"1992", 5}};
  const Vocabulary vocabulary(learned_pieces(words, 20));
  for (const auto& [word, count] : words) {
    const Words pieces = cut_word(vocabulary, word, {});
    EXPECT_GT(pieces.size(), 1U) << word;
    EXPECT_EQ(joined_words(pieces), (Words{word}));
  }
  // "##in" stands in three words; digits stay alone.
  EXPECT_TRUE(vocabulary.id("##in"));
  EXPECT_EQ(cut_word(vocabulary, "1992", {}), (Words{"1##", "##9", "##9", "##2"}));
}

constexpr const char* kPairs =
    "The dog sleeps.\tLe chien dort.\tLe chien dort !\tLe chien est endormi.\n"
    "\n"
    "# a remark\n"
    "Tom paints in Lyon.\tTom peint à Lyon.\tCC-BY 2.0 (France) Attribution: tatoeba.org\n"
    "The dog sleeps!\tLe chien est en train de dormir.\n"
    "Nothing behind it.\n"
    "\xff\xfe is no text.\tC'est vrai.\n"
    "I was born in 1992.\tJe suis né en 1992.\r\n";

TEST(RealPairs, ReadsLinesAndSaysWhichItCannot) {
  const PairsFile pairs(kPairs);
  const RealPairs read = read_real_pairs(pairs.file());
  ASSERT_EQ(read.pairs.size(), 3U);
  EXPECT_EQ(read.lines, 6);
  // Two lines of the same words are one sentence, and translations that differ in a mark are one.
  EXPECT_EQ(read.pairs[0].french.size(), 3U);
  EXPECT_EQ(read.pairs[1].names, (Words{"lyon", "tom"}));
  EXPECT_EQ(read.pairs[2].names, (Words{"1992"}));
  expect_said({said_of_skipped(read)});
}

TEST(RealPairs, APackedFileIsTheSame) {
  const PairsFile plain(kPairs);
  const RealPairs read = read_real_pairs(plain.file());
  const PairsFile packed(deflated(kPairs, Wrapping::gzip));
  const RealPairs unpacked = read_real_pairs(packed.file());
  ASSERT_EQ(read.pairs.size(), unpacked.pairs.size());
  for (std::size_t i = 0; i < read.pairs.size(); ++i)
    EXPECT_EQ(read.pairs[i].french, unpacked.pairs[i].french);
}

TEST(RealPairs, WhatIsNoFileOfPairsIsRefused) {
  std::vector<std::string> said;
  std::string damaged = deflated(kPairs, Wrapping::gzip);
  damaged.resize(damaged.size() / 2);
  for (const std::string& bytes : {std::string("One line.\nAnother.\n"), std::string(), damaged}) {
    const PairsFile file(bytes);
    said.push_back(thrown_by<FormatError>([&] { read_real_pairs(file.file()); }));
    const std::string path = file.file().string();
    if (const std::size_t at = said.back().find(path); at != std::string::npos)
      said.back().replace(at, path.size(), "FILE");
  }
  expect_said(said);
}

TEST(RealPairs, OtherNamesStandInBothLanguages) {
  std::vector<RealPair> pairs;
  for (const char* const name : {"martin", "sandra", "robert", "isabel"}) {
    pairs.push_back({.typed = "",
                     .english = {name, "is", "12", "today"},
                     .french = {{name, "a", "12", "ans"}},
                     .names = {"12", name}});
  }
  const std::vector<RealPair> made = with_other_names(pairs, 2, 1);
  ASSERT_EQ(made.size(), 2U);
  for (const RealPair& pair : made) {
    EXPECT_EQ(pair.english[0], pair.french[0][0]);
    EXPECT_EQ(pair.english[2], pair.french[0][2]);
    EXPECT_NE(pair.english[0], pairs[0].english[0]);
    EXPECT_EQ(pair.english[2].size(), 2U);
    EXPECT_EQ(pair.english[1], "is");
  }
}

TEST(RealCorpus, EveryWordOfTheFileCanBeReadAndWritten) {
  std::string lines;
  for (const char* const animal : {"dog", "lynx", "okapi", "tapir"})
    for (int i = 0; i < 60; ++i) {
      lines += std::string("The ") + animal + " has " + std::to_string(100 + i) + " friends.\tLe " + animal +
               " a " + std::to_string(100 + i) + " amis.\n";
    }
  const PairsFile file(lines);
  const CorpusOptions options{
      .train = 1500, .held_out = 100, .real = file.file(), .leave_out = {"the dog has 107 friends"}};
  const Corpus corpus = make_corpus(options);
  const Corpus bare = make_corpus({.train = 1500, .held_out = 100});
  EXPECT_GE(corpus.real.size() + corpus.aside.size(), 239U);
  EXPECT_FALSE(corpus.aside.empty());
  for (const Example& example : corpus.real) {
    EXPECT_TRUE(has_words_of(corpus.source, corpus.target, example));
    EXPECT_NE(spaced(joined_words(example.source)), "the dog has 107 friends");
  }
  // The grammar's sentences are the same but for where words are cut, and what they mean stands where it did.
  ASSERT_EQ(corpus.train.size(), bare.train.size());
  for (std::size_t i = 0; i < bare.train.size(); ++i) {
    const Example& cut = corpus.train[i];
    const Example& whole = bare.train[i];
    ASSERT_EQ(cut.source, whole.source);
    ASSERT_EQ(joined_words(cut.target), joined_words(whole.target));
    ASSERT_EQ(cut.alignment.size(), cut.target.size());
    if (cut.reference) {
      ASSERT_EQ(cut.target[static_cast<std::size_t>(cut.reference->pronoun)],
                whole.target[static_cast<std::size_t>(whole.reference->pronoun)]);
    }
  }
  EXPECT_NE(corpus.said.find("lines"), 0U);
}

TEST(RealCorpus, ATranslatorLearnsFromBothAndSpellsAName) {
  std::string lines;
  for (int i = 0; i < 60; ++i)
    lines +=
        "Kevin has " + std::to_string(100 + i) + " dogs.\tKevin a " + std::to_string(100 + i) + " chiens.\n";
  const PairsFile file(lines);
  TranslatorRecipe recipe;
  recipe.model.d_model = 16;
  recipe.model.d_ff = 16;
  recipe.corpus = {.train = 600, .held_out = 50, .real = file.file()};
  recipe.steps = 3;
  recipe.batch = 24;
  ShippedTranslatorTrainer trainer(recipe);
  const double before = trainer.advance();
  while (!trainer.done()) trainer.advance();
  EXPECT_GT(before, 0);
  const ModelPtr model = trainer.model();
  const std::vector<std::string> read = model->source().words_of(model->read("Hank has 345 dogs."));
  EXPECT_EQ(spaced(joined_words(read)), "hank has 345 dogs");

  Seq2SeqRecipe recurrent;
  recurrent.model.attention = true;
  recurrent.model.d_embedding = recurrent.model.d_encoder = recurrent.model.d_state = 8;
  recurrent.corpus = recipe.corpus;
  recurrent.steps = 2;
  recurrent.batch = 24;
  recurrent.together = 4;
  Seq2SeqTrainer other(recurrent, std::make_shared<const Corpus>(trainer.corpus()));
  while (!other.done()) EXPECT_GT(other.advance(), 0);

  const std::vector<RealPair> pairs = read_real_pairs(file.file()).pairs;
  const RealShares shares = real_shares(*model, std::span(pairs).first(5));
  EXPECT_EQ(shares.accepted, 1);
  EXPECT_GE(shares.lengths.share(), 0);
  EXPECT_LE(shares.chrf, 1);

  // What is measured later, from the vocabularies alone, is cut as what was learned.
  const std::vector<Example> held = held_out_examples(model->source(), model->target(), recipe.corpus);
  ASSERT_EQ(held.size(), static_cast<std::size_t>(recipe.corpus.held_out));
  for (const Example& example : held) {
    std::vector<std::string> cut;
    for (const std::string& word : joined_words(example.target))
      for (std::string& piece : cut_word(model->target(), word, french_endings())) cut.push_back(piece);
    EXPECT_EQ(spaced(cut), spaced(example.target));
    EXPECT_EQ(example.alignment.size(), example.target.size());
  }
}

TEST(RealPairs, NearToAKnownTranslationByTheRunsOfItsLetters) {
  ChrF none;
  EXPECT_EQ(none.score(), 0);
  ChrF one;
  one.add("ab c", {"ab d"});
  // Of the runs of 1, 2 and 3 letters 2 of 3, 1 of 2 and 0 of 1 are in the other, either way.
  EXPECT_NEAR(one.score(), (2.0 / 3 + 1.0 / 2) / 3, 1e-12);
  // P = (2/2 + 1/1) / 2, R = (2/4 + 1/3) / 2.
  ChrF shorter;
  shorter.add("ab", {"xyzuvw", "abcd"});
  EXPECT_NEAR(shorter.score(), 5 * 1 * (5.0 / 12) / (4 * 1 + 5.0 / 12), 1e-12);
  shorter.add("", {"a"});
  EXPECT_LT(shorter.score(), 5 * 1 * (5.0 / 12) / (4 * 1 + 5.0 / 12));
}

TEST(RealPairs, TheTwoSpellingsOfOeAreOneInFrench) {
  EXPECT_TRUE(same_french("Ma sœur a un Œuf.", "ma soeur a un oeuf"));
  EXPECT_FALSE(same_french("sort", "soert"));
}

}  // namespace
}  // namespace headlight
