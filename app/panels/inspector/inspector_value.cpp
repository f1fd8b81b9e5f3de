#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "app/panels/common/interventions.h"
#include "app/panels/common/stage.h"
#include "app/panels/inspector/inspector.h"
#include "app/panels/steps/steps.h"
#include "app/session/edits.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/dependencies.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

struct ValueShown {
  int compared = 1;  // what was before the edits, is now, or differs
};

std::string value_shown(const Heatmap& map, const CellName& cell) {
  if (map.is_error(cell.row, cell.col)) return "NaN";
  if (map.state(cell.row, cell.col) == CellState::masked) return "masked";
  const float value = map.value(cell.row, cell.col);
  // The number of a word is no measured value.
  if (map.columns == 1 && value == std::floor(value)) return significant_text(value, 7);
  return number_alone(value, map.format);
}

// The cell's row as a strip: before the edits, after them, or the difference.
void draw_row(const PanelContext& context, const HeatmapPtr& map, const CellName& cell, const Area& area) {
  Ui& ui = context.ui;
  if (map == nullptr) {
    ui.text(area, Align::left, type::caption, ui.colours().text_3, "not as many words as before");
    return;
  }
  const float wide = area.width() / static_cast<float>(map->columns);
  ui.cells({.map = map,
            .row = cell.row,
            .column = 0,
            .rows = 1,
            .columns = map->columns,
            .area = area,
            .gap = cell_gap(ui, wide),
            .paper = ui.colours().rail,
            .unit = ui.scale()});
  ui.outline(Area::at(area.left + wide * static_cast<float>(cell.col), area.top, wide, area.height())
                 .outset(ui.px(1.5F)),
             ui.colours().ink, ui.px(1.5F));
  if (!ui.hovered(area)) return;
  const int column = std::min(static_cast<int>((ui.mouse().x - area.left) / wide), map->columns - 1);
  ui.tooltip(cell_tooltip(*map, {cell.row, column}));
}

// A sentence's value: its name in its colour, and the number. Returns the right end.
float draw_named(Ui& ui, float x, float y, const std::string& name, const std::string& number, Rgb own) {
  x = ui.text(x, y, type::label_hot, own, name) + ui.px(7);
  return ui.text(x, y, type::number_hot, ui.colours().ink, number);
}

// Second minus first, and both.
void draw_difference(const PanelContext& context, const Compared& compared, const CellAt& at, Area& rest) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Heatmap& difference = *compared.maps[2];
  const Area place = rest.cut_top(ui.px(54));
  const bool open = difference.state(at.row, at.column) == CellState::value;
  const auto value = [&](int side) { return compared.maps.at(side)->value(at.row, at.column); };
  const Subtraction numbers =
      open ? subtraction_text(value(1), value(0), decimals_of(difference.format)) : Subtraction{"", "", "–"};
  const float right = ui.text(place.left, place.middle_y(), open ? type::value : type::panel, c.ink,
                              (open && value(1) > value(0) ? "+" : "") + numbers.difference);
  if (!open)
    ui.text(right + ui.px(8), place.middle_y(), type::caption, c.text_2,
            difference.state(at.row, at.column) == CellState::masked ? "masked in one of them"
                                                                     : "only one of them has this");
  for (const int side : {1, 0}) {
    const Heatmap& map = *compared.maps.at(side);
    const bool there = map.state(at.row, at.column) != CellState::absent;
    const Area line = rest.cut_top(ui.px(22));
    const std::string lead = side == 1 ? "" : "minus ";
    const float x =
        lead.empty() ? line.left : ui.text(line.left, line.middle_y(), type::body, c.text_2, lead);
    draw_named(ui, x, line.middle_y(), side_name(context, side),
               open    ? side == 1 ? numbers.from : numbers.take
               : there ? value_shown(map, {map.path, at.row, at.column})
                       : "has no such word",
               c.sentence(side));
  }
  rest.cut_top(ui.px(8));
}

}  // namespace

std::optional<CellAt> compared_cell(const PanelContext& context, const CellName& cell) {
  const ViewKind view = context.session.view;
  if (context.session.sides != Sides::difference || (view != ViewKind::lines && view != ViewKind::steps))
    return std::nullopt;
  const Compared* compared = context.pictures.compared(cell.path);
  if (compared == nullptr) return std::nullopt;
  return compared->common(stage_side(context), cell.row, cell.col);
}

