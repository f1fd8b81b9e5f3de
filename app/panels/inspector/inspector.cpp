#include "app/panels/inspector/inspector.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/dial.h"
#include "app/panels/common/stage.h"
#include "app/panels/common/step_names.h"
#include "app/panels/common/typeset.h"
#include "app/panels/what_if/what_if.h"
#include "app/widgets/controls.h"
#include "app/widgets/scroll.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

// The formula of the inspected cell: in letters, and with its numbers down to the factors.

constexpr int terms_in_column = 4;

float height_of(const Ui& ui, const std::vector<ColumnLine>& lines) {
  float height = 0;
  for (const ColumnLine& line : lines) height += line.formula.measure(ui, line.size).height() + ui.px(4);
  return height;
}

// "S = Q K^T", broken before the signs of a sum where the column is too narrow for it.
std::vector<ColumnLine> in_letters(const Ui& ui, const Inspected& inspected, float width,
                                   FormulaSize size = FormulaSize::small) {
  const std::string equation = equation_of(inspected.trace, inspected.node);
  std::vector<std::string> pieces{""};
  int depth = 0;
  for (std::size_t at = 0; at < equation.size(); ++at) {
    const char letter = equation[at];
    depth += letter == '(' || letter == '{' ? 1 : letter == ')' || letter == '}' ? -1 : 0;
    if (depth == 0 && equation.compare(at, 3, " + ") == 0) pieces.emplace_back();
    pieces.back() += letter;
  }
  std::vector<ColumnLine> lines;
  std::string line;
  const auto fits = [&](const std::string& text) {
    return Formula::parse(text).measure(ui, size).width <= width;
  };
  for (const std::string& piece : pieces) {
    if (!line.empty() && !fits(line + piece)) {
      lines.push_back({Formula::parse(line), size});
      line.clear();
    }
    if (!fits(line + piece)) return {};
    line += piece;
  }
  if (!line.empty()) lines.push_back({Formula::parse(line), size});
  return lines;
}

// What the cards of the sources and the bars of a sum's terms want below.
float wanted_below(const Ui& ui, const Inspected& inspected, const Expression& made) {
  const auto cards = std::min<std::size_t>(inspected.trace.tape().node(inspected.node).inputs.size(), 3);
  const bool bars = made.parts().size() > 2 || (made.kind() == Expression::Kind::quotient &&
                                                made.parts()[1].kind() == Expression::Kind::sum);
  return ui.px(66) + ui.px(58) * static_cast<float>(cards) + (bars ? ui.px(least_bars + 8) : 0);
}

}  // namespace

float draw_formula(const PanelContext& context, const Inspected& inspected, const Area& area) {
  Ui& ui = context.ui;
  const Cell cell{inspected.node, inspected.cell.row, inspected.cell.col};
  // What begins here, and what was set by hand, is no result.
  if (inspected.trace.tape().node(inspected.node).op == nullptr) return 0;
  const Expression made = inspected.trace.tape().explain(cell);
  if (made.kind() == Expression::Kind::number && std::isfinite(made.number())) return 0;

  std::vector<ColumnLine> letters = in_letters(ui, inspected, area.width());
  std::vector<ColumnLine> numbers;
  const float room = area.height() - wanted_below(ui, inspected, made);
  for (int terms = terms_in_column; terms >= 0; --terms) {
    numbers = typeset_column(ui, inspected.trace, cell, area.width(), terms);
    if (height_of(ui, letters) + height_of(ui, numbers) <= room) break;
  }
  // The numbers come first where the column is short.
  if (height_of(ui, letters) + height_of(ui, numbers) > std::max(room, area.height() * 0.4F)) letters.clear();
  // The way down, to the first source at least, is not given up for it.
  if (height_of(ui, letters) + height_of(ui, numbers) > area.height() - ui.px(160)) return 0;
  float y = area.top;
  const auto write = [&](const std::vector<ColumnLine>& lines) {
    const float height = height_of(ui, lines);
    if (y + height > area.bottom) return;
    for (const ColumnLine& line : lines) {
      const Formula::Size size = line.formula.measure(ui, line.size);
      line.formula.draw(ui, area.left + line.indent, std::round(y + size.ascent), line.size);
      y += size.height() + ui.px(4);
    }
  };
  write(letters);
  write(numbers);
  return y == area.top ? 0 : y + ui.px(8) - area.top;
}

