#include "core/code/step.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "core/code/names.h"
#include "core/figure/numbers.h"
#include "core/files/tables.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

std::string shape_in_code(Shape shape) {
  return "[" + std::to_string(shape.rows) + ", " + std::to_string(shape.cols) + "]";
}
std::string shape_in_code(int length) { return "[" + std::to_string(length) + "]"; }

// As Python writes its sign.
std::string number_in_comment(double value) {
  std::string text = significant_text(static_cast<float>(value), 4);
  constexpr std::string_view minus = "−";
  const std::size_t at = text.find(minus);
  return at == std::string::npos ? text : text.replace(at, minus.size(), "-");
}

// Parts of a comment with two blanks between them.
std::string comment_of(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (!part.empty()) text += (text.empty() ? "" : "  ") + part;
  }
  return text;
}

// Of a comment, the shape alone where the whole makes a line too long to read.
std::string fitting(const std::string& text, const std::string& shape, const std::string& remark) {
  constexpr std::size_t longest = 100;
  return text.size() + shape.size() + remark.size() + 6 <= longest ? comment_of({shape, remark}) : shape;
}

// "how well the query of one token fits the key of another: a dot product"; empty where it is long.
std::string short_meaning(const Trace& trace, int node) {
  constexpr std::size_t most = 60;
  const Site* site = site_of(trace.label(node).path);
  if (site == nullptr) return "";
  std::string text(site->meaning.substr(0, site->meaning.find(". ")));
  if (text.ends_with('.')) text.pop_back();
  if (text.size() > most) return "";
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

bool has_words(Axis axis) {
  const AxisKind kind = info(axis).kind;
  return kind == AxisKind::tokens || kind == AxisKind::vocabulary;
}

// "“it”" of a row of tokens; empty where places have no names.
std::string word_at(const Trace& trace, Axis axis, int place) {
  return has_words(axis) ? "\"" + printable(trace.label(axis, place)) + "\"" : "";
}

// A definition that takes a row, a column or a number of an input, as the op's literal writes it.
struct Pick {
  std::size_t input = 0;
  bool row = false, col = false;  // whether these are chosen
  bool first_is_col = false;      // the one place in the brackets is a column of the value: K[{col}]
};

std::optional<Pick> pick_in(std::string_view literal, const std::vector<CodeInput>& inputs) {
  const std::size_t sign = literal.find(" = ");
  if (sign == std::string_view::npos) return std::nullopt;
  const std::string_view right = literal.substr(sign + 3);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string name = "{" + inputs[i].place + "}";
    if (right == name + "[{row}]") return Pick{i, true, false, false};
    if (right == name + "[{col}]") return Pick{i, true, false, true};
    if (right == name + "[:, {col}]") return Pick{i, false, true, false};
    if (right == name + "[{row}, {col}]") return Pick{i, true, true, false};
  }
  return std::nullopt;
}

class StepWriter {
 public:
  StepWriter(const Trace& trace, const std::vector<int>& nodes, Cell cell, Library library)
      : trace_(trace), nodes_(nodes), cell_(cell), library_(library), names_(trace) {}

  StepCode write() {
    for (const int node : nodes_) check(node);
    for (const int node : nodes_) {
      made_.given.push_back(node);
      made_.names.push_back(names_.of(node, letter_in_code(trace_, node), -1));
    }
    for (const int node : nodes_) write_step(node);
    if (nodes_.size() == 1) write_cell(nodes_.front());
    if (nodes_.size() == 1 && at(nodes_.front()).op->name() == "mask") write_both_ways(nodes_.front());
    align_inputs();
    return std::move(made_);
  }

 private:
  bool is_given(int node) const { return std::find(nodes_.begin(), nodes_.end(), node) != nodes_.end(); }
  const Node& at(int node) const { return trace_.tape().node(node); }

