// What a lesson says of experiments: when(...), sentences(...), curves and tables of heads.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <set>

#include "app/lessons/counting.h"
#include "app/lessons/expression.h"
#include "app/lessons/figure.h"
#include "app/lessons/lesson.h"
#include "app/lessons/page.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "core/grammar/held_out.h"
#include "core/learn/cue_pairs.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/encode.h"
#include "tests/reference_head.h"
#include "tests/snapshot.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

Session two_sentences() {
  Session session;
  session.text(0) = tired_sentence;
  session.text(1) = wide_sentence;
  return session;
}

ResultsPtr translations() {
  static const ResultsPtr computed = compute(two_sentences(), nullptr);
  return computed;
}

std::string said(const std::string& expression) {
  return LessonExpression::parse(expression)->text(*translations());
}
std::string error_in(const std::string& expression) {
  try {
    return "no error, but " + said(expression);
  } catch (const ExpressionError& error) {
    return error.what();
  }
}

const std::string reference_weights = reference_head + "weights";

// What the session computes under an edit is what when(...) says of it.
void expect_as_edited(SessionEdit edit, const std::string& change) {
  Session session = two_sentences();
  session.edits = {std::move(edit)};
  const ResultsPtr edited = compute(session, nullptr);
  EXPECT_EQ(said("when(" + change + ", translation)"), written(*edited->trace(0)));
  EXPECT_EQ(said("when(" + change + ", sum(encoder.1.normalized_2[it])) .6"),
            LessonExpression::parse("sum(encoder.1.normalized_2[it]) .6")->text(*edited));
}

TEST(When, ChangesTheComputationAsAnEditDoes) {
  expect_as_edited(Edit{.path = reference_head + "output", .values = {0}}, reference_head + "output = 0");
  expect_as_edited(Edit{.path = reference_head + "output", .row = 7, .values = {0}},
                   reference_head + "output[it] = 0");
  expect_as_edited(
      Edit{.path = reference_head + "scaled", .kind = Edit::Kind::multiply, .row = 7, .values = {0.25F}},
      reference_head + "scaled[it] * 0.25");
  SessionEdit share(Edit{.path = reference_weights, .row = 7, .col = 5, .values = {1}});
  share.keep_sum = true;
  expect_as_edited(share, "share(" + reference_weights + "[it, street] = 1)");
  SessionEdit copy(Edit{.path = "encoder.1.normalized_2", .row = 7}, true, 0);
  copy.from = 7;
  expect_as_edited(copy, "encoder.1.normalized_2[it] = second: encoder.1.normalized_2[it]");
}

TEST(When, IsOfTheSentenceThatItNames) {
  const std::string off = reference_head + "output = 0";
  EXPECT_NE(said("second: when(" + off + ", translation)"), said("second: translation"));
  EXPECT_EQ(said("when(" + reference_weights + "[it, animal] = 0.25, " + reference_weights + "[it, animal])"),
            "0.25");
}

TEST(When, SaysWhatItDoesNotUnderstand) {
  expect_answers(error_in);
  expect_said({error_in("when(" + reference_weights + " < 2, translation)"),
               error_in("when(" + reference_weights + "[bus] = 2, translation)"),
               error_in("when(share(" + reference_weights + "[it] = 1), translation)"),
               error_in("when(" + reference_weights + " = " + reference_weights + ", translation)"),
               error_in("share(" + reference_weights + "[it, animal] = 1)"),
               // A change that nothing can show would be true for nothing.
               error_in("when(" + reference_head + "output = 0, second: translation)"),
               error_in("when(" + reference_head + "output = 0, before: translation)"),
               error_in("before: held_out(when(" + reference_head + "output = 0, pronoun = \"il\"))")},
              "2");
}

TEST(WhenLong, IsCountedBesideItsControl) {
  Session session = two_sentences();
  session.text(1).clear();
  session.edits = {Edit{.path = reference_head + "output", .row = 7, .values = {0}}};
  const ResultsPtr edited = compute(session, nullptr);
  const std::string by_edit = LessonExpression::parse("held_out(pronoun = right_pronoun)")->text(*edited);
  EXPECT_EQ(said("held_out(when(" + reference_head + "output[it] = 0, pronoun) = right_pronoun)"), by_edit);
  // Another head's row does not matter as much.
  EXPECT_TRUE(
      LessonExpression::parse("held_out(when(encoder.1.self_attention.head.1.output[it] = 0, pronoun) = "
                              "right_pronoun) > held_out(when(" +
                              reference_head + "output[it] = 0, pronoun) = right_pronoun)")
          ->holds(*translations()));
}

