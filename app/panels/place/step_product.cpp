// A step that is a product of two matrices: these at its left and above it.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/common/step_names.h"
#include "app/panels/place/size_letters.h"
#include "app/panels/place/step_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/matrix_view.h"
#include "core/figure/numbers.h"
#include "core/layers/sites.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

class ProductPage {
 public:
  ProductPage(const Page& page, stage::Scene& scene, const Product& product, std::string path)
      : page_(page),
        scene_(scene),
        product_(product),
        path_(std::move(path)),
        of_asked_(is_of_asked(page, page.step)),
        rows_of_words_(of_asked_ ? page.asked_rows : page.rows),
        row_(of_asked_ ? std::max(page.most_asked(), 0) : page.row),
        result_(page.map(path_)),
        left_(page.map(page.trace.label(product.left).path)),
        right_(product.by_rows ? page.context.maps[page.side].transposed(page.trace.label(product.right).path)
                               : page.map(page.trace.label(product.right).path)) {}

  void add() {
    if (result_ == nullptr || left_ == nullptr || right_ == nullptr) return;
    choose();
    lay_out();
    add_factors();
    scene_.add(
        stage::key_of(path_), result_area(),
        [map = result_](Ui& on, const Area& at) { paint_cells(on, map, at); },
        [this_ = *this]() mutable { this_.draw(); });
  }

 private:
  Area result_area() const {
    return {columns_.begin_of(columns_.shown_first), rows_of_words_.top,
            columns_.end_of(columns_.shown_end - 1), rows_of_words_.bottom()};
  }

  // The rows and columns that are multiplied, which go on into a cell.
  void add_factors() {
    const float right = inner_.start + inner_.length(), bottom = upright_.start + upright_.length();
    for (int row = rows_.shown_first; row < rows_.shown_end; ++row)
      add_factor(scene_, page_.trace.label(product_.left).path, row,
                 {inner_.start, rows_.begin_of(row), right, rows_.end_of(row)}, left_);
    if (!has_upright_) return;
    const std::string& path = page_.trace.label(product_.right).path;
    const HeatmapPtr map =
        product_.by_rows ? page_.map(path) : page_.context.maps[page_.side].transposed(path);
    for (int column = columns_.shown_first; column < columns_.shown_end; ++column)
      add_factor(scene_, path, column,
                 {columns_.begin_of(column), upright_.start, columns_.end_of(column), bottom}, map);
  }

  void choose() {
    const std::optional<Cell> marked = marked_cell(page_);
    column_ = std::clamp(marked ? marked->col : 0, 0, result_->columns - 1);
    term_ = std::max(largest_term(page_, {path_, row_, column_}), 0);
  }

  void lay_out() {
    Ui& ui = page_.ui;
    Area stage = page_.boxes.stage;
    // The words of the rows, where the ones at the left are others.
    if (of_asked_) stage.left += page_.px(96);
    const float inner = std::round(stage.width() * 0.24F), gap = page_.px(page_.boxes.low ? 24 : 48);
    const AxisCells few{.printed = page_.px(46), .lens = 3, .least_strip = 1, .most_strip = page_.px(6)};
    inner_ = lay_out_axis(stage.left, inner, 0, product_.inner, term_, few);
    const float across = stage.right - (stage.left + inner + gap);
    // All of them in print where that is possible at all.
    const float least = std::max(printed_width(ui, *result_), printed_width(ui, *right_));
    const float even = std::floor(across / static_cast<float>(result_->columns));
    const float printed = even >= page_.px(36) ? std::min(even, page_.px(60))
                                               : printed_cell(ui, least, across, result_->columns);
    columns_ = lay_out_axis(stage.left + inner + gap, across, 0, result_->columns, column_,
                            {.printed = printed, .lens = 0, .least_strip = 1, .most_strip = page_.px(6)});
    rows_ = upright_rows(rows_of_words_);
    const bool low = page_.boxes.low;
    const Area dial = line_of_steps(page_).dial;
    const float head =
        !dial.empty() ? dial.bottom + page_.px(2) : page_.boxes.stage.top + page_.px(low ? 62 : 84);
    const float labels = std::max(page_.px(20), matrix_labels_height(ui, *result_, columns_));
    const float over = page_.px(low ? 5 : 8), room = page_.rows.top - over - head - labels;
    has_upright_ = low ? !dial.empty() && room >= page_.px(14) : true;
    // In a low window of the strips only the one that is multiplied is wide.
    upright_ = lay_out_axis(head + labels, room, 0, product_.inner, term_,
                            {.printed = page_.px(low ? 11 : 22),
                             .lens = low ? 1 : 3,
                             .least_strip = low ? 0.25F : 0.5F,
                             .most_strip = page_.px(3)});
    labels_bottom_ = has_upright_ ? head + labels - page_.px(3) : page_.rows.top - page_.px(3);
  }