  void check(int node) const {
    const std::string& path = trace_.label(node).path;
    const std::vector<Edit>& edits = trace_.tape().edits();
    if (std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) { return edit.path == path; })) {
      throw std::invalid_argument(
          path +
          ": an edit has changed this step, so that no code gives its numbers; switch "
          "the edit off, or choose the step behind it");
    }
    if (at(node).op == nullptr)
      throw std::invalid_argument(path + " is given, not computed: choose a step that is computed from it");
  }

  OpCode code_of(int node) const {
    std::vector<Shape> shapes;
    for (const int input : at(node).inputs) shapes.push_back(at(input).shape);
    return at(node).op->code(shapes);
  }

  std::string wish_for(int node, std::size_t input, const CodeInput& as) const {
    const int read = at(node).inputs[input];
    if (at(read).kind == Node::Kind::parameter) return weight_in_code(trace_, node, as.place);
    // What all heads read, as their formulas call it.
    const Site* site = site_of(trace_.label(node).path);
    const bool of_head = site != nullptr && site->family == Family::head;
    if (of_head && as.place == "x" && input == 0 && !place_of(trace_.label(read).path).head) return "X";
    return letter_in_code(trace_, read);
  }

  // The name of an input that is read for the first time.
  std::string input_name(int node, std::size_t input, const CodeInput& as) {
    const int read = at(node).inputs[input];
    if (names_.has(read)) return names_.of(read, "", node);
    const std::string name = names_.of(read, wish_for(node, input, as), node);
    made_.read.push_back(read);
    const Label& label = trace_.label(read);
    std::string from = "trace[\"" + label.path + "\"]";
    const Shape shape = at(read).shape;
    std::string shown = shape_in_code(shape);
    const auto count_of = [&] {
      const std::size_t between = as.columns.find(':');
      return std::stoi(as.columns.substr(between + 1)) - std::stoi(as.columns.substr(0, between));
    };
    switch (as.as) {
      case PythonType::matrix:
        if (!as.columns.empty()) {
          from += "[:, " + as.columns + "]";
          shown = shape_in_code({shape.rows, count_of()});
        }
        break;
      case PythonType::vector:
        from += as.columns.empty() ? "[0]" : "[0, " + as.columns + "]";
        shown = shape_in_code(as.columns.empty() ? shape.cols : count_of());
        break;
      case PythonType::whole_numbers:
        from += "[:, 0].astype(np.int64)";
        shown = shape_in_code(shape.rows);
        break;
    }
    if (library_ == Library::torch) from = "torch.tensor(" + from + ")";
    const bool weight = at(read).kind == Node::Kind::parameter;
    std::string remark = weight ? "" : short_meaning(trace_, read);
    if (!as.columns.empty() && as.as == PythonType::matrix && place_of(trace_.label(node).path).head)
      remark = "the head's columns";
    const std::string text = name + " = " + from;
    made_.inputs.push_back({text, fitting(text, shown, remark), read});
    return name;
  }

  // A list of all inputs: read in one line where their paths differ in a number that counts.
  std::string list_of(int node, const OpCode& code) {
    const std::vector<int>& inputs = at(node).inputs;
    constexpr std::size_t few = 4;
    const std::optional<std::string> line = inputs.size() > few ? counted_paths(inputs) : std::nullopt;
    if (line && std::none_of(inputs.begin(), inputs.end(), [&](int each) { return names_.has(each); })) {
      const std::string name = names_.free("parts");
      for (const int each : inputs) made_.read.push_back(each);
      const bool torch = library_ == Library::torch;
      const std::string one = torch ? "torch.tensor(trace[" + *line + "])" : "trace[" + *line + "]";
      made_.inputs.push_back({name + " = [" + one + " for i in range(" + std::to_string(inputs.size()) + ")]",
                              shape_in_code(at(inputs.front()).shape) + " each"});
      return name;
    }
    std::string list;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      list += (i == 0 ? "" : ", ") + input_name(node, i, code.inputs[i]);
    return "[" + list + "]";
  }

  // "decoder.0.time.{i}.state" in Python, where the paths differ in a number alone that counts from 0.
  std::optional<std::string> counted_paths(const std::vector<int>& inputs) const {
    // The number in which the first two differ.
    const std::string& first = trace_.label(inputs[0]).path;
    const std::string& second = trace_.label(inputs[1]).path;
    std::size_t at_number = 0;
    while (at_number < std::min(first.size(), second.size()) && first[at_number] == second[at_number])
      ++at_number;
    if (at_number == first.size() || first[at_number] != '0') return std::nullopt;
    const std::string before = first.substr(0, at_number), behind = first.substr(at_number + 1);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (trace_.label(inputs[i]).path != before + std::to_string(i) + behind) return std::nullopt;
    }
    return "f\"" + before + "{i}" + behind + "\"";
  }

  // A number that the op was made with and that has a name of its own.
  std::string attribute_name(int node, const NamedText& attribute) {
    static const std::set<std::string> named{"n", "epsilon", "base", "m"};
    if (!named.contains(attribute.name)) return attribute.text;
    std::string name = attribute.name;
    if (name == "n") name = under_the_root(trace_, node, "");
    if (name.empty()) return attribute.text;
    const auto known = attributes_.find({name, attribute.text});
    if (known != attributes_.end()) return known->second;
    const std::string free = names_.free(name);
    made_.inputs.push_back({free + " = " + attribute.text});
    return attributes_[{name, attribute.text}] = free;
  }

  void write_step(int node) {
    const OpCode code = code_of(node);
    std::vector<NamedText> texts;
    if (code.all.of(library_).find("{inputs}") != std::string::npos) {
      texts.push_back({"inputs", list_of(node, code)});
    } else {
      for (std::size_t i = 0; i < code.inputs.size(); ++i)
        texts.push_back({code.inputs[i].place, input_name(node, i, code.inputs[i])});
    }
    for (const NamedText& attribute : code.attributes)
      texts.push_back({attribute.name, attribute_name(node, attribute)});
    texts.push_back({"y", names_.of(node, "", -1)});
    texts_ = texts;
    const std::vector<std::string> lines =
        lines_in(filled(names_.with_own_names(code.all.of(library_)), texts));
    std::vector<CodeLine> written;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::size_t sign = lines[i].find("  # ");
      const std::string remark = sign == std::string::npos ? "" : lines[i].substr(sign + 4);
      const bool last = i + 1 == lines.size();
      const std::string text = lines[i].substr(0, sign);
      written.push_back(
          {text, last ? fitting(text, shape_in_code(at(node).shape), remark_on(node, remark)) : remark,
           node});
    }
    made_.steps.push_back(std::move(written));
  }

  // PyTorch has both conventions, and takes a mask of the wrong one without an error.
  void write_both_ways(int node) {
    const std::string& path = trace_.label(node).path;
    const int weights = trace_.find(path.substr(0, path.rfind('.') + 1) + "weights");
    const std::vector<CodeLine>& lines = made_.steps.back();
    // A mask that hides nothing has no line for what is hidden.
    if (weights < 0 || lines.size() < 2 || at(weights).inputs.front() != node) return;
    const std::vector<Edit>& edits = trace_.tape().edits();
    if (std::any_of(edits.begin(), edits.end(),
                    [&](const Edit& edit) { return edit.path == trace_.label(weights).path; }))
      return;
    const std::string hidden = defined_by(lines.front().text), masked = made_.names.back(),
                      scores = names_.of(at(node).inputs.front(), "", node);
    const std::string keep = names_.free("keep"), kept = names_.free(masked + "_kept"),
                      a = names_.of(weights, letter_in_code(trace_, weights), -1),
                      other = names_.free(a + "_kept"), shape = shape_in_code(at(node).shape);
    const auto add = [&](const std::string& text, const std::string& remark, int of) {
      made_.both_ways.push_back({text, remark, of});
    };
    const auto softmax_of = [&](const std::string& from, const std::string& to, const std::string& remark) {
      if (library_ == Library::torch) return add(to + " = " + from + ".softmax(dim=1)", remark, weights);
      const std::string e = names_.free("e");
      add(e + " = np.exp(" + from + " - " + from + ".max(axis=1, keepdims=True))", shape, weights);
      add(to + " = " + e + " / " + e + ".sum(axis=1, keepdims=True)", remark, weights);
    };
    softmax_of(masked, a, shape + "  True hides: nn.MultiheadAttention");
    add(keep + " = ~" + hidden, shape + "  True keeps: scaled_dot_product_attention", node);
    add(library_ == Library::torch ? kept + " = " + scores + ".masked_fill(~" + keep + ", -math.inf)"
                                   : kept + " = np.where(" + keep + ", " + scores + ", -np.inf)",
        shape, node);
    softmax_of(kept, other, shape + "  the same weights");
    made_.weights = weights;
    made_.both_weights = {a, other};
  }

  // What the op says, or where rows ask columns which is which, or the number on screen.
  std::string remark_on(int node, const std::string& remark) const {
    const Label& label = trace_.label(node);
    const Shape shape = at(node).shape;
    const std::string& name = made_.names[static_cast<std::size_t>(
        std::find(made_.given.begin(), made_.given.end(), node) - made_.given.begin())];
    const std::string asks = word_at(trace_, label.rows, cell_.row),
                      asked = word_at(trace_, label.cols, cell_.col);
    const bool between_words =
        info(label.rows).kind == AxisKind::tokens && info(label.cols).kind == AxisKind::tokens;
    if (between_words && nodes_.size() > 1 && cell_.row < shape.rows && cell_.col < shape.cols) {
      const std::string number = number_at({node, cell_.row, cell_.col});
      const std::string place = "[" + std::to_string(cell_.row) + ", " + std::to_string(cell_.col) + "]";
      return name + place + ", " + asks + " for " + asked + ", is " + number;
    }
    if (!remark.empty()) return remark;
    if (between_words) return name + "[i, j]: word i asks, word j is asked";
    return nodes_.size() > 1 ? short_meaning(trace_, node) : "";
  }

  // As a comment has it; a share that is nearly all is not written as all.
  std::string number_at(Cell cell) const {
    const auto value = static_cast<double>(trace_.cell(cell));
    return site_id(trace_.label(cell.node).path) == SiteId::weights ? share_alone(value)
                                                                    : number_in_comment(value);
  }

  void write_cell(int node) {
    const Shape shape = at(node).shape;
    if (cell_.row < 0 || cell_.row >= shape.rows || cell_.col < 0 || cell_.col >= shape.cols) return;
    const OpCode code = code_of(node);
    std::vector<NamedText> texts = texts_;
    texts.push_back({"row", std::to_string(cell_.row)});
    texts.push_back({"col", std::to_string(cell_.col)});
    made_.cell_name = names_.free(number_in_code(trace_, node));
    texts.push_back({"cell", made_.cell_name});
    std::vector<std::string> literals;
    if (code.cellwise) {
      literals = cellwise_literals(node, code, texts);
    } else {
      literals = lines_in(names_.with_own_names(code.cell.of(library_)));
    }
    if (literals.empty()) {
      made_.cell_name.clear();
      return;
    }
    std::string text;
    std::vector<std::optional<Pick>> picks;
    for (const std::string& literal : literals) {
      picks.push_back(pick_in(literal, code.inputs));
      text += filled(literal, texts) + "\n";
    }
    const std::vector<std::string> lines = lines_in(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::size_t sign = lines[i].find("  # ");
      CodeLine line{lines[i].substr(0, sign)};
      const std::string remark = sign == std::string::npos ? "" : lines[i].substr(sign + 4);
      const bool last = i + 1 == lines.size();
      if (last) {
        line.node = node;
        line.row = cell_.row;
        line.col = cell_.col;
        line.comment = comment_of({number_at({node, cell_.row, cell_.col}), remark});
      } else if (picks[i]) {
        tell_pick(*picks[i], at(node).inputs[picks[i]->input], code.inputs[picks[i]->input], line);
      } else {
        const bool products = defined_by(literals[i]).starts_with("products");
        line.comment = comment_of({products ? largest_product(node, defined_by(line.text)) : "", remark});
      }
      made_.cell.push_back(std::move(line));
    }
  }

  // Each input's number at the place, then the whole's lines with these.
  std::vector<std::string> cellwise_literals(int node, const OpCode& code, std::vector<NamedText>& texts) {
    std::vector<std::string> literals;
    std::vector<NamedText> numbers;
    for (std::size_t i = 0; i < code.inputs.size(); ++i) {
      const int read = at(node).inputs[i];
      std::string wish = number_in_code(trace_, read);
      const Place own = place_of(trace_.label(node).path), other = place_of(trace_.label(read).path);
      if (own.time && other.time && *own.time != *other.time) wish += "_before";
      const std::string name = names_.free(wish);
      literals.push_back(name + " = {" + code.inputs[i].place + "}[{row}, {col}]");
      numbers.push_back({code.inputs[i].place, name});
    }
    numbers.push_back({"y", made_.cell_name});
    for (const NamedText& text : texts) {
      const bool taken = std::any_of(numbers.begin(), numbers.end(),
                                     [&](const NamedText& each) { return each.name == text.name; });
      if (!taken) numbers.push_back(text);
    }
    for (std::string& line : lines_in(filled(code.all.of(library_), numbers)))
      literals.push_back(std::move(line));
    return literals;
  }

  void tell_pick(const Pick& pick, int read, const CodeInput& as, CodeLine& line) {
    const Label& label = trace_.label(read);
    const Shape shape = at(read).shape;
    const int begin = as.columns.empty() ? 0 : std::stoi(as.columns);
    const int place = pick.first_is_col ? cell_.col : cell_.row;
    line.node = read;
    if (pick.row) line.row = place;
    if (pick.col) line.col = begin + cell_.col;
    std::string shown, word;
    if (pick.row && pick.col) {
      shown = number_at({read, cell_.row, line.col});
    } else if (as.as == PythonType::whole_numbers) {
      shown = number_at({read, place, 0});
      word = told_word(label.rows, place);
    } else if (pick.row) {
      shown = shape_in_code(shape.cols);
      word = told_word(label.rows, place);
    } else {
      shown = shape_in_code(shape.rows);
      word = told_word(label.cols, line.col);
    }
    line.comment = comment_of({shown, word});
  }

  // '"it": row 8. Code counts from 0'
  std::string told_word(Axis axis, int place) {
    const std::string word = word_at(trace_, axis, place);
    if (word.empty()) return "";
    const bool first = !told_;
    told_ = true;
    return word + ": row " + from_one(place) + (first ? ". Code counts from 0" : "");
  }

  // "[32]  products[17] is 23.2, the largest"
  std::string largest_product(int node, const std::string& name) const {
    const Expression made = trace_.tape().explain({node, cell_.row, cell_.col});
    if (made.kind() != Expression::Kind::sum) return "";
    CellReader reader(trace_);
    Evaluation evaluation([&](Cell cell) { return reader(cell); });
    const std::vector<double> parts = evaluation.parts(made);
    int count = 0, largest = 0;
    for (const Expression part : made.parts()) {
      if (part.kind() != Expression::Kind::product) break;
      if (parts[count] > parts[largest]) largest = count;
      ++count;
    }
    if (count == 0) return "";
    return comment_of({shape_in_code(count), name + "[" + std::to_string(largest) + "] is " +
                                                 number_in_comment(parts[largest]) + ", the largest"});
  }

  // Numbers that the steps were made with stand behind what is read.
  void align_inputs() {
    std::stable_partition(made_.inputs.begin(), made_.inputs.end(),
                          [](const CodeLine& line) { return line.text.find("trace[") != std::string::npos; });
  }

  const Trace& trace_;
  const std::vector<int>& nodes_;
  Cell cell_;
  Library library_;
  NamesInCode names_;
  StepCode made_;
  std::vector<NamedText> texts_;  // of the step that was written last
  std::map<std::pair<std::string, std::string>, std::string> attributes_;
  bool told_ = false;
};

}  // namespace

