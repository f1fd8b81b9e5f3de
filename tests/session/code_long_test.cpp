// Every step of every shipped model as a program.
#include <gtest/gtest.h>

#include <iostream>

#include "app/session/opening.h"
#include "app/session/results.h"
#include "app/session/session.h"
#include "core/models/card.h"
#include "tests/programs.h"

namespace headlight {
namespace {

TEST(ShippedCodeLong, EveryStepGivesItsNumbers) {
  const TemporaryFolder asked;
  if (!has_modules("numpy", asked.path())) GTEST_SKIP() << "Python has no numpy";
  for (const CatalogueModel& shipped : shipped_catalogue()) {
    const ResultsPtr results = compute(opening_session(shipped.name), nullptr);
    const Trace& trace = *results->trace(0);
    Programs programs;
    for (const int node : trace.steps()) {
      if (trace.tape().node(node).op == nullptr) continue;
      const Shape shape = trace.tape().node(node).shape;
      programs.add(trace, {node}, {node, shape.rows - 1, shape.cols / 2}, Library::numpy);
    }
    EXPECT_TRUE(programs.run()) << shipped.name << '\n' << programs.said();
    std::cout << shipped.name << ": " << programs.said();
  }
}

TEST(ShippedCodeLong, EveryModelGivesItsNumbers) {
  const TemporaryFolder asked;
  if (!has_modules("numpy, torch", asked.path())) GTEST_SKIP() << "Python has no torch";
  for (const CatalogueModel& shipped : shipped_catalogue()) {
    const ResultsPtr results = compute(opening_session(shipped.name), nullptr);
    Programs programs;
    programs.add(*results->model, *results->trace(0));
    EXPECT_TRUE(programs.run()) << shipped.name << '\n' << programs.said();
    std::cout << shipped.name << ": " << programs.said();
  }
}

}  // namespace
}  // namespace headlight
