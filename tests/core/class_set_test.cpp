#include "core/learn/reference_translations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "core/files/read_file.h"
#include "core/files/write_file.h"
#include "core/learn/translator_training.h"
#include "core/models/read_trace.h"

namespace headlight {
namespace {

const std::filesystem::path kShipped = HEADLIGHT_SOURCE_DIR "/assets/models/translator";

TEST(ClassSet, HasThreeHabitsAndNoSentenceTwice) {
  for (const std::string list : class_lists) {
    const std::vector<ClassSentence> sentences = read_class_set(kShipped / (list + ".tsv"));
    EXPECT_EQ(sentences.size(), 300U);
    std::set<std::string> habits;
    std::set<std::string> typed;
    for (const ClassSentence& sentence : sentences) {
      habits.insert(sentence.habit);
      EXPECT_TRUE(typed.insert(sentence.english).second) << sentence.english;
      EXPECT_FALSE(sentence.accepted.empty());
    }
    EXPECT_EQ(habits, (std::set<std::string>{"joker", "pupil", "teacher"}));
  }
}

TEST(ClassSet, ComparesWordsAndNotPunctuation) {
  EXPECT_TRUE(same_french("Où est le chat\u202f?", "où est le chat"));
  EXPECT_TRUE(same_french("l’animal, fatigué", "l'animal fatigué."));
  EXPECT_FALSE(same_french("il est fatigué", "elle est fatiguée"));
}

TEST(ClassSet, CountsWhatIsAcceptedRightAndMarked) {
  const auto model = load_model(kShipped, AnswerKind::translation);
  const std::vector<ClassSentence> sentences{
      {"pupil",
       "screen",
       "The animal didn't cross the street because it was too tired!",
       {"l'animal n'a pas traversé la route",
        "l'animal n'a pas traversé la rue parce qu'il était trop fatigué"}},
      {"pupil", "wrong", "I am a student", {"bonjour"}},
      {"joker", "unknown", "Xyzzy is a plugh", {"bonjour"}},
  };
  const std::vector<Measure> measures = class_measures("class", *model, sentences, nullptr);
  ASSERT_EQ(measures.size(), 4U);
  EXPECT_NEAR(measures[0].value, 2.0 / 3, 1e-9);
  EXPECT_NEAR(measures[1].value, 0.5, 1e-9);
  EXPECT_EQ(measures[2].value, 0);
  EXPECT_EQ(measures[3].value, 0);
}

TEST(ClassSet, SaysWhichLineIsBroken) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "class.tsv";
  std::ofstream(file) << "habit\tkind\tenglish\tfrench\npupil\tscreen\tonly three\n";
  try {
    read_class_set(file);
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find("line 2"), std::string::npos) << error.what();
  }
}

// Heads are exchangeable: the same translation with the same probabilities, and the weights under the other's
// name.
TEST(HeadOrder, ChangesNoTranslation) {
  const auto model = load_model(kShipped, AnswerKind::translation);
  Weights weights = model->weights();
  exchange_heads(weights, model->config(), 1, 0, 1);
  const Model exchanged(model->config(), std::move(weights), model->words());
  const std::string typed = "The animal didn't cross the street because it was too wide";
  const TracePtr before = model->trace({.text = typed});
  const TracePtr after = exchanged.trace({.text = typed});
  EXPECT_EQ(written(*before), written(*after));
  const Reading first = before->read("encoder.1.self_attention.head.0.weights");
  const Reading second = after->read("encoder.1.self_attention.head.1.weights");
  for (int row = 0; row < first.shape().rows; ++row) {
    for (int col = 0; col < first.shape().cols; ++col) EXPECT_NEAR(first(row, col), second(row, col), 1e-5);
  }
  const auto ordered = with_heads_in_order(exchanged, showcase());
  EXPECT_EQ(find_reference_head(*ordered, showcase()).head, 0);
}

}  // namespace
}  // namespace headlight