StepCode step_code(const Trace& trace, const std::vector<int>& nodes, Cell cell, Library library) {
  return StepWriter(trace, nodes, cell, library).write();
}

int weights_of_head(const Trace& trace, int node) {
  const std::string& path = trace.label(node).path;
  if (!place_of(path).head)
    throw std::invalid_argument(path + " is of no head: choose a step of one, such as weights");
  return trace.at(path.substr(0, path.rfind('.') + 1) + "weights");
}

std::vector<int> steps_of_head(const Trace& trace, int weights, int row) {
  const auto block_of = [&](int node) {
    const std::string& path = trace.label(node).path;
    return path.substr(0, path.rfind('.') + 1);
  };
  const Node& gathered = trace.tape().node(weights);
  const bool by_times = gathered.op != nullptr && gathered.op->name() == "stack";
  const int of_row = by_times ? gathered.inputs.at(row) : weights;
  const std::string block = block_of(of_row);
  std::vector<int> steps;
  if (by_times) {
    const int key = trace.find(block_of(weights) + "key");
    if (key >= 0) steps.push_back(key);
  }
  for (const int each : trace.steps()) {
    if (!trace.label(each).path.starts_with(block)) continue;
    steps.push_back(each);
    // Behind what mixes the values the time goes on with its state.
    const std::vector<int>& read = trace.tape().node(each).inputs;
    if (by_times && std::find(read.begin(), read.end(), of_row) != read.end()) break;
  }
  return steps;
}

