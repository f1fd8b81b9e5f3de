// Every step of every shipped model, and of every lab, as a program.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>

#include "app/session/opening.h"
#include "app/session/results.h"
#include "app/session/session.h"
#include "core/learn/gradient_descent.h"
#include "core/learn/known_translations.h"
#include "core/models/card.h"
#include "tests/programs.h"
#include "tests/session/lab_pages.h"

namespace headlight {
namespace {

// Whether one of its numbers has lines of its own, too.
void expect_lines_of_a_cell(const Trace& trace, int node) {
  if (trace.tape().node(node).shape.size() == 0) return;
  EXPECT_FALSE(step_code(trace, {node}, {node, 0, 0}, Library::numpy).cell.empty())
      << trace.label(node).path << ": " << trace.tape().node(node).op->name();
}

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
      expect_lines_of_a_cell(trace, node);
      programs.add(trace, {node}, {node, shape.rows - 1, shape.cols / 2}, Library::numpy);
    }
    EXPECT_TRUE(programs.run()) << shipped.name << '\n' << programs.said();
    std::cout << shipped.name << ": " << programs.said();
  }
}

// Every step of a sentence with its backward pass, of each model that can be taught one.
TEST(ShippedCodeLong, EveryStepGivesItsGradients) {
  const TemporaryFolder asked;
  if (!has_modules("numpy", asked.path())) GTEST_SKIP() << "Python has no numpy";
  int taught = 0;
  for (const CatalogueModel& shipped : shipped_catalogue()) {
    if (shipped.name.find("/step_") != std::string::npos) continue;  // the same with earlier weights
    const ResultsPtr results = compute(opening_session(shipped.name), nullptr);
    if (!SentenceLearner::teaches(results->model->anatomy())) continue;
    const SentenceLearner learner(results->model);
    const std::string& text = results->side(0).text;
    const RightAnswer right = right_answer(text, *results->side(0).unedited, learner.writes());
    const TracePtr trace = learner.trace(
        learner.beginning(learner.example(text, learner.translates() ? right.words : std::vector<int>())));
    Programs programs;
    for (const int node : trace->steps()) {
      const Node& step = trace->tape().node(node);
      // Behind the loss nothing comes back: the probabilities are beside it.
      if (step.op != nullptr && step.differentiable && step.label.path != "probabilities")
        programs.add_backward(*trace, node, trace->at("loss"), Library::numpy);
    }
    EXPECT_TRUE(programs.run()) << shipped.name << '\n' << programs.said();
    std::cout << shipped.name << ": " << programs.said();
    ++taught;
  }
  EXPECT_GT(taught, 4);
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
      expect_lines_of_a_cell(*trace, node);
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