void draw_whose(const PanelContext& context, const CellName& cell, Area& rest) {
  if (!context.pictures.two() || shows_lab(context.session)) return;
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Area line = rest.cut_top(ui.px(20));
  const int side = stage_side(context);
  const auto name = [&](float x, int of) {
    return ui.text(x, line.middle_y(), type::label_hot, c.sentence(of), side_name(context, of));
  };
  if (compared_cell(context, cell)) {
    float x = ui.text(line.left, line.middle_y(), type::label, c.text_2, "difference: ");
    x = name(x, 1);
    name(ui.text(x, line.middle_y(), type::label, c.text_2, " minus "), 0);
    return;
  }
  name(
      ui.text(line.left, line.middle_y(), type::label, c.text_2, side == 0 ? "sentence 1: " : "sentence 2: "),
      side);
}

bool is_edited(const PanelContext& context, const Inspected& inspected) {
  const auto& edits = context.session.edits;
  const CellName& cell = inspected.cell;
  return std::any_of(edits.begin(), edits.end(), [&](const SessionEdit& edit) {
    return edit.path == cell.path && edit.on && edit.is_of(stage_run(context)) &&
           touches(edit, inspected.trace.tape().node(inspected.node).shape, cell.row, cell.col);
  });
}

void draw_value(const PanelContext& context, const Inspected& inspected, Area& rest) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const CellName& cell = inspected.cell;
  if (const std::optional<CellAt> at = compared_cell(context, cell))
    return draw_difference(context, *context.pictures.compared(cell.path), *at, rest);
  const Heatmap& now = *inspected.map;
  const Area place = rest.cut_top(ui.px(54));
  const HeatmapPtr before = context.pictures.before(stage_side(context), cell.path);
  if (!has_cell(before, cell)) {
    ui.text(place, Align::left, type::value, now.is_error(cell.row, cell.col) ? c.error : c.ink,
            value_shown(now, cell));
    return;
  }
  const int compared = ui.state<ValueShown>().compared;
  std::string shown = value_shown(compared == 0 ? *before : now, cell);
  if (compared == 2) {
    const float by = now.value(cell.row, cell.col) - before->value(cell.row, cell.col);
    shown = std::isfinite(by) ? significant_text(by, 3) : "masked";
    if (by > 0 && std::isfinite(by)) shown = "+" + shown;
    if (!differs(before->value(cell.row, cell.col), now.value(cell.row, cell.col))) shown = "0";
  }
  ui.text(place, Align::left, type::value, c.ink, shown);
  const std::array<Choice, 3> which{Choice{"before"}, {"after"}, {"difference"}};
  const Area line = rest.cut_top(ui.px(30));
  const int pressed =
      choices(ui, "compared", {line.left, line.top, line.left + choices_width(ui, which), line.bottom}, which,
              compared);
  if (pressed >= 0) {
    ui.state<ValueShown>().compared = pressed;
    ui.state().again = true;
  }
  rest.cut_top(ui.px(6));
  const HeatmapPtr row = compared == 0   ? before
                         : compared == 1 ? inspected.map
                                         : context.pictures.difference(stage_side(context), cell.path);
  draw_row(context, row, cell, rest.cut_top(ui.px(16), ui.px(8)));
}