// The same as a program.

namespace {

const std::vector<std::string>& check_function() {
  static const std::vector<std::string> lines{
      "def check(name, computed, place=...):",
      "    \"\"\"Every number within 1e-5 of the largest in the trace; minus infinity where the trace has "
      "it.\"\"\"",
      "    computed, expected = np.asarray(computed), trace[name][place]",
      "    assert computed.shape == expected.shape, (",
      "        f\"{name} is {expected.shape} in the trace, {computed.shape} here\")",
      "    largest = np.abs(trace[name][np.isfinite(trace[name])]).max(initial=0)",
      "    with np.errstate(invalid=\"ignore\"):  # minus infinity less minus infinity",
      "        off = np.where(computed == expected, 0, np.abs(computed - expected))",
      "    worst = np.unravel_index(off.argmax(), off.shape)",
      "    assert off[worst] <= 1e-5 * largest, (",
      "        f\"{name}{[int(i) for i in worst]} is {expected[worst]:.7g} in the trace, "
      "{computed[worst]:.7g} here\")",
      "    print(f\"{name}: {off[worst] / (largest or 1):.1e} of the largest, {largest:.4g}\")"};
  return lines;
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
  const std::string row = word_at(trace, label.rows, cell.row), col = word_at(trace, label.cols, cell.col);
  if (!row.empty() && !col.empty()) return "The " + noun + " of " + row + " for " + col + behind;
  if (!row.empty()) return "The " + noun + " of " + row + behind;
  return "The " + noun + behind;
}

std::string sentence_of(const Trace& trace, int node) {
  const Site* site = site_of(trace.label(node).path);
  if (site == nullptr) return "";
  return std::string(site->meaning) + " " + std::string(site->symbol) + " = " + std::string(site->formula);
}

}  // namespace