OwnSentencesPtr own_sentences() {
  return std::make_shared<const std::vector<OwnSentence>>(std::vector<OwnSentence>{
      {tired_sentence, "il"}, {wide_sentence, "elle"}, {"the animal was tired", "none"}});
}

TEST(OwnSentences, AreCountedOver) {
  const auto count = [](const std::string& expression) {
    return LessonExpression::parse(expression, own_sentences())->text(*translations());
  };
  EXPECT_EQ(count("sentences()"), "3");
  EXPECT_EQ(count("sentences(pronoun = expected)"), "3");
  EXPECT_EQ(count("sentences(pronoun = \"il\")"), "1");
  EXPECT_EQ(count("sentences(rows(source.input) = 4)"), "1");
  EXPECT_NE(error_in("sentences(pronoun = expected)").find("```sentences"), std::string::npos);
  EXPECT_EQ(count("sentences(when(" + reference_head + "output = 0, translation) = translation)"),
            count("sentences(when(" + reference_head + "output * 0, translation) = translation)"));
}

bool is_true(const std::string& comparison, const ResultsPtr& of = translations()) {
  std::string found;
  const bool truth = LessonExpression::parse(comparison)->holds(*of, &found);
  if (!truth) std::cerr << comparison << ": " << found << '\n';
  return truth;
}

TEST(PairsLong, AreThoseInWhichBothPronounsAreRight) {
  const Model& model = *translations()->model;
  int usable = 0;
  for (const ExchangedCue& pair : exchanged_cues(model.source(), model.target(), 300)) {
    const std::string& right =
        pair.example.target.at(static_cast<std::size_t>(pair.example.reference->pronoun));
    const auto written_for = [&](const std::vector<std::string>& words) {
      return first_pronoun(model.target().words_of(model.answer(encode(model.source(), words))));
    };
    usable += written_for(pair.example.source) == right &&
                      written_for(pair.other) == (right == "il" ? "elle" : "il")
                  ? 1
                  : 0;
  }
  EXPECT_EQ(said("pairs()"), std::to_string(usable));
  EXPECT_GT(usable, 200);
}

// The encoder's last row of "it" is all that the pronoun hangs on, and a row of nobody nothing.
TEST(PairsLong, CarryRowsFromTheSecondSentence) {
  const std::string end = "encoder.3.normalized_2";
  const auto turned = [&](const std::string& row) {
    return "pairs(when(" + end + "[" + row + "] = second: " + end + "[" + row +
           "], pronoun) = second: pronoun)";
  };
  const auto carried = [&](const std::string& path, const std::string& row) {
    return "mean(pairs(effect(" + path + "[" + row + "] = second: " + path + "[" + row + "])))";
  };
  std::vector<ExpressionPtr> all;
  for (const std::string& each : {turned("it"), turned("random"), carried(end, "it"), carried(end, "random"),
                                  carried("encoder.1.self_attention.head.*.output", "it")})
    all.push_back(LessonExpression::parse(each));
  ASSERT_TRUE(make_counts(all, *translations())) << "in one pass";
  EXPECT_TRUE(is_true(turned("it") + " > 0.95 * pairs()"));
  EXPECT_TRUE(is_true(turned("random") + " < 0.05 * pairs()"));
  EXPECT_TRUE(is_true(carried(end, "it") + " > 0.9"));
  EXPECT_TRUE(is_true(carried(end, "random") + " < 0.05"));
  EXPECT_TRUE(is_true(carried("encoder.1.self_attention.head.*.output", "it") + " > 0.65")) << "most of it";
  EXPECT_EQ(said("of(" + turned("it") + ")"), said(turned("it")) + " of " + said("pairs()"));
  EXPECT_EQ(said("n(" + turned("it") + ")"), said("pairs()"));
}

TEST(Effect, IsAllOfTheWayForAllOfTheRows) {
  EXPECT_NEAR(std::stod(said("effect(source.input[tired] = second: source.input[wide]) .6")), 1, 1e-3);
  EXPECT_NEAR(std::stod(said("effect(source.input[it] = second: source.input[it]) .6")), 0, 1e-6);
}

