#include "app/lessons/expression.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "core/platform/portable.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

using Node = ExpressionNode;
using Kind = Node::Kind;

constexpr int deepest = 40;  // parentheses in parentheses
constexpr std::size_t longest = 500;
constexpr double largest_whole = 9007199254740992;  // 2^53: beyond it not every whole number is a double
constexpr std::array comparisons{"<=", ">=", "!=", "==", "<", ">", "="};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_in_path(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.'; }

class Parser {
 public:
  Parser(std::string_view text, OwnSentencesPtr sentences) : text_(text), sentences_(std::move(sentences)) {}

  Node all() {
    Node node = comparison();
    skip();
    if (!text_.empty()) {
      throw ExpressionError(in_quotes(trimmed(text_)) +
                            " is not understood here; a number is written as path[row, column]");
    }
    return node;
  }

 private:
  void skip() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n' || text_[0] == '\t'))
      text_.remove_prefix(1);
  }
  bool take(std::string_view sign) {
    skip();
    if (!text_.starts_with(sign)) return false;
    text_.remove_prefix(sign.size());
    return true;
  }

  Node comparison() {
    Node left = sum();
    for (const char* sign : comparisons) {
      if (take(sign)) return binary(sign, std::move(left), sum());
    }
    return left;
  }

  Node sum() {
    Node left = product();
    while (true) {
      if (take("+")) {
        left = binary("+", std::move(left), product());
      } else if (take("-") || take("−")) {
        left = binary("-", std::move(left), product());
      } else {
        return left;
      }
    }
  }

  Node product() {
    Node left = factor();
    while (true) {
      if (take("*")) {
        left = binary("*", std::move(left), factor());
      } else if (take("/")) {
        left = binary("/", std::move(left), factor());
      } else {
        return left;
      }
    }
  }

  static Node binary(const char* sign, Node left, Node right) {
    Node node{.kind = Kind::binary, .name = sign};
    node.parts.push_back(std::move(left));
    node.parts.push_back(std::move(right));
    return node;
  }

  Node factor() {
    if (++depth_ > deepest) throw ExpressionError("the brackets are nested too deeply; write it more simply");
    Node node = factor_inside();
    --depth_;
    return node;
  }

  Node factor_inside() {
    skip();
    if (text_.empty())
      throw ExpressionError("something is missing; a number is written as path[row, column]");
    if (take("-") || take("−")) {
      Node node{.kind = Kind::negative};
      node.parts.push_back(factor());
      return node;
    }
    if (take("(")) {
      Node node = comparison();
      if (!take(")")) throw ExpressionError("a \"(\" is not closed; add \")\"");
      return node;
    }
    if (text_[0] == '"') return Node{.kind = Kind::text, .name = quoted()};
    if (is_digit(text_[0])) return constant();
    if (is_letter(text_[0])) return named();
    throw ExpressionError(in_quotes(trimmed(text_)) +
                          " is not understood here; a number is written as path[row, column]");
  }

  Node constant() {
    Node node;
    const auto [end, error] = portable::from_chars(text_.data(), text_.data() + text_.size(), node.number);
    if (error != std::errc{}) throw ExpressionError(in_quotes(trimmed(text_)) + " is not a number");
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return node;
  }

  std::string quoted() {
    const std::size_t end = text_.find('"', 1);
    if (end == std::string_view::npos) throw ExpressionError("a \" is not closed; add another one");
    std::string inside(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    return inside;
  }

  Node named() {
    Node node{.kind = Kind::values, .side = side_, .before = before_, .lab = lab_};
    std::string name = word();
    while (take(":")) {
      if (name == "second") {
        node.side = 1;
      } else if (name == "before") {
        node.before = true;
      } else if (name == "first") {
        node.side = 0;
      } else if (name == "lab") {
        node.lab = true;
      } else {
        throw ExpressionError("\"" + name + ":\" is not known; choose first:, second:, before: or lab:");
      }
      skip();
      name = word();
    }
    if (name.empty()) throw ExpressionError("a path is missing; try weights[it, animal] with its full path");
    if (name == "inf") return Node{.kind = Kind::number, .number = std::numeric_limits<double>::infinity()};
    node.name = name;
    if (take("(")) return call(std::move(node));
    if (take("[")) indices(node);
    return node;
  }

  std::string word() {
    std::size_t n = 0;
    // Behind a dot "*" is each number there is; else it multiplies.
    while (n < text_.size() && (is_in_path(text_[n]) || (n > 0 && text_[n] == '*' && text_[n - 1] == '.')))
      ++n;
    std::string name(text_.substr(0, n));
    text_.remove_prefix(n);
    return name;
  }

  Node call(Node node) {
    node.kind = Kind::call;
    if (node.name == "sentences") node.sentences = sentences_;
    if (take(")")) return node;
    // "second: top(...)" is "top(second: ...)".
    const int side = std::exchange(side_, node.side);
    const bool before = std::exchange(before_, node.before);
    const bool lab = std::exchange(lab_, node.lab);
    do {
      node.parts.push_back(comparison());
    } while (take(","));
    side_ = side;
    before_ = before;
    lab_ = lab;
    if (!take(")")) throw ExpressionError(node.name + "(...) is not closed; add \")\"");
    return node;
  }

  void indices(Node& node) {
    const char* const open = "\"[\" is not closed; add \"]\"";
    node.row = index();
    if (take(",")) node.col = index();
    if (!take("]")) throw ExpressionError(open);
  }

  // Empty for all of them. In quotes it is a word whatever it looks like: the quotes stay in front.
  std::string index() {
    skip();
    if (!text_.empty() && text_[0] == '"') return "\"" + quoted();
    const std::size_t end = std::min(text_.find_first_of(",]"), text_.size());
    std::string found(trimmed(text_.substr(0, end)));
    text_.remove_prefix(end);
    return found;
  }

  std::string_view text_;
  OwnSentencesPtr sentences_;
  int depth_ = 0;
  int side_ = 0;  // what stands before a function holds for all inside it
  bool before_ = false;
  bool lab_ = false;
};

bool is_comparison_sign(const std::string& sign) {
  return std::find(comparisons.begin(), comparisons.end(), sign) != comparisons.end();
}

std::string written(const ExpressionValue& value, std::optional<int> decimals, bool percent) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const auto* cells = std::get_if<Cells>(&value)) {
    throw ExpressionError(cells->path + " has " + std::to_string(cells->rows) + " rows and " +
                          std::to_string(cells->cols) + " columns; say which cell: " + cells->path +
                          "[row, column]");
  }
  const auto& quantity = std::get<Quantity>(value);
  const auto number = static_cast<float>(quantity.value);
  if (percent) return fixed_text(number * 100, decimals.value_or(0)) + "%";
  if (decimals) return fixed_text(number, *decimals);
  if (quantity.whole && std::abs(quantity.value) <= largest_whole)
    return count_text(std::llround(quantity.value));
  return number_alone(number, quantity.format);
}

}  // namespace

