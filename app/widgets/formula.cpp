#include "app/widgets/formula.h"

#include <algorithm>
#include <array>

namespace headlight {
namespace {

// Formulas from the lines of the table of sites.

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

namespace {

// Single letters are variables and slope; words, numbers and signs stand upright.
bool is_variable(std::string_view text) {
  return text.size() == 1 && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
}

int units(FormulaSize size) {
  constexpr std::array sizes{38, 24, 18, 15, 12};
  return sizes.at(static_cast<std::size_t>(size));
}

FormulaSize script_size(FormulaSize size) {
  if (size == FormulaSize::huge) return FormulaSize::large;
  return size == FormulaSize::large ? FormulaSize::small : FormulaSize::tiny;
}

FormulaSize fraction_size(FormulaSize size) {
  if (size == FormulaSize::huge) return FormulaSize::large;
  if (size == FormulaSize::large) return FormulaSize::medium;
  return size == FormulaSize::medium ? FormulaSize::small : size;
}

// Of what stands over and under a sum's sign.
FormulaSize bound_size(FormulaSize size) {
  return size == FormulaSize::huge ? FormulaSize::large : FormulaSize::tiny;
}

// Shares of the em.
constexpr float ascent_share = 0.78F;  // what letters need above the baseline
constexpr float descent_share = 0.22F;
constexpr float axis_share = 0.30F;     // where fraction lines are
constexpr float middle_share = 0.364F;  // text is placed by its middle, which is here in these fonts
constexpr float gap_share = 0.14F;      // between a fraction's line and its parts

}  // namespace

Formula Formula::text(std::string text, Role role) {
  return Formula({Kind::text, std::move(text), role, {}});
}
Formula Formula::number(std::string text, Role role) {
  return Formula({Kind::number, std::move(text), role, {}});
}
Formula Formula::row(std::vector<Formula> parts) {
  return Formula({.kind = Kind::row, .parts = std::move(parts)});
}
Formula Formula::script(Formula base, Formula below, Formula above) {
  return Formula({.kind = Kind::script, .parts = {std::move(base), std::move(below), std::move(above)}});
}
Formula Formula::fraction(Formula above, Formula below) {
  return Formula({.kind = Kind::fraction, .parts = {std::move(above), std::move(below)}});
}
Formula Formula::root(Formula inside) { return Formula({.kind = Kind::root, .parts = {std::move(inside)}}); }
Formula Formula::brackets(Formula inside) {
  return Formula({.kind = Kind::brackets, .parts = {std::move(inside)}});
}
Formula Formula::sum(Formula below, Formula above) {
  return Formula({.kind = Kind::sum, .parts = {std::move(below), std::move(above)}});
}
Formula Formula::under(Formula what, std::string note) {
  return Formula({.kind = Kind::under, .text = std::move(note), .parts = {std::move(what)}});
}

// Measures and draws at one size.
struct Formula::Painter {
  const Ui& ui;
  const Node& node;
  FormulaSize size;

  float em() const { return ui.px(static_cast<float>(units(size))); }
  const Formula& part(std::size_t i) const { return node.parts[i]; }
  Size measure(std::size_t i, FormulaSize at) const { return part(i).measure(ui, at); }

  Type face() const {
    if (node.kind == Kind::number) return {Face::mono, units(size)};
    return {is_variable(node.text) ? Face::italic : Face::regular, units(size)};
  }

  Size of_row() const {
    Size all{0, em() * ascent_share, em() * descent_share};
    for (const Formula& each : node.parts) {
      const Size one = each.measure(ui, size);
      all = {all.width + one.width, std::max(all.ascent, one.ascent), std::max(all.descent, one.descent)};
    }
    return all;
  }

  // How far the baselines of the scripts lie below and above that of the base.
  struct Scripts {
    Size base, below, above;
    float down, up;
  };
  Scripts scripts() const {
    const FormulaSize smaller = script_size(size);
    Scripts s{measure(0, size), measure(1, smaller), measure(2, smaller), 0, 0};
    const float small_em = ui.px(static_cast<float>(units(smaller)));
    s.down = std::max(em() * 0.24F, s.base.descent - small_em * 0.1F);
    s.up =
        std::max(em() * 0.44F, s.base.ascent - small_em * 0.45F) + s.above.descent - small_em * descent_share;
    return s;
  }
  Size of_script() const {
    const Scripts s = scripts();
    const float wide = std::max(s.below.width, s.above.width);
    return {s.base.width + ui.px(1) + wide + ui.px(2),
            part(2).empty() ? s.base.ascent : std::max(s.base.ascent, s.up + s.above.ascent),
            part(1).empty() ? s.base.descent : std::max(s.base.descent, s.down + s.below.descent)};
  }

