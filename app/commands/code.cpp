#include <algorithm>
#include <cmath>
#include <iostream>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/output.h"
#include "app/lab/lab_work.h"
#include "core/code/in_cells.h"
#include "core/code/step.h"
#include "core/code/whole.h"
#include "core/figure/numbers.h"
#include "core/files/whole_file.h"
#include "core/learn/gradient_descent.h"
#include "core/learn/known_translations.h"
#include "core/models/trace.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

struct CodeOptions {
  SessionOptions session;
  std::string output;
  std::vector<int> cell;
  bool whole_head = false, whole_model = false, backward = false;
  bool numpy = false, torch = false;
};

// The cell that the lines tell of: the row in focus, and of it the largest number.
Cell cell_told(const Trace& trace, int node, const CodeOptions& options, const Session& session) {
  const Shape shape = trace.tape().node(node).shape;
  if (!options.cell.empty()) {
    const Cell cell{node, options.cell[0], options.cell[1]};
    if (cell.row < 0 || cell.row >= shape.rows || cell.col < 0 || cell.col >= shape.cols)
      throw std::invalid_argument(trace.label(node).path + " is " + to_string(shape) +
                                  ", and has no such cell; rows and columns are counted from 0");
    return cell;
  }
  const int weights = trace.find(selected_head_path(session, "weights"));
  int row = session.token;
  if (row < 0 && weights >= 0) row = row_in_question(row, trace, weights);
  row = std::clamp(row, 0, shape.rows - 1);
  const Reading values = trace.rows(node, row, 1);
  int col = 0;
  for (int each = 0; each < shape.cols; ++each) {
    if (!(values(0, col) >= values(0, each))) col = each;
  }
  return {node, row, col};
}

// The program's file, and beside it the one that it reads.
struct CodeFiles {
  fs::path program, numbers;

  CodeFiles(const CodeOptions& options) : program(options.output), numbers(options.output) {
    check_output(program, {"code", {".py", ".ipynb", ".xlsx"}}, options.session);
    const char* const ending = options.whole_model ? ".safetensors" : ".npz";
    numbers.replace_extension(ending);
    check_output(numbers, {"numbers", {ending}}, options.session);
  }
  void write(const CodeProgram& code, const std::string& how_many) const {
    replace_file(program, program.extension() == ".ipynb" ? notebook_file(code) : python_file(code));
    std::cout << "wrote " << printable(program.string()) << " and " << printable(numbers.string()) << " ("
              << how_many << ")\n";
  }
};

// The step, or the head from its Q, K and V to its output, as a spreadsheet.
int write_cells(const CodeOptions& options) {
  if (options.whole_model)
    throw std::invalid_argument("a spreadsheet holds a step or a head; for the whole model name a .py");
  if (options.backward)
    throw std::invalid_argument("a spreadsheet holds the forward pass; for --backward name a .py or .ipynb");
  check_output(options.output, {"spreadsheet", {".xlsx"}}, options.session);
  const Computed computed = compute_for(options.session, Second::only_when_asked);
  const Trace& trace = *computed.results->trace(0);
  const int shown = trace.at(shown_path(computed.session));
  std::vector<int> nodes{shown};
  if (options.whole_head) {
    const int weights = weights_of_head(trace, shown);
    nodes = steps_of_head(trace, weights, cell_told(trace, weights, options, computed.session).row);
    std::erase_if(nodes, [&](int node) {
      const SiteId id = site_id(trace.label(node).path);
      return id == SiteId::query || id == SiteId::key || id == SiteId::value;
    });
  }
  const std::vector<CellSheet> sheets = sheets_of_steps(trace, nodes);
  write_spreadsheet(options.output, sheets);
  std::cout << "wrote " << printable(options.output) << " ("
            << counted(static_cast<std::int64_t>(sheets.size()), "sheet") << ")\n";
  return 0;
}

// The sentence as the model is taught it, up to its loss: with a translation that is known to be right, or
// else with the model's own.
TracePtr taught_trace(const Results& results) {
  const Run& run = results.side(0);
  const SentenceLearner learner(results.model);
  std::vector<int> answer;
  if (learner.translates()) answer = right_answer(run.text, *run.unedited, learner.writes()).words;
  return learner.trace(learner.beginning(learner.example(run.text, answer)));
}