TEST(HeldOutNumbersLong, AreOneForEachSentenceThatCounts) {
  const Model& model = *translations()->model;
  double words = 0;
  double feminine = 0;
  std::vector<Example> examples =
      known_sentences(SentenceList::pronouns, model.source(), model.target(), held_out_sentences);
  for (const Example& example : examples) {
    words += static_cast<double>(example.source.size());
    feminine += example.target.at(static_cast<std::size_t>(example.reference->pronoun)) == "elle" ? 1 : 0;
  }
  EXPECT_NEAR(std::stod(said("mean(held_out(rows(source.input))) .6")),
              words / static_cast<double>(examples.size()), 1e-4);
  const std::string of_feminine = "held_out(rows(source.input), right_pronoun = \"elle\")";
  EXPECT_TRUE(is_true("n(" + of_feminine + ") = " + std::to_string(feminine)));
  EXPECT_TRUE(is_true("rows(" + of_feminine + ") = " + std::to_string(feminine)));
  EXPECT_TRUE(is_true("median(" + of_feminine + ") <= largest(" + of_feminine + ")"));
  EXPECT_NE(error_in("mean(held_out(rows(source.input), 1 = 2))").find("there is no mean"),
            std::string::npos);
  EXPECT_NE(error_in("held_out(rows(source.input))").find("rows and 1 columns"), std::string::npos);
}

// "-inf" and "*" in a quote, and the same edit in a session, by what the words do.
TEST(WhenLong, HidesAWordFromAllHeads) {
  const std::string hidden =
      "held_out(when(encoder.*.self_attention.head.*.scaled[it, cue] = -inf, pronoun) = right_pronoun)";
  EXPECT_TRUE(is_true(hidden + " < 0.6 * held_out()")) << "in half of them it can guess";
  std::vector<Problem> problems;
  const Lesson lesson = parse_lesson(
      "# T\n\nS.\n\n## One\n\nText.\n\n```session\n{\"sentence\": \"" + std::string(tired_sentence) +
          "\", \"edits\": [{\"path\": \"encoder.*.self_attention.head.*.scaled\", \"kind\": \"set\", "
          "\"row\": "
          "\"it\", \"col\": \"cue\", \"values\": [\"-inf\"]}]}\n```\n",
      "x.md", problems);
  for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
  const AttentionHeads* heads = translations()->model->anatomy().find(Attention::encoder);
  ASSERT_EQ(std::ssize(lesson.steps.at(0).session.edits), heads->count());
  const ResultsPtr edited = compute(lesson.steps[0].session, nullptr);
  EXPECT_EQ(LessonExpression::parse("held_out(pronoun = right_pronoun)")->text(*edited), said(hidden));
}

TEST(Control, IsAnotherHeadOfTheLayer) {
  const Anatomy& anatomy = translations()->model->anatomy();
  const std::string layer = "encoder.2.self_attention.head.";
  std::set<std::string> drawn;
  for (std::uint64_t lot = 0; lot < 20; ++lot)
    drawn.insert(with_drawn_head(layer + "not_0.output", anatomy, lot));
  EXPECT_FALSE(drawn.contains(layer + "0.output"));
  EXPECT_EQ(std::ssize(drawn), anatomy.find(Attention::encoder)->in(2) - 1);
  EXPECT_EQ(paths_of("encoder.*.self_attention.head.*.output", anatomy).size(),
            static_cast<std::size_t>(anatomy.find(Attention::encoder)->count()));
}

TEST(Each, GoesOverTheRowsOfANode) {
  EXPECT_EQ(said("each(source.embedded, label = \"the\")"), "2");
  EXPECT_EQ(said("each(source.embedded, length(source.embedded[ROW]) > 0)"), said("rows(source.embedded)"));
  EXPECT_EQ(said("mean(each(source.embedded, length(source.embedded[ROW]), label = \"it\")) .6"),
            said("length(source.embedded[it]) .6"));
  EXPECT_EQ(said("each(source.embedded, length(source.embedded[BEFORE]) = length(source.embedded[ROW]))"),
            "1")
      << "of the first row the one before is itself";
  EXPECT_EQ(said("mean_cosine(source.embedded[it], source.embedded[it]) .4"), "1.0000");
}

TEST(OtherModel, ReadsTheSameSentence) {
  EXPECT_EQ(said("with_model(\"translator\", translation)"), said("translation"));
  EXPECT_NE(said("with_model(\"seq2seq\", card(exact_translation)) .4"), said("card(exact_translation) .4"));
  EXPECT_NE(error_in("with_model(\"nobody\", translation)").find("no error"), 0U);
  const std::string goes_on = said("goes_on()");
  EXPECT_TRUE(goes_on == "0" || goes_on == "1");
  EXPECT_EQ(said("translations()"), "1,000");
}

