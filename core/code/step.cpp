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

// What is added up in a cell, as far as it is products.
std::vector<double> products_of(const Trace& trace, Cell cell) {
  const Expression made = trace.tape().explain(cell);
  if (made.kind() != Expression::Kind::sum) return {};
  CellReader reader(trace);
  Evaluation evaluation([&](Cell read) { return reader(read); });
  std::vector<double> products = evaluation.parts(made);
  std::size_t count = 0;
  for (const Expression part : made.parts()) {
    if (part.kind() != Expression::Kind::product) break;
    ++count;
  }
  products.resize(count);
  return products;
}

class StepWriter {
 public:
  StepWriter(const Trace& trace, std::vector<int> nodes, Cell cell, Library library)
      : trace_(trace), nodes_(std::move(nodes)), cell_(cell), library_(library), names_(trace) {}

  StepCode write() {
    name_all();
    for (const int node : nodes_) write_step(node);
    if (nodes_.size() == 1) write_cell(nodes_.front());
    if (nodes_.size() == 1 && at(nodes_.front()).op->name() == "mask") write_both_ways(nodes_.front());
    align_inputs();
    return std::move(made_);
  }

  StepCode write_backward() {
    name_all();
    const int node = nodes_.front();
    const std::vector<int>& inputs = at(node).inputs;
    if (std::none_of(inputs.begin(), inputs.end(), [&](int each) { return at(each).differentiable; }))
      throw std::invalid_argument(trace_.label(node).path +
                                  ": no gradient flows through this step: it reads nothing that is learned");
    write_step(node, true);
    align_inputs();
    return std::move(made_);
  }

 private:
  void name_all() {
    for (const int node : nodes_) check(node);
    for (const int node : nodes_) {
      made_.given.push_back(node);
      made_.names.push_back(names_.of(node, letter_in_code(trace_, node), -1));
    }
  }
  bool is_given(int node) const { return std::find(nodes_.begin(), nodes_.end(), node) != nodes_.end(); }
  const Node& at(int node) const { return trace_.tape().node(node); }

