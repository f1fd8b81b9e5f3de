// Numbers in lessons: what may be quoted, and how it is told what is not there.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "app/lessons/expression.h"
#include "app/session/results.h"
#include "core/figure/numbers.h"
#include "core/grammar/held_out.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/encode.h"
#include "tests/keep_model.h"
#include "tests/reference_head.h"
#include "tests/snapshot.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

ResultsPtr results() {
  static const ResultsPtr computed = [] {
    Session session;
    session.model = tiny_model_folder();
    session.text(0) = tired_sentence;
    session.text(1) = wide_sentence;
    session.edits.push_back(Edit{
        .path = "encoder.0.self_attention.head.0.weights", .row = 7, .col = 1, .values = {0.5F}, .other = 0});
    return compute(session, nullptr);
  }();
  return computed;
}

std::string quoted(const std::string& text) { return LessonExpression::parse(text)->text(*results()); }

std::string quote_error(const std::string& text) {
  try {
    return "no error, but " + quoted(text);
  } catch (const ExpressionError& error) {
    return error.what();
  }
}

TEST(LessonExpression, ReadsCellsByWordAndByPlace) {
  const Trace& trace = *results()->trace(0);
  const Reading weights = trace.read("encoder.1.self_attention.head.0.weights");
  EXPECT_EQ(quoted("encoder.1.self_attention.head.0.weights[it, animal]"), weight_alone(weights(7, 1)));
  EXPECT_EQ(quoted("encoder.1.self_attention.head.0.weights[7, 1] .4"), fixed_text(weights(7, 1), 4));
  EXPECT_EQ(quoted("encoder.1.self_attention.head.0.weights[\"it\", 1] %"),
            fixed_text(weights(7, 1) * 100, 0) + "%");
  EXPECT_EQ(quoted("encoder.0.self_attention.head.0.weights[it, animal]"), "0.50");
  EXPECT_NE(quoted("before: encoder.0.self_attention.head.0.weights[it, animal]"), "0.50");
  EXPECT_EQ(quoted("second: translation"), written(*results()->trace(1)));
  EXPECT_EQ(quoted("decoder.0.self_attention.head.0.masked[0, 1]"), "−∞");
  const std::string row = "encoder.0.self_attention.head.0.weights[7]";
  EXPECT_NE(quoted("smallest(second: " + row + ") .6"), quoted("smallest(" + row + ") .6"));
  EXPECT_EQ(quoted("second: smallest(" + row + ") .6"), quoted("smallest(second: " + row + ") .6"));
  EXPECT_EQ(quoted("second: difference(" + row + ", first: " + row + ") .6"),
            quoted("difference(second: " + row + ", " + row + ") .6"));
  EXPECT_EQ(quoted("before: largest(" + row + ") .6"), quoted("largest(before: " + row + ") .6"));
}

TEST(LessonExpression, WritesNumbersOfAnySize) {
  EXPECT_EQ(quoted("9007199254740992 = 9007199254740992"), "true");
  EXPECT_NE(quoted("1000000 * 1000000 * 1000000 * 1000000"), "");
  EXPECT_NE(quoted("1e300 * 1e300"), "");
  EXPECT_LT(quote_error("source.embedded[\"" + std::string(450, 'x') + "\"]").size(), 400U);
}