namespace {

struct NumberTyped {
  CellName cell;     // that it is for
  std::string text;  // as far as it is typed
  int reach = 0;     // its cell, row or all rows
};

// Whether the other weights of a row make room for one that is typed; a person's choice, for all cells.
struct OthersMakeRoom {
  bool on = true;
};

bool is_weight(const Inspected& inspected) {
  return is_of_head(inspected.cell.path, SiteId::weights) && inspected.map->columns > 1;
}

// What a cell's row adds up to, of those that a softmax made.
std::optional<float> sum_of_row(const PanelContext& context, const Inspected& inspected) {
  const Trace* before = context.pictures.unedited(stage_side(context)).get();
  const Trace& made = before != nullptr ? *before : inspected.trace;
  const int node = made.find(inspected.cell.path);
  if (node < 0 || !is_distribution(made, node) || made.anatomy().given) return std::nullopt;
  double sum = 0;
  for (int key = 0; key < inspected.map->columns; ++key) {
    if (inspected.map->state(inspected.cell.row, key) != CellState::value) continue;
    sum += static_cast<double>(inspected.map->value(inspected.cell.row, key));
  }
  return static_cast<float>(sum);
}

// Further from 1 than rounding.
bool is_not_one(float sum) { return std::fabs(sum - 1) > 0.005F; }

std::vector<float> row_of(const Inspected& inspected) {
  std::vector<float> row;
  for (int key = 0; key < inspected.map->columns; ++key)
    row.push_back(inspected.map->value(inspected.cell.row, key));
  return row;
}

// What is to be said of a row whose weight was taken away, or whose weights no longer add up to 1, and what
// can be done about it.
struct Repair {
  std::string says, offers;
  Edit edit;
};

// Gives what is missing to a key; of a row that is whole, what it looked at before.
Edit given_to(const Inspected& inspected, int key, float sum, float before) {
  const CellName& cell = inspected.cell;
  std::vector<float> row = row_of(inspected);
  if (!is_not_one(sum)) return turned_row(*inspected.map, cell.row, cell.row, row, key, before);
  row[static_cast<std::size_t>(key)] += 1 - sum;
  Edit edit{.path = cell.path, .kind = Edit::Kind::set, .row = cell.row};
  edit.values = std::move(row);
  return edit;
}

std::optional<Repair> repair_of(const PanelContext& context, const Inspected& inspected) {
  if (!is_weight(inspected) || !is_edited(context, inspected)) return std::nullopt;
  const std::optional<float> sum = sum_of_row(context, inspected);
  if (!sum || !std::isfinite(*sum)) return std::nullopt;
  const Heatmap& now = *inspected.map;
  const CellName& cell = inspected.cell;
  const HeatmapPtr known = context.pictures.before(stage_side(context), cell.path);
  const Heatmap& before = has_cell(known, cell) ? *known : now;
  const std::string adds = "The row adds up to " + fixed_text(*sum, 2) + ", not to 1: ";
  if (is_not_one(*sum) && *sum > 1) {
    return Repair{
        adds + "it takes more than there is.", "Let the others make room",
        turned_row(now, cell.row, cell.row, row_of(inspected), cell.col, now.value(cell.row, cell.col))};
  }
  const LookChoices look = look_choices(before, cell.row, 1);
  const int most = look_choices(now, cell.row, 0).now;
  // What the row looked at, where it is not that which was taken away; else the next noun.
  const int to = look.now != cell.col ? look.now : look.others.empty() ? -1 : look.others.front();
  std::string says = adds + "the missing weight goes to no word at all.";
  if (!is_not_one(*sum)) {
    if (look.now != cell.col || most == cell.col || most == to) return std::nullopt;
    says = "The others made room: most of it goes to “" + now.column_label(most) + "” now (" +
           weight_alone(now.value(cell.row, most)) + ").";
  }
  if (to < 0) return Repair{says, "", {}};
  return Repair{says, "Give it to “" + now.column_label(to) + "”",
                given_to(inspected, to, *sum, before.value(cell.row, cell.col))};
}

// What was typed: a number to set, or one to multiply by ("×2", "x2", "*2").
struct Typed {
  float value = 0;
  bool factor = false;
};

std::optional<Typed> typed(std::string text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return std::nullopt;
  Typed found;
  for (const std::string sign : {"×", "x", "*"}) {
    if (!text.substr(begin).starts_with(sign)) continue;
    found.factor = true;
    text = text.substr(begin + sign.size());
    break;
  }
  const std::optional<float> value = typed_number(text);
  if (!value) return std::nullopt;
  found.value = *value;
  return found;
}

// What an edit of the cell changed in the sentence that the inspector follows.
struct Told {
  std::string what, before, after;
};

std::vector<Told> changes(const PanelContext& context, const Inspected& inspected) {
  std::vector<Told> found;
  if (!is_edited(context, inspected)) return found;
  const Run& run = context.results.side(stage_side(context));
  if (run.unedited == nullptr || run.trace == nullptr || run.unedited == run.trace) return found;
  const int node = run.unedited->find(inspected.cell.path);
  if (node >= 0) {
    const Shape shape = run.unedited->tape().node(node).shape;
    if (inspected.cell.row < shape.rows && inspected.cell.col < shape.cols) {
      const float before = run.unedited->cell({node, inspected.cell.row, inspected.cell.col});
      const float after = inspected.map->value(inspected.cell.row, inspected.cell.col);
      const Subtraction written = subtraction_text(after, before, decimals_of(inspected.map->format));
      found.push_back({"this cell", written.take, written.from});
    }
  }
  std::string answers = info(run.trace->anatomy().answer).column;
  answers.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(answers.front())));
  // The first word that is written differently.
  const auto& before = run.unedited->words().next;
  const auto& after = run.trace->words().next;
  for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
    if (before[i] == after[i]) continue;
    found.push_back({answers, before[i], after[i]});
    break;
  }
  if (found.size() < 2) found.push_back({answers, "the same", "the same"});
  // Not this cell's edit alone may have a part in it.
  if (run.edits.size() > 1)
    found.insert(found.begin(), {"all " + std::to_string(run.edits.size()) + " edits together:", "", ""});
  return found;
}