// A captioner's words, with its look turned by hand: only what is looked at decides, and empty cells do not.
TEST(Scenes, AreCountedWithTheLookTurned) {
  Session session = opening_session("caption-attention");
  const ResultsPtr read = compute(session, nullptr);
  ASSERT_EQ(error_of(*read), "");
  const std::string row = "decoder.0.cross_attention.head.0.weights[word";
  const auto changed = [&](const std::string& change) {
    return "scenes(kind = \"colour\", said = word, when(" + change + ", said) != word)";
  };
  const std::string away = changed("without(" + row + ", object])");
  const std::string empty = changed("exchange(" + row + ", free], " + row + ", free_too])");
  const std::string on_another =
      "scenes(kind = \"colour\", said = word, objects > 1, word != another_word, when(evenly(" + row +
      ", another]), said) = another_word)";
  const std::string asked = "scenes(kind = \"colour\", said = word, objects > 1, word != another_word)";
  std::vector<ExpressionPtr> all;
  for (const std::string& each : {away, empty, on_another, asked})
    all.push_back(LessonExpression::parse(each));
  ASSERT_TRUE(make_counts(all, *read));
  EXPECT_TRUE(is_true(away + " > 10 * (1 + " + empty + ")", read));
  EXPECT_TRUE(is_true(on_another + " > 0.8 * " + asked, read)) << "it names the colour of what it looks at";
}

Lesson lesson_of(const std::string& step, std::vector<Problem>& problems) {
  return parse_lesson(
      "# T\n\nS.\n\n```sentences\nThe animal was tired => l'animal\n```\n\n## One\n\nText.\n\n" + step,
      "x.md", problems);
}

TEST(LessonFigures, DrawWhatTheModelGives) {
  std::vector<Problem> problems;
  const Lesson lesson = lesson_of(
      "```session\n{\"sentence\": \"" + std::string(tired_sentence) +
          "\"}\n```\n\n```curve\nacross: weight, 0 to 1\nchange: share(" + noun_head +
          "weights[it, street] = x)\nP(elle): probabilities[qu', elle]\nweight: " + noun_head + "weights" +
          "[it, street]\n```\n\n```heads\nattention: encoder\nP(il): probabilities[qu', il]\n```\n\n"
          "```teacher\nSay it **slowly**: {{rows(source.input)}} words.\n```\n",
      problems);
  for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
  ASSERT_EQ(lesson.steps.at(0).figures.size(), 2U);
  EXPECT_TRUE(check_lesson(lesson).empty());
  EXPECT_EQ(lesson.steps[0].note.size(), 1U);
  const ResultsPtr results = compute(lesson.steps[0].session, nullptr);
  const FigureValues curve = figure_values(lesson.steps[0].figures[0], *results);
  ASSERT_EQ(curve.error, "");
  ASSERT_EQ(curve.series.size(), 2U);
  for (int point = 0; point < curve_points; ++point) {
    const double x = curve_x(lesson.steps[0].figures[0], point);
    EXPECT_NEAR(curve.series[1][static_cast<std::size_t>(point)], x, 1e-6) << "the weight that was set";
  }
  EXPECT_GT(curve.series[0].back(), curve.series[0].front()) << "who looks at the street writes elle";
  const FigureValues heads = figure_values(lesson.steps[0].figures[1], *results);
  const AttentionHeads* there = results->model->anatomy().find(Attention::encoder);
  int count = 0;
  for (int layer = 0; layer < there->layers(); ++layer) count += there->in(layer);
  ASSERT_EQ(heads.series.at(0).size(), static_cast<std::size_t>(count));
  EXPECT_NEAR(
      heads.series[0][static_cast<std::size_t>(there->in(0))],
      std::stod(LessonExpression::parse("when(" + reference_head + "output = 0, probabilities[qu', il]) .6")
                    ->text(*results)),
      1e-5)
      << "the first head of layer 1";
  int asked = 0;
  FigureValues slowly;
  EXPECT_FALSE(compute_figure(lesson.steps[0].figures[0], *results, slowly, [&] { return ++asked < 3; }));
  EXPECT_EQ(asked, 3);
  EXPECT_TRUE(compute_figure(lesson.steps[0].figures[0], *results, slowly, [&] { return ++asked > 0; }));
  EXPECT_EQ(asked, 2 * curve_points + 1) << "it goes on where it was";
  EXPECT_EQ(slowly.series, curve.series);
}

