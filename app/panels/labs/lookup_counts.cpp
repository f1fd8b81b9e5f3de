// What the product costs, and what the lookup.
#include <algorithm>

#include "app/panels/labs/lab_matrix.h"
#include "app/panels/labs/lookup_drawing.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "app/widgets/levers.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

// A table of two columns of counts.
void draw_table(Ui& ui, Area& corner, const LookupStudy& study) {
  const Palette& c = ui.colours();
  const bool narrow = corner.width() < ui.px(270);
  const auto line = [&](const std::string& what, const std::string& product, const std::string& lookup,
                        bool head) {
    if (corner.height() < ui.px(22)) return;
    const Area row = corner.cut_top(ui.px(22));
    const Type face = head ? type::caption_hot : narrow ? type::cell : type::number;
    const Area last{row.right - ui.px(narrow ? 48 : 74), row.top, row.right, row.bottom};
    const Area middle{row.left, row.top, last.left, row.bottom};
    ui.text(middle, Align::left, type::label, c.text_2,
            ui.fitted(type::label, what, middle.width() - ui.width(face, product) - ui.px(6)));
    ui.text(middle, Align::right, face, c.ink, product);
    ui.text(last, Align::right, face, c.ink, lookup);
  };
  line("", "product", "lookup", true);
  ui.line(corner.left, corner.top, corner.right, corner.top, c.strong_line, ui.hairline());
  line("multiply-adds", count_text(study.cost.product_terms), count_text(study.cost.lookup_terms), false);
  line(narrow ? "read of E" : "numbers of E read", count_text(study.cost.product_reads),
       count_text(study.cost.lookup_reads), false);
  if (corner.height() < ui.px(30)) return;
  const Area row = corner.cut_top(ui.px(30));
  const float end = ui.text(row.left, row.middle_y(), type::label, c.text_2, "largest difference ");
  draw_measured(ui, end + ui.px(4), row.middle_y(), study.difference);
}

constexpr const char* again_label = "Draw E again";

// How many dimensions the letters' table has.
void slide_dimensions(const PanelContext& context, const Area& place) {
  const auto d = number_slide(context.ui, "slide/lookup/d", place,
                              {.label = "dimensions d",
                               .value = static_cast<double>(context.session.labs.get<LookupLab>().dimensions),
                               .lowest = 1,
                               .highest = 8,
                               .usual = 4});
  if (d) change_labs(context, [d](Labs& labs) { labs.get<LookupLab>().dimensions = static_cast<int>(*d); });
}

void draw_again(const PanelContext& context, float left, float top) {
  Ui& ui = context.ui;
  const Area place = Area::at(left, top, button_width(ui, again_label), ui.px(32));
  if (button(ui, "lookup/again", place, again_label, ButtonKind::plain))
    change_labs(context,
                [](Labs& labs) { labs.get<LookupLab>().seed = next_seed(labs.get<LookupLab>().seed); });
}

// Both in one line where there is room.
void draw_controls(const PanelContext& context, Area corner) {
  Ui& ui = context.ui;
  const bool beside = ui.px(160) + button_width(ui, again_label) <= corner.width();
  if (corner.height() < ui.px(beside ? 50 : 92)) return;
  corner.cut_top(ui.px(8));
  const Area row = corner.cut_top(ui.px(42));
  slide_dimensions(context, {row.left, row.top, row.left + ui.px(140), row.bottom});
  if (beside) {
    draw_again(context, row.left + ui.px(160), row.top + ui.px(5));
  } else {
    draw_again(context, row.left, corner.top + ui.px(5));
  }
}

}  // namespace

float lookup_counts_height(const Ui& ui) { return ui.px(152); }

float lookup_field_width(const Ui& ui) { return ui.px(200); }

void draw_lookup_counts(const PanelContext& context, const Area& area, const Area& beside_field,
                        const LabWork& work) {
  Ui& ui = context.ui;
  Area corner = area;
  if (corner.height() > ui.px(150)) {
    const Formula formula = Formula::parse("onehot(t) E = E_t");
    formula.draw(ui, corner.left, corner.top + ui.px(24), FormulaSize::medium);
    corner.cut_top(ui.px(48));
  }
  draw_table(ui, corner, *work.result<LookupStudy>());
  const bool letters = work.settings<LookupLab>().of == LookupOf::letters;
  if (!letters || ui.exporting()) return;
  if (ui.px(160) + button_width(ui, again_label) > beside_field.width())
    return draw_controls(context, corner);
  const float top = beside_field.top;
  slide_dimensions(context, Area::at(beside_field.left, top - ui.px(3), ui.px(140), ui.px(42)));
  draw_again(context, beside_field.left + ui.px(160), top + ui.px(1));
}

}  // namespace headlight