namespace {

// Which of two the column shows, and the cross that closes it.
void draw_head(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Session& session = context.session;
  if (shows_lab(session)) {
    const std::array<Choice, 2> both{Choice{to_be_said("Cell"), !session.trail.empty(), say("Click a cell")},
                                     {to_be_said("What if")}};
    const Area place = Area::at(area.left, area.top, choices_width(ui, both), area.height());
    const int pressed = choices(ui, "column", place, both, session.edits_open ? 1 : 0);
    if (pressed >= 0) ui.emit(OpenEdits{pressed == 1});
    if (session.trail.empty() && !session.edits_open) return;
  } else {
    ui.text(area, Align::left, type::section, c.ink, "What if");
  }

  const Area cross{area.right - ui.px(24), area.top, area.right, area.bottom};
  const Touch touch = ui.press("inspector/close", cross, {.radius = ui.px(5)});
  cross_mark(ui, {cross.middle_x(), cross.middle_y()}, touch.hovered ? c.ink : c.text_2);
  if (!touch.clicked) return;
  if (shows_lab(session)) ui.emit(GoBack{0});
  ui.emit(OpenEdits{false});
}

// The way here, each place a button; the last one is where we are.
void draw_trail(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<CellName>& trail = context.session.trail;
  if (trail.empty()) {
    ui.text(area, Align::left, type::caption, c.text_3, "click a cell to keep it here");
    return;
  }
  // As many of the last places as fit.
  const float room = area.width();
  const std::string between = "  ‹  ";
  std::size_t first = trail.size() - 1;
  float wide = ui.width(type::label_hot, part_title(trail.back().path));
  while (first > 0) {
    const float more =
        ui.width(type::label, part_title(trail[first - 1].path)) + ui.width(type::label, between);
    if (wide + more > room) break;
    wide += more;
    --first;
  }
  float x = area.left;
  for (std::size_t i = first; i < trail.size(); ++i) {
    const bool last = i + 1 == trail.size();
    const std::string name = ui.shortened(type::label_hot, part_title(trail[i].path), room);
    if (last) {
      ui.text(x, area.middle_y(), type::label_hot, c.ink, name);
      break;
    }
    const float width = ui.width(type::label, name);
    const Area place{x, area.top, x + width, area.bottom};
    const Touch back = ui.press("trail/" + std::to_string(i), place, {.radius = ui.px(4)});
    ui.text(x, area.middle_y(), type::label, back.hovered ? c.ink : c.text_2, name);
    if (back.clicked) ui.emit(GoBack{static_cast<int>(i) + 1});
    x = ui.text(x + width, area.middle_y(), type::label, c.text_3, between);
  }
}

// A learned number with the letter of its matrix: "A learned number in W^O".
RichText titled(const Trace& trace, const CellName& cell) {
  RichText title = cell_title(trace, cell);
  const std::string letter = cell.path.starts_with("parameters.") ? symbol_of(cell.path) : "";
  if (letter.empty()) return title;
  title.runs.push_back({" in ", Role::ink});
  const RichText line = in_one_line(letter, Role::ink);
  title.runs.insert(title.runs.end(), line.runs.begin(), line.runs.end());
  return title;
}

// Where a head's query, key or value is in the matrix that all heads share: its columns are a slice of it.
RichText slice_note(const Trace& trace, int node, const CellName& cell) {
  const Place place = place_of(cell.path);
  const Node& about = trace.tape().node(node);
  if (!place.head || about.kind == Node::Kind::parameter) return {};
  for (const Cell& from : trace.tape().explain({node, cell.row, cell.col}).cells()) {
    const Node& matrix = trace.tape().node(from.node);
    const int first = from.col - cell.col;
    if (matrix.kind != Node::Kind::parameter || matrix.shape.rows == 1 || first < 0 ||
        matrix.shape.cols <= about.shape.cols)
      continue;
    return told(
        "Head {head} has columns {first} to {last} of {matrix}, so its dimension {number} is column {column} "
        "of all.",
        {{"head", std::to_string(*place.head)},
         {"first", std::to_string(first)},
         {"last", std::to_string(first + about.shape.cols - 1)},
         {"matrix", in_one_line(symbol_of(matrix.label.path), Role::text_2)},
         {"number", std::to_string(cell.col)},
         {"column", std::to_string(from.col)}});
  }
  return {};
}

// The dial, and below it how the cell was made: in words, with its numbers, in letters or as code. Returns
// the height taken.
float draw_explained_cell(const PanelContext& context, const Inspected& inspected, const Area& area) {
  Ui& ui = context.ui;
  Area rest = area;
  Explained explained{
      context, stage_trace(context), {inspected.node, inspected.cell.row, inspected.cell.col}};
  Area line = rest.cut_top(ui.px(58), ui.px(10));
  const Dial dial = draw_dial(explained, line);
  const float gap = ui.px(10);
  if (dial == Dial::numbers) return rest.top - area.top + draw_formula(context, inspected, rest);
  if (dial == Dial::formula) {
    for (const ColumnLine& each : in_letters(ui, inspected, area.width(), FormulaSize::medium)) {
      const Formula::Size size = each.formula.measure(ui, each.size);
      each.formula.draw(ui, rest.left, std::round(rest.top + size.ascent), each.size);
      rest.cut_top(size.height(), ui.px(4));
    }
    return rest.top - area.top + gap;
  }
  if (dial == Dial::code) {
    explained.size = DialSize::small;
    rest.cut_top(
        draw_code(explained, {rest.left, rest.top, rest.right, std::min(area.bottom, rest.top + ui.px(216))}),
        ui.px(8));
    Area choice = rest.cut_top(ui.px(30), gap);
    draw_code_choices(explained, choice);
  } else {
    rest.cut_top(draw_cell_explained(explained, rest), gap);
  }
  return rest.top - area.top;
}

void draw_cell(const PanelContext& context, Area rest) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  if (context.session.trail.empty()) return;
  const Trace& trace = *stage_trace(context);
  const CellName& cell = context.session.trail.back();
  const int node = trace.find(cell.path);
  const HeatmapPtr map = context.maps[stage_side(context)].view(cell.path);
  if (node < 0 || !has_cell(map, cell)) return;

