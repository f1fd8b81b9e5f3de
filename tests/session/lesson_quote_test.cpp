// Numbers in lessons: what may be quoted, and how it is told what is not there.
#include <gtest/gtest.h>

#include <random>

#include "app/lessons/quote.h"
#include "app/session/document.h"
#include "core/figure/numbers.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

DocumentPtr document() {
  static const DocumentPtr computed = [] {
    Session session;
    session.model = tiny_model_folder();
    session.sentence = tired_sentence;
    session.compare = wide_sentence;
    session.edits.push_back(Edit{
        .path = "encoder.0.self_attention.head.0.weights", .row = 7, .col = 1, .values = {0.5F}, .other = 0});
    return compute(session, nullptr);
  }();
  return computed;
}

std::string quoted(const std::string& text) { return Quote::parse(text)->text(*document()); }

std::string quote_error(const std::string& text) {
  try {
    return "no error, but " + quoted(text);
  } catch (const QuoteError& error) {
    return error.what();
  }
}

TEST(Quote, ReadsCellsByWordAndByPlace) {
  const Trace& trace = *document()->trace(0);
  const Reading weights = trace.read("encoder.1.self_attention.head.0.weights");
  EXPECT_EQ(quoted("encoder.1.self_attention.head.0.weights[it, animal]"), weight_alone(weights(7, 1)));
  EXPECT_EQ(quoted("encoder.1.self_attention.head.0.weights[7, 1] .4"), fixed_text(weights(7, 1), 4));
  EXPECT_EQ(quoted("encoder.1.self_attention.head.0.weights[\"it\", 1] %"),
            fixed_text(weights(7, 1) * 100, 0) + "%");
  EXPECT_EQ(quoted("encoder.0.self_attention.head.0.weights[it, animal]"), "0.50");
  EXPECT_NE(quoted("before: encoder.0.self_attention.head.0.weights[it, animal]"), "0.50");
  EXPECT_EQ(quoted("second: translation"), written(*document()->trace(1)));
  EXPECT_EQ(quoted("decoder.0.self_attention.head.0.masked[0, 1]"), "−∞");
  const std::string row = "encoder.0.self_attention.head.0.weights[7]";
  EXPECT_NE(quoted("smallest(second: " + row + ") .6"), quoted("smallest(" + row + ") .6"));
  EXPECT_EQ(quoted("second: smallest(" + row + ") .6"), quoted("smallest(second: " + row + ") .6"));
  EXPECT_EQ(quoted("second: difference(" + row + ", first: " + row + ") .6"),
            quoted("difference(second: " + row + ", " + row + ") .6"));
  EXPECT_EQ(quoted("before: largest(" + row + ") .6"), quoted("largest(before: " + row + ") .6"));
}

TEST(Quote, WritesNumbersOfAnySize) {
  EXPECT_EQ(quoted("9007199254740992 = 9007199254740992"), "true");
  EXPECT_NE(quoted("1000000 * 1000000 * 1000000 * 1000000"), "");
  EXPECT_NE(quoted("1e300 * 1e300"), "");
  EXPECT_LT(quote_error("source.embedded[\"" + std::string(450, 'x') + "\"]").size(), 400U);
}

TEST(Quote, Calculates) {
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
  EXPECT_TRUE(Quote::parse("spread(source.input[it]) > 0")->holds(*document()));
  EXPECT_TRUE(
      Quote::parse("dot(encoder.1.self_attention.head.0.query[it], encoder.1.self_attention.head.0.key[was]) "
                   "= encoder.1.self_attention.head.0.scores[it, was]")
          ->holds(*document()));
  EXPECT_FALSE(Quote::parse("top(source.input[it]) = \"x\"")->holds(*document()));
  EXPECT_FALSE(Quote::parse("1 != 1")->holds(*document()));
  EXPECT_TRUE(Quote::parse("2 >= 2")->holds(*document()));
  EXPECT_FALSE(Quote::parse("2 < 2")->holds(*document()));
}

TEST(Quote, SaysWhatIsNotThere) {
  EXPECT_NE(quote_error("encoder.1.self_attention.head.0.weight[it, animal]").find("nearest"),
            std::string::npos);
  EXPECT_NE(quote_error("source.input[its, 0]").find("nearest: \"it\""), std::string::npos);
  EXPECT_NE(quote_error("source.input[the, 0]").find("at 0 and at 4"), std::string::npos);
  EXPECT_NE(quote_error("source.input[11, 0]").find("0 to 10"), std::string::npos);
  EXPECT_NE(quote_error("source.input[it]").find("say which cell"), std::string::npos);
  EXPECT_NE(quote_error("sun(source.input)").find("no function"), std::string::npos);
  EXPECT_NE(quote_error("card(nothing)").find("measure"), std::string::npos);
  EXPECT_NE(quote_error("dot(source.input[it], probabilities[0])").find("not of one size"),
            std::string::npos);
  EXPECT_NE(quote_error("1 +").find("missing"), std::string::npos);
  EXPECT_NE(quote_error(std::string(2000, '(')).find("brackets"), std::string::npos);
}

TEST(Quote, SurvivesAnything) {
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
    } catch (const QuoteError& error) {
      EXPECT_FALSE(std::string(error.what()).empty());
    }
  }
}

}  // namespace
}  // namespace headlight