TEST(LessonFigures, SayWhatIsWrongAndWhere) {
  const auto problems_of = [](const std::string& step) {
    std::vector<Problem> problems;
    lesson_of(step, problems);
    std::string all;
    for (const Problem& problem : problems) all += to_string(problem) + "\n";
    return all;
  };
  expect_answers(problems_of);
}

TEST(LessonHides, WhatItsOpenQuestionAsksFor) {
  const auto hides = [](const std::string& step) {
    std::vector<Problem> problems;
    const Lesson lesson = lesson_of(step, problems);
    EXPECT_TRUE(problems.empty());
    return lesson.steps.at(0).hides;
  };
  using Hides = LessonStep::Hides;
  EXPECT_EQ(hides("```question\nWhat?\nanswer: It writes {{translation}}.\n```\n"), Hides::answer);
  EXPECT_EQ(hides("```question\nWhat?\nanswer: It writes {{translation}}.\nhide: nothing\n```\n"),
            Hides::nothing);
  EXPECT_EQ(hides("It writes {{translation}}.\n\n```question\nWhat?\nanswer: So: {{translation}}.\n```\n"),
            Hides::nothing)
      << "the text has said it";
  EXPECT_EQ(
      hides("```question\nWhat?\nanswer: {{translation}}.\nshow: {\"sentence\": \"I love bears\"}\n```\n"),
      Hides::nothing)
      << "it is written once the answer shows another sentence";
  EXPECT_EQ(hides("```question\nWhere?\nanswer: There.\nhide: stage\n```\n"), Hides::stage);
}

TEST(LessonAdvice, IsGivenForWhatNoCheckHolds) {
  std::vector<Problem> problems;
  const Lesson lesson = lesson_of("About {{0.8 .1}} of a **zyzzyva**.\n", problems);
  ASSERT_TRUE(problems.empty());
  std::string all;
  for (const Problem& advice : advice_on(lesson)) all += to_string(advice) + "\n";
  expect_said({all});
}

// What is found, as "line: what" up to the first comma or semicolon.
std::vector<std::string> found_strictly(const std::string& steps, const std::vector<LessonPtr>& before = {}) {
  std::vector<Problem> problems;
  const Lesson lesson = parse_lesson("# Looks and causes\n\nS.\n\n" + steps, "x.md", problems);
  for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
  std::vector<std::string> found;
  for (const Problem& problem : strict_problems(lesson, before))
    found.push_back(std::to_string(problem.line) + ": " +
                    problem.what.substr(0, problem.what.find_first_of(",;?")));
  return found;
}
using Found = std::vector<std::string>;

const std::string tries_something =
    "\n```check\nwhen(" + reference_head + "output = 0, pronoun) = \"il\"\n```\n";
const std::string counts_something = "\n```check\nheld_out(pronoun = \"il\") > 1\n```\n";

TEST(LessonStrict, WantsARuleCountedAndACauseTried) {
  const std::string rule = "## One\n\nEvery word looks back.\n";
  EXPECT_EQ(found_strictly(rule), Found{"7: \"every\" states a rule"});
  EXPECT_EQ(found_strictly(rule + tries_something), Found{"7: \"every\" states a rule"}) << "one is not many";
  EXPECT_EQ(found_strictly(rule + counts_something), Found{});
  const std::string cause = "## One\n\nIt writes *il* because of this head.\n";
  EXPECT_EQ(found_strictly(cause), Found{"7: \"because\" states a cause"});
  EXPECT_EQ(found_strictly(cause + tries_something), Found{});
  EXPECT_EQ(found_strictly("## One\n\nThe animal slept *because* it could. Is it always so? Not every animal "
                           "does, and the most tired of them do.\n"),
            Found{})
      << "a word of the model's sentence, a question, a denial, a comparison";
}

TEST(LessonStrict, WantsAReasonWhereNothingIsChecked) {
  const std::string rule = "## One\n\nEvery row adds up to 1.\n\n";
  EXPECT_EQ(found_strictly(rule + "<!-- every: by definition -->\n"), Found{});
  EXPECT_EQ(found_strictly(rule + "<!-- every: tested in it -->\n"), Found{});
  EXPECT_EQ(found_strictly(rule + "<!-- every: of this sentence -->\n").size(), 1U) << "no check tries it";
  EXPECT_EQ(found_strictly(rule + "<!-- every: of course -->\n"), Found{"9: \"of course\" is not a reason"});
  EXPECT_EQ(found_strictly(rule + "<!-- every: tested in nowhere -->\n").size(), 1U);
  EXPECT_EQ(found_strictly(rule + "<!-- never: by definition -->\n").size(), 2U) << "it excuses nothing";
  EXPECT_EQ(found_strictly(rule + "## Two\n\nText. <!-- every: by definition -->\n").size(), 2U)
      << "of another step";
}

