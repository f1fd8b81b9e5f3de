// Formulas from the lines of the table of sites.
#include <algorithm>

#include "app/widgets/formula.h"

namespace headlight {
namespace {

Role role_of_letter(std::string_view text) {
  if (text == "Q" || text == "q") return Role::query;
  if (text == "K" || text == "k") return Role::key;
  if (text == "V" || text == "v") return Role::value;
  if (text == "A") return Role::weights;
  return Role::ink;
}

std::size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

class Parser {
 public:
  explicit Parser(std::string_view line) : rest_(line) {}

  // Up to `closer`, which is taken, or to the end.
  Formula sequence(char closer, bool fractions = true) {
    std::vector<Formula> parts;
    std::size_t term = 0;  // where the factors begin that a / divides
    while (!rest_.empty() && rest_[0] != closer) {
      if (rest_[0] == ' ') {
        rest_.remove_prefix(1);
        parts.push_back(Formula::text(" "));
      } else if (rest_[0] == '/' && fractions) {
        rest_.remove_prefix(1);
        skip_spaces();
        while (parts.size() > term && parts.back().is_space()) parts.pop_back();
        std::vector<Formula> above(parts.begin() + static_cast<std::ptrdiff_t>(term), parts.end());
        parts.resize(term);
        parts.push_back(Formula::fraction(Formula::row(std::move(above)), factor()));
      } else {
        const bool begins_term = starts_with_any({"+", "\u2212", "=", ",", "→", "×", "⊙"});
        parts.push_back(factor());
        if (begins_term) term = parts.size();
        if (begins_term && !rest_.empty() && rest_[0] == ' ') {
          parts.push_back(Formula::text(" "));
          rest_.remove_prefix(1);
          term = parts.size();
        }
      }
    }
    if (!rest_.empty()) rest_.remove_prefix(1);
    return Formula::row(std::move(parts));
  }

 private:
  bool starts_with_any(std::initializer_list<std::string_view> signs) const {
    return std::any_of(signs.begin(), signs.end(),
                       [&](std::string_view sign) { return rest_.starts_with(sign); });
  }
  void skip_spaces() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
  }
  // One letter, word, sign, root or bracket, with its scripts.
  Formula factor() {
    Formula base = bare();
    Formula below;
    Formula above;
    while (!rest_.empty() && (rest_[0] == '_' || rest_[0] == '^')) {
      const bool down = rest_[0] == '_';
      rest_.remove_prefix(1);
      (down ? below : above) = script();
    }
    if (below.empty() && above.empty()) return base;
    return Formula::script(std::move(base), std::move(below), std::move(above));
  }

  Formula bare() {
    if (rest_.empty()) return {};
    if (rest_[0] == '(') {
      rest_.remove_prefix(1);
      return Formula::brackets(sequence(')'));
    }
    if (rest_.starts_with("√")) {
      rest_.remove_prefix(std::string_view("√").size());
      return Formula::root(factor());
    }
    const std::string_view piece = next_piece();
    return Formula::text(std::string(piece), role_of_letter(piece));
  }

  Formula script() {
    if (rest_.empty()) return {};
    if (rest_[0] == '{' || rest_[0] == '(') {
      const char closer = rest_[0] == '{' ? '}' : ')';
      rest_.remove_prefix(1);
      return sequence(closer, false);
    }
    return Formula::text(std::string(next_piece()));
  }

  // A word or number (with the hyphens inside it), or one sign.
  std::string_view next_piece() {
    std::size_t n = 0;
    while (n < rest_.size() &&
           (is_word(rest_[n]) || (n > 0 && rest_[n] == '-' && n + 1 < rest_.size() && is_word(rest_[n + 1]))))
      ++n;
    if (n == 0) n = std::min(rest_.size(), character_length(rest_));
    const std::string_view piece = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return piece;
  }

  std::string_view rest_;
};

}  // namespace

Formula Formula::parse(std::string_view line) { return Parser(line).sequence('\0'); }

}  // namespace headlight
