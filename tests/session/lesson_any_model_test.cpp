// Numbers of whichever model is open, and a lesson that is read on it.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/lessons/expression.h"
#include "app/lessons/lesson.h"
#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "core/explain/head_measures.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "tests/tiny_model.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

constexpr const char* real_lesson = "now-a-real-one";
const std::string foreign_folders = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/";

ResultsPtr of_tiny_model() {
  static const ResultsPtr computed = [] {
    Session session;
    session.model = tiny_model_folder();
    session.text(0) = tired_sentence;
    session.text(1) = wide_sentence;
    return compute(session, nullptr);
  }();
  return computed;
}

double asked(const std::string& text, const ResultsPtr& of = of_tiny_model()) {
  return quantity(LessonExpression::parse(text)->root(), *of).value;
}

std::string refusal(const std::string& text) {
  try {
    return "no error, but " + LessonExpression::parse(text)->text(*of_tiny_model());
  } catch (const ExpressionError& error) {
    return error.what();
  }
}

std::vector<float> over_heads(const std::string& cell_of_weights, int row, int column) {
  const Trace& trace = *of_tiny_model()->trace(0);
  const AttentionHeads& attention = *trace.anatomy().reading();
  std::vector<float> values;
  for (int i = 0; i < attention.count(); ++i) {
    const AttentionHeads::Place place = attention.place_of(i);
    values.push_back(
        trace.read(attention.info().path(place.layer, place.head, cell_of_weights))(row, column));
  }
  return values;
}

TEST(OpenModel, SaysWhatItHas) {
  const Trace& trace = *of_tiny_model()->trace(0);
  const Model& model = *of_tiny_model()->model;
  EXPECT_EQ(asked("model(layers)"), trace.anatomy().reading()->layers());
  EXPECT_EQ(asked("model(heads)"), trace.anatomy().reading()->count());
  EXPECT_EQ(asked("model(width)"), model.transformer()->d_model);
  EXPECT_EQ(asked("model(parameters)"), static_cast<double>(model.weights().parameters()));
  EXPECT_EQ(asked("model(vocabulary)"), model.tokenizer().vocabulary().size());
  EXPECT_EQ(asked("model(longest)"), trace.anatomy().max_tokens);
  EXPECT_EQ(asked("tokens(all)"), static_cast<double>(trace.typed().size()));
  EXPECT_EQ(asked("tokens(words)"), asked("tokens(all)"));  // its tokens are words
  EXPECT_EQ(asked("tokens(cut)"), 0);
}

// Of families that other programs write, each in the words of its own config.
TEST(OpenModel, SaysWhatItsConfigSays) {
  const auto said = [](const std::string& folder) {
    Session session;
    session.model = foreign_folders + folder;
    session.text(0) = "the cat";
    session.text(1).clear();
    const ResultsPtr of = compute(session, nullptr);
    std::string all = of->error;
    for (const char* what : {"kind", "key_heads", "positions", "norm", "norm_place", "activation"})
      all += LessonExpression::parse("model(" + std::string(what) + ")")->text(*of) + " ";
    return all;
  };
  EXPECT_EQ(said("gpt2"), "decoder-only 3 learned LayerNorm before GELU ");
  EXPECT_EQ(said("llama"), "decoder-only 2 rotary RMSNorm before SwiGLU ");
  EXPECT_EQ(said("bert"), "encoder-only 3 learned LayerNorm after GELU ");
  EXPECT_EQ(said("marian"), "encoder-decoder 3 sinusoidal LayerNorm after SiLU ");
}

