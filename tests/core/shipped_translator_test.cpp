// The translator that is shipped: what lessons and figures show must be so.
#include <gtest/gtest.h>

#include "core/learn/agreement.h"
#include "core/learn/evaluate.h"
#include "core/models/card.h"
#include "core/text/french.h"
#include "core/text/nearest.h"

namespace headlight {
namespace {

class ShippedTranslator : public testing::Test {
 protected:
  ShippedTranslator()
      : folder(HEADLIGHT_SOURCE_DIR "/assets/models/translator"),
        model(Translator::load(folder)),
        card(load_card(folder)) {}

  std::string french(const std::string& typed) const { return written(*model->translate(typed)); }

  std::filesystem::path folder;
  std::shared_ptr<const Translator> model;
  Card card;
};

TEST_F(ShippedTranslator, TranslatesWhatIsShown) {
  for (const Example& example : showcase()) {
    std::string english;
    for (const std::string& word : example.source) english += word + " ";
    EXPECT_EQ(french(english), join_french(example.target));
  }
}

TEST_F(ShippedTranslator, ReadsSentencesAsPeopleTypeThem) {
  const std::string tired = "l'animal n'a pas traversé la rue parce qu'il était trop fatigué";
  EXPECT_EQ(french("The animal didn't cross the street because it was too tired."), tired);
  EXPECT_EQ(french("THE ANIMAL DIDN’T CROSS THE STREET BECAUSE IT WAS TOO TIRED"), tired);
  EXPECT_EQ(french("  The animal did not cross the street, because it was too tired!"), tired);
  EXPECT_THROW(french("The animal didn't cross the strete because it was too tired"), UnknownWord);
}

TEST_F(ShippedTranslator, LooksAtTheNounThatItMeans) {
  for (const std::size_t shown : {0, 1}) {
    EXPECT_GE(reference_weights(*model, {showcase()[shown]}, *card.reference_head).antecedent, 0.8);
  }
}

TEST_F(ShippedTranslator, ChangesGenderWhenItIsMadeToLookElsewhere) {
  const GenderFlip flip = gender_flip(*model, {showcase()[0], showcase()[1]}, *card.reference_head);
  EXPECT_EQ(flip.sentences, 2);
  EXPECT_EQ(flip.all, 1.0);
}

TEST_F(ShippedTranslator, AlignsTheAgreementBackwards) {
  EXPECT_EQ(alignment_accuracy(*model, {showcase()[3]}), 1.0);
}

TEST_F(ShippedTranslator, HasACardThatKeepsItsPromises) {
  EXPECT_EQ(card.origin, "trained");
  for (const Measure& measure : card.measures)
    EXPECT_TRUE(measure.met()) << measure.name << " " << measure.value;
  const std::vector<std::string> wanted{
      "exact_translation",       "antecedent_accuracy",     "antecedent_weight",  "other_noun_weight",
      "canonical_tired_weight",  "canonical_wide_weight",   "alignment_accuracy", "gender_flip_rate",
      "bears_same_sense_cosine", "bears_other_sense_cosine"};
  for (const std::string& name : wanted) {
    EXPECT_TRUE(std::any_of(card.measures.begin(), card.measures.end(), [&](const Measure& measure) {
      return measure.name == name;
    })) << name;
  }
}

// A sample of what `headlight evaluate translator` measures in full.
TEST_F(ShippedTranslator, TranslatesHeldOutSentences) {
  const std::vector<Example> held_out = make_corpus({.train = 2000, .held_out = 300}).held_out;
  EXPECT_GE(exact_translation(*model, held_out), 0.97);
  EXPECT_GE(reference_weights(*model, held_out, *card.reference_head).accuracy, 0.97);
}

TEST(Agreement, ChangesThePronounAndWhatAgreesWithIt) {
  EXPECT_EQ(with_other_gender({"la", "rue", "car", "elle", "était", "trop", "fatiguée"}, 3),
            (std::vector<std::string>{"la", "rue", "car", "il", "était", "trop", "fatigué"}));
  EXPECT_EQ(with_other_gender({"il", "était", "large"}, 0),
            (std::vector<std::string>{"elle", "était", "large"}));
}

}  // namespace
}  // namespace headlight