  void check(int node) const {
    const std::string& path = trace_.label(node).path;
    const std::vector<Edit>& edits = trace_.tape().edits();
    if (std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) { return edit.path == path; })) {
      throw std::invalid_argument(path +
                                  ": an edit has changed this step, so that no code gives its numbers; "
                                  "switch the edit off, or choose the step behind it");
    }
    if (at(node).op == nullptr)
      throw std::invalid_argument(path + " is given, not computed: choose a step that is computed from it");
  }

  std::vector<Shape> shapes_of_inputs(int node) const {
    std::vector<Shape> shapes;
    for (const int input : at(node).inputs) shapes.push_back(at(input).shape);
    return shapes;
  }
  OpCode code_of(int node) const { return at(node).op->code(shapes_of_inputs(node)); }

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
    switch (as.as) {
      case PythonType::matrix:
        if (!as.columns.empty()) {
          from += "[:, " + as.columns + "]";
          shown = shape_in_code({shape.rows, columns_read(as, shape)});
        }
        break;
      case PythonType::vector:
        from += as.columns.empty() ? "[0]" : "[0, " + as.columns + "]";
        shown = shape_in_code(columns_read(as, shape));
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

  void write_step(int node, bool backward = false) {
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
    if (backward) name_gradients(node, code, texts);
    texts_ = texts;
    const std::size_t forward = lines_in(code.all.of(library_)).size();
    std::string literal = code.all.of(library_);
    if (backward) literal += "\n" + at(node).op->backward_code(shapes_of_inputs(node)).of(library_);
    const std::vector<std::string> literals = lines_in(names_.with_own_names(literal));
    const std::vector<std::string> lines = lines_in(
        filled(joined({literals.begin(), literals.begin() + static_cast<std::ptrdiff_t>(forward)}), texts));
    std::vector<CodeLine> written;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto [text, remark] = parted_remark(lines[i]);
      const bool last = i + 1 == lines.size();
      written.push_back(
          {text, last ? fitting(text, shape_in_code(at(node).shape), remark_on(node, remark)) : remark,
           node});
    }
    made_.steps.push_back(std::move(written));
    if (backward)
      write_gradients(node, code, {literals.begin() + static_cast<std::ptrdiff_t>(forward), literals.end()},
                      texts);
  }

  static std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
  }
  static std::pair<std::string, std::string> parted_remark(const std::string& line) {
    const std::size_t sign = line.find("  # ");
    return {line.substr(0, sign), sign == std::string::npos ? "" : line.substr(sign + 4)};
  }

  bool flows(int node, std::size_t input) const { return at(at(node).inputs[input]).differentiable; }

  // Names of the gradients of the value and of what is read; the first is read from the trace.
  void name_gradients(int node, const OpCode& code, std::vector<NamedText>& texts) {
    const std::string& value = names_.of(node, "", -1);
    made_.value_gradient = names_.free(gradient_in_code(value));
    std::string from = "trace[\"" + gradient_key(trace_, node) + "\"]";
    if (library_ == Library::torch) from = "torch.tensor(" + from + ")";
    const std::string text = made_.value_gradient + " = " + from;
    made_.inputs.push_back(
        {text,
         fitting(text, shape_in_code(at(node).shape),
                 readers_of(trace_, node) == 0 ? "" : "how the loss changes with each number of " + value),
         node});
    texts.push_back({"dy", made_.value_gradient});
    const std::vector<int>& inputs = at(node).inputs;
    const bool list = code.all.of(library_).find("{inputs}") != std::string::npos;
    if (list && !names_.has(inputs.front())) {
      const std::string parts = names_.free("d_parts");
      texts.push_back({"gradients", parts});
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (flows(node, i)) made_.gradients.push_back({i, parts + "[" + std::to_string(i) + "]"});
      }
      return;
    }
    std::string all;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!list && !flows(node, i)) continue;
      const std::string name = names_.free(gradient_in_code(names_.of(inputs[i], "", node)));
      all += (i == 0 ? "" : ", ") + name;
      texts.push_back({"d" + code.inputs[i].place, name});
      if (flows(node, i)) made_.gradients.push_back({i, name});
    }
    texts.push_back({"gradients", inputs.size() == 1 ? "[" + all + "]" : all});
  }

  // The place of the input whose gradient a line of the literal defines.
  std::optional<std::size_t> gradient_of_line(const std::string& literal, const OpCode& code) const {
    for (std::size_t i = 0; i < code.inputs.size(); ++i) {
      if (literal.starts_with("{d" + code.inputs[i].place + "} = ")) return i;
    }
    return std::nullopt;
  }

  // The lines of the backward pass, but for those that only lead to what no gradient flows into.
  void write_gradients(int node, const OpCode& code, const std::vector<std::string>& literals,
                       const std::vector<NamedText>& texts) {
    std::vector<std::vector<std::string>> groups;  // a loop belongs to what it adds to
    for (const std::string& literal : literals) {
      const bool inside = literal.starts_with(" ") || literal.starts_with("for ");
      if (!inside || groups.empty()) groups.emplace_back();
      groups.back().push_back(literal);
    }
    std::string needed;
    std::vector<std::vector<std::string>> kept;
    for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
      const std::string helper = defined_by(group->front());
      const std::optional<std::size_t> input = gradient_of_line(group->front(), code);
      const bool wanted =
          input ? flows(node, *input) : helper.empty() || with_name(needed, helper, "") != needed;
      if (!wanted) continue;
      needed += joined(*group);
      kept.insert(kept.begin(), *group);
    }
    for (const std::vector<std::string>& group : kept) {
      for (const std::string& literal : group) {
        const auto [text, remark] = parted_remark(filled(literal, texts));
        const std::optional<std::size_t> input = gradient_of_line(literal, code);
        CodeLine line{text, remark, node};
        if (input) {
          const int read = at(node).inputs[*input];
          const CodeInput& as = code.inputs[*input];
          const Shape shape = at(read).shape;
          line.node = read;
          line.comment =
              fitting(text,
                      as.as == PythonType::vector ? shape_in_code(columns_read(as, shape))
                                                  : shape_in_code({shape.rows, columns_read(as, shape)}),
                      remark.empty() ? part_of_gradient(read) : remark);
        }
        made_.backward.push_back(std::move(line));
      }
    }
  }

  static int columns_read(const CodeInput& as, Shape shape) {
    if (as.columns.empty()) return shape.cols;
    const std::size_t between = as.columns.find(':');
    return std::stoi(as.columns.substr(between + 1)) - std::stoi(as.columns.substr(0, between));
  }

  // "one of 3 parts of it" where other steps read the input, too.
  std::string part_of_gradient(int read) const {
    const int readers = readers_of(trace_, read);
    return readers == 1 ? "" : std::to_string(readers) + " steps read it: the part of this one";
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
    const std::string asks = word_in_code(trace_, label.rows, cell_.row),
                      asked = word_in_code(trace_, label.cols, cell_.col);
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
    const std::string word = word_in_code(trace_, axis, place);
    if (word.empty()) return "";
    const bool first = !told_;
    told_ = true;
    return word + ": row " + from_one(place) + (first ? ". Code counts from 0" : "");
  }

  // "[32]  products[17] is 23.2, the largest"
  std::string largest_product(int node, const std::string& name) const {
    const std::vector<double> products = products_of(trace_, {node, cell_.row, cell_.col});
    if (products.empty()) return "";
    const auto largest = std::max_element(products.begin(), products.end());
    return comment_of({shape_in_code(static_cast<int>(products.size())),
                       name + "[" + std::to_string(largest - products.begin()) + "] is " +
                           number_in_comment(*largest) + ", the largest"});
  }

  // Numbers that the steps were made with stand behind what is read.
  void align_inputs() {
    std::stable_partition(made_.inputs.begin(), made_.inputs.end(),
                          [](const CodeLine& line) { return line.text.find("trace[") != std::string::npos; });
  }

  const Trace& trace_;
  const std::vector<int> nodes_;
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