  Size of_fraction() const {
    const Size above = measure(0, fraction_size(size));
    const Size below = measure(1, fraction_size(size));
    return {std::max(above.width, below.width) + ui.px(8), em() * (axis_share + gap_share) + above.height(),
            em() * (gap_share - axis_share) + below.height()};
  }

  float hook() const { return em() * 0.55F; }  // of a root's sign, before its bar
  Size of_root() const {
    const Size inside = measure(0, size);
    return {hook() + inside.width + ui.px(3), inside.ascent + em() * 0.1F, inside.descent};
  }

  // "W^O", for a base and a script of plain text.
  std::string plain() const {
    std::string text;
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      if (part(i).empty()) continue;
      if (part(i).node_->kind != Kind::text) return "";
      text += (i == 0 ? "" : i == 1 ? "_" : "^") + part(i).node_->text;
    }
    return text;
  }

  // All of it in a line.
  std::string in_a_line() const {
    const auto of = [&](std::size_t i) {
      return i >= node.parts.size() || part(i).empty() ? std::string()
                                                       : Painter{ui, *part(i).node_, size}.in_a_line();
    };
    // More than one term stands in brackets where it would run into what follows.
    const auto one = [&](std::size_t i) {
      const std::string line = of(i);
      return line.find(' ') == std::string::npos ? line : "(" + line + ")";
    };
    switch (node.kind) {
      case Kind::text:
      case Kind::number:
        return node.text;
      case Kind::row: {
        std::string line;
        for (std::size_t i = 0; i < node.parts.size(); ++i) line += of(i);
        return line;
      }
      case Kind::script: {
        const std::string below = of(1), above = one(2);
        return of(0) + (below.empty() ? "" : "_" + below) + (above.empty() ? "" : "^" + above);
      }
      case Kind::fraction:
        return one(0) + " / " + one(1);
      case Kind::root:
        return "√" + one(0);
      case Kind::brackets:
        return "(" + of(0) + ")";
      case Kind::sum:
        return "∑ ";
      case Kind::under:
        return of(0);
    }
    return "";
  }

  bool tall(const Size& inside) const { return inside.height() > em() * 1.3F; }
  float bracket() const { return em() * 0.4F; }
  Size of_brackets() const {
    const Size inside = measure(0, size);
    return {inside.width + 2 * bracket(), inside.ascent, inside.descent};
  }

  Size of_sum() const {
    const Size below = measure(0, bound_size(size));
    const Size above = measure(1, bound_size(size));
    return {std::max({em() * 0.9F, below.width, above.width}) + ui.px(6), em() * 0.86F + above.height(),
            em() * 0.26F + below.height()};
  }

