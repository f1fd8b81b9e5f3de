// Programs that are written of traces are run, and compare themselves with the trace.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/code/step.h"
#include "core/code/whole.h"
#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/learn/gradient_descent.h"
#include "core/learn/known_translations.h"
#include "core/tape/ops/ops.h"
#include "tests/core/every_model.h"
#include "tests/programs.h"

namespace headlight {
namespace {

Cell last_cell(const Trace& trace, int node) {
  const Shape shape = trace.tape().node(node).shape;
  return {node, shape.rows - 1, shape.cols / 2};
}

// One step of each row of the table of sites that a trace has.
std::vector<int> one_of_each_site(const Trace& trace) {
  std::set<const Site*> seen;
  std::vector<int> nodes;
  for (const int node : trace.steps()) {
    const Site* site = site_of(trace.label(node).path);
    if (trace.tape().node(node).op != nullptr && seen.insert(site).second) nodes.push_back(node);
  }
  return nodes;
}

class CodeOfModels : public testing::TestWithParam<Library> {
 protected:
  bool runs_python() const {
    const TemporaryFolder folder;
    return has_modules(modules(), folder.path());
  }
  static const char* modules() { return GetParam() == Library::numpy ? "numpy" : "numpy, torch"; }
};

TEST_P(CodeOfModels, AStepOfEachKindGivesItsNumbers) {
  if (!runs_python()) GTEST_SKIP() << "Python has no " << modules();
  for (const ModelRow& row : every_model()) {
    const TracePtr trace = row.model->trace({.text = row.text});
    Programs programs;
    for (const int node : one_of_each_site(*trace))
      programs.add(*trace, {node}, last_cell(*trace, node), GetParam());
    EXPECT_GT(programs.count(), 4) << row.name;
    EXPECT_TRUE(programs.run()) << row.name << '\n' << programs.said();
  }
}

TEST_P(CodeOfModels, AWholeHeadGivesItsNumbers) {
  if (!runs_python()) GTEST_SKIP() << "Python has no " << modules();
  Programs programs;
  for (const ModelRow& row : every_model()) {
    const TracePtr trace = row.model->trace({.text = row.text});
    for (const AttentionHeads& each : trace->anatomy().attentions) {
      const HeadChoice head{each.id, each.layers() - 1, each.in(each.layers() - 1) - 1};
      const int weights = trace->at(head.path("weights"));
      programs.add(*trace, steps_of_head(*trace, weights, last_cell(*trace, weights).row),
                   last_cell(*trace, weights), GetParam());
    }
  }
  EXPECT_GT(programs.count(), 6);
  EXPECT_TRUE(programs.run()) << programs.said();
}

// Of each model that can be taught a sentence, with its own answer taken for right.
TEST_P(CodeOfModels, AStepBackwardGivesTheGradientsOfTheTape) {
  if (!runs_python()) GTEST_SKIP() << "Python has no " << modules();
  int taught = 0;
  for (const ModelRow& row : every_model()) {
    if (!SentenceLearner::teaches(row.model->anatomy())) continue;
    const SentenceLearner learner(row.model);
    const TracePtr own = row.model->trace({.text = row.text});
    const TracePtr trace =
        learner.trace(learner.example(row.text, right_answer(row.text, *own, learner.writes()).words), 0.1F);
    const int loss = trace->at("loss");
    Programs programs;
    for (const int node : one_of_each_site(*trace)) {
      if (trace->tape().node(node).differentiable && node <= loss)
        programs.add_backward(*trace, node, loss, GetParam());
    }
    EXPECT_GT(programs.count(), 4) << row.name;
    EXPECT_TRUE(programs.run()) << row.name << '\n' << programs.said();
    ++taught;
  }
  EXPECT_GT(taught, 4);
}

INSTANTIATE_TEST_SUITE_P(Both, CodeOfModels, testing::Values(Library::numpy, Library::torch),
                         [](const auto& each) { return each.param == Library::numpy ? "NumPy" : "PyTorch"; });

// The cuts of gates have no line of their own, nor have the sums of a GRU, whose gates add them up
// themselves.
bool has_no_line(const Node& node) {
  static const std::set<std::string_view> sums{"sums", "candidate_sum"};
  if (node.op == nullptr) return false;
  if (node.op->name() == "columns") return true;
  const Place place = place_of(node.label.path);
  return place.time && node.op->name() == "add" && sums.contains(place.part);
}

// Writes down which paths went through site(), as JSON.
const char* const lists_paths = R"(
with open("paths.json", "w", encoding="utf-8") as file:
    json.dump(sorted(worst), file)
)";

TEST(WholeModels, GiveTheNumbersOfTheTraceAndItsWords) {
  const TemporaryFolder asked;
  if (!has_modules("numpy, torch", asked.path())) GTEST_SKIP() << "Python has no torch";
  for (const ModelRow& row : every_model()) {
    const TracePtr trace = row.model->trace({.text = row.text});
    Programs programs;
    programs.add(*row.model, *trace, lists_paths);
    ASSERT_TRUE(programs.run()) << row.name << '\n' << programs.said();
    const Json listed = Json::parse(read_text(programs.folder() / "paths.json"));
    const auto compared = listed.get<std::set<std::string>>();
    for (const int step : trace->steps()) {
      const Node& node = trace->tape().node(step);
      EXPECT_TRUE(compared.contains(node.label.path) || has_no_line(node))
          << row.name << ": " << node.label.path;
    }
    for (const std::string& path : compared) EXPECT_GE(trace->find(path), 0) << row.name << ": " << path;
  }
}

// The rows of a mask are written so that True hides and so that True keeps, and both are compared.
TEST(StepCode, AMaskIsWrittenBothWays) {
  const ModelRow& row = every_model().at(4);
  const TracePtr trace = row.model->trace({.text = row.text});
  const std::string head = "decoder.0.self_attention.head.0.";
  const int masked = trace->at(head + "masked");
  const StepCode torch = step_code(*trace, {masked}, {masked, 1, 2}, Library::torch);
  std::vector<std::string> lines;
  for (const CodeLine& line : torch.both_ways) lines.push_back(line.text);
  EXPECT_EQ(lines, (std::vector<std::string>{"A = M.softmax(dim=1)", "keep = ~hidden",
                                             "M_kept = S_scaled.masked_fill(~keep, -math.inf)",
                                             "A_kept = M_kept.softmax(dim=1)"}));
  EXPECT_EQ(torch.weights, trace->at(head + "weights"));
  const StepCode numpy = step_code(*trace, {masked}, {masked, 1, 2}, Library::numpy);
  const std::string file = python_file(step_program(*trace, numpy, {masked, 1, 2}, Library::numpy, "x.npz"));
  EXPECT_NE(file.find("check(\"" + head + "weights\", A)"), std::string::npos) << file;
  EXPECT_NE(file.find("check(\"" + head + "weights\", A_kept)"), std::string::npos) << file;
  // Of a whole head, and of other steps, nothing is written twice.
  EXPECT_TRUE(step_code(*trace, steps_of_head(*trace, torch.weights, 1), {masked, 1, 2}, Library::numpy)
                  .both_ways.empty());
  const int scores = trace->at(head + "scores");
  EXPECT_TRUE(step_code(*trace, {scores}, {scores, 0, 0}, Library::numpy).both_ways.empty());
}

TEST(StepCode, HasTheLettersOfTheTrace) {
  const ModelRow& row = every_model().at(4);
  const TracePtr trace = row.model->trace({.text = row.text});
  const auto line_of = [&](const char* path) {
    const int node = trace->at(path);
    return step_code(*trace, {node}, {node, 0, 0}, Library::torch).steps.at(0).back().text;
  };
  EXPECT_EQ(line_of("encoder.0.self_attention.head.0.query"), "Q = X @ W_Q + b_Q");
  EXPECT_EQ(line_of("encoder.0.self_attention.head.0.scores"), "S = Q @ K.T");
  EXPECT_EQ(line_of("encoder.0.self_attention.head.0.scaled"), "S_scaled = S / math.sqrt(d_k)");
  EXPECT_EQ(line_of("encoder.0.self_attention.head.0.output"), "head_0 = A @ V");
  EXPECT_EQ(line_of("encoder.0.self_attention.projected"), "multi_head = concat @ W_O + b_O");
  EXPECT_EQ(line_of("encoder.0.feed_forward.hidden"), "H = N_1 @ W_1 + b_1");
}

// A line marks the matrix of its name, a part of the one that it takes it from, or none.
TEST(StepCode, SaysWhatALineShows) {
  const ModelRow& row = every_model().at(4);
  const TracePtr trace = row.model->trace({.text = row.text});
  const int scores = trace->at("encoder.0.self_attention.head.0.scores");
  const int query = trace->at("encoder.0.self_attention.head.0.query");
  const StepCode code = step_code(*trace, {scores}, {scores, 3, 1}, Library::numpy);
  EXPECT_EQ(code.steps.at(0).back().node, scores);
  EXPECT_EQ(code.inputs.at(0).node, query);
  ASSERT_EQ(code.cell.size(), 4U);
  EXPECT_EQ(code.cell[0].text, "q = Q[3]");
  EXPECT_EQ(code.cell[0].node, query);
  EXPECT_EQ(code.cell[0].row, 3);
  EXPECT_EQ(code.cell[1].row, 1);
  EXPECT_EQ(code.cell[2].node, -1);
  EXPECT_EQ(code.cell[3].node, scores);
  EXPECT_EQ(code.cell[3].col, 1);
}

TEST(StepCode, OneProductOfACell) {
  const ModelRow& row = every_model().at(4);
  const TracePtr trace = row.model->trace({.text = row.text});
  const int scores = trace->at("encoder.0.self_attention.head.0.scores");
  const Cell cell{scores, 3, 1};
  const StepCode code = step_code(*trace, {scores}, cell, Library::numpy);
  const std::vector<CodeLine> lines = product_code(*trace, code, cell, 2);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines.back().text, "product = q[2] * k[2]");
  const auto factor = [&](const char* part, int of) {
    return trace->cell({trace->at(std::string("encoder.0.self_attention.head.0.") + part), of, 2});
  };
  EXPECT_NEAR(std::stod(lines.back().comment), factor("query", 3) * factor("key", 1),
              1e-3 * std::fabs(factor("query", 3) * factor("key", 1)));
  EXPECT_TRUE(product_code(*trace, code, cell, 99).empty());
  const int weights = trace->at("encoder.0.self_attention.head.0.weights");
  EXPECT_TRUE(
      product_code(*trace, step_code(*trace, {weights}, {weights, 0, 0}, Library::numpy), {weights, 0, 0}, 0)
          .empty());
}

