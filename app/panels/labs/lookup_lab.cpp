// One-hot rows times a table below left, above right and where they meet; and beside the product the rows
// picked by their numbers.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/lab_matrix.h"
#include "app/panels/labs/labs.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "app/widgets/levers.h"
#include "core/labs/lookup.h"

namespace headlight {
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
        letters_(work.labs.lookup.of == LookupOf::letters) {
    for (const auto& row : work.table("rows shown")->rows) rows_.push_back(static_cast<int>(row[0]));
    const Trace& trace = *work.recorded->trace(0);
    const Reading tokens = trace.read("lookup_lab.tokens");
    for (int t = 0; t < tokens.shape().rows; ++t) tokens_.push_back(static_cast<int>(tokens(t, 0)));
    const int followed = ui_.state().followed_token;
    row_ = std::min(followed >= 0 ? followed : context.session.labs.lookup.place,
                    static_cast<int>(tokens_.size()) - 1);
  }

  void draw() {
    lay_out();
    draw_follow();
    draw_matrices();
    draw_captions();
    draw_corner();
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
        lab_cells(ui_, 0, 0, product_, area_.width() * 0.22F, ui_.px(100), ui_.px(48), 10).width();
    // What stands under the last one needs some width even where that is a single column.
    const float last = std::max(wide, ui_.px(140));
    const float left_room = area_.width() - labels - table_labels - wide - between_ - last;
    const float most = letters_ ? ui_.px(22) : ui_.px(36);
    const float one_wide = lab_cells(ui_, 0, 0, one_hot_, left_room, ui_.px(100), most, 10).width();
    const float head =
        letters_ ? ui_.px(20)
                 : column_labels_height(ui_, one_hot_, one_wide / static_cast<float>(one_hot_.columns));
    const float foot = ui_.px(58);
    const float tall_room = area_.height() - foot - head - ui_.px(30);
    const float rows_tall = std::min(tall_room * 0.5F, ui_.px(26) * static_cast<float>(product_.rows));
    const float slot =
        std::clamp(std::floor(rows_tall / static_cast<float>(product_.rows)), 3.0F, ui_.px(26));
    const float bottom_tall = slot * static_cast<float>(product_.rows);
    table_cells_ =
        lab_cells(ui_, 0, area_.top + ui_.px(24), table, wide, tall_room - bottom_tall, wide, ui_.px(24));
    const float rows_top = std::round(std::max(table_cells_.bottom + ui_.px(26), table_cells_.bottom + head));
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
    const float tall = product_cells_.height() / static_cast<float>(product_.rows);
    const float y = product_cells_.top + tall * (static_cast<float>(row_) + 0.5F);
    const int shown = shown_of(tokens_[static_cast<std::size_t>(row_)]);
    const float step = table_cells_.height() / static_cast<float>(rows_.size());
    const float from = table_cells_.top + step * (static_cast<float>(shown) + 0.5F);
    const float x0 = table_cells_.right + ui_.px(6);
    const float x1 = found_cells_.left - ui_.px(44);
    const float middle = (x0 + x1) / 2;
    ui_.curve({{x0, from}, {middle, from}, {middle, y}, {x1, y}}, c.second_sentence, ui_.px(2), 0.8F);
    const float s = ui_.px(5);
    ui_.polygon(std::array<ImVec2, 3>{{{x1 - s, y - s}, {x1 + 1, y}, {x1 - s, y + s}}}, c.second_sentence);
  }

  void take(const HeatmapTouch& touch, bool of_table) {
    const auto row_of = [&](int shown) {
      if (!of_table) return shown;
      const auto at = std::find(tokens_.begin(), tokens_.end(), rows_[static_cast<std::size_t>(shown)]);
      return at == tokens_.end() ? -1 : static_cast<int>(at - tokens_.begin());
    };
    if (touch.hovered_row) ui_.state().hovered_token = row_of(*touch.hovered_row);
    std::optional<int> chosen = touch.clicked_row;
    if (touch.clicked) chosen = touch.clicked->row;
    if (!chosen) return;
    const int row = row_of(*chosen);
    if (row >= 0) change_labs(context_, [row](Labs& labs) { labs.lookup.place = row; });
  }

