#include "core/code/program.h"

#include <algorithm>

#include "core/code/names.h"
#include "core/files/json.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// A comment behind a longer line does not move those of its neighbours.
constexpr std::size_t longest_aligned = 74;

std::string all_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

Json notebook_cell(const char* kind, std::size_t number, std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  Json source = Json::array();
  const std::vector<std::string> lines = lines_in(text);
  for (std::size_t i = 0; i < lines.size(); ++i)
    source.push_back(i + 1 < lines.size() ? lines[i] + '\n' : lines[i]);
  Json cell{{"cell_type", kind}, {"id", "cell-" + std::to_string(number)}, {"metadata", Json::object()}};
  if (kind == std::string_view("code")) {
    cell["execution_count"] = nullptr;
    cell["outputs"] = Json::array();
  }
  cell["source"] = std::move(source);
  return cell;
}

}  // namespace

std::vector<std::string> written_lines(const std::vector<CodeLine>& lines) {
  std::vector<std::string> written;
  for (std::size_t begin = 0; begin < lines.size();) {
    std::size_t end = begin, wide = 0;
    for (; end < lines.size() && (end == begin || !lines[end].text.empty()); ++end) {
      const std::size_t width = code_points(lines[end].text).size();
      if (!lines[end].comment.empty() && width <= longest_aligned) wide = std::max(wide, width);
    }
    for (; begin < end; ++begin) {
      const CodeLine& line = lines[begin];
      std::string text = line.text;
      if (!line.comment.empty()) {
        const std::size_t width = code_points(text).size();
        if (!text.empty()) text += std::string(std::max(wide, width) - width + 2, ' ');
        text += "# " + line.comment;
      }
      written.push_back(std::move(text));
    }
  }
  return written;
}

std::string python_file(const CodeProgram& program) {
  std::string text = "\"\"\"" + program.title + "\n";
  if (!program.describes.empty()) text += "\n" + program.describes + "\n";
  text += "\"\"\"\n" + all_of(program.imports) + "\n" + all_of(program.begin);
  std::vector<std::string> checks;
  bool behind_function = false;
  for (std::size_t i = 0; i < program.sections.size();) {
    std::vector<CodeLine> lines = program.sections[i].lines;
    const bool function = !lines.empty() && lines.front().text.starts_with("def ");
    do {
      const CodeSection& section = program.sections[i];
      if (section.goes_on) lines.insert(lines.end(), section.lines.begin(), section.lines.end());
      checks.insert(checks.end(), section.checks.begin(), section.checks.end());
    } while (++i < program.sections.size() && program.sections[i].goes_on);
    text += (function || behind_function ? "\n\n" : "\n") + all_of(written_lines(lines));
    behind_function = function;
  }
  if (checks.empty()) return text;
  return text + "\n# ---- the same numbers as in the trace?\n\n\n" + all_of(program.check) + "\n\n" +
         all_of(checks);
}

std::string notebook_file(const CodeProgram& program) {
  Json cells = Json::array();
  const auto add = [&](const char* kind, std::string text) {
    if (!text.empty()) cells.push_back(notebook_cell(kind, cells.size(), std::move(text)));
  };
  add("markdown", "# " + program.title + "\n\n" + program.describes);
  add("code", all_of(program.imports) + "\n" + all_of(program.begin) +
                  (program.check.empty() ? "" : "\n\n" + all_of(program.check)));
  for (const CodeSection& section : program.sections) {
    add("markdown", section.sentence);
    add("code", all_of(written_lines(section.lines)) + all_of(section.checks));
  }
  const Json notebook{
      {"cells", cells},
      {"metadata",
       {{"kernelspec", {{"display_name", "Python 3"}, {"language", "python"}, {"name", "python3"}}},
        {"language_info", {{"name", "python"}}}}},
      {"nbformat", 4},
      {"nbformat_minor", 5}};
  return notebook.dump(1) + "\n";
}

}  // namespace headlight