std::vector<CodeLine> product_code(const Trace& trace, const StepCode& code, Cell cell, int product) {
  const std::vector<double> products = products_of(trace, cell);
  const auto found = std::find_if(code.cell.begin(), code.cell.end(),
                                  [](const CodeLine& line) { return line.text.starts_with("products"); });
  const std::size_t times = found == code.cell.end() ? std::string::npos : found->text.find(" * ");
  if (times == std::string::npos || product < 0 || product >= static_cast<int>(products.size())) return {};
  const std::string at = "[" + std::to_string(product) + "]";
  const std::size_t equals = found->text.find(" = ") + 3;
  std::vector<CodeLine> lines(code.cell.begin(), found);
  lines.push_back({"product = " + found->text.substr(equals, times - equals) + at + " * " +
                       found->text.substr(times + 3) + at,
                   number_in_comment(products[product])});
  return lines;
}

StepCode backward_code(const Trace& trace, int node, Library library) {
  return StepWriter(trace, {node}, {node, 0, 0}, library).write_backward();
}

int step_that_reads(const Trace& trace, int weight, int column) {
  const Tape& tape = trace.tape();
  for (const int step : trace.steps()) {
    const Node& node = tape.node(step);
    for (std::size_t i = 0; node.op != nullptr && i < node.inputs.size(); ++i) {
      if (node.inputs[i] != weight) continue;
      std::vector<Shape> shapes;
      for (const int input : node.inputs) shapes.push_back(tape.node(input).shape);
      const std::string columns = node.op->code(shapes).inputs[i].columns;
      if (columns.empty()) return step;
      const int begin = std::stoi(columns), end = std::stoi(columns.substr(columns.find(':') + 1));
      if (column >= begin && column < end) return step;
    }
  }
  return -1;
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

}  // namespace headlight
