// One-hot rows below left, the table above right and their product where they meet; and beside the product
// the rows picked by their numbers.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/lookup/lookup_panel.h"
#include "app/panels/common/panels.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// What the product costs, and what the lookup.

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
            ui.shortened(type::label, what, middle.width() - ui.width(face, product) - ui.px(6)));
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
  slide_setting(context, place, &LookupLab::dimensions, {.label = "dimensions d"});
}

void draw_again(const PanelContext& context, float left, float top) {
  Ui& ui = context.ui;
  const Area place = Area::at(left, top, button_width(ui, again_label), ui.px(32));
  if (button(ui, "lookup/again", place, again_label, ButtonKind::plain))
    change_lab<LookupLab>(context, [](LookupLab& lab) { lab.seed = next_seed(lab.seed); });
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

namespace {

class LookupView {
 public:
  LookupView(const PanelContext& context, const Area& area, const LabWork& work)
      : context_(context),
        ui_(context.ui),
        area_(area),
        work_(work),
        one_hot_(*work.maps.at("one_hot")),
        product_(*work.maps.at("product")),
        study_(*work.result<LookupStudy>()),
        rows_(study_.rows),
        letters_(work.settings<LookupLab>().of == LookupOf::letters) {
    const Trace& trace = *work.recorded->trace(0);
    const Reading tokens = trace.read("lookup_lab.tokens");
    for (int t = 0; t < tokens.shape().rows; ++t) tokens_.push_back(static_cast<int>(tokens(t, 0)));
    const int followed = ui_.state<Hover>().followed_token;
    row_ = std::min(followed >= 0 ? followed : context.session.labs.get<LookupLab>().place,
                    static_cast<int>(tokens_.size()) - 1);
  }

  void draw() {
    lay_out();
    draw_follow();
    draw_matrices();
    draw_captions();
    draw_corner();
    draw_leaving();
  }

 private:
  int shown_of(int token) const {
    return static_cast<int>(std::find(rows_.begin(), rows_.end(), token) - rows_.begin());
  }

  void lay_out() {
    const Heatmap& table = *work_.maps.at("table");
    const float labels = std::max(ui_.px(50), row_labels_width(ui_, product_));
    const float table_labels = std::max(ui_.px(44), row_labels_width(ui_, table));
    between_ = ui_.px(112);
    const float wide =
        fitted_cells(0, 0, product_, area_.width() * 0.22F, ui_.px(100), ui_.px(48), 10).width();
    // What stands under the last one needs some width even where that is a single column.
    const float last = std::max(wide, ui_.px(140));
    const float left_room = area_.width() - labels - table_labels - wide - between_ - last;
    const float most = letters_ ? ui_.px(22) : ui_.px(36);
    const float one_wide = fitted_cells(0, 0, one_hot_, left_room, ui_.px(100), most, 10).width();
    const float head =
        letters_ ? ui_.px(20)
                 : column_labels_height(ui_, one_hot_, one_wide / static_cast<float>(one_hot_.columns));
    const float foot = ui_.px(66);
    const float tall_room = area_.height() - foot - head - ui_.px(30);
    // One word or two have the stage to themselves.
    const float largest = ui_.px(product_.rows <= 2 ? 40 : 26);
    const float rows_tall = std::min(tall_room * 0.5F, largest * static_cast<float>(product_.rows));
    const float slot = cell_side(rows_tall / static_cast<float>(product_.rows), largest);
    const float bottom_tall = slot * static_cast<float>(product_.rows);
    table_cells_ = fitted_cells(0, area_.top + ui_.px(24), table, wide, tall_room - bottom_tall, wide,
                                std::max(slot, ui_.px(24)));
    const float free_row = std::max(ui_.px(26), head);
    // Few rows go down as far as what is counted in the corner needs, and to the middle of the stage.
    const float counts = lookup_counts_height(ui_) + (letters_ ? ui_.px(52) : head);
    const float slack = area_.bottom - foot - bottom_tall - table_cells_.bottom - free_row;
    const float wanted = std::max(area_.top + counts - table_cells_.bottom - free_row, slack * 0.4F);
    table_cells_ = table_cells_.moved(0, std::round(std::clamp(wanted, 0.0F, std::max(0.0F, slack))));
    const float rows_top = std::round(table_cells_.bottom + free_row);
    one_cells_ = Area::at(area_.left + labels, rows_top, one_wide, bottom_tall);
    // The corner above a few columns needs room of its own.
    const float most_left = area_.right - wide - between_ - last;
    const float product_left = std::max(one_cells_.right + table_labels,
                                        std::min(area_.left + ui_.px(312) + table_labels, most_left));
    corner_right_ = product_left - table_labels - ui_.px(12);
    table_cells_ = table_cells_.moved(std::round(product_left) - table_cells_.left, 0);
    product_cells_ = Area::at(table_cells_.left, rows_top, wide, bottom_tall);
    found_cells_ = product_cells_.moved(wide + between_, 0);
  }

  void draw_follow() {
    focus_band(ui_, area_.left, found_cells_.right + ui_.px(4), one_cells_, product_.rows, row_);
    const Palette& c = ui_.colours();
    const float y = row_of(found_cells_, product_.rows, row_).middle_y();
    const float from = row_of(table_cells_, static_cast<int>(rows_.size()), shown_now()).middle_y();
    const float x0 = table_cells_.right + ui_.px(6);
    const float x1 = found_cells_.left - ui_.px(44);
    const float middle = (x0 + x1) / 2;
    ui_.curve({{x0, from}, {middle, from}, {middle, y}, {x1, y}}, c.second_sentence, ui_.px(2), 0.8F);
    const float s = ui_.px(5);
    ui_.polygon(std::array<ImVec2, 3>{{{x1 - s, y - s}, {x1 + 1, y}, {x1 - s, y + s}}}, c.second_sentence);
  }

  static Area row_of(const Area& cells, int rows, int row) {
    const float tall = cells.height() / static_cast<float>(rows);
    return Area::at(cells.left, cells.top + tall * static_cast<float>(row), cells.width(), tall);
  }
  int shown_now() const { return shown_of(tokens_[row_]); }

  // The row of E that was chosen moves out to where it was looked up.
  void draw_leaving() {
    const float way = arrival(ui_, "lookup/" + std::to_string(context_.session.labs.get<LookupLab>().place));
    if (way >= 1 || row_ != context_.session.labs.get<LookupLab>().place) return;
    const HeatmapPtr& table = work_.maps.at("table");
    const Area from = row_of(table_cells_, table->rows, shown_now());
    const Area to = row_of(found_cells_, product_.rows, row_);
    const auto mix = [way](float a, float b) { return a + way * (b - a); };
    const Area now{mix(from.left, to.left), mix(from.top, to.top), mix(from.right, to.right),
                   mix(from.bottom, to.bottom)};
    ui_.cells({.map = table,
               .row = shown_now(),
               .rows = 1,
               .columns = table->columns,
               .area = now,
               .paper = ui_.colours().stage,
               .unit = ui_.scale()});
    ui_.outline(now.outset(ui_.px(1)), ui_.colours().second_sentence, ui_.px(2), ui_.px(2));
  }

  void take(const HeatmapTouch& touch, bool of_table) {
    const auto word_at = [&](int shown) {
      if (!of_table) return shown;
      const auto at = std::find(tokens_.begin(), tokens_.end(), rows_[shown]);
      return at == tokens_.end() ? -1 : static_cast<int>(at - tokens_.begin());
    };
    if (touch.hovered_row) ui_.state<Hover>().token = word_at(*touch.hovered_row);
    std::optional<int> chosen = touch.clicked_row;
    if (touch.clicked) chosen = touch.clicked->row;
    if (!chosen) return;
    const int row = word_at(*chosen);
    if (row >= 0) change_lab<LookupLab>(context_, [row](LookupLab& lab) { lab.place = row; });
  }

  void draw_matrices() {
    take(lab_matrix(context_, one_cells_,
                    {.id = "one-hot",
                     .map = work_.maps.at("one_hot"),
                     .path = "lookup_lab.one_hot",
                     .focus_row = row_,
                     .column_labels = !letters_,
                     .columns = rows_}),
         false);
    take(lab_matrix(context_, table_cells_,
                    {.id = "table",
                     .map = work_.maps.at("table"),
                     .path = study_.table,
                     .focus_row = shown_now(),
                     .rows = rows_}),
         true);
    take(lab_matrix(context_, product_cells_,
                    {.id = "product",
                     .map = work_.maps.at("product"),
                     .path = "lookup_lab.product",
                     .focus_row = row_,
                     .row_labels = false}),
         false);
    take(lab_matrix(context_, found_cells_,
                    {.id = "looked up",
                     .map = work_.maps.at("looked_up"),
                     .path = "lookup_lab.looked_up",
                     .focus_row = row_,
                     .row_labels = false}),
         false);
    draw_letters();
    draw_numbers();
  }

  // Over narrow columns a single letter needs no turning.
  void draw_letters() {
    if (!letters_) return;
    const Palette& c = ui_.colours();
    const float wide = one_cells_.width() / static_cast<float>(one_hot_.columns);
    const bool all = ui_.width(type::cell_hot, "W") <= wide;
    for (int column = 0; column < one_hot_.columns; ++column) {
      const bool hot = column == tokens_[row_];
      if (!hot && !all) continue;
      ui_.text(Area::at(one_cells_.left + wide * static_cast<float>(column), one_cells_.top - ui_.px(18),
                        wide, ui_.px(16)),
               Align::centre, hot ? type::cell_hot : type::cell, hot ? c.ink : c.text_2,
               one_hot_.column_label(column));
    }
  }

  // The number of the row that each row of the lookup is.
  void draw_numbers() {
    const float tall = found_cells_.height() / static_cast<float>(product_.rows);
    for (int t = 0; t < product_.rows; ++t) {
      const bool hot = t == row_;
      if (!hot && tall < ui_.px(13)) continue;
      const float y = found_cells_.top + tall * (static_cast<float>(t) + 0.5F);
      const std::string number = std::to_string(tokens_[t]);
      const Type face = hot ? type::number_hot : type::number;
      ui_.text(found_cells_.left - ui_.px(8) - ui_.width(face, number), y, face,
               hot ? ui_.colours().ink : ui_.colours().text_2, number);
    }
  }

  void draw_captions() {
    const Palette& c = ui_.colours();
    const float y = one_cells_.bottom + ui_.px(14);
    const auto under = [&](const Area& cells, const std::string& first, const std::string& second) {
      const float room = cells.width() + ui_.px(100);
      ui_.text(cells.left, y, type::label_hot, c.ink, ui_.shortened(type::label_hot, first, room));
      ui_.text(cells.left, y + ui_.px(18), type::caption, c.text_2,
               ui_.shortened(type::caption, second, room));
    };
    const std::string all = count_text(work_.recorded->trace(0)->read("lookup_lab.one_hot").shape().cols);
    const std::string shape = count_text(one_hot_.rows) + " × " + all;
    const std::string cut = say(
        letters_ ? to_be_said("{shape}, one 1 in each") : to_be_said("{shape}, shown: only columns with a 1"),
        {{"shape", shape}});
    ui_.text(one_cells_.left, y, type::label_hot, c.ink, "one-hot rows");
    ui_.wrapped({one_cells_.left, y + ui_.px(10), std::max(one_cells_.right, one_cells_.left + ui_.px(110)),
                 area_.bottom},
                type::caption, c.text_2, cut, ui_.px(16));
    under(product_cells_, "one-hot × E",
          say("{n} multiply-adds", {{"n", count_text(study_.cost.product_terms)}}));
    under(found_cells_, "rows of E by number",
          say("{n} multiply-adds", {{"n", count_text(study_.cost.lookup_terms)}}));
    // Above the table, and the equals sign between the results.
    const std::string table = letters_ ? "E, random numbers" : "E, the model's embedding";
    const float above = table_cells_.top - ui_.px(12);
    const float end = ui_.text(table_cells_.left, above, type::label_hot, c.ink, table);
    level_colour_bar(ui_, std::max(end, table_cells_.right) + ui_.px(12), above, "",
                     work_.maps.at("table")->scale);
    ui_.text(product_cells_.right + ui_.px(14), product_cells_.middle_y(), type::formula_upright, c.text_2,
             "=");
  }

  // What is left free above the one-hot rows.
  void draw_corner() {
    const float names =
        letters_
            ? ui_.px(26)
            : column_labels_height(ui_, one_hot_, one_cells_.width() / static_cast<float>(one_hot_.columns));
    Area corner{area_.left, area_.top, std::min(corner_right_, area_.left + ui_.px(300)),
                one_cells_.top - names};
    const float field = area_.left + lookup_field_width(ui_) + ui_.px(24);
    const Area beside_field{field, area_.top, std::max(field, corner_right_), area_.top + ui_.px(34)};
    if (letters_) corner.cut_top(ui_.px(46));  // the field stands there
    draw_lookup_counts(context_, corner, beside_field, work_);
  }

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  const LabWork& work_;
  const Heatmap &one_hot_, &product_;
  const LookupStudy& study_;
  const std::vector<int>& rows_;  // of E that are shown
  bool letters_;
  std::vector<int> tokens_;  // of each word its own row
  int row_ = 0;
  float between_ = 0, corner_right_ = 0;
  Area one_cells_, table_cells_, product_cells_, found_cells_;
};

}  // namespace

void draw_lookup_matrices(const PanelContext& context, const Area& area, const LabWork& work) {
  LookupView(context, area, work).draw();
}

}  // namespace headlight