// What an op's own lines define does not take the name of what they read.
TEST(StepCode, HasOneNameForOneMatrix) {
  Tape tape;
  const Matrix query = Matrix::Ones(1, 4), key = Matrix::Ones(5, 4);
  const int q = tape.constant({"lookup_lab.query"}, view(query));
  const int scores =
      tape.record({"lookup_lab.scores"}, dot_products(), {q, tape.constant({"lookup_lab.key"}, view(key))});
  tape.forward();
  const Trace trace(std::move(tape), {}, nullptr);
  const StepCode code = step_code(trace, {scores}, {scores, 0, 2}, Library::numpy);
  EXPECT_EQ(code.steps.at(0).at(0).text, "s = q @ K.T");
  EXPECT_EQ(code.cell.at(0).text, "q_2 = q[0]");
  EXPECT_EQ(code.cell.at(0).node, q);
  EXPECT_EQ(code.cell.at(2).text, "products = q_2 * k");
}

TEST(StepCode, HasTheNamesOfGradients) {
  const ModelRow& row = every_model().at(4);
  const TracePtr trace = row.model->trace({.text = row.text});
  const auto lines = [&](const char* path) {
    std::string text;
    const StepCode code = backward_code(*trace, trace->at(path), Library::numpy);
    for (const CodeLine& line : code.backward) text += line.text + "\n";
    return text;
  };
  EXPECT_EQ(lines("encoder.0.self_attention.head.0.scores"), "dQ = dS @ K\ndK = dS.T @ Q\n");
  EXPECT_EQ(lines("encoder.0.self_attention.head.0.query"),
            "dX = dQ @ W_Q.T\ndW_Q = X.T @ dQ\ndb_Q = dQ.sum(axis=0)\n");
  // Positions are not learned here: no line for them.
  EXPECT_EQ(lines("source.input"), "de_scaled = dX\n");
  EXPECT_THROW(backward_code(*trace, trace->at("source.positions"), Library::numpy), std::invalid_argument);
}