  Size of_under() const {
    const Size what = measure(0, size);
    return {std::max(what.width, ui.width(type::caption, node.text)) + ui.px(4), what.ascent,
            what.descent + ui.px(20)};
  }
};

Formula::Size Formula::measure(const Ui& ui, FormulaSize size) const {
  if (empty()) return {};
  const Painter p{ui, *node_, size};
  switch (node_->kind) {
    case Kind::text:
    case Kind::number:
      return {ui.width(p.face(), node_->text), p.em() * ascent_share, p.em() * descent_share};
    case Kind::row:
      return p.of_row();
    case Kind::script:
      return p.of_script();
    case Kind::fraction:
      return p.of_fraction();
    case Kind::root:
      return p.of_root();
    case Kind::brackets:
      return p.of_brackets();
    case Kind::sum:
      return p.of_sum();
    case Kind::under:
      return p.of_under();
  }
  return {};
}

float Formula::draw(Ui& ui, float x, float y, FormulaSize size) const {
  if (empty()) return x;
  const Palette& c = ui.colours();
  const Painter p{ui, *node_, size};
  const float em = p.em();
  const bool heard = ui.is_heard();
  const Ui::Pieces told(
      ui, heard ? p.in_a_line() : std::string(),
      {x, y - em * ascent_share, heard ? x + measure(ui, size).width : x, y + em * descent_share});
  const float stroke = std::max(ui.hairline(), em * 0.055F);
  const auto centred = [&](const Formula& what, float left, float room, float baseline, FormulaSize at) {
    what.draw(ui, left + (room - what.measure(ui, at).width) / 2, baseline, at);
  };
  switch (node_->kind) {
    case Kind::text:
    case Kind::number:
      if (is_space()) return x + ui.width(p.face(), " ");
      return ui.text(x, y - em * middle_share, p.face(), colour_of(node_->role, c), node_->text);
    case Kind::row:
      for (const Formula& part : node_->parts) x = part.draw(ui, x, y, size);
      return x;
    case Kind::script: {
      const Painter::Scripts s = p.scripts();
      const float left = p.part(0).draw(ui, x, y, size) + ui.px(1);
      p.part(1).draw(ui, left, y + s.down, script_size(size));
      p.part(2).draw(ui, left, y - s.up, script_size(size));
      ui.term(p.plain(), {x, y - p.of_script().ascent, x + p.of_script().width, y + p.of_script().descent});
      return x + p.of_script().width;
    }
    case Kind::fraction: {
      const FormulaSize smaller = fraction_size(size);
      const float wide = p.of_fraction().width;
      const float line = std::round(y - em * axis_share);
      centred(p.part(0), x, wide, line - em * gap_share - p.measure(0, smaller).descent, smaller);
      ui.line(x + ui.px(1), line, x + wide - ui.px(1), line, c.ink, stroke);
      centred(p.part(1), x, wide, line + em * gap_share + p.measure(1, smaller).ascent, smaller);
      return x + wide;
    }
    case Kind::root: {
      const Size inside = p.measure(0, size);
      const float top = std::round(y - inside.ascent);
      const float foot = y + inside.descent - em * 0.12F;
      const float left = x + p.hook();
      const std::array<ImVec2, 5> sign{{{x + em * 0.05F, foot - (foot - top) * 0.38F},
                                        {x + em * 0.16F, foot - (foot - top) * 0.44F},
                                        {x + em * 0.30F, foot},
                                        {left, top},
                                        {left + inside.width + ui.px(2), top}}};
      ui.lines(sign, c.ink, stroke);
      p.part(0).draw(ui, left + ui.px(1), y, size);
      return x + p.of_root().width;
    }
    case Kind::brackets: {
      const Size inside = p.measure(0, size);
      const float wide = p.bracket();
      const float right = p.part(0).draw(ui, x + wide, y, size);
      if (!p.tall(inside)) {
        const Type face{Face::regular, units(size)};
        ui.text(x + (wide - ui.width(face, "(")) / 2, y - em * middle_share, face, c.ink, "(");
        ui.text(right + (wide - ui.width(face, ")")) / 2, y - em * middle_share, face, c.ink, ")");
        return right + wide;
      }
      const float top = y - inside.ascent;
      const float foot = y + inside.descent;
      for (const float side : {-1.0F, 1.0F}) {
        const float outer = side < 0 ? x + wide * 0.35F : right + wide * 0.65F;
        const float end = outer - side * wide * 0.55F;
        const float belly = outer + side * wide * 0.12F;
        ui.curve({{end, top}, {belly, top + em * 0.35F}, {belly, foot - em * 0.35F}, {end, foot}}, c.ink,
                 stroke * 1.15F);
      }
      return right + wide;
    }
    case Kind::sum: {
      const Size whole = p.of_sum();
      const float room = whole.width - ui.px(6);
      const Type face{Face::regular, units(size)};
      ui.text(x + (room - ui.width(face, "∑")) / 2, y - em * middle_share, face, c.ink, "∑");
      const FormulaSize bound = bound_size(size);
      centred(p.part(0), x, room, y + em * 0.26F + p.measure(0, bound).ascent, bound);
      centred(p.part(1), x, room, y - em * 0.86F - p.measure(1, bound).descent, bound);
      return x + whole.width;
    }
    case Kind::under: {
      const Size what = p.measure(0, size);
      const float room = p.of_under().width - ui.px(4);
      centred(p.part(0), x + ui.px(2), room, y, size);
      const float line = std::round(y + what.descent + ui.px(3));
      ui.lines(std::array<ImVec2, 4>{{{x + ui.px(2), line - ui.px(3)},
                                      {x + ui.px(2), line},
                                      {x + ui.px(2) + room, line},
                                      {x + ui.px(2) + room, line - ui.px(3)}}},
               c.text_3, ui.hairline());
      ui.text(x + ui.px(2) + (room - ui.width(type::caption, node_->text)) / 2, line + ui.px(9),
              type::caption, c.text_3, node_->text);
      return x + p.of_under().width;
    }
  }
  return x;
}

}  // namespace headlight
