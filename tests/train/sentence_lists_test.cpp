// What Headlight reads of the grammar is what the grammar writes.
#include "train/learn/sentence_lists.h"

#include <gtest/gtest.h>

#include "core/files/compressed.h"
#include "core/files/whole_file.h"
#include "core/learn/corpus.h"
#include "core/models/folder.h"
#include "core/models/model.h"
#include "core/platform/paths.h"
#include "train/learn/corpus.h"

namespace headlight {
namespace {

std::string unpacked(const char* name) {
  return inflated(read_text(assets_folder() / "words" / name), Wrapping::gzip, std::size_t{32} << 20);
}

// `headlight-train sentences` writes both again.
TEST(SentenceLists, AreWhatTheGrammarWrites) {
  EXPECT_TRUE(unpacked(sentences_file) == text_of_sentence_lists());
  EXPECT_TRUE(unpacked(small_translator_file) == text_of_small_translator());
}

// A translator that is shipped finds in a list just what would be drawn for it alone.
TEST(SentenceLists, HaveForEachTranslatorWhatItsWordsAsk) {
  for (const char* const name : {"translator", "seq2seq-attention", "small-translator/step_00000"}) {
    const WordsFile words = read_words(model_folder(name) / "words.json");
    const std::vector<Example> drawn = pronoun_sentences(words.source, words.target, 400);
    const std::vector<Example> kept =
        known_sentences(SentenceList::pronouns, words.source, words.target, drawn.size());
    ASSERT_EQ(kept.size(), drawn.size()) << name;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      EXPECT_EQ(kept[i].source, drawn[i].source) << name;
      EXPECT_EQ(kept[i].target, drawn[i].target) << name;
      EXPECT_EQ(kept[i].combination, drawn[i].combination) << name;
      EXPECT_EQ(kept[i].reference->antecedent, drawn[i].reference->antecedent) << name;
      EXPECT_EQ(kept[i].reference->pronoun, drawn[i].reference->pronoun) << name;
    }
  }
  const WordsFile words = read_words(model_folder("translator") / "words.json");
  const std::vector<Example> drawn = sample_held_out(words.source, words.target, 1000, 53);
  const std::vector<Example> kept =
      known_sentences(SentenceList::translations, words.source, words.target, 1000);
  ASSERT_EQ(kept.size(), drawn.size());
  for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(kept[i].source, drawn[i].source);
}

TEST(SentenceLists, TheSmallTranslatorLearnsWhatItsRecipeSays) {
  const Corpus& kept = *small_translator_corpus();
  const TranslatorRecipe recipe = small_translator_recipe();
  EXPECT_EQ(std::ssize(kept.train), recipe.corpus.train);
  EXPECT_EQ(std::ssize(kept.held_out), recipe.corpus.held_out);
  const WordsFile words = read_words(model_folder("small-translator/step_00000") / "words.json");
  EXPECT_EQ(kept.source.words(), words.source.words());
  EXPECT_EQ(kept.target.words(), words.target.words());
}

TEST(SentenceLists, ALineComesBack) {
  for (const Example& example : showcase()) {
    std::vector<std::string> cells;
    std::string line = line_of(example) + "\t";
    for (std::size_t tab = line.find('\t'); tab != line.npos; tab = line.find('\t')) {
      cells.push_back(line.substr(0, tab));
      line.erase(0, tab + 1);
    }
    const Example read = example_of(cells);
    EXPECT_EQ(read.source, example.source);
    EXPECT_EQ(read.target, example.target);
    EXPECT_EQ(read.sensed.has_value(), example.sensed.has_value());
    ASSERT_EQ(read.reference.has_value(), example.reference.has_value());
    if (read.reference) {
      EXPECT_EQ(read.reference->cue, example.reference->cue);
    }
    cells.pop_back();
    EXPECT_THROW(example_of(cells), std::invalid_argument);
  }
}

}  // namespace
}  // namespace headlight
