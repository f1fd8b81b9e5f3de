#include "app/widgets/formula.h"

#include <algorithm>

namespace headlight {
namespace {

// Single letters are variables and slope; words, numbers and signs stand upright.
bool is_variable(std::string_view text) {
  return text.size() == 1 && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
}

Type type_of(std::string_view text, bool small) {
  if (small) return is_variable(text) ? type::formula_small : type::lesson;
  return is_variable(text) ? type::formula : type::formula_upright;
}

constexpr float ascent_share = 0.74F;   // of the em: what letters need above the baseline
constexpr float descent_share = 0.22F;

float em(const Ui& ui, bool small) { return ui.px(small ? 15 : 24); }

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

// The next piece: a word or number, a run of spaces, or one sign.
std::string_view next_piece(std::string_view text) {
  std::size_t n = 0;
  if (is_word(text[0])) {
    while (n < text.size() && is_word(text[n])) ++n;
    return text.substr(0, n);
  }
  return text.substr(0, std::min(text.size(), character_length(text)));
}

// What ^ or _ apply to: {group}, or a word.
std::string_view script_of(std::string_view& text) {
  if (!text.empty() && text[0] == '{') {
    const std::size_t end = std::min(text.find('}'), text.size() - 1);
    const std::string_view group = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    return group;
  }
  const std::string_view piece = text.empty() ? text : next_piece(text);
  text.remove_prefix(piece.size());
  return piece;
}

}  // namespace

Formula Formula::text(std::string text, Role role) { return Formula({Kind::text, std::move(text), {}, {}, role}); }
Formula Formula::row(std::vector<Formula> parts) { return Formula({.kind = Kind::row, .parts = std::move(parts)}); }
Formula Formula::script(Formula base, std::string_view below, std::string_view above) {
  return Formula({.kind = Kind::script, .below = std::string(below), .above = std::string(above), .parts = {std::move(base)}});
}
Formula Formula::fraction(Formula above, Formula below) {
  return Formula({.kind = Kind::fraction, .parts = {std::move(above), std::move(below)}});
}
Formula Formula::sum(std::string below, std::string above) {
  return Formula({.kind = Kind::sum, .below = std::move(below), .above = std::move(above)});
}

Formula Formula::parse(std::string_view line) {
  std::vector<Formula> parts;
  while (!line.empty()) {
    if ((line[0] == '_' || line[0] == '^') && !parts.empty()) {
      std::string_view below;
      std::string_view above;
      while (!line.empty() && (line[0] == '_' || line[0] == '^')) {
        const bool down = line[0] == '_';
        line.remove_prefix(1);
        (down ? below : above) = script_of(line);
      }
      parts.back() = script(parts.back(), below, above);
      continue;
    }
    const std::string_view piece = next_piece(line);
    line.remove_prefix(piece.size());
    parts.push_back(text(std::string(piece), role_of_letter(piece)));
  }
  return row(std::move(parts));
}

Formula::Size Formula::measure(const Ui& ui, bool small) const {
  const float size = em(ui, small);
  switch (node_->kind) {
    case Kind::text:
      return {ui.width(type_of(node_->text, small), node_->text), size * ascent_share, size * descent_share};
    case Kind::row: {
      Size all;
      for (const Formula& part : node_->parts) {
        const Size one = part.measure(ui, small);
        all = {all.width + one.width, std::max(all.ascent, one.ascent), std::max(all.descent, one.descent)};
      }
      return all;
    }
    case Kind::script: {
      const Size base = node_->parts[0].measure(ui, small);
      const float wide = std::max(ui.width(type_of(node_->below, true), node_->below), ui.width(type_of(node_->above, true), node_->above));
      return {base.width + ui.px(1) + wide + ui.px(2), node_->above.empty() ? base.ascent : base.ascent + ui.px(6),
              node_->below.empty() ? base.descent : base.descent + ui.px(7)};
    }
    case Kind::fraction: {
      const Size above = node_->parts[0].measure(ui, true);
      const Size below = node_->parts[1].measure(ui, true);
      return {std::max(above.width, below.width) + ui.px(8), above.ascent + above.descent + size * 0.35F,
              below.ascent + below.descent};
    }
    case Kind::sum: {
      const float wide = std::max({ui.px(22), ui.width(type::caption, node_->below), ui.width(type::caption, node_->above)});
      return {wide + ui.px(6), size * ascent_share + ui.px(14), size * descent_share + ui.px(16)};
    }
  }
  return {};
}

float Formula::draw(Ui& ui, float x, float y, bool small) const {
  const float size = em(ui, small);
  // Text is placed by its middle, which in these fonts is where capitals have theirs: 0.364 em above the baseline.
  constexpr float middle = 0.364F;
  const Palette& c = ui.colours();
  switch (node_->kind) {
    case Kind::text:
      return ui.text(x, y - size * middle, type_of(node_->text, small), colour_of(node_->role, c), node_->text);
    case Kind::row:
      for (const Formula& part : node_->parts) x = part.draw(ui, x, y, small);
      return x;
    case Kind::script: {
      const float base = node_->parts[0].draw(ui, x, y, small) + ui.px(1);
      const float low = ui.text(base, y + ui.px(5) - ui.px(15) * middle, type_of(node_->below, true), c.text_2, node_->below);
      const float high = ui.text(base, y - ui.px(small ? 8 : 11) - ui.px(15) * middle, type_of(node_->above, true), c.text_2, node_->above);
      return std::max(low, high) + ui.px(2);
    }
    case Kind::fraction: {
      const Size above = node_->parts[0].measure(ui, true);
      const Size below = node_->parts[1].measure(ui, true);
      const float wide = std::max(above.width, below.width) + ui.px(8);
      const float line = std::round(y - size * 0.3F);
      node_->parts[0].draw(ui, x + (wide - above.width) / 2, line - above.descent, true);
      ui.line(x, line, x + wide, line, c.ink, ui.hairline());
      node_->parts[1].draw(ui, x + (wide - below.width) / 2, line + below.ascent + ui.px(3), true);
      return x + wide;
    }
    case Kind::sum: {
      const float wide = measure(ui, small).width - ui.px(6);
      const float sign = ui.width(type::formula_upright, "∑");
      ui.text(x + (wide - sign) / 2, y - size * middle, type::formula_upright, c.ink, "∑");
      ui.text(x + (wide - ui.width(type::caption, node_->below)) / 2, y + ui.px(14), type::caption, c.dimensions, node_->below);
      ui.text(x + (wide - ui.width(type::caption, node_->above)) / 2, y - ui.px(29), type::caption, c.dimensions, node_->above);
      return x + wide + ui.px(6);
    }
  }
  return x;
}

}  // namespace headlight
