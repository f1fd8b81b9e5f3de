// The code of a step as a program: a file or a notebook that reads its numbers, and compares.
#include <algorithm>
#include <stdexcept>

#include "core/code/names.h"
#include "core/code/step.h"
#include "core/figure/numbers.h"
#include "core/files/tables.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {

namespace {

// What is off is compared with the largest number of the trace. A gradient, as a small difference of large
// numbers, may be off by more: it is compared with what comes back, too.
enum class CheckOf { values, gradients };

std::vector<std::string> check_function(CheckOf what) {
  const bool back = what == CheckOf::gradients;
  return {std::string("def check(name, computed, place=...") + (back ? ", back=np.zeros(1)" : "") + "):",
          std::string("    \"\"\"Every number within 1e-5 of the largest in the trace") +
              (back ? ", or of the largest that comes back." : "; minus infinity where the trace has it.") +
              "\"\"\"",
          "    computed, expected = np.asarray(computed), trace[name][place]",
          "    assert computed.shape == expected.shape, (",
          "        f\"{name} is {expected.shape} in the trace, {computed.shape} here\")",
          "    largest = np.abs(trace[name][np.isfinite(trace[name])]).max(initial=0)",
          "    with np.errstate(invalid=\"ignore\"):  # minus infinity less minus infinity",
          "        off = np.where(computed == expected, 0, np.abs(computed - expected))",
          "    worst = np.unravel_index(off.argmax(), off.shape)",
          std::string("    assert off[worst] <= 1e-5 * ") +
              (back ? "max(largest, np.abs(back).max())" : "largest") + ", (",
          "        f\"{name}{[int(i) for i in worst]} is {expected[worst]:.7g} in the trace, "
          "{computed[worst]:.7g} here\")",
          "    print(f\"{name}: off by {off[worst] / (largest or 1):.1e} of the largest, {largest:.4g}\")"};
}

// "encoder layer 3, head 1"
std::string place_in_words(const Trace& trace, int node) {
  const Place place = place_of(trace.label(node).path);
  std::vector<std::string> parts;
  if (place.layer) parts.push_back(place.stack + " layer " + from_one(*place.layer));
  if (!place.attention.empty())
    parts.push_back(place.attention == "self_attention" ? "self-attention" : "cross-attention");
  if (place.head) parts.push_back("head " + from_one(*place.head));
  if (place.time) parts.push_back("place " + from_one(*place.time));
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string title_in_words(const Trace& trace, const StepCode& code, Cell cell) {
  const int node = code.given.back();
  const std::string place = place_in_words(trace, node), behind = place.empty() ? "." : ": " + place + ".";
  if (code.given.size() > 1) return "One head, from what it reads to its output" + behind;
  const Site* site = site_of(trace.label(node).path);
  const std::string noun(site == nullptr ? "value" : site->noun);
  const Label& label = trace.label(node);
  const std::string row = word_in_code(trace, label.rows, cell.row),
                    col = word_in_code(trace, label.cols, cell.col);
  if (!row.empty() && !col.empty()) return "The " + noun + " of " + row + " for " + col + behind;
  if (!row.empty()) return "The " + noun + " of " + row + behind;
  return "The " + noun + behind;
}

std::string sentence_of(const Trace& trace, int node) {
  const Site* site = site_of(trace.label(node).path);
  if (site == nullptr) return "";
  return std::string(site->meaning) + " " + std::string(site->symbol) + " = " + std::string(site->formula);
}

// Imports, the file that is read, and the function that compares.
void begin_program(CodeProgram& program, const StepCode& code, Library library, const std::string& arrays,
                   CheckOf what) {
  std::string text;
  const auto add_text = [&](const std::vector<CodeLine>& lines) {
    for (const CodeLine& line : lines) text += line.text + "\n";
  };
  for (const auto& lines : code.steps) add_text(lines);
  add_text(code.both_ways);
  add_text(code.cell);
  add_text(code.backward);
  if (text.find("math.") != std::string::npos) program.imports = {"import math", ""};
  program.imports.emplace_back("import numpy as np");
  if (library == Library::torch) program.imports.emplace_back("import torch");
  if (text.find("functional.") != std::string::npos)
    program.imports.emplace_back("from torch.nn import functional");
  program.begin = {"trace = np.load(\"" + arrays + "\")"};
  program.check = check_function(what);
}

NamedNumbers named_numbers(std::string name, ConstView values) {
  return {std::move(name),
          {values.shape.rows, values.shape.cols},
          {values.data, static_cast<std::size_t>(values.shape.size())}};
}

// What the step reads and gives, kept by `readings`.
std::vector<NamedNumbers> numbers_of_step(const Trace& trace, const StepCode& code,
                                          std::vector<Reading>& readings) {
  std::vector<NamedNumbers> arrays;
  std::vector<int> nodes = code.read;
  nodes.insert(nodes.end(), code.given.begin(), code.given.end());
  if (code.weights >= 0) nodes.push_back(code.weights);
  readings.reserve(nodes.size());
  for (const int node : nodes)
    arrays.push_back(named_numbers(trace.label(node).path, readings.emplace_back(trace.read(node)).view()));
  return arrays;
}

}  // namespace

CodeProgram step_program(const Trace& trace, const StepCode& code, Cell cell, Library library,
                         const std::string& arrays) {
  const bool head = code.given.size() > 1;
  CodeProgram program{
      .title = title_in_words(trace, code, cell),
      .describes = (head ? "" : sentence_of(trace, code.given.back()) + "\n\n") +
                   "Text counts layers, heads and words from 1; code and paths count from 0."};
  begin_program(program, code, library, arrays, CheckOf::values);
  if (!code.inputs.empty()) program.sections.push_back({.sentence = "", .lines = code.inputs});
  if (!code.cell.empty()) {
    CodeSection one{.sentence = ""};
    one.lines.push_back({"", "One number"});
    one.lines.insert(one.lines.end(), code.cell.begin(), code.cell.end());
    program.sections.push_back(std::move(one));
  }
  for (std::size_t i = 0; i < code.steps.size(); ++i) {
    CodeSection all{.sentence = head ? sentence_of(trace, code.given[i]) : "", .goes_on = i > 0};
    if (!code.cell.empty()) all.lines.push_back({"", "All numbers at once"});
    all.lines.insert(all.lines.end(), code.steps[i].begin(), code.steps[i].end());
    all.checks.push_back("check(\"" + trace.label(code.given[i]).path + "\", " + code.names[i] + ")");
    program.sections.push_back(std::move(all));
  }
  if (!code.cell.empty()) {
    program.sections.back().checks.push_back(
        "check(\"" + trace.label(cell.node).path + "\", " + code.cell_name + ", (" +
        std::to_string(cell.row) + ", " + std::to_string(cell.col) + "))  # the number is one of the matrix");
  }
  if (!code.both_ways.empty()) {
    CodeSection both{.sentence = "The same mask both ways: True hides, or True keeps."};
    both.lines.push_back({"", "True hides, or True keeps"});
    both.lines.insert(both.lines.end(), code.both_ways.begin(), code.both_ways.end());
    for (const std::string& name : code.both_weights)
      both.checks.push_back("check(\"" + trace.label(code.weights).path + "\", " + name + ")");
    program.sections.push_back(std::move(both));
  }
  return program;
}

void write_step_numbers(const Trace& trace, const StepCode& code, const std::filesystem::path& file) {
  std::vector<Reading> readings;
  write_npz(file, numbers_of_step(trace, code, readings));
}

// The same backward.

namespace {

// "“l' animal n' a pas traversé la rue </s>”"
std::string words_taught(const Trace& trace) {
  std::string text;
  for (const std::string& word : trace.words().next) text += (text.empty() ? "" : " ") + printable(word);
  return "\"" + text + "\"";
}

// An input that the lines take as a vector, or of which they read some columns: the same of its gradient.
std::string place_in_gradient(const Trace& trace, int node, std::size_t input) {
  std::vector<Shape> shapes;
  for (const int each : trace.tape().node(node).inputs) shapes.push_back(trace.tape().node(each).shape);
  const CodeInput as = trace.tape().node(node).op->code(shapes).inputs[input];
  if (as.as == PythonType::matrix) return as.columns.empty() ? "" : ", np.s_[:, " + as.columns + "]";
  return as.columns.empty() ? ", 0" : ", np.s_[0, " + as.columns + "]";
}

}  // namespace

CodeProgram backward_program(const Trace& trace, const StepCode& code, Library library,
                             const std::string& arrays) {
  const int node = code.given.front();
  const Site* site = site_of(trace.label(node).path);
  const std::string place = place_in_words(trace, node), &value = code.names.front();
  const bool first = readers_of(trace, node) == 0;
  CodeProgram program{
      .title = "The " + std::string(site == nullptr ? "value" : site->noun) + ", forward and backward" +
               (place.empty() ? "." : ": " + place + "."),
      .describes =
          sentence_of(trace, node) + "\n\n" + code.value_gradient + " is the gradient ∂L/∂" + value +
          (first ? " = 1: here the way back begins"
                 : ": how the loss L changes with each number of " + value) +
          ".\nL is −ln p of each word that should come next, added up: " + words_taught(trace) +
          "\nA value that several steps read gets a part of its gradient from each; they are added up.\n\n"
          "Text counts layers, heads and words from 1; code and paths count from 0."};
  begin_program(program, code, library, arrays, CheckOf::gradients);
  program.sections.push_back({.sentence = "", .lines = code.inputs});
  CodeSection forward{.sentence = ""}, backward{.sentence = ""};
  forward.lines.push_back({"", "Forward"});
  forward.lines.insert(forward.lines.end(), code.steps.front().begin(), code.steps.front().end());
  forward.checks.push_back("check(\"" + trace.label(node).path + "\", " + value + ")");
  backward.lines.push_back({"", "Backward"});
  backward.lines.insert(backward.lines.end(), code.backward.begin(), code.backward.end());
  for (const InputGradient& each : code.gradients) {
    backward.checks.push_back("check(\"" + gradient_key(trace, node, each.input) + "\", " + each.name +
                              place_in_gradient(trace, node, each.input) + ", back=" + code.value_gradient +
                              ")");
  }
  program.sections.push_back(std::move(forward));
  program.sections.push_back(std::move(backward));
  return program;
}

StepGradients step_gradients(const Trace& trace, int node, int loss) {
  Tape tape = trace.tape().fork();
  for (int id = 0; id < tape.size(); ++id) {
    if (!tape.holds(id))
      throw std::invalid_argument(
          "this text is too long for gradients, which need every value of it; use a shorter one");
  }
  tape.backward(loss);
  const Node& step = tape.node(node);
  StepGradients made{.of_value = Matrix(tape.gradient(node).map()), .of_inputs = {}};
  std::vector<ConstView> inputs;
  std::vector<View> gradients;
  for (const int input : step.inputs) {
    inputs.push_back(tape.value(input));
    const Shape shape = tape.node(input).shape;
    made.of_inputs.push_back(tape.node(input).differentiable ? Matrix(Matrix::Zero(shape.rows, shape.cols))
                                                             : Matrix());
  }
  for (std::size_t i = 0; i < inputs.size(); ++i)
    gradients.push_back(tape.node(step.inputs[i]).differentiable ? view(made.of_inputs[i]) : View{});
  step.op->backward(
      {inputs, tape.value(node), view(made.of_value), gradients, static_cast<std::uint32_t>(node)});
  return made;
}

void write_backward_numbers(const Trace& trace, const StepCode& code, int loss,
                            const std::filesystem::path& file) {
  const int node = code.given.front();
  const StepGradients gradients = step_gradients(trace, node, loss);
  std::vector<Reading> readings;
  std::vector<NamedNumbers> arrays = numbers_of_step(trace, code, readings);
  arrays.push_back(named_numbers(gradient_key(trace, node), view(gradients.of_value)));
  for (const InputGradient& each : code.gradients)
    arrays.push_back(
        named_numbers(gradient_key(trace, node, each.input), view(gradients.of_inputs[each.input])));
  write_npz(file, arrays);
}

}  // namespace headlight