CodeProgram step_program(const Trace& trace, const StepCode& code, Cell cell, Library library,
                         const std::string& arrays) {
  const bool head = code.given.size() > 1;
  CodeProgram program{
      .title = title_in_words(trace, code, cell),
      .describes = (head ? "" : sentence_of(trace, code.given.back()) + "\n\n") +
                   "Text counts layers, heads and words from 1; code and paths count from 0."};
  std::string text;
  const auto add_text = [&](const std::vector<CodeLine>& lines) {
    for (const CodeLine& line : lines) text += line.text + "\n";
  };
  for (const auto& lines : code.steps) add_text(lines);
  add_text(code.both_ways);
  add_text(code.cell);
  if (text.find("math.") != std::string::npos) program.imports = {"import math", ""};
  program.imports.emplace_back("import numpy as np");
  if (library == Library::torch) program.imports.emplace_back("import torch");
  if (text.find("functional.") != std::string::npos)
    program.imports.emplace_back("from torch.nn import functional");
  program.begin = {"trace = np.load(\"" + arrays + "\")"};
  program.check = check_function();
  if (!code.inputs.empty()) program.sections.push_back({.sentence = "", .lines = code.inputs});
  if (!code.cell.empty()) {
    CodeSection one{.sentence = "One of its numbers."};
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
  std::vector<NamedNumbers> arrays;
  std::vector<int> nodes = code.read;
  nodes.insert(nodes.end(), code.given.begin(), code.given.end());
  if (code.weights >= 0) nodes.push_back(code.weights);
  for (const int node : nodes) {
    const Reading& reading = readings.emplace_back(trace.read(node));
    const Shape shape = reading.shape();
    arrays.push_back({trace.label(node).path,
                      {shape.rows, shape.cols},
                      {reading.view().data, static_cast<std::size_t>(shape.size())}});
  }
  write_npz(file, arrays);
}

}  // namespace headlight