  void draw() const {
    Ui& ui = page_.ui;
    const Palette& c = page_.c;
    const std::string left_path = page_.trace.label(product_.left).path;
    const std::string right_path = page_.trace.label(product_.right).path;
    const MatrixTouch left =
        matrix(ui, "place/left", left_, rows_, inner_,
               {.hot_row = row_, .hot_role = role_of(left_path), .term = CellAt{row_, term_}});
    if (has_upright_) {
      matrix(ui, "place/right", right_, upright_, columns_,
             {.hot_column = column_, .hot_role = role_of(right_path), .term = CellAt{term_, column_}});
    }
    matrix_column_labels(ui, *result_, columns_, labels_bottom_, column_, role_of(right_path));
    const MatrixTouch result =
        matrix(ui, "place/result", result_, rows_, columns_, {.hot_cell = CellAt{row_, column_}});
    if (left.clicked && !of_asked_) ui.emit(SelectToken{left.clicked->row});
    if (result.clicked)
      page_.go({.altitude = Altitude::cell,
                .token = of_asked_ ? page_.row : result.clicked->row,
                .cell = CellName{path_, result.clicked->row, result.clicked->column},
                .number = -1});
    // What is multiplied, and the letters of the sizes.
    draw_explained();
    const auto across = [](const AxisPlaces& axis) { return axis.start + axis.length(); };
    mark_for_code(page_.context, product_.left, {inner_.start, rows_.start, across(inner_), across(rows_)});
    mark_for_code(page_.context, page_.trace.at(path_), result_area());
    if (has_upright_)
      mark_for_code(page_.context, product_.right,
                    {columns_.start, upright_.start, across(columns_), across(upright_)});
    for (const CellAt& at : set_by_hand(page_, path_, row_)) {
      if (at.column >= columns_.shown_first && at.column < columns_.shown_end && rows_of_words_.has(at.row))
        draw_edit_dot(ui, {columns_.end_of(at.column), rows_of_words_.row(at.row, 0, 0).top});
    }
    if (page_.boxes.flat) return;
    const float foot = rows_of_words_.bottom() + page_.px(20);
    const std::string first = std::to_string(inner_.lens_first + 1), last = std::to_string(inner_.lens_end),
                      all = std::to_string(product_.inner);
    std::string inner =
        say("numbers {first} to {last} of {all}", {{"first", first}, {"last", last}, {"all", all}});
    // Up to the letters of the sizes.
    if (inner_.start + ui.width(type::caption, inner) > columns_.start - page_.px(6))
      inner = say("{first} to {last} of {all}", {{"first", first}, {"last", last}, {"all", all}});
    ui.text(inner_.start, foot, type::caption, c.dimensions, inner);
    draw_sizes(foot);
  }

