// Where the thresholds come from by which a translation is sure.
#include <gtest/gtest.h>

#include <optional>

#include "core/text/encode.h"
#include "tests/tiny_model.h"
#include "train/learn/evaluate.h"

namespace headlight {
namespace {

TEST(Calibration, TakesNothingFromAModelThatTranslatesNothingRight) {
  const Model model = tiny_translator();
  Example example;
  example.source = {"the", "animal", "was", "tired"};
  example.target = {"la", "rue"};
  EXPECT_FALSE(calibrate(model, std::vector<Example>(20, example)));
}

TEST(Calibration, MarksNoMoreOfTheRightOnesThanIsAsked) {
  const Model model = tiny_translator();
  std::vector<Example> examples;
  for (const char* last : {"tired", "wide"}) {
    for (const char* verb : {"was", "didn't", "cross"}) {
      for (const char* noun : {"animal", "it", "too", "very"}) {
        Example example;
        example.source = {"the", noun, verb, last};
        // Right by definition: what is chosen then is a matter of probabilities alone.
        example.target = model.target().words_of(model.answer(encode(model.source(), example.source)));
        examples.push_back(std::move(example));
      }
    }
  }
  for (const double share : {0.25, 0.5, 1.0}) {
    const std::optional<Calibration> calibration = calibrate(model, examples, share);
    // Where models go round for ever, repeats alone may be too many.
    if (!calibration) continue;
    EXPECT_LE(unsure_shares(model, *calibration, examples).right, share);
  }
}

TEST(Calibration, PutsSentencesOutsideTheGrammar) {
  const Model model = tiny_translator();
  Example example;
  example.source = {"the", "animal", "was", "too", "tired"};
  const auto outside = outside_sentences(model, std::vector<Example>(50, example));
  EXPECT_GE(outside.size(), 35U);
  for (const std::vector<std::string>& words : outside) {
    EXPECT_NE(words, example.source);
    EXPECT_NO_THROW(encode(model.source(), words));
  }
}

}  // namespace
}  // namespace headlight