TEST(StepCode, FindsTheStepThatReadsAWeight) {
  const ModelRow& row = every_model().at(4);
  const TracePtr trace = row.model->trace({.text = row.text});
  const int weight = trace->at("parameters.encoder.0.self_attention.query.weight");
  const int columns = trace->tape().node(weight).shape.cols;
  const auto reader = [&](int column) { return trace->label(step_that_reads(*trace, weight, column)).path; };
  EXPECT_EQ(reader(0), "encoder.0.self_attention.head.0.query");
  EXPECT_NE(reader(columns - 1), reader(0)) << "the last columns are those of the last head";
  EXPECT_EQ(step_that_reads(*trace, weight, columns), -1);
}

TEST(StepCode, RefusesWhatNoCodeGives) {
  const ModelRow& row = every_model().at(4);
  const TracePtr edited = row.model->trace({.text = row.text, .edits = row.edits});
  const int node = edited->at(row.edits.at(0).path);
  EXPECT_THROW(step_code(*edited, {node}, {node, 0, 0}, Library::numpy), std::invalid_argument);
  const int words = edited->at("source.tokens");
  EXPECT_THROW(step_code(*edited, {words}, {words, 0, 0}, Library::numpy), std::invalid_argument);
  EXPECT_THROW(weights_of_head(*edited, words), std::invalid_argument);
  EXPECT_THROW(whole_program(*row.model, *edited, "numbers.safetensors"), std::invalid_argument);
}

