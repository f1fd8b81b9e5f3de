#include <array>
#include <cctype>
#include <cmath>
#include <limits>

#include "app/panels/inspector/inspected.h"
#include "app/panels/step_names.h"
#include "app/panels/what_if/interventions.h"
#include "app/widgets/controls.h"
#include "core/figure/amounts.h"

namespace headlight {
namespace {

struct NumberTyped {
  CellName cell;     // that it is for
  std::string text;  // as far as it is typed
  int reach = 0;     // its cell, row or all rows
};

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
  const Side& side = context.document.sides.at(stage_side(context));
  if (side.unedited == nullptr || side.trace == nullptr || side.unedited == side.trace) return found;
  const int node = side.unedited->find(inspected.cell.path);
  if (node >= 0) {
    const Shape shape = side.unedited->tape().node(node).shape;
    if (inspected.cell.row < shape.rows && inspected.cell.col < shape.cols) {
      const float before = side.unedited->cell({node, inspected.cell.row, inspected.cell.col});
      const float after = inspected.map->value(inspected.cell.row, inspected.cell.col);
      const Subtraction written = subtraction_text(after, before, decimals_of(inspected.map->format));
      found.push_back({"this cell", written.take, written.from});
    }
  }
  std::string answers = info(side.trace->anatomy().answer).column;
  answers.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(answers.front())));
  // The first word that is written differently.
  const auto& before = side.unedited->words().next;
  const auto& after = side.trace->words().next;
  for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
    if (before[i] == after[i]) continue;
    found.push_back({answers, before[i], after[i]});
    break;
  }
  if (found.size() < 2) found.push_back({answers, "the same", "the same"});
  // Not this cell's edit alone may have a part in it.
  if (side.edits.size() > 1)
    found.insert(found.begin(), {"all " + std::to_string(side.edits.size()) + " edits together:", "", ""});
  return found;
}

// The sentence that what is typed is for: the one on stage alone where the other has no such word there.
void draw_whose_edit(const PanelContext& context, const Area& area, std::optional<int> only) {
  if (!context.pictures.two()) return;
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Rgb own = !only ? c.text_2 : *only == 0 ? c.first_sentence : c.second_sentence;
  const std::string said = only ? "in " + side_name(context, *only) + " alone" : "in both sentences";
  line_of_text(ui, area, type::label, own, said);
}

}  // namespace

float what_if_height(const PanelContext& context, const Inspected& inspected) {
  const float lines = static_cast<float>(changes(context, inspected).size());
  return context.ui.px(110) + (lines > 0 ? context.ui.px(22) * lines + context.ui.px(8) : 0);
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
  Area row = area.cut_top(ui.px(38));
  const char* keep = "Keep";
  const Area keep_area = row.cut_right(button_width(ui, keep));
  row.cut_right(ui.px(10));
  const std::string now =
      significant_text(inspected.map->value(inspected.cell.row, inspected.cell.col), 4) + "  or  × 2";
  const Field field = text_field(ui, "what if", row, number.text, type::score, now);
  const std::optional<Typed> value = typed(number.text);
  Edit edit{.path = inspected.cell.path};
  if (number.reach < 2) edit.row = inspected.cell.row;
  if (number.reach < 1) edit.col = inspected.cell.col;
  const std::optional<int> only = side_for(context, edit);
  draw_whose_edit(context, {head_end + ui.px(8), head.top, head.right, head.bottom}, only);
  const bool pressed = button(ui, "what if/keep", keep_area, keep, ButtonKind::primary, value.has_value());
  if (value && (pressed || field.entered)) {
    edit.kind = value->factor ? Edit::Kind::multiply : Edit::Kind::set;
    edit.values = {value->value};
    // The cell stays in the inspector while its consequences come in.
    if (context.session.trail.empty() || context.session.trail.back() != inspected.cell)
      ui.emit(SelectCell{inspected.cell});
    ui.emit(AddEdit{edit, only});
  }
  area.cut_top(ui.px(6));
  if (!number.text.empty() && !value) {
    ui.text(area.cut_top(ui.px(20)), Align::left, type::caption, c.error,
            "a number, please: 0.5, × 2, or -inf");
    return;
  }
  for (const Told& change : changes(context, inspected)) {
    const Area line = area.cut_top(ui.px(22));
    ui.text(line, Align::left, type::body, c.text_2, change.what);
    if (change.before.empty()) continue;
    const float right = line.right;
    const std::string after = ui.fitted(type::number_hot, change.after, line.width() * 0.3F);
    ui.text(right - ui.width(type::number_hot, after), line.middle_y(), type::number_hot, c.ink, after);
    const float middle = right - line.width() * 0.34F;
    ui.text(middle - ui.px(14), line.middle_y(), type::body, c.text_3, "→");
    const std::string before = ui.fitted(type::number, change.before, line.width() * 0.3F);
    ui.text(middle - ui.px(24) - ui.width(type::number, before), line.middle_y(), type::number, c.text_2,
            before);
  }
}

}  // namespace headlight