TEST(OpenModel, NumbersOfAllHeads) {
  const Trace& trace = *of_tiny_model()->trace(0);
  const auto place = [&](const char* word) {
    const std::vector<std::string>& words = trace.typed();
    return static_cast<int>(std::find(words.begin(), words.end(), word) - words.begin());
  };
  const std::vector<float> animal = over_heads("weights", place("it"), place("animal"));
  const std::vector<float> street = over_heads("weights", place("it"), place("street"));
  int more = 0;
  double sum = 0;
  for (std::size_t i = 0; i < animal.size(); ++i) {
    more += animal[i] > street[i] ? 1 : 0;
    sum += static_cast<double>(animal[i]);
  }
  EXPECT_EQ(asked("heads(HEAD.weights[it, animal] > HEAD.weights[it, street])"), more);
  EXPECT_EQ(asked("heads(HEAD.weights[it, animal] > HEAD.weights[it, street], 1 > 2)"), 0);
  EXPECT_NEAR(asked("average(HEAD.weights[it, animal])"), sum / static_cast<double>(animal.size()), 1e-6);
  const auto most = std::max_element(animal.begin(), animal.end());
  EXPECT_EQ(asked("best(HEAD.weights[it, animal])"), static_cast<double>(*most));
  const AttentionHeads::Place of =
      trace.anatomy().reading()->place_of(static_cast<int>(most - animal.begin()));
  EXPECT_EQ(LessonExpression::parse("best_head(HEAD.weights[it, animal])")->text(*of_tiny_model()),
            "encoder layer " + std::to_string(of.layer + 1) + ", head " + std::to_string(of.head + 1));
  EXPECT_NEAR(asked("average(sum(HEAD.weights[last]))"), 1, 1e-5);
}

TEST(OpenModel, CountsHeadsThatReachTheirThreshold) {
  const auto measured = measured_heads(*of_tiny_model()->model);
  const AttentionHeads& attention = *of_tiny_model()->model->anatomy().reading();
  for (const Trait trait : {Trait::sink, Trait::previous_token}) {
    int there = 0;
    for (int i = 0; i < attention.count(); ++i) {
      const AttentionHeads::Place place = attention.place_of(i);
      const auto& head = measured->at(attention.info().path(place.layer, place.head, "weights"));
      there += head[trait] && *head[trait] >= info(trait).least ? 1 : 0;
    }
    EXPECT_EQ(asked("heads(" + std::string(info(trait).id) + ")"), there) << info(trait).id;
  }
}

TEST(OpenModel, SaysWhatCannotBeAsked) {
  EXPECT_NE(refusal("model(size)").find("there are name, layers"), std::string::npos);
  EXPECT_NE(refusal("model()").find("takes one of name"), std::string::npos);
  EXPECT_NE(refusal("tokens(letters)").find("there are all, words"), std::string::npos);
  EXPECT_NE(refusal("heads(first)").find("no threshold"), std::string::npos);
  EXPECT_NE(refusal("heads(HEAD.weights[it, animal])").find("counts comparisons"), std::string::npos);
  EXPECT_NE(refusal("heads(copying)").find("cannot be measured"),
            std::string::npos);  // an encoder writes nothing
  EXPECT_NE(refusal("best()").find("HEAD.weights[it, animal]"), std::string::npos);
  EXPECT_NE(refusal("best(HEAD.none[it])").find("encoder.0"), std::string::npos);
}

LessonPagePtr page_on(const std::string& model, int step) {
  Session session = opening_session(model);
  session = at_step(session, real_lesson, step);
  EXPECT_EQ(session.model, model);
  return lesson_page(session, compute(session, nullptr), nullptr);
}

TEST(LessonOnAnyModel, EveryNumberIsReadFromTheModelThatIsOpen) {
  const LessonPtr lesson = find_lesson(real_lesson);
  ASSERT_NE(lesson, nullptr);
  ASSERT_TRUE(lesson->any_model);
  std::vector<std::string> parameters;
  for (const char* family : {"gpt2", "bert", "llama"}) {
    const std::string model = foreign_folders + family;
    for (int step = 0; step < static_cast<int>(lesson->steps.size()); ++step) {
      const LessonPagePtr page = page_on(model, step);
      EXPECT_EQ(page->model, model);
      for (const std::string& each : page->numbers)
        EXPECT_NE(each, not_computed) << family << ", step " << step;
      if (step == 1) parameters.push_back(page->numbers.back());
    }
  }
  EXPECT_NE(parameters[0], parameters[1]);
  EXPECT_NE(parameters[1], parameters[2]);
}