TEST(LessonStrict, WantsSharesWithTheirNumber) {
  const auto share = [](const std::string& text) { return found_strictly("## One\n\n" + text + "\n"); };
  EXPECT_EQ(share("Right in {{card(antecedent_accuracy) .2}}."),
            Found{"7: card(antecedent_accuracy) is a share of how many"});
  EXPECT_EQ(share("Of 100, {{100 * card(antecedent_accuracy) .0}} are right.").size(), 1U);
  EXPECT_EQ(share("Of 3,000 sentences {{card(antecedent_accuracy) .2}} are right."), Found{});
  EXPECT_EQ(share("A mean weight of {{card(antecedent_weight) .2}}."), Found{}) << "no share";
}

TEST(LessonStrict, WantsCountsCountedAndNotTyped) {
  const auto said = [](const std::string& text) { return found_strictly("## One\n\n" + text + "\n"); };
  EXPECT_EQ(said("It turns 98 of the 99."), Found{"7: \"98 of the 99\" is typed"});
  EXPECT_EQ(said("It turns 9 of 10.\n\n<!-- typed: measured once -->"), Found{});
  EXPECT_EQ(said("It turns {{held_out(pronoun = \"il\")}} of {{held_out()}}."), Found{});
  EXPECT_EQ(said("It turns a half of 10, and 3 of them."), Found{}) << "no count";
}

TEST(LessonStrict, WantsAnAnswerThatIsCheckedAndNotGivenAway) {
  const auto asked = [](const std::string& before, const std::string& heading, const std::string& answer) {
    return found_strictly(before + "## " + heading +
                          "\n\n```question\nWhat makes the pronoun masculine?\n- [ ] the street\n- [x] the "
                          "tired animal\nanswer: " +
                          answer + "\n```\n");
  };
  const std::string checked = "\n```\n\n```check answer\npronoun = \"il\"";
  EXPECT_EQ(asked("", "One", "So."), Found{"8: nothing checks the answer"});
  EXPECT_EQ(asked("", "One", "So." + checked), Found{});
  EXPECT_EQ(asked("", "The tired animal", "So." + checked),
            Found{"8: the answer may already be in the heading of the step"});
  EXPECT_EQ(asked("## Told\n\nTired animals make pronouns masculine.\n\n", "One", "So." + checked).size(),
            1U);
  EXPECT_EQ(asked("## Told\n\nTired animals sleep.\n\n", "One", "So." + checked), Found{})
      << "of something else";
  EXPECT_EQ(asked("## Told\n\nIt writes {{pronoun}}.\n\n", "One", "*{{pronoun}}*." + checked).size(), 1U)
      << "the number was there";
}

TEST(LessonStrict, KeepsTheLinesOfAComment) {
  std::vector<Problem> problems;
  const Lesson lesson = parse_lesson(
      "# T\n\nS.\n\n## One\n\nText <!-- every: by\ndefinition --> and more.\n\n## Two\n", "x.md", problems);
  EXPECT_TRUE(problems.empty());
  ASSERT_EQ(lesson.steps.size(), 2U);
  EXPECT_EQ(lesson.steps[1].line, 10);
  EXPECT_EQ(plain_text(lesson.steps[0].text.at(0).runs).find("<!--"), std::string::npos);
  parse_lesson("# T\n\nS.\n\n## One\n\n<!-- every\n", "x.md", problems);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].line, 7);
}

TEST(LessonsRead, AreKeptFromOneStartToTheNext) {
  const TemporaryFolder folder;
  const std::filesystem::path state = folder.path() / "state";
  LessonsRead first(state);
  EXPECT_TRUE(first.reached().empty());
  LessonsRead second(state);
  first.keep({{"it", 3}, {"masks", 0}});
  second.keep({{"it", 1}, {"/home/me/my lesson.md", 2}});
  EXPECT_EQ(LessonsRead(state).reached(),
            (StepsReached{{"it", 3}, {"masks", 0}, {"/home/me/my lesson.md", 2}}))
      << "what another window wrote stays";
  LessonsRead("").keep({{"it", 1}});
}

}  // namespace
}  // namespace headlight