  draw_trail(context, rest.cut_top(ui.px(24), ui.px(6)));
  const Inspected inspected{trace, node, cell, map};
  rest.cut_top(ui.wrapped_rich(rest, type::panel, type::panel, titled(trace, cell), ui.px(23)), ui.px(2));
  rest.cut_top(ui.wrapped(rest, type::path, c.text_3,
                          cell.path + "[" + std::to_string(cell.row) + ", " + std::to_string(cell.col) + "]",
                          ui.px(17)));
  rest.cut_top(ui.px(2));
  draw_value(context, inspected, rest);
  rest.cut_top(draw_explained_cell(context, inspected, rest));
  if (const RichText slice = slice_note(trace, node, cell); !slice.runs.empty())
    rest.cut_top(ui.wrapped_rich(rest, type::body, type::body, slice, ui.px(19)), ui.px(10));
  rest.cut_top(draw_used_by(context, inspected, rest));
  draw_sources(context, inspected, rest, true);
}

}  // namespace

void draw_inspector(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  ui.fill(area, c.rail);
  ui.line(area.left, area.top, area.left, area.bottom, c.hairline, ui.hairline());
  if (stage_trace(context) == nullptr) return;
  Area rest = area.inset(ui.px(18), ui.px(12));
  draw_head(context, rest.cut_top(ui.px(30), ui.px(8)));
  // Less is no room for the value, what it is made from and what can be asked of it.
  const float least_tall = context.session.edits_open ? 440 : 520;
  const Area content = begin_scroll(ui, context.session.edits_open ? "inspector/edits" : "inspector/cell",
                                    rest.inset(-ui.px(10), 0), ui.px(230), ui.px(least_tall))
                           .inset(ui.px(10), 0);
  if (context.session.edits_open) {
    draw_what_if_panel(context, content);
  } else {
    draw_cell(context, content);
  }
  end_scroll(ui);
}

}  // namespace headlight