ExpressionPtr LessonExpression::parse(std::string_view text, const OwnSentencesPtr& sentences) {
  if (text.size() > longest) {
    throw ExpressionError("a number may have at most " + std::to_string(longest) + " characters, not " +
                          std::to_string(text.size()) + "; write it more simply");
  }
  auto expression = std::make_shared<LessonExpression>();
  std::string source(trimmed(text));
  if (source.ends_with('%')) {
    expression->percent_ = true;
    source = std::string(trimmed(source.substr(0, source.size() - 1)));
  }
  // " .2" at the end: so many decimals.
  if (source.size() > 3 && is_digit(source.back()) && source[source.size() - 2] == '.' &&
      source[source.size() - 3] == ' ') {
    expression->decimals_ = source.back() - '0';
    source = std::string(trimmed(source.substr(0, source.size() - 3)));
  }
  expression->root_ = std::make_shared<const ExpressionNode>(Parser(source, sentences).all());
  return expression;
}

bool LessonExpression::is_comparison() const {
  return root_->kind == Kind::binary && is_comparison_sign(root_->name);
}

std::string LessonExpression::text(const Results& results) const {
  return written(evaluate(*root_, results), decimals_, percent_);
}

bool LessonExpression::holds(const Results& results, std::string* found) const {
  if (!is_comparison()) throw ExpressionError("a check compares: write for example path[row, column] > 0.8");
  const bool truth = std::get<bool>(evaluate(*root_, results));
  if (found != nullptr) {
    *found = say("{left} and {right}", {{"left", written(evaluate(root_->parts[0], results), 5, false)},
                                        {"right", written(evaluate(root_->parts[1], results), 5, false)}});
  }
  return truth;
}

}  // namespace headlight