// Its cells run from top to bottom.
TEST(StepCode, IsANotebookToo) {
  const ModelRow& row = every_model().at(4);
  const TracePtr trace = row.model->trace({.text = row.text});
  const int node = trace->at("encoder.0.self_attention.head.0.weights");
  const TemporaryFolder folder;
  const bool runs = has_modules("numpy", folder.path());
  for (const std::vector<int>& nodes : {std::vector<int>{node}, steps_of_head(*trace, node, 1)}) {
    const StepCode code = step_code(*trace, nodes, {node, 1, 1}, Library::numpy);
    write_step_numbers(*trace, code, folder / "a.npz");
    const Json notebook =
        Json::parse(notebook_file(step_program(*trace, code, {node, 1, 1}, Library::numpy, "a.npz")));
    EXPECT_EQ(notebook.at("nbformat"), 4);
    std::string program;
    std::size_t texts = 0;
    for (const Json& cell : notebook.at("cells")) {
      if (cell.at("cell_type") == "markdown") ++texts;
      if (cell.at("cell_type") != "code") continue;
      for (const Json& line : cell.at("source")) program += line.get<std::string>();
      program += '\n';
    }
    EXPECT_GE(texts, nodes.size()) << "a sentence above every step";
    EXPECT_NE(program.find("A = e / e.sum(axis=1, keepdims=True)"), std::string::npos) << program;
    if (!runs) continue;
    EXPECT_TRUE(ran_in_python(program, folder.path())) << read_text(folder / "said.txt") << program;
  }
}

}  // namespace
}  // namespace headlight
