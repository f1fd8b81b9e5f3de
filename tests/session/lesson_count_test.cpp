// What a lesson counts over with the lab that is open, another text, other places, and rows of many texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/lab/lab_work.h"
#include "app/labs/causes/causes_lab.h"
#include "app/labs/masks/masks_lab.h"
#include "app/lessons/expression.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "core/models/trace.h"

namespace headlight {
namespace {

double number_of(const std::string& expression, const ResultsPtr& of, const OwnSentencesPtr& own = {}) {
  return quantity(LessonExpression::parse(expression, own)->root(), *of).value;
}
std::string error_of_quote(const std::string& expression, const ResultsPtr& of) {
  try {
    LessonExpression::parse(expression)->text(*of);
    return "no error";
  } catch (const ExpressionError& error) {
    return error.what();
  }
}
bool names_it(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

ResultsPtr with_model(const std::string& model, const std::string& text) {
  Session session = opening_session(model);
  session.text(0) = text;
  session.text(1).clear();
  session.token = -1;
  return compute(session, nullptr);
}

// The causal model with its words under a window.
ResultsPtr under_window(const std::string& text, MaskKind mask, int window) {
  Session session = opening_session("causal");
  session.text(0) = text;
  session.text(1).clear();
  session.view = ViewKind::lab;
  session.lab = &MasksLab::lab_row;
  session.labs.get<MasksLab>().mask = mask;
  session.labs.get<MasksLab>().window = window;
  return compute(session, nullptr);
}

const std::vector<std::string> texts_read{"the dog painted the old piano in the kitchen",
                                          "the woman sold a black bag near the house",
                                          "the boy cleaned the letter in the old garden"};
OwnSentencesPtr counted_texts() {
  std::vector<OwnSentence> sentences;
  for (const std::string& text : texts_read) sentences.push_back({text, ""});
  return std::make_shared<const std::vector<OwnSentence>>(std::move(sentences));
}

const std::string changed_words =
    "each(probabilities, top(lab: probabilities[ROW]) != top(probabilities[ROW]))";

TEST(CountedWithLab, IsWhatTheLabFindsOfEachSentence) {
  for (const int window : {2, 4}) {
    double expected = 0;
    for (const std::string& text : texts_read)
      expected += number_of(changed_words, under_window(text, MaskKind::window, window));
    EXPECT_GT(expected, 0) << "a window changes something";
    EXPECT_EQ(number_of("sum(sentences(" + changed_words + "))",
                        under_window(texts_read[0], MaskKind::window, window), counted_texts()),
              expected);
    const std::string set = "when(lab: mask = \"window\", lab: window = " + std::to_string(window) + ", ";
    const ResultsPtr open = under_window(texts_read[0], MaskKind::causal, 3);
    EXPECT_EQ(number_of("sum(sentences(" + set + changed_words + ")))", open, counted_texts()), expected);
    EXPECT_EQ(number_of(set + changed_words + ")", open),
              number_of(changed_words, under_window(texts_read[0], MaskKind::window, window)));
  }
  EXPECT_EQ(number_of("sum(sentences(" + changed_words + "))",
                      under_window(texts_read[0], MaskKind::causal, 3), counted_texts()),
            0);
}

// The lab on one score: of "it" in every sentence, though it stands elsewhere there, and with the noun asked.
TEST(CountedWithLab, IsAboutTheSameWordOfEachSentence) {
  Session session = opening_session("translator");
  session.view = ViewKind::causes;
  session.attention = Attention::encoder;
  session.layer = 3;
  session.head = 0;
  session.token = 7;
  session.labs.get<CausesLab>().page = CausesLab::Page::score;
  const ResultsPtr open = compute(session, nullptr);
  const auto parts = std::find_if(open->lab->tables.begin(), open->lab->tables.end(),
                                  [](const LabTable& each) { return each.name == "all parts of the score"; });
  ASSERT_NE(parts, open->lab->tables.end());
  const std::string all =
      "table(\"all parts of the score\", " + std::to_string(parts->rows.size() - 1) + ", \"sum\")";
  const std::string scores = "encoder.3.self_attention.head.0.scores[it, ";
  for (const std::string noun : {"animal", "street"}) {
    const std::string place = noun == "animal" ? "1" : "5";
    EXPECT_NEAR(number_of("when(lab: key = " + place + ", " + all + ")", open),
                number_of(scores + noun + "]", open), 1e-3);
  }
  const double count = number_of("held_out()", open);
  for (const std::string noun : {"antecedent", "other"}) {
    EXPECT_EQ(
        number_of("held_out(when(lab: key = " + noun + ", " + all + ") = " + scores + noun + "])", open),
        count)
        << noun;
  }
  session.token = 8;
  EXPECT_TRUE(names_it(error_of_quote("held_out(" + all + " > 0)", compute(session, nullptr)), "was"));
}

TEST(CountedWithLab, SaysWhichControlThereIsNot) {
  const ResultsPtr open = under_window(texts_read[0], MaskKind::window, 3);
  EXPECT_TRUE(names_it(error_of_quote("when(lab: widow = 2, top(lab: probabilities[2]))", open), "widow"));
  EXPECT_TRUE(
      names_it(error_of_quote("when(lab: window = 1000000, top(lab: probabilities[2]))", open), "1000000"));
  EXPECT_TRUE(names_it(error_of_quote("when(lab: window = 2, top(probabilities[2]))", open), "lab"));
  EXPECT_TRUE(names_it(error_of_quote("when(lab: window = 2, top(lab: probabilities[2]))",
                                      with_model("causal", texts_read[0])),
                       "no lab is open"));
}

TEST(WhenText, ReadsAnotherText) {
  const ResultsPtr open = with_model("causal", texts_read[0]);
  const std::string last = "largest(probabilities[last])";
  EXPECT_NEAR(number_of("when(text = \"" + texts_read[1] + "\", " + last + ")", open),
              number_of(last, with_model("causal", texts_read[1])), 1e-5);
  EXPECT_TRUE(names_it(error_of_quote("when(text = 3, " + last + ")", open), "text"));
  EXPECT_FALSE(error_of_quote("when(text = \"\", " + last + ")", open).empty());
}

// Rotary positions compare distances: all words farther back are as before, some of them are not.
TEST(WhenShifted, ChangesDistancesAlone) {
  const ResultsPtr open = with_model("causal", texts_read[0]);
  for (const std::string& value : {std::string("largest(probabilities[last])"),
                                   std::string("decoder.1.self_attention.head.2.weights[last, 3]")}) {
    const double as_it_is = number_of(value, open);
    EXPECT_NEAR(number_of("when(shifted(4, 0), " + value + ")", open), as_it_is, 1e-4);
    EXPECT_NEAR(number_of("when(shifted(0, 30), " + value + ")", open), as_it_is, 1e-4);
    EXPECT_GT(std::abs(number_of("when(shifted(4, 30), " + value + ")", open) - as_it_is), 1e-3) << value;
  }
  EXPECT_TRUE(
      names_it(error_of_quote("when(shifted(400, 1), largest(probabilities[last]))", open), "places 0 to"));
  EXPECT_TRUE(names_it(error_of_quote("when(shifted(1, 1), largest(probabilities[last]))",
                                      with_model("translator", "the dog slept")),
                       "RoPE"));
}

TEST(Texts, AreGoneThroughRowByRow) {
  const ResultsPtr open = with_model("characters", "the dog slept");
  EXPECT_EQ(number_of("each(probabilities, label = \"␣\")", open), 2);
  EXPECT_EQ(number_of("each(probabilities, label[ROW-1] = \"␣\")", open), 2);
  EXPECT_EQ(number_of("each(probabilities, ROW > 3)", open), 9);
  EXPECT_EQ(number_of("largest(each(probabilities, mean(decoder.0.time.ROW.forget_gate), ROW = 2))", open),
            number_of("mean(decoder.0.time.2.forget_gate)", open));
  EXPECT_NEAR(number_of("surprise(probabilities[2])", open),
              -std::log2(number_of("probabilities[2, 1]", open)), 1e-6);
  EXPECT_NEAR(number_of("surprise(probabilities[0], 2)", open),
              number_of("surprise(probabilities[0]) + surprise(probabilities[1])", open), 1e-6);
  // Of every line, one number for each space.
  EXPECT_EQ(number_of("n(texts(each(probabilities, 1, label = \"␣\")))", open),
            number_of("sum(texts(each(probabilities, label = \"␣\")))", open));
  EXPECT_EQ(LessonExpression::parse("sum(texts(each(probabilities, ROW = 0)))")->text(*open), "200");
  EXPECT_EQ(number_of("texts()", open), 200);
  EXPECT_EQ(number_of("texts()", with_model("causal", texts_read[0])), 200);
  EXPECT_TRUE(names_it(error_of_quote("texts()", with_model("translator", "the dog slept")), "causal"));
}

TEST(Scenes, AreAlsoDrawnWithOneThingAloneOrCovered) {
  const ResultsPtr open = with_model("vit", "small red circle at 18,22; background 7");
  const double all = number_of("scenes()", open);
  const auto share = [&](const std::string& what) { return number_of("scenes(" + what + ")", open) / all; };
  EXPECT_EQ(share("objects = 1, when(text = alone, probabilities[0, circle]) = probabilities[0, circle]"),
            share("objects = 1"));
  EXPECT_GT(share("when(text = alone, said[alone]) = word"), 0.9);
  EXPECT_LT(share("when(text = covered, said) = word"), 0.5);
  EXPECT_GT(share("when(text = free_covered, said) = word"), 0.8);
  const std::string node = "encoder.0.self_attention.projected";
  EXPECT_EQ(share("when(" + node + "[cells] = 0, largest(" + node + "[1])) = 0, when(" + node +
                  "[cells] = 0, largest(" + node + "[64])) = 0, when(" + node + "[cells] = 0, sum(" + node +
                  "[0])) = sum(" + node + "[0])"),
            1);
}

}  // namespace
}  // namespace headlight