TEST(LessonExpression, Calculates) {
  EXPECT_EQ(quoted("1 + 2 * 3"), "7");
  EXPECT_EQ(quoted("(1 + 2) * -3"), "−9");
  EXPECT_EQ(quoted("7 / 2"), "3.50");
  EXPECT_EQ(quoted("8 / 2"), "4");
  EXPECT_EQ(quoted("1000 * 1000"), "1,000,000");
  EXPECT_EQ(quoted("sqrt(columns(source.input))"), "4.00");
  EXPECT_EQ(quoted("rows(source.input)"), "11");
  EXPECT_EQ(quoted("sum(encoder.1.self_attention.head.0.weights[it]) .2"), "1.00");
  EXPECT_EQ(quoted("cosine(source.input[it], source.input[it])"), "1.00");
  EXPECT_EQ(quoted("difference(source.embedded[0], source.embedded[4])"), "0.00");
  EXPECT_TRUE(LessonExpression::parse("spread(source.input[it]) > 0")->holds(*results()));
  EXPECT_TRUE(LessonExpression::parse(
                  "dot(encoder.1.self_attention.head.0.query[it], encoder.1.self_attention.head.0.key[was]) "
                  "= encoder.1.self_attention.head.0.scores[it, was]")
                  ->holds(*results()));
  EXPECT_FALSE(LessonExpression::parse("top(source.input[it]) = \"x\"")->holds(*results()));
  EXPECT_FALSE(LessonExpression::parse("1 != 1")->holds(*results()));
  EXPECT_TRUE(LessonExpression::parse("2 >= 2")->holds(*results()));
  EXPECT_FALSE(LessonExpression::parse("2 < 2")->holds(*results()));
}

TEST(LessonExpression, SaysWhatIsNotThere) {
  expect_answers(quote_error);
  EXPECT_NE(quote_error(std::string(400, '(')).find("brackets"), std::string::npos);
}

ResultsPtr translation_under(std::vector<Edit> edits) {
  Session session;
  session.text(0) = tired_sentence;
  session.text(1).clear();
  for (Edit& edit : edits) session.edits.push_back(std::move(edit));
  return compute(session, nullptr);
}

// Counted here without quotes: in how many sentences `edit_in` leaves the right pronoun.
int right_pronouns(const Model& model, const std::function<Edit(const Reference&)>& edit_in) {
  int right = 0;
  for (const Example& example :
       known_sentences(SentenceList::pronouns, model.source(), model.target(), held_out_sentences)) {
    const std::vector<int> ids =
        model.answer(encode(model.source(), example.source), {edit_in(*example.reference)});
    right += first_pronoun(model.target().words_of(ids)) ==
                     example.target.at(static_cast<std::size_t>(example.reference->pronoun))
                 ? 1
                 : 0;
  }
  return right;
}

TEST(HeldOutLong, CountsUnderTheStepsEdits) {
  const Edit off{.path = reference_head + "output", .kind = Edit::Kind::multiply, .values = {0}};
  const ResultsPtr results = translation_under({off});
  const int right = right_pronouns(*results->translator(), [&](const Reference&) { return Edit(off); });
  EXPECT_GT(right, 0);
  EXPECT_LT(right, held_out_sentences);
  const char* const all =
      "held_out(1 = 1) + held_out(1 = 1, 1 = 2) + held_out(pronoun = right_pronoun) + "
      "held_out(pronoun != right_pronoun) + held_out(means = \"animal\") + "
      "held_out(means = \"place\") + held_out(means = \"thing\")";
  ASSERT_TRUE(make_counts({LessonExpression::parse(all)}, *results)) << "in one pass";
  const auto text = [&](const char* expression) {
    return LessonExpression::parse(expression)->text(*results);
  };
  EXPECT_EQ(text("held_out(pronoun = right_pronoun)"), std::to_string(right));
  EXPECT_EQ(text("held_out(pronoun != right_pronoun)"), std::to_string(held_out_sentences - right));
  EXPECT_EQ(text("held_out()"), std::to_string(held_out_sentences));
  EXPECT_EQ(text("held_out(1 = 1)"), std::to_string(held_out_sentences));
  EXPECT_EQ(text("held_out(1 = 1, 1 = 2)"), "0") << "all comparisons have to be true";
  EXPECT_EQ(text("held_out(means = \"animal\") + held_out(means = \"place\") + held_out(means = \"thing\")"),
            std::to_string(held_out_sentences));
  EXPECT_TRUE(
      LessonExpression::parse("before: held_out(pronoun = right_pronoun) > held_out(pronoun = right_pronoun)")
          ->holds(*results));
}