TEST(LessonOnAnyModel, AModelThatReadsNoTextIsNotAsked) {
  const Session session = at_step(opening_session(tiny_vit_folder()), real_lesson, 0);
  EXPECT_EQ(session.model, find_lesson(real_lesson)->steps[0].session.model);
}

TEST(LessonOnAnyModel, AnotherModelIsAnotherPage) {
  Session session = at_step(opening_session("causal"), real_lesson, 0);
  const ResultsPtr computed = compute(session, nullptr);
  const LessonPagePtr page = lesson_page(session, computed, nullptr);
  EXPECT_TRUE(is_page_of(page, session));
  session = with_model(session, foreign_folders + "gpt2");
  EXPECT_EQ(session.lesson, real_lesson);
  EXPECT_FALSE(is_page_of(page, session));
}

TEST(LessonOnAnyModel, SaysWhereItCannotBe) {
  std::vector<Problem> problems;
  const std::string begin = "# A\n\nB.\n\n";
  const auto said = [&](const std::string& text) {
    problems.clear();
    parse_lesson(begin + text, "a.md", problems);
    return problems.empty() ? "" : problems[0].what;
  };
  const std::string any = "```session\n{\"any_model\": true, \"model\": \"causal\"}\n```\n\n";
  EXPECT_EQ(said(any + "## S\n\nText.\n"), "");
  EXPECT_NE(said("## S\n\nText.\n\n" + any).find("before the first step"), std::string::npos);
  EXPECT_NE(said(any + "## S\n\nText.\n\n```heads\nattention: decoder\nx: probabilities[0, 0]\n```\n")
                .find("cannot have figures"),
            std::string::npos);
  EXPECT_NE(
      said(any + "## S\n\nText.\n\n```session\n{\"edits\": [{\"path\": \"decoder.0.self_attention.head.0."
                 "output\", \"kind\": \"multiply\", \"values\": [0]}]}\n```\n")
          .find("cannot have edits"),
      std::string::npos);
}

std::vector<Problem> checked(const std::string& text) {
  std::vector<Problem> problems;
  const Lesson lesson = parse_lesson(
      "# A\n\nB.\n\n```session\n{\"any_model\": true, \"model\": \"causal\", \"sentence\": \"the animal was "
      "tired\", \"attention\": \"decoder\", \"layer\": 0, \"head\": 0}\n```\n\n## S\n\n" +
          text + "\n",
      "a.md", problems);
  EXPECT_TRUE(problems.empty());
  return check_lesson(lesson);
}

TEST(LessonOnAnyModel, ItsTextHasNoPathsOfOneModel) {
  EXPECT_TRUE(checked("{{average(HEAD.weights[was, animal])}} of {{model(heads)}}.").empty());
  const std::vector<Problem> found = checked("{{decoder.0.self_attention.head.0.weights[was, animal]}}.");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].what.find("is a path of one model"), std::string::npos) << found[0].what;
}

TEST(LessonOnAnyModel, WhatAnotherModelLacksIsSaid) {
  const std::vector<Problem> found = checked("{{average(copying)}}.");  // an encoder writes nothing
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].what.find("on the translator"), std::string::npos) << found[0].what;
  EXPECT_NE(found[0].what.find("copying cannot be measured"), std::string::npos) << found[0].what;
}

TEST(LessonOnAnyModel, SaysWhyAModelIsNotRead) {
  EXPECT_EQ(cannot_be_read("causal"), "");
  EXPECT_EQ(cannot_be_read(foreign_folders + "bert"), "");
  EXPECT_EQ(cannot_be_read(tiny_vit_folder()), "reads pictures");
  EXPECT_EQ(cannot_be_read("seq2seq"), "reads its text without attention");
}

}  // namespace
}  // namespace headlight