// A step with its backward pass.
int write_backward(const CodeOptions& options) {
  const CodeFiles files(options);
  CodeOptions asked = options;
  constexpr const char* loss = "loss";  // no trace has one but that of what is taught
  const bool of_loss = asked.session.site == loss;
  if (of_loss) asked.session.site.reset();
  const Computed computed = compute_for(asked.session, Second::only_when_asked);
  const TracePtr trace = taught_trace(*computed.results);
  const std::string path = of_loss ? loss : shown_path(computed.session);
  const Library library = options.torch ? Library::torch : Library::numpy;
  int node = trace->at(path);
  if (trace->tape().node(node).kind == Node::Kind::parameter) {
    const int reader = step_that_reads(*trace, node, options.cell.empty() ? 0 : options.cell[1]);
    if (reader >= 0) node = reader;
  }
  const StepCode code = backward_code(*trace, node, library);
  const CodeProgram program = backward_program(*trace, code, library, files.numbers.filename().string());
  write_backward_numbers(*trace, code, trace->at(loss), files.numbers);
  files.write(program, "1 step, forward and backward");
  return 0;
}

int write_code(const CodeOptions& options) {
  if (options.session.lab)
    throw std::invalid_argument("--lab: code is written for the steps of a model; name one with --site");
  if (fs::path(options.output).extension() == ".xlsx") return write_cells(options);
  if (options.backward) return write_backward(options);
  const CodeFiles files(options);
  const Computed computed = compute_for(options.session, Second::only_when_asked);
  const Trace& trace = *computed.results->trace(0);
  if (options.whole_model) {
    const Model& model = *computed.results->model;
    const CodeProgram program = whole_program(model, trace, files.numbers.filename().string());
    write_whole_numbers(model, trace, files.numbers);
    files.write(program, counted(trace.tape().size(), "node"));
    return 0;
  }
  const int shown = trace.at(shown_path(computed.session));
  const Library library = options.torch ? Library::torch : Library::numpy;
  const int told = options.whole_head ? weights_of_head(trace, shown) : shown;
  const Cell cell = cell_told(trace, told, options, computed.session);
  const std::vector<int> nodes =
      options.whole_head ? steps_of_head(trace, told, cell.row) : std::vector<int>{shown};
  const StepCode code = step_code(trace, nodes, cell, library);
  const CodeProgram program = step_program(trace, code, cell, library, files.numbers.filename().string());
  write_step_numbers(trace, code, files.numbers);
  files.write(program, counted(static_cast<std::int64_t>(nodes.size()), "step"));
  return 0;
}

}  // namespace

void add_code(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<CodeOptions>();
  CLI::App* command = program.add_subcommand(
      "code", "Write a step as a program in Python that gives the numbers on screen, and compares them");
  add_session_options(*command, options->session);
  command
      ->add_option("-o,--output", options->output,
                   "FILE.py, or FILE.ipynb for a notebook, beside it the numbers that it reads; or "
                   "FILE.xlsx, a spreadsheet with live formulas")
      ->required();
  CLI::Option* head =
      command->add_flag("--whole-head", options->whole_head, "All steps of the head, otherwise one step");
  CLI::Option* model = command->add_flag("--whole-model", options->whole_model,
                                         "All of the model, from what it reads to its answer, in PyTorch");
  model->excludes(head);
  command
      ->add_flag(
          "--backward", options->backward,
          "A step with its backward pass: the gradients of what it reads, of the loss on this sentence")
      ->excludes(head)
      ->excludes(model);
  CLI::Option* numpy =
      command->add_flag("--numpy", options->numpy, "With NumPy, which is so if nothing is said");
  command->add_flag("--torch", options->torch, "With PyTorch")->excludes(numpy);
  model->excludes(numpy);
  command
      ->add_option("--cell", options->cell, "ROW COLUMN of the step: the number whose own lines come first")
      ->expected(2);
  command->callback([options, &chosen] { chosen = [options] { return write_code(*options); }; });
}

}  // namespace headlight
