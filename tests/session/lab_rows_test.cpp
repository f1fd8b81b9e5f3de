// Every lab as a row of data: what the rows have to keep to, so that all who go through them find what they
// expect.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "app/lab/lab.h"
#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "app/labs/every_lab.h"
#include "app/labs/order/order_lab.h"
#include "app/lessons/expression.h"
#include "app/session/results.h"
#include "app/session/session.h"
#include "core/files/json.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

TEST(LabRows, StandUnderNamesOfTheirOwn) {
  std::set<std::string> names, titles;
  const auto count = [](auto holds) { return std::count_if(labs().begin(), labs().end(), holds); };
  EXPECT_EQ(count([](const Lab* lab) { return lab->first; }), 1);
  EXPECT_EQ(count([](const Lab* lab) { return lab->own_view; }), 2);
  for (const Lab* each : labs()) {
    const Lab& lab = *each;
    EXPECT_EQ(lab_named(lab.name), &lab);
    EXPECT_TRUE(names.insert(lab.name).second) << lab.name;
    EXPECT_TRUE(titles.insert(lab.title).second) << lab.title;
    EXPECT_TRUE(std::string(lab.question).ends_with('?')) << lab.question;
  }
}

// A drag that stands still would measure nothing, one beyond the bounds what no hand can do.
TEST(LabRows, EveryDragMovesItsOwnLabWithinItsBounds) {
  for (const Lab* lab : labs()) {
    EXPECT_FALSE(lab->drags.empty()) << lab->name;
    for (const LabDrag& drag : lab->drags) {
      Labs first, next;
      drag.move(first, 0);
      drag.move(next, 1);
      EXPECT_FALSE(first == next) << drag.what;
      EXPECT_TRUE(clamped_labs(next) == next) << drag.what;
      for (const Lab* other : labs()) {
        const bool moved = !lab->settings.same(Labs().of(lab), next.of(lab));
        const bool same = other->settings.same(Labs().of(other), next.of(other));
        EXPECT_TRUE(other == lab ? moved : same) << drag.what << " in " << other->name;
      }
    }
  }
}

// Each is a value: a copy has nothing in common with what it is of.
TEST(LabRows, SettingsAreCopiedComparedAndTakenThroughAFile) {
  Labs moved;
  for (const Lab* lab : labs()) {
    const Labs before = moved;
    lab->drags.front().move(moved, 1);
    EXPECT_FALSE(before == moved) << lab->name;
    EXPECT_TRUE(lab->settings.same(before.of(lab), Labs().of(lab))) << lab->name;
  }
  Labs read_again;
  read(fields_json(moved), "labs", read_again);
  EXPECT_TRUE(read_again == moved);
  Labs one = moved;
  read(Json::parse(R"({"cost": {"tokens": 5}})"), "labs", one);
  EXPECT_EQ(one.get<CostLab>().tokens, 5);
  EXPECT_EQ(one.get<LookupLab>(), moved.get<LookupLab>()) << "what is left out stays";
  try {
    read(Json::parse(R"({"costs": {}})"), "labs", one);
    FAIL() << "no lab of this name";
  } catch (const FieldError& error) {
    EXPECT_EQ(error.field, "labs.costs");
    EXPECT_EQ(error.what, "is not known");
  }
}

void put_everywhere(nlohmann::ordered_json& json, int number) {
  if (json.is_number()) json = number;
  if (json.is_structured()) {
    for (auto& each : json) put_everywhere(each, number);
  }
}

// What a file says is anything: a lab computes from the nearest that its bounds allow.
TEST(LabRows, ComputeFromNumbersOutsideTheirBoundsToo) {
  for (const Lab* lab : labs()) {
    for (const int number : {-3, 1'000'000}) {
      Session session;
      show_lab(session, lab);
      nlohmann::ordered_json json = lab->settings.json(lab->settings.usual());
      put_everywhere(json, number);
      lab->settings.read(json, lab->name, session.labs.of(lab));
      const ResultsPtr results = compute(session, nullptr);
      ASSERT_NE(results->lab, nullptr) << lab->name;
      EXPECT_EQ(results->lab->error, "") << lab->name << " " << number;
    }
  }
}

// Quotes of what a lab recorded and of the numbers it plots.

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

std::string problem_with(const char* quote, const Results& results) {
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
  EXPECT_NE(
      problem_with("table(\"cost\", 0, \"reads\")", *results).find("it has: outputs, differences, words"),
      std::string::npos);
  EXPECT_NE(problem_with("table(\"words\", 4, \"largest difference\")", *results).find("rows 0 to 3"),
            std::string::npos);
  EXPECT_NE(problem_with("table(\"words\", 0, \"size\")", *results).find("it has: largest difference"),
            std::string::npos);
  Session lines = lab_of_order();
  lines.view = ViewKind::lines;
  const ResultsPtr other = compute(lines, nullptr);
  EXPECT_NE(problem_with("lab: source.embedded[0, 0]", *other).find("no lab is open"), std::string::npos);
}

}  // namespace
}  // namespace headlight
