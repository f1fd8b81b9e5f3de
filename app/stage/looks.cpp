// How large each look is, and how it is painted.
#include <algorithm>
#include <cmath>

#include "app/stage/board.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::stage {
namespace {

// Units of height where a piece says nothing else.
constexpr float line_tall = 24, choices_tall = 29, switch_tall = 26, press_tall = 29, mark_tall = 32;
constexpr float slide_tall = 42, field_tall = 32;
constexpr float slack = 0.5F;  // pixels: what a width loses when it becomes two ends

float tall_of(const Ui& ui, const Piece& piece, float usual) {
  return ui.px(piece.tall > 0 ? piece.tall : usual);
}

// What was declared in this frame is not yet what that leads to: the next one shows it.
template <typename Look, typename... What>
void taken(Ui& ui, const Look& look, const What&... what) {
  look.take(what...);
  ui.state().again = true;
}

// --- words, with a formula in them where they have one

float width_of(const Ui& ui, const Words& words, const std::string& text) {
  const float wide = ui.width(words.type, text);
  if (words.set.empty() || text.find(set_here) == std::string::npos) return wide;
  return wide + ui.px(3) + words.set.measure(ui, FormulaSize::small).width;
}

const std::string& form_of(const Ui& ui, const Words& words, float room) {
  const auto fits = std::find_if(words.says.begin(), words.says.end(), [&](const std::string& text) {
    return width_of(ui, words, text) <= room + slack;
  });
  return fits == words.says.end() ? words.says.back() : *fits;
}

Needs needs(const Ui& ui, const Piece& piece, const Words& words, float room) {
  if (words.line > 0) {
    const float tall = ui.wrapped_height(words.type, words.says.front(), room, ui.px(words.line));
    return {room, std::max(tall, ui.px(piece.tall))};
  }
  return {std::min(room, width_of(ui, words, form_of(ui, words, room))), tall_of(ui, piece, line_tall)};
}

void show(Ui& ui, const Piece& piece, const Words& words) {
  const Area& at = piece.box;
  const Rgb colour = colour_of(words.role, ui.colours());
  if (words.line > 0) {
    const float line = ui.px(words.line);
    const float free = at.height() - ui.wrapped_height(words.type, words.says.front(), at.width(), line);
    ui.wrapped({at.left, at.top + std::round(free / 2), at.right, at.bottom}, words.type, colour,
               words.says.front(), line);
    return;
  }
  const std::string& text = form_of(ui, words, at.width());
  const std::size_t set = words.set.empty() ? std::string::npos : text.find(set_here);
  if (set == std::string::npos)
    return line_of_text(ui, {at.left, at.top, at.right + slack, at.bottom}, words.type, colour, text);
  float x = ui.text(at.left, at.middle_y(), words.type, colour, std::string_view(text).substr(0, set));
  const Formula::Size size = words.set.measure(ui, FormulaSize::small);
  const float base = std::round(at.middle_y() + (size.ascent - size.descent) / 2);
  x = words.set.draw(ui, x + ui.px(3), base, FormulaSize::small);
  ui.text(x, at.middle_y(), words.type, colour, std::string_view(text).substr(set + 1));
}

// --- what is pressed

Needs needs(const Ui& ui, const Piece& piece, const Choices& choices, float room) {
  const float row = tall_of(ui, piece, choices_tall);
  return {std::min(room, choices_width(ui, choices.list)), choices_height(ui, choices.list, room, row)};
}
void show(Ui& ui, const Piece& piece, const Choices& look) {
  const int pressed = choices(ui, piece.id, piece.box, look.list, look.chosen);
  if (pressed >= 0) taken(ui, look, pressed);
}

Needs needs(const Ui& ui, const Piece& piece, const Switch& look, float room) {
  return {std::min(room, toggle_width(ui) + ui.px(10) + ui.width(type::label, look.label)),
          tall_of(ui, piece, switch_tall)};
}
void show(Ui& ui, const Piece& piece, const Switch& look) {
  const Area& at = piece.box;
  if (toggle(ui, piece.id, at.left, at.middle_y(), look.on)) taken(ui, look);
  ui.tell_item(look.label, "");
  ui.text(at.left + toggle_width(ui) + ui.px(10), at.middle_y(), type::label, ui.colours().ink, look.label);
}

Needs needs(const Ui& ui, const Piece& piece, const Slide&, float room) {
  return {room, tall_of(ui, piece, slide_tall)};
}
void show(Ui& ui, const Piece& piece, const Slide& look) {
  NumberSlide range = look.range;
  range.label = look.label;
  if (const auto to = number_slide(ui, piece.id, piece.box, range)) taken(ui, look, *to);
}

Needs needs(const Ui& ui, const Piece& piece, const Press& look, float) {
  return {button_width(ui, look.label), tall_of(ui, piece, press_tall)};
}
void show(Ui& ui, const Piece& piece, const Press& look) {
  if (button(ui, piece.id, piece.box, look.label, look.kind)) taken(ui, look);
}

Needs needs(const Ui& ui, const Piece& piece, const Mark& look, float) {
  return {small_button_width(ui, look.label), tall_of(ui, piece, mark_tall)};
}
void show(Ui& ui, const Piece& piece, const Mark& look) {
  if (small_button(ui, piece.id, piece.box.left, piece.box.middle_y(), look.label, look.hint, look.on))
    taken(ui, look);
}

Needs needs(const Ui& ui, const Piece& piece, const Typed&, float room) {
  return {room, tall_of(ui, piece, field_tall)};
}
void show(Ui& ui, const Piece& piece, const Typed& look) {
  const Field field =
      text_field(ui, piece.id, piece.box, *look.text, type::body, look.hint, look.takes_keyboard);
  if (field.changed || field.entered) taken(ui, look, field);
}

// --- bars with a name and a number

float row_tall(const Ui& ui, const Bars& look) {
  return look.below ? ui.px(18) + ui.px(12) : ui.px(look.line);
}

Needs needs(const Ui& ui, const Piece&, const Bars& look, float room) {
  return {room, row_tall(ui, look) * static_cast<float>(look.rows.size())};
}

void show_bar(Ui& ui, Area line, const Bars& look, const Bars::Row& row) {
  const Palette& c = ui.colours();
  const std::string before = row.before ? number_alone(*row.before, NumberFormat::probability) : row.number;
  const std::string was = before == row.number ? "" : say("before {n}", {{"n", before}});
  const Ui::Pieces whole(ui, ToldNumber{row.name, joined({row.number, row.note, was}), row.share, line});
  const Rgb quiet = colour_of(look.quiet, c);
  const Type face = row.hot ? look.name_hot : look.name;
  Area bar = look.below ? line.cut_bottom(ui.px(12)) : line;
  ui.text(line.cut_right(ui.px(look.numbers)), Align::right, row.hot ? look.number_hot : look.number,
          row.hot ? c.ink : quiet, row.number);
  if (!look.below) {
    bar.right = line.right - ui.px(look.gap);
    line.right = bar.right;
  }
  if (look.bars > 0) bar = line.cut_right(std::min(ui.px(look.bars), line.width() / 4), ui.px(6));
  if (!row.note.empty())
    ui.text(line.cut_right(ui.width(look.name, row.note) + ui.px(14)), Align::left, look.name, c.text_2,
            row.note);
  const float names = look.bars > 0 ? line.width() : ui.px(look.names);
  ui.text(line, Align::left, face, row.hot ? row.colour : quiet,
          ui.shortened(face, row.name, names - ui.px(look.least_gap)));
  if (look.bars == 0 && !look.below) bar.left = line.left + names;
  const float middle = look.below ? bar.top + ui.px(9) / 2 : bar.middle_y();
  bar = {bar.left, middle - ui.px(4), bar.right, middle + ui.px(4)};
  share_bar(ui, bar, row.share, row.colour);
  if (row.before)
    ui.outline({bar.left, bar.top - ui.px(2), bar.left + std::max(bar.width() * *row.before, ui.px(3)),
                bar.bottom + ui.px(2)},
               row.colour, ui.hairline(), ui.px(3));
}

void show(Ui& ui, const Piece& piece, const Bars& look) {
  Area rest = piece.box;
  for (const Bars::Row& row : look.rows) show_bar(ui, rest.cut_top(row_tall(ui, look)), look, row);
}

// --- what has a size and a paint function of its own

Needs needs(const Ui& ui, const Piece& piece, const Own&, float room) {
  return {piece.wide > 0 ? std::min(room, ui.px(piece.wide)) : room, ui.px(piece.tall)};
}
void show(Ui& ui, const Piece& piece, const Own& look) {
  if (look.paint) look.paint(ui, piece.box);
}

// Those that a board places and paints itself.
template <typename Look>
Needs needs(const Ui&, const Piece&, const Look&, float) {
  return {};
}
template <typename Look>
void show(Ui&, const Piece&, const Look&) {}

}  // namespace

Needs needs_of(const Ui& ui, const Piece& piece, float room) {
  return std::visit([&](const auto& look) { return needs(ui, piece, look, room); }, piece.look);
}

void paint(Ui& ui, const Piece& piece) {
  std::visit([&](const auto& look) { show(ui, piece, look); }, piece.look);
}

}  // namespace headlight::stage