  // At the left of the right factor: the step in words, in numbers, as a formula or as code.
  void draw_explained() const {
    Ui& ui = page_.ui;
    const Area& stage = page_.boxes.stage;
    const bool low = page_.boxes.low;
    const LineOfSteps shared = line_of_steps(page_);
    if (low && shared.dial.empty()) return;
    Area rest{stage.left, low ? shared.dial.bottom + page_.px(8) : stage.top + page_.px(74),
              columns_.start - page_.px(14), page_.boxes.rows - page_.px(low ? 4 : 26)};
    Area line = low ? shared.dial : rest.cut_top(page_.px(58), page_.px(10));
    Explained explained = page_.explained({page_.trace.at(path_), row_, column_}, true);
    explained.size = DialSize::small;
    const Dial dial = draw_dial(explained, line);
    if (dial == Dial::code) draw_choices_at_foot(explained);
    const std::string note = step_note(page_);
    if (!note.empty()) {
      const Area at = rest.cut_bottom(page_.px(18));
      draw_edit_dot(ui, {at.left + page_.px(5), at.middle_y()});
      ui.text(at.left + page_.px(17), at.middle_y(), type::label_hot, page_.c.ink, note);
    }
    // At the right the letters of the sizes of K stand.
    if (dial != Dial::code && !low) rest.right -= page_.px(84);
    draw_step_explained(explained, rest);
    if (dial != Dial::numbers || !note.empty()) return;
    // The cell that is marked, in numbers.
    rest.cut_top(page_.px(26));
    const auto at = [&](int node, const Cell& of) {
      return fixed_text(page_.value(page_.trace.label(node).path, of.row, of.col).value_or(0), 2);
    };
    ui.text(rest.cut_top(page_.px(18)), Align::left, type::cell, page_.c.text_2,
            at(product_.left, left_cell(product_, row_, term_)) + " × " +
                at(product_.right, right_cell(product_, column_, term_)));
    const std::string value = number_alone(result_->value(row_, column_), NumberFormat::score);
    ui.text(rest.cut_top(page_.px(18)), Align::left, type::cell, page_.c.text_2,
            say("+ {n} more = {value}",
                {{"n", std::to_string(product_.inner - (product_.bias ? 0 : 1))}, {"value", value}}));
  }

  // NumPy or PyTorch and Copy, where the line of the dial has no room for them.
  void draw_choices_at_foot(Explained explained) const {
    const float top = rows_of_words_.bottom() + page_.px(6), tall = page_.px(28);
    // Behind the letters of the sizes.
    const float left = std::max(page_.boxes.stage.middle_x(), columns_.start + page_.px(90));
    Area line{left, top, page_.boxes.stage.right, top + tall};
    if (page_.boxes.flat || line.bottom > page_.boxes.page.bottom) return;
    explained.size = DialSize::usual;
    draw_code_choices(explained, line);
  }

  void draw_sizes(float foot) const {
    const Label &left = page_.trace.label(product_.left), &own = page_.trace.label(page_.trace.at(path_));
    const auto across = [](const AxisPlaces& axis) { return axis.start + axis.length(); };
    std::vector<SizedMatrix> sized{{.area = {columns_.start, rows_.start, across(columns_), across(rows_)},
                                    .rows = own.rows,
                                    .columns = own.cols,
                                    .row_count = result_->rows,
                                    .column_count = result_->columns,
                                    .at = ImVec2{columns_.start, foot},
                                    .counted = page_.session.dial != Dial::code}};
    if (!page_.boxes.low && !page_.boxes.narrow()) {
      sized.push_back({.area = {inner_.start, rows_.start, across(inner_), across(rows_)},
                       .rows = left.rows,
                       .columns = left.cols,
                       .row_count = left_->rows,
                       .column_count = left_->columns,
                       .at = ImVec2{inner_.start, page_.rows.top - page_.px(16)}});
      sized.push_back({.area = {columns_.start, upright_.start, across(columns_), across(upright_)},
                       .rows = left.cols,
                       .columns = own.cols,
                       .row_count = product_.inner,
                       .column_count = result_->columns,
                       .at = ImVec2{columns_.start - page_.px(12), across(upright_) - page_.px(34)},
                       .from_right = true});
    }
    draw_size_letters(page_, sized);
  }

  const Page& page_;
  stage::Scene& scene_;
  Product product_;
  std::string path_;
  bool of_asked_;
  const Rows& rows_of_words_;
  int row_;
  HeatmapPtr result_, left_, right_;
  int column_ = 0, term_ = 0;
  AxisPlaces rows_, inner_, columns_, upright_;
  float labels_bottom_ = 0;
  bool has_upright_ = true;
};

}  // namespace

void add_step_product(const Page& page, stage::Scene& scene, const Product& product, std::string path) {
  ProductPage(page, scene, product, std::move(path)).add();
}

}  // namespace headlight::place
