#include "core/code/names.h"

#include <algorithm>
#include <cctype>

#include "core/text/unicode.h"

namespace headlight {
namespace {

bool is_word_letter(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte < 0x80 && (std::isalnum(byte) != 0 || letter == '_');
}

bool is_identifier(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), is_word_letter);
}

// "sum of the input gate" as "sum_of_the_input_gate".
std::string with_underscores(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\'' || static_cast<unsigned char>(letter) >= 0x80) continue;
    if (is_word_letter(letter)) {
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    } else if (!result.empty() && result.back() != '_') {
      result += '_';
    }
  }
  while (result.ends_with('_')) result.pop_back();
  return is_identifier(result) ? result : "value";
}

std::string_view behind_last(std::string_view text, std::string_view any_of) {
  const std::size_t at = text.find_last_of(any_of);
  return at == std::string_view::npos ? text : text.substr(at + 1);
}

// "MultiHead" as "multi_head"; a letter stays one.
std::string snake_case(std::string_view symbol) {
  const bool is_word = symbol.size() > 4 && symbol.find('_') == std::string_view::npos &&
                       std::any_of(symbol.begin(), symbol.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  if (!is_word) return std::string(symbol);
  std::string result;
  for (const char letter : symbol) {
    const bool large = letter >= 'A' && letter <= 'Z';
    if (large && !result.empty()) result += '_';
    result += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return result;
}

// "W^Q" of "X W^Q + b^Q" as "W_Q": the first word that begins with one of these letters and goes on with a
// mark, or is that letter alone.
std::string learned_in(std::string_view formula, std::string_view letters) {
  for (std::size_t at = 0; at < formula.size(); ++at) {
    if (letters.find(formula[at]) == std::string_view::npos) continue;
    if (at > 0 && (is_word_letter(formula[at - 1]) || formula[at - 1] == '^')) continue;
    std::string name(1, formula[at]);
    std::size_t end = at + 1;
    if (end < formula.size() && (formula[end] == '^' || formula[end] == '_')) {
      name += '_';
      for (++end; end < formula.size() && is_word_letter(formula[end]); ++end) name += formula[end];
    }
    if (end < formula.size() && is_word_letter(formula[end])) continue;
    if (!name.ends_with('_')) return name;
  }
  return "";
}

}  // namespace

std::string letter_in_code(const Trace& trace, int node) {
  const std::string& path = trace.label(node).path;
  const Site* site = site_of(path);
  if (site == nullptr) return with_underscores(behind_last(path, "."));
  std::string_view symbol = site->symbol;
  std::string behind;
  while (symbol.ends_with('\'')) {
    symbol.remove_suffix(1);
    behind = "_" + std::string(behind_last(site->part, "._"));
  }
  const Place place = place_of(path);
  if (place.head && symbol.ends_with("_i"))
    return std::string(symbol.substr(0, symbol.size() - 1)) + std::to_string(*place.head);
  if (is_identifier(symbol)) return snake_case(symbol) + behind;
  return with_underscores(behind_last(site->part, "."));
}

std::string number_in_code(const Trace& trace, int node) {
  const Site* site = site_of(trace.label(node).path);
  return with_underscores(site == nullptr ? "number" : site->noun);
}

std::string word_in_code(const Trace& trace, Axis axis, int place) {
  const AxisKind kind = info(axis).kind;
  const bool has_words = kind == AxisKind::tokens || kind == AxisKind::vocabulary;
  return has_words ? "\"" + printable(trace.label(axis, place)) + "\"" : "";
}

std::string weight_in_code(const Trace& trace, int node, const std::string& place) {
  const Site* site = site_of(trace.label(node).path);
  if (place.empty()) return "learned";
  if (place == "x") return "table";
  if (site == nullptr || (place != "W" && place != "b")) return place;
  const std::string matrix = learned_in(site->formula, "WU");
  if (place == "W") return matrix.empty() ? place : matrix;
  const std::string bias = learned_in(site->formula, "b");
  if (bias.size() > 1) return bias;
  if (matrix.size() > 2) return "b" + matrix.substr(1);
  return matrix.empty() ? place : "b_" + matrix;
}

std::string gradient_in_code(const std::string& name) {
  const std::size_t letter = std::min(name.find('_'), name.size());
  return (letter == 1 ? "d" : "d_") + name;
}

int readers_of(const Trace& trace, int node) {
  int readers = 0;
  for (int each = 0; each < trace.tape().size(); ++each) {
    const std::vector<int>& read = trace.tape().node(each).inputs;
    readers += static_cast<int>(std::count(read.begin(), read.end(), node));
  }
  return readers;
}

std::string gradient_key(const Trace& trace, int step) { return "gradient of " + trace.label(step).path; }
std::string gradient_key(const Trace& trace, int step, std::size_t input) {
  const std::vector<int>& read = trace.tape().node(step).inputs;
  const int node = read.at(input);
  std::string key = "gradient of " + trace.label(node).path;
  if (readers_of(trace, node) == 1) return key;
  key += " through " + trace.label(step).path;
  // A step that reads the same twice has two parts.
  const auto before = std::count(read.begin(), read.begin() + static_cast<std::ptrdiff_t>(input), node);
  return before == 0 ? key : key + ", " + std::to_string(before + 1);
}

std::string under_the_root(const Trace& trace, int node, const std::string& otherwise) {
  const Site* site = site_of(trace.label(node).path);
  constexpr std::string_view root = "√";
  const std::size_t at = site == nullptr ? std::string_view::npos : site->formula.find(root);
  if (at == std::string_view::npos) return otherwise;
  std::string name;
  for (std::size_t i = at + root.size(); i < site->formula.size() && is_word_letter(site->formula[i]); ++i)
    name += site->formula[i];
  return is_identifier(name) ? name : otherwise;
}

const std::string& NamesInCode::of(int node, const std::string& wish, int asked_by) {
  const auto found = names_.find(node);
  if (found != names_.end()) return found->second;
  std::string name = wish;
  if (asked_by >= 0) {
    const Place own = place_of(trace_.label(node).path), other = place_of(trace_.label(asked_by).path);
    if (own.time && other.time && *own.time != *other.time) {
      if (name.ends_with("_t")) name.erase(name.size() - 2);
      name += "_before";
    }
  }
  return names_[node] = free(name);
}

std::string NamesInCode::free(const std::string& wish) {
  std::string name = wish;
  for (int number = 2; !given_.insert(name).second; ++number) name = wish + "_" + std::to_string(number);
  return name;
}

std::string NamesInCode::with_own_names(const std::string& literal) {
  std::string result = literal;
  const std::vector<std::string> all = lines_in(literal);
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    const std::string helper = defined_by(all[i]);
    if (helper.empty()) continue;
    const std::string own = free(helper);
    if (own != helper) result = with_name(result, helper, own);
  }
  return result;
}

std::string defined_by(std::string_view line) {
  const std::size_t sign = line.find(" = ");
  if (sign == std::string_view::npos || !is_identifier(line.substr(0, sign))) return "";
  return std::string(line.substr(0, sign));
}

std::string with_name(const std::string& code, const std::string& name, const std::string& by) {
  std::string result;
  for (std::size_t at = 0; at < code.size();) {
    const bool begins =
        at == 0 || (!is_word_letter(code[at - 1]) && code[at - 1] != '.' && code[at - 1] != '{');
    const std::size_t end = at + name.size();
    const bool ends = end >= code.size() || !is_word_letter(code[end]);
    if (begins && ends && code.compare(at, name.size(), name) == 0) {
      result += by;
      at = end;
    } else {
      result += code[at++];
    }
  }
  return result;
}

std::vector<std::string> lines_in(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return lines;
}

}  // namespace headlight
