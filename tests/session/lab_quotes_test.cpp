// Quotes of what a lab recorded and of the numbers it plots.
#include <gtest/gtest.h>

#include "app/labs/order/order_lab.h"
#include "app/lessons/expression.h"
#include "app/session/results.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

Session lab_of_order() {
  Session session;
  session.model = tiny_model_folder();
  session.text(0) = "the animal was tired";
  session.text(1).clear();
  session.view = ViewKind::lab;
  session.lab = lab_named("order");
  session.labs.get<OrderLab>().order = {3, 2, 1, 0};
  session.labs.get<OrderLab>().positions = true;
  return session;
}

std::string problem_of(const char* quote, const Results& results) {
  try {
    return LessonExpression::parse(quote)->text(results);
  } catch (const ExpressionError& error) {
    return error.what();
  }
}

TEST(LabQuotes, ReadBothSidesOfWhatTheLabRecorded) {
  const ResultsPtr results = compute(lab_of_order(), nullptr);
  EXPECT_TRUE(
      LessonExpression::parse("difference(lab: source.embedded[animal], second: lab: source.embedded[2]) = 0")
          ->holds(*results));
  EXPECT_TRUE(LessonExpression::parse(
                  "difference(lab: source.embedded[animal], second: lab: source.embedded[1]) > 0.01")
                  ->holds(*results));
  EXPECT_TRUE(
      LessonExpression::parse("table(\"differences\", 0, \"with positions\") > 0.01")->holds(*results));
  EXPECT_TRUE(
      LessonExpression::parse("table(\"differences\", 0, \"without positions\") = 0")->holds(*results));
}

TEST(LabQuotes, SayWhatIsNotThere) {
  const ResultsPtr results = compute(lab_of_order(), nullptr);
  EXPECT_NE(problem_of("table(\"cost\", 0, \"reads\")", *results).find("it has: outputs, differences, words"),
            std::string::npos);
  EXPECT_NE(problem_of("table(\"words\", 4, \"largest difference\")", *results).find("rows 0 to 3"),
            std::string::npos);
  EXPECT_NE(problem_of("table(\"words\", 0, \"size\")", *results).find("it has: largest difference"),
            std::string::npos);
  Session lines = lab_of_order();
  lines.view = ViewKind::lines;
  const ResultsPtr other = compute(lines, nullptr);
  EXPECT_NE(problem_of("lab: source.embedded[0, 0]", *other).find("no lab is open"), std::string::npos);
}

}  // namespace
}  // namespace headlight