// The sentence that what is typed is for: the one on stage alone where the other has no such word there.
void draw_whose_edit(const PanelContext& context, const Area& area, std::optional<int> only) {
  if (!context.pictures.two()) return;
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Rgb own = only ? c.sentence(*only) : c.text_2;
  const std::string said = only ? "in " + side_name(context, *only) + " alone" : "in both sentences";
  line_of_text(ui, area, type::label, own, said);
}

}  // namespace

namespace {

constexpr float note_line = 18;  // of what is said of a row, in units

// What is said of the row, and the button that mends it.
void draw_repair(const PanelContext& context, const Repair& repair, Area area) {
  Ui& ui = context.ui;
  area.cut_top(ui.wrapped(area, type::label, ui.colours().ink, repair.says, ui.px(note_line)), ui.px(6));
  if (repair.offers.empty()) return;
  const std::string label = ui.shortened(type::control, repair.offers, area.width() - ui.px(28));
  const Area place = Area::at(area.left, area.top, button_width(ui, label), ui.px(30));
  if (button(ui, "what if/mend", place, label, ButtonKind::plain))
    ui.emit(AddEdit{repair.edit, run_for(context, repair.edit)});
}

float repair_height(const Ui& ui, const Repair& repair, float width) {
  return ui.wrapped_height(type::label, repair.says, width, ui.px(note_line)) + ui.px(6) +
         (repair.offers.empty() ? 0 : ui.px(38));
}

}  // namespace

std::string row_sum_note(const PanelContext& context, const Inspected& inspected) {
  const std::optional<float> sum = sum_of_row(context, inspected);
  if (!sum || !is_not_one(*sum)) return "";
  return "This row was set by hand: it adds up to " + fixed_text(*sum, 2) + ".";
}

bool offers_repair(const PanelContext& context, const Inspected& inspected) {
  return repair_of(context, inspected).has_value();
}

float what_if_height(const PanelContext& context, const Inspected& inspected, float width) {
  const Ui& ui = context.ui;
  const float lines = static_cast<float>(changes(context, inspected).size());
  const std::optional<Repair> repair = repair_of(context, inspected);
  return ui.px(110) + (is_weight(inspected) ? ui.px(28) : 0) +
         (lines > 0 ? ui.px(22) * lines + ui.px(8) : 0) + (repair ? repair_height(ui, *repair, width) : 0);
}

