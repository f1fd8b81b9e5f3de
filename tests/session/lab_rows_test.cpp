// Every lab as a row of data: what the rows have to keep to, so that all who go through them find what they
// expect.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "app/labs/every_lab.h"
#include "app/labs/lab.h"
#include "app/labs/lab_settings.h"
#include "app/labs/lab_work.h"
#include "app/session/document.h"
#include "app/session/session.h"
#include "core/files/json_fields.h"

namespace headlight {
namespace {

TEST(LabRows, StandInTheOrderOfTheirKindsUnderNamesOfTheirOwn) {
  std::set<std::string> names, titles;
  for (std::size_t i = 0; i < labs().size(); ++i) {
    const Lab& lab = *labs()[i];
    EXPECT_EQ(static_cast<std::size_t>(lab.kind), i) << lab.name;
    EXPECT_EQ(&lab_of(lab.kind), &lab);
    EXPECT_EQ(name_of(lab_names(), lab.kind), lab.name);
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
      EXPECT_TRUE(fitted_labs(next) == next) << drag.what;
      for (const Lab* other : labs()) {
        const bool moved = !lab->settings.same(Labs().of(lab->kind), next.of(lab->kind));
        const bool same = other->settings.same(Labs().of(other->kind), next.of(other->kind));
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
    EXPECT_TRUE(lab->settings.same(before.of(lab->kind), Labs().of(lab->kind))) << lab->name;
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
      show_lab(session, lab->kind);
      nlohmann::ordered_json json = lab->settings.json(lab->settings.usual());
      put_everywhere(json, number);
      lab->settings.read(json, lab->name, session.labs.of(lab->kind));
      const DocumentPtr document = compute(session, nullptr);
      ASSERT_NE(document->lab, nullptr) << lab->name;
      EXPECT_EQ(document->lab->error, "") << lab->name << " " << number;
    }
  }
}

}  // namespace
}  // namespace headlight