  void draw_matrices() {
    const char* table = letters_ ? "lookup_lab.table" : "parameters.source.embedding";
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
                     .path = table,
                     .focus_row = shown_of(tokens_[static_cast<std::size_t>(row_)]),
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
    for (int column = 0; column < one_hot_.columns; ++column) {
      const bool hot = column == tokens_[static_cast<std::size_t>(row_)];
      if (!hot && wide < ui_.px(11)) continue;
      ui_.text(Area::at(one_cells_.left + wide * static_cast<float>(column), one_cells_.top - ui_.px(18),
                        wide, ui_.px(16)),
               Align::centre, hot ? type::caption_hot : type::caption, hot ? c.ink : c.text_2,
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
      const std::string number = std::to_string(tokens_[static_cast<std::size_t>(t)]);
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
      ui_.text(cells.left, y, type::label_hot, c.ink, ui_.fitted(type::label_hot, first, room));
      ui_.text(cells.left, y + ui_.px(18), type::caption, c.text_2, ui_.fitted(type::caption, second, room));
    };
    const std::string all = std::to_string(work_.recorded->trace(0)->read("lookup_lab.one_hot").shape().cols);
    const std::string cut = letters_ ? one_hot_row_count() + " × " + all
                                     : one_hot_row_count() + " × " + all + ", cut to the columns with a 1";
    ui_.text(one_cells_.left, y, type::label_hot, c.ink, "one-hot rows");
    ui_.text(one_cells_.left, y + ui_.px(18), type::caption, c.text_2,
             ui_.fitted(type::caption, cut, std::max(one_cells_.width(), ui_.px(110))));
    under(product_cells_, "one-hot × E", count_text(cost("product multiply-adds")) + " multiply-adds");
    under(found_cells_, "rows of E by number", count_text(cost("lookup multiply-adds")) + " multiply-adds");
    // Above the table, and the equals sign between the results.
    const std::string table = letters_ ? "E, random numbers" : "E, the model's embedding";
    ui_.text(table_cells_.left, table_cells_.top - ui_.px(12), type::label_hot, c.ink, table);
    ui_.text(product_cells_.right + ui_.px(14), product_cells_.middle_y(), type::formula_upright, c.text_2,
             "=");
  }
  std::string one_hot_row_count() const { return std::to_string(one_hot_.rows); }
  std::int64_t cost(const char* name) const { return static_cast<std::int64_t>(work_.number("cost", name)); }

  void draw_corner() {
    const Palette& c = ui_.colours();
    const float top =
        letters_
            ? one_cells_.top - ui_.px(26)
            : one_cells_.top - column_labels_height(
                                   ui_, one_hot_, one_cells_.width() / static_cast<float>(one_hot_.columns));
    Area corner{area_.left, area_.top, corner_right_, top};
    corner.right = std::min(corner.right, corner.left + ui_.px(300));
    const bool narrow = corner.width() < ui_.px(270);
    if (letters_) corner.cut_top(ui_.px(46));  // the field stands there
    const Formula formula = Formula::parse("onehot(t) E = E_t");
    if (corner.height() > ui_.px(150)) {
      formula.draw(ui_, corner.left, corner.top + ui_.px(24), FormulaSize::medium);
      corner.cut_top(ui_.px(48));
    }
    const auto line = [&](const std::string& what, const std::string& product, const std::string& lookup,
                          bool head) {
      if (corner.height() < ui_.px(22)) return;
      const Area row = corner.cut_top(ui_.px(22));
      const Type face = head ? type::caption_hot : narrow ? type::cell : type::number;
      ui_.text(Area{row.left, row.top, row.left + ui_.px(130), row.bottom}, Align::left, type::label,
               c.text_2, what);
      ui_.text(Area{row.left, row.top, narrow ? row.right - ui_.px(48) : row.left + corner.width() * 0.72F,
                    row.bottom},
               Align::right, face, c.ink, product);
      ui_.text(Area{row.left, row.top, row.right, row.bottom}, Align::right, face, c.ink, lookup);
    };
    line("", "product", "lookup", true);
    ui_.line(corner.left, corner.top, corner.right, corner.top, c.strong_line, ui_.hairline());
    line("multiply-adds", count_text(cost("product multiply-adds")), count_text(cost("lookup multiply-adds")),
         false);
    line(narrow ? "read of E" : "numbers of E read", count_text(cost("product reads")),
         count_text(cost("lookup reads")), false);
    if (corner.height() >= ui_.px(30)) {
      const Area row = corner.cut_top(ui_.px(30));
      const float end = ui_.text(row.left, row.middle_y(), type::label, c.text_2, "largest difference ");
      draw_measured(ui_, end + ui_.px(4), row.middle_y(), work_.number("cost", "largest difference"));
    }
    if (!letters_ || ui_.exporting()) return;
    if (corner.height() < ui_.px(52)) return;
    corner.cut_top(ui_.px(8));
    const LookupLab& settings = context_.session.labs.lookup;
    Area row = corner.cut_top(ui_.px(42));
    const Area slide{row.left, row.top, row.left + ui_.px(140), row.bottom};
    if (const auto d = number_slide(ui_, "slide/lookup/d", slide,
                                    {.label = "dimensions d",
                                     .value = static_cast<double>(settings.dimensions),
                                     .lowest = 1,
                                     .highest = 8,
                                     .usual = 4}))
      change_labs(context_, [d](Labs& labs) { labs.lookup.dimensions = static_cast<int>(*d); });
    if (narrow && corner.height() < ui_.px(42)) return;
    if (narrow) row = corner.cut_top(ui_.px(42));
    const char* again = "Draw E again";
    const Area press = Area::at(row.left + (narrow ? 0 : ui_.px(160)), row.top + ui_.px(5),
                                button_width(ui_, again), ui_.px(32));
    if (button(ui_, "lookup/again", press, again, ButtonKind::plain))
      change_labs(context_, [](Labs& labs) { labs.lookup.seed = labs.lookup.seed % 9999 + 1; });
  }

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  const LabWork& work_;
  const Heatmap &one_hot_, &product_;
  bool letters_;
  std::vector<int> rows_, tokens_;  // of E that are shown; of each word its own
  int row_ = 0;
  float between_ = 0, corner_right_ = 0;
  Area one_cells_, table_cells_, product_cells_, found_cells_;
};

}  // namespace

