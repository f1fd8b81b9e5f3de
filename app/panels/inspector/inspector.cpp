#include "app/panels/inspector/inspector.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/panels/common/panels.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/common/step_names.h"
#include "app/panels/common/typeset.h"
#include "app/panels/steps/steps.h"
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
std::vector<ColumnLine> in_letters(const Ui& ui, const Inspected& inspected, float width) {
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
    return Formula::parse(text).measure(ui, FormulaSize::small).width <= width;
  };
  for (const std::string& piece : pieces) {
    if (!line.empty() && !fits(line + piece)) {
      lines.push_back({Formula::parse(line), FormulaSize::small});
      line.clear();
    }
    if (!fits(line + piece)) return {};
    line += piece;
  }
  if (!line.empty()) lines.push_back({Formula::parse(line), FormulaSize::small});
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
  const bool has_cell = !session.trail.empty() || session.view == ViewKind::steps;
  const std::array<Choice, 2> both{Choice{"Cell", has_cell, "Click a cell"}, {"What if"}};
  const Area place = Area::at(area.left, area.top, choices_width(ui, both), area.height());
  const int pressed = choices(ui, "column", place, both, session.edits_open ? 1 : 0);
  if (pressed >= 0) ui.emit(OpenEdits{pressed == 1});
  if (session.trail.empty() && !session.edits_open) return;

  const Area cross{area.right - ui.px(24), area.top, area.right, area.bottom};
  const Touch touch = ui.press("inspector/close", cross, {.radius = ui.px(5)});
  cross_mark(ui, {cross.middle_x(), cross.middle_y()}, touch.hovered ? c.ink : c.text_2);
  if (!touch.clicked) return;
  ui.emit(GoBack{0});
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
    std::vector<TextRun> runs{{"Head " + std::to_string(*place.head) + " has columns " +
                                   std::to_string(first) + " to " +
                                   std::to_string(first + about.shape.cols - 1) + " of ",
                               Role::text_2}};
    const RichText letter = in_one_line(symbol_of(matrix.label.path), Role::text_2);
    runs.insert(runs.end(), letter.runs.begin(), letter.runs.end());
    runs.push_back({", so its dimension " + std::to_string(cell.col) + " is column " +
                        std::to_string(from.col) + " of all.",
                    Role::text_2});
    return RichText(std::move(runs));
  }
  return {};
}

// The sentence that the lower part explains: the one followed, until the other one is chosen here.
void draw_below_of(const PanelContext& context, const CellName& cell, const CellAt& at, Area& rest) {
  Ui& ui = context.ui;
  const Area line = rest.cut_top(ui.px(30));
  const float left =
      ui.text(line.left, line.middle_y(), type::label, ui.colours().text_2, "Below:") + ui.px(8);
  const int side = stage_side(context);
  const auto other = context.pictures.compared(cell.path)->own(1 - side, at);
  const float room = (line.right - left - ui.px(6)) / 2 - ui.px(22);
  std::array<Choice, 2> sentences;
  for (const int each : {0, 1}) {
    sentences.at(each) = {ui.shortened(type::label_hot, side_name(context, each), room),
                          each == side || other, "This sentence has no such word"};
  }
  const Area place{left, line.top, left + choices_width(ui, sentences), line.bottom};
  const int pressed = choices(ui, "below of", place, sentences, side);
  rest.cut_top(ui.px(6));
  if (pressed < 0 || pressed == side) return;
  ui.emit(SelectSide{pressed});
  const CellName there{cell.path, other->row, other->column};
  if (there != cell || context.session.trail.empty()) ui.emit(SelectCell{there});
}

std::string in_word_quotes(const std::string& word) { return "“" + word + "”"; }

constexpr std::size_t most_summands = 6;

void write_summands(Ui& ui, const std::vector<std::string>& lines, Area& rest) {
  const Palette& c = ui.colours();
  for (const std::string& line : std::span(lines).first(std::min(lines.size(), most_summands)))
    rest.cut_top(ui.wrapped(rest, type::body, c.ink, line, ui.px(19)));
  if (lines.size() > most_summands)
    rest.cut_top(ui.wrapped(rest, type::body, c.ink,
                            "and " + count_text(lines.size() - most_summands) + " more queries", ui.px(19)));
}

// What several selected words give together in this map, every summand of it.
void draw_chosen_above(const PanelContext& context, const std::string& path, Area& rest) {
  const int side = stage_side(context);
  const ChosenWords chosen = chosen_words(context, side, path);
  const HeatmapPtr map = shown_map(context, side, path);
  if (map == nullptr || path != selected_path(context.session) || !chosen.several()) return;
  Ui& ui = context.ui;
  rest.cut_top(
      ui.wrapped(rest, type::lesson_hot, ui.colours().ink, together_in_words(*map, chosen), ui.px(21)));
  if (chosen.queries.size() * chosen.keys.size() > 1)
    write_summands(ui, summands_in_words(*map, chosen), rest);
  rest.cut_top(ui.wrapped(rest, type::caption, ui.colours().text_2, "Below, one cell:", ui.px(18)), ui.px(6));
}