TEST(HeldOutLong, MovesEditsToTheWordsOfEachSentence) {
  const auto swap = [](int it, int noun, int other) {
    return Edit{
        .path = noun_head + "weights", .kind = Edit::Kind::swap, .row = it, .col = noun, .other = other};
  };
  const ResultsPtr results = translation_under({swap(7, 1, 5)});
  const int right = right_pronouns(*results->translator(), [&](const Reference& reference) {
    return swap(reference.it, reference.antecedent, reference.other);
  });
  EXPECT_EQ(LessonExpression::parse("held_out(pronoun = right_pronoun)")->text(*results),
            std::to_string(right));
  EXPECT_LT(right, held_out_sentences / 2) << "a second head finds the noun as well";
  const std::string rows =
      "held_out(before: encoder.3.self_attention.head.0.weights[it, antecedent] = "
      "encoder.3.self_attention.head.0.weights[it, other])";
  EXPECT_EQ(LessonExpression::parse(rows)->text(*results), std::to_string(held_out_sentences));
  // "cross" is not a word of them all.
  const ResultsPtr cannot = translation_under({swap(7, 1, 3)});
  EXPECT_THROW(LessonExpression::parse("held_out(pronoun = right_pronoun)")->text(*cannot), ExpressionError);
}

TEST(HeldOut, SaysWhatItCannotCount) {
  EXPECT_NE(quote_error("held_out(pronoun = right_pronoun)").find("knows the words of only 0"),
            std::string::npos)
      << "the tiny model has few words: " << quote_error("held_out(pronoun = right_pronoun)");
  const ResultsPtr results = translation_under({});
  const auto error = [&](const std::string& expression) {
    try {
      return "no error, but " + LessonExpression::parse(expression)->text(*results);
    } catch (const ExpressionError& problem) {
      return std::string(problem.what());
    }
  };
  expect_answers(error);
  EXPECT_NE(error("right_pronoun").find("nearest"), std::string::npos) << "only a held-out sentence has one";
}

TEST(HeldOut, IsMadeOnceAndCanBeGivenUp) {
  const ResultsPtr results = translation_under({});
  const ExpressionPtr expression = LessonExpression::parse("held_out(pronoun = \"il\", 3 > 2)");
  EXPECT_TRUE(awaits_counts(*expression, *results));
  EXPECT_EQ(LessonExpression::parse("held_out()")->text(*results), std::to_string(held_out_sentences))
      << "they are drawn once";
  int asked = 0;
  EXPECT_FALSE(make_counts({expression}, *results, [&] { return ++asked < 5; }));
  EXPECT_EQ(asked, 5);
  EXPECT_TRUE(awaits_counts(*expression, *results));
  EXPECT_TRUE(make_counts({expression}, *results, [&] { return ++asked > 0; }));
  EXPECT_EQ(asked, 1 + held_out_sentences) << "it goes on where it was";
  EXPECT_FALSE(awaits_counts(*expression, *results));
  EXPECT_TRUE(make_counts({expression}, *results, [&] { return ++asked > 0; }));
  EXPECT_EQ(asked, 1 + held_out_sentences) << "it is known by now";
  EXPECT_FALSE(awaits_counts(*LessonExpression::parse("held_out()"), *results))
      << "there is nothing to count";
}

TEST(LessonExpression, SurvivesAnything) {
  const std::vector<std::string> pieces{
      "source.input",  "[",     "]",    "it",  ",",   "second:", "before:", "top(",
      "cosine(",       ")",     "(",    "-",   "+",   "*",       "/",       "<",
      "probabilities", "99999", "1e99", "\"",  " .2", "%",       ":",       "é",
      "sqrt(",         "card(", "7",    "sum("};
  std::mt19937 random(11);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    const int count = 1 + static_cast<int>(random() % 9);
    for (int i = 0; i < count; ++i) text += pieces[random() % pieces.size()];
    try {
      quoted(text);
    } catch (const ExpressionError& error) {
      EXPECT_FALSE(std::string(error.what()).empty());
    }
  }
}

}  // namespace
}  // namespace headlight