void draw_lookup_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const LookupLab& settings = context.session.labs.lookup;
  Area rest = area;
  const std::array pages{Choice{"letters"}, Choice{"the sentence"}};
  const Area controls = lab_head(
      context, rest, "A one-hot row times a matrix leaves one of its rows: the same as looking that row up.",
      choices_width(ui, pages));
  const int page = choices(ui, "lookup/of", controls, pages, settings.of == LookupOf::letters ? 0 : 1);
  if (page >= 0)
    change_labs(context, [page](Labs& labs) {
      labs.lookup.of = page == 0 ? LookupOf::letters : LookupOf::sentence;
      labs.lookup.place = 0;
    });
  if (settings.of == LookupOf::letters && !ui.exporting()) {
    std::string typed = settings.letters;
    const Area field = Area::at(rest.left, rest.top, ui.px(180), ui.px(34));
    if (text_field(ui, "lookup/letters", field, typed, type::number, "up to 8 letters").changed) {
      const std::string letters = letters_text(letters_of(typed, 8));
      change_labs(context, [&letters](Labs& labs) { labs.lookup.letters = letters; });
    }
  }
  const LabWork* work = work_of(context);
  if (work == nullptr || work->recorded == nullptr) return;
  LookupView(context, rest, *work).draw();
}

}  // namespace headlight
