#include "core/code/whole_writer.h"

#include <stdexcept>
#include <utility>

#include "core/code/names.h"

namespace headlight {

void WholeWriter::section(std::string sentence) {
  sections_.push_back({.sentence = std::move(sentence)});
  indent_ = 0;
}

void WholeWriter::begin(const std::string& head, const std::string& says) {
  line(head);
  ++indent_;
  if (!says.empty()) line("\"\"\"" + says + "\"\"\"");
}

void WholeWriter::line(const std::string& text, std::string comment) {
  if (sections_.empty()) section();
  const std::string before = text.empty() ? "" : std::string(static_cast<std::size_t>(indent_) * 4, ' ');
  sections_.back().lines.push_back({before + text, std::move(comment)});
}

std::string WholeWriter::value(const std::string& path, const std::vector<std::string>& inputs,
                               const std::vector<NamedText>& numbers) {
  const int node = trace_.at(path);
  const Node& step = trace_.tape().node(node);
  if (step.op == nullptr) throw std::logic_error(path + " is given, not computed");
  std::vector<Shape> shapes;
  for (const int input : step.inputs) shapes.push_back(trace_.tape().node(input).shape);
  const OpCode code = step.op->code(shapes);
  std::vector<NamedText> texts = numbers;
  for (std::size_t i = 0; i < code.inputs.size() && i < inputs.size(); ++i)
    texts.push_back({code.inputs[i].place, inputs[i]});
  texts.insert(texts.end(), code.attributes.begin(), code.attributes.end());
  texts.push_back({"y", "y"});
  const std::vector<std::string> lines = lines_in(filled(code.all.of(Library::torch), texts));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t sign = lines[i].find("  # ");
    const std::string text = lines[i].substr(0, sign);
    if (i + 1 == lines.size()) return text.substr(text.find(" = ") + 3);
    line(text, sign == std::string::npos ? "" : lines[i].substr(sign + 4));
  }
  return "";
}

void WholeWriter::step(const std::string& name, const std::string& path, const std::string& value,
                       std::string comment) {
  line(name + " = " + site_call(path, value), std::move(comment));
}
void WholeWriter::returns(const std::string& path, const std::string& value, std::string comment) {
  line("return " + site_call(path, value), std::move(comment));
}
void WholeWriter::compares(const std::string& path, const std::string& value, std::string comment) {
  line(site_call(path, value), std::move(comment));
}

void WholeWriter::linear_function(const std::string& path, bool columns) {
  section();
  begin(columns ? "def linear(x, path, columns=slice(None)):" : "def linear(x, path):");
  const std::string W = columns ? "w[path + \".weight\"][:, columns]" : "w[path + \".weight\"]";
  const std::string b = columns ? "w[path + \".bias\"][0, columns]" : "w[path + \".bias\"][0]";
  // Some layers have a bias, some have none.
  bool with = false, without = false;
  for (const int step : trace_.steps()) {
    const Node& node = trace_.tape().node(step);
    if (node.op == nullptr || node.op->name() != "linear") continue;
    (node.inputs.size() > 2 ? with : without) = true;
  }
  if (with && without) {
    line("y = x @ " + W, "[T, in] [in, out]");
    line("return y + " + b + " if path + \".bias\" in w else y", "+ [out], or no bias");
  } else {
    line("return " + value(path, {"x", W, b}), with ? "[T, in] [in, out] + [out]" : "[T, in] [in, out]");
  }
  end();
}

std::string site_call(const std::string& path, const std::string& value, const std::string& row) {
  return "site(" + path + ", " + value + (row.empty() ? "" : ", row=" + row) + ")";
}

}  // namespace headlight