void draw_what_if(const PanelContext& context, const Inspected& inspected, Area area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  NumberTyped& number = ui.state<NumberTyped>();
  if (number.cell != inspected.cell) number = {.cell = inspected.cell, .text = {}};
  const Area head = area.cut_top(ui.px(24));
  const float head_end = ui.text(head.left, head.middle_y(), type::small_section, c.ink, "What if it were");
  const std::array<Choice, 3> reaches{Choice{"this cell"}, {"its row"}, {"all rows"}};
  const Area reach = area.cut_top(ui.px(28));
  const int pressed_reach = choices(
      ui, "what if/reach", {reach.left, reach.top, reach.left + choices_width(ui, reaches), reach.bottom},
      reaches, number.reach);
  if (pressed_reach >= 0) number.reach = pressed_reach;
  area.cut_top(ui.px(8));
  bool& make_room = ui.state<OthersMakeRoom>().on;
  if (is_weight(inspected)) {
    const Area line = area.cut_top(ui.px(28));
    const bool alone = number.reach == 0;
    line_of_text(ui, line, type::body, alone ? c.text_2 : c.text_3,
                 alone && make_room ? "The other weights make room" : "The other weights stay as they are");
    if (alone && toggle(ui, "what if/room", line.right - toggle_width(ui) - ui.px(3),
                        line.middle_y() - ui.px(3), make_room))
      make_room = !make_room;
  }
  Area row = area.cut_top(ui.px(38));
  const char* keep = "Keep";
  const Area keep_area = row.cut_right(button_width(ui, keep), ui.px(10));
  const std::string now =
      significant_text(inspected.map->value(inspected.cell.row, inspected.cell.col), 4) + "  or  × 2";
  const Field field = text_field(ui, "what if", row, number.text, type::score, now);
  const std::optional<Typed> value = typed(number.text);
  Edit edit{.path = inspected.cell.path};
  if (number.reach < 2) edit.row = inspected.cell.row;
  if (number.reach < 1) edit.col = inspected.cell.col;
  // A whole row is of one sentence where the words of the two are not the same.
  const bool makes_room = make_room && is_weight(inspected) && number.reach == 0;
  Edit reaches_to = edit;
  if (makes_room) {
    reaches_to.col.reset();
    reaches_to.values.assign(static_cast<std::size_t>(inspected.map->columns), 0.0F);
  }
  const std::optional<int> only = run_for(context, reaches_to);
  draw_whose_edit(context, {head_end + ui.px(8), head.top, head.right, head.bottom},
                  only ? std::optional(stage_side(context)) : std::nullopt);
  const bool pressed = button(ui, "what if/keep", keep_area, keep, ButtonKind::primary, value.has_value());
  if (value && (pressed || field.entered)) {
    edit.kind = value->factor ? Edit::Kind::multiply : Edit::Kind::set;
    edit.values = {value->value};
    // The cell stays in the inspector while its consequences come in.
    if (context.session.trail.empty() || context.session.trail.back() != inspected.cell)
      ui.emit(SelectCell{inspected.cell});
    if (makes_room && std::isfinite(value->value)) {
      const float to = value->factor
                           ? value->value * inspected.map->value(inspected.cell.row, inspected.cell.col)
                           : value->value;
      edit = turned_row(*inspected.map, inspected.cell.row, inspected.cell.row, row_of(inspected),
                        inspected.cell.col, to);
    }
    ui.emit(AddEdit{edit, only});
  }
  area.cut_top(ui.px(6));
  if (!number.text.empty() && !value) {
    ui.text(area.cut_top(ui.px(20)), Align::left, type::caption, c.error, "type a number: 0.5, × 2, or -inf");
    return;
  }
  for (const Told& change : changes(context, inspected)) {
    const Area line = area.cut_top(ui.px(22));
    ui.text(line, Align::left, type::body, c.text_2, change.what);
    if (change.before.empty()) continue;
    const float right = line.right;
    const std::string after = ui.shortened(type::number_hot, change.after, line.width() * 0.3F);
    ui.text(right - ui.width(type::number_hot, after), line.middle_y(), type::number_hot, c.ink, after);
    const float middle = right - line.width() * 0.34F;
    ui.text(middle - ui.px(14), line.middle_y(), type::body, c.text_3, "→");
    const std::string before = ui.shortened(type::number, change.before, line.width() * 0.3F);
    ui.text(middle - ui.px(24) - ui.width(type::number, before), line.middle_y(), type::number, c.text_2,
            before);
  }
  if (const std::optional<Repair> repair = repair_of(context, inspected)) draw_repair(context, *repair, area);
}

}  // namespace headlight
