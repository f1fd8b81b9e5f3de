// Every step of every shipped model, and of every lab, as a program.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>

#include "app/session/opening.h"
#include "app/session/results.h"
#include "app/session/session.h"
#include "core/models/card.h"
#include "tests/programs.h"
#include "tests/session/lab_pages.h"

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

TEST(ShippedCode, EveryModelGivesItsNumbers) {
  const TemporaryFolder asked;
  if (!has_modules("numpy, torch", asked.path())) GTEST_SKIP() << "Python has no torch";
  for (const CatalogueModel& shipped : shipped_catalogue()) {
    if (shipped.name.find("/step_") != std::string::npos) continue;  // the same program with earlier weights
    const ResultsPtr results = compute(opening_session(shipped.name), nullptr);
    Programs programs;
    programs.add(*results->model, *results->trace(0));
    EXPECT_TRUE(programs.run()) << shipped.name << '\n' << programs.said();
    std::cout << shipped.name << ": " << programs.said();
  }
}

TEST(LabCodeLong, EveryStepGivesItsNumbers) {
  const TemporaryFolder asked;
  if (!has_modules("numpy", asked.path())) GTEST_SKIP() << "Python has no numpy";
  int tried = 0;
  for (const LabPage& page : lab_pages()) {
    const ResultsPtr results = compute(page.session, nullptr);
    const Trace* trace = results->lab_cells == nullptr ? nullptr : results->lab_cells->trace(0);
    if (trace == nullptr) continue;
    Programs programs;
    for (const int node : trace->steps()) {
      const Shape shape = trace->tape().node(node).shape;
      if (trace->tape().node(node).op == nullptr) continue;
      // What a lab sets by hand no code computes: a mask that is painted.
      const std::vector<Edit>& edits = trace->tape().edits();
      if (std::any_of(edits.begin(), edits.end(),
                      [&](const Edit& edit) { return edit.path == trace->label(node).path; }))
        continue;
      programs.add(*trace, {node}, {node, shape.rows - 1, shape.cols / 2}, Library::numpy);
    }
    if (programs.count() == 0) continue;
    ++tried;
    EXPECT_TRUE(programs.run()) << page.name << '\n' << programs.said();
  }
  EXPECT_GT(tried, 20);
}

}  // namespace
}  // namespace headlight