// Where weights are by words: the number of the two words, made of those of their pieces, above the one pair
// of pieces that the rest of the column is about.
void draw_words_above(const PanelContext& context, const Inspected& inspected, Area& rest) {
  const CellName& cell = inspected.cell;
  const int side = stage_side(context);
  const ShownPlaces places(context, side, cell.path);
  if (!places.merged()) return;
  const std::vector<int> queries = places.row_with(cell.row), keys = places.column_with(cell.col);
  if (queries.size() * keys.size() < 2) return;
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Heatmap& pieces = *inspected.map;
  const HeatmapPtr words = context.pictures.by_words(side, cell.path);
  const int row = places.row_of(cell.row), column = places.column_of(cell.col);
  rest.cut_top(ui.wrapped(rest, type::panel, c.ink,
                          in_word_quotes(words->row_label(row)) + " looks at " +
                              in_word_quotes(words->column_label(column)) + ": " +
                              weight_alone(words->value(row, column)),
                          ui.px(23)));
  std::string how = keys.size() > 1 ? "The weights of " + count_text(keys.size()) + " key pieces added" : "";
  if (queries.size() > 1)
    how += (how.empty() ? "The" : ", then the") + std::string(" mean over ") + count_text(queries.size()) +
           " query pieces";
  rest.cut_top(ui.wrapped(rest, type::body, c.text_2, how + ":", ui.px(19)));
  write_summands(ui, summands_in_words(pieces, {queries, keys}), rest);
  rest.cut_top(ui.wrapped(rest, type::caption, c.text_2, "Below, just one pair of these pieces:", ui.px(18)),
               ui.px(6));
}

void draw_cell(const PanelContext& context, Area rest) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Trace& trace = *stage_trace(context);
  const CellName cell = inspected_cell(context);
  const int node = trace.find(cell.path);
  const HeatmapPtr map = context.pictures.view(stage_side(context), cell.path);
  if (node < 0 || !has_cell(map, cell)) return;

  draw_trail(context, rest.cut_top(ui.px(24), ui.px(6)));
  const Inspected inspected{trace, node, cell, map};
  draw_chosen_above(context, cell.path, rest);
  draw_words_above(context, inspected, rest);
  rest.cut_top(ui.wrapped_rich(rest, type::panel, type::panel, titled(trace, cell), ui.px(23)));
  draw_whose(context, cell, rest);
  rest.cut_top(ui.px(2));
  rest.cut_top(ui.wrapped(rest, type::path, c.text_3,
                          cell.path + "[" + std::to_string(cell.row) + ", " + std::to_string(cell.col) + "]",
                          ui.px(17)));
  rest.cut_top(ui.px(2));
  draw_value(context, inspected, rest);
  // What follows is of one sentence; the difference itself is made of nothing else.
  if (const auto compared = compared_cell(context, cell)) draw_below_of(context, cell, *compared, rest);
  const Site* site = site_of(cell.path);
  const auto& given = trace.anatomy().given;
  std::string meaning = given             ? given->says + " " + nothing_behind
                        : site != nullptr ? std::string(site->meaning)
                                          : "Learned in training, and the same for every sentence.";
  // What is said and offered below has the room.
  const bool repair = !shows_lab(context.session) && offers_repair(context, inspected);
  if (repair) {
    meaning = meaning.substr(0, meaning.find(';')) + ".";
  } else if (const std::string sum = row_sum_note(context, inspected); !sum.empty()) {
    meaning += " " + sum;
  }
  rest.cut_top(ui.wrapped(rest, type::body, c.text_2, meaning, ui.px(19)), ui.px(10));
  if (const RichText slice = slice_note(trace, node, cell); !slice.runs.empty())
    rest.cut_top(ui.wrapped_rich(rest, type::body, type::body, slice, ui.px(19)), ui.px(10));

  // What is asked comes last but must fit: it is reserved before the rest takes what it wants.
  // What a lab recorded is changed with the lab's own controls.
  // Of weights from a file nothing follows.
  const bool lab = shows_lab(context.session) || given.has_value();
  const Area asked = rest.cut_bottom(lab ? 0 : what_if_height(context, inspected, rest.width()));
  rest.cut_top(draw_formula(context, inspected, rest));
  rest.cut_top(draw_used_by(context, inspected, rest));
  // Weights can be turned here as well where there is room for a whole row, in the place of the bars of what
  // they were made from.
  const float line = std::min(
      ui.finger(20), (rest.height() - ui.px(96) - turned_row_head(ui)) / static_cast<float>(map->columns));
  const bool turns = !lab && is_of_head(cell.path, SiteId::weights) && line >= ui.finger(15);
  if (!repair) rest.cut_top(std::min(draw_sources(context, inspected, rest, !turns), rest.height()));
  if (turns) rest.cut_top(draw_turned_row(context, rest, cell.path, cell.row, std::floor(line)) + ui.px(8));
  if (!lab) draw_what_if(context, inspected, {asked.left, rest.top, asked.right, asked.bottom});
}

}  // namespace

void draw_inspector(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  ui.fill(area, c.rail);
  ui.line(area.left, area.top, area.left, area.bottom, c.hairline, ui.hairline());
  if (stage_trace(context) == nullptr) return;
  Area rest = area.inset(ui.px(22), ui.px(12));
  draw_head(context, rest.cut_top(ui.px(30), ui.px(8)));
  // Less is no room for the value, what it is made from and what can be asked of it.
  // What a word's pieces add up to stands above all that.
  const bool words = !context.session.edits_open &&
                     (ShownPlaces(context, stage_side(context), inspected_cell(context).path).merged() ||
                      !context.session.also_tokens.empty() || !context.session.key_tokens.empty());
  const bool weight = is_of_head(inspected_cell(context).path, SiteId::weights);
  const float least_tall = context.session.edits_open ? 440 : words ? 760 : weight ? 640 : 520;
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
