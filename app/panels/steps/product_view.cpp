#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/panels/common/step_names.h"
#include "app/panels/steps/steps.h"
#include "app/widgets/matrix_view.h"
#include "core/explain/matrix_formulas.h"
#include "core/models/trace.h"

namespace headlight {
namespace {

class ProductView : PanelPart {
 public:
  ProductView(const PanelContext& context, const Area& area, int node, const Product& product)
      : PanelPart(context, area),
        grown_(cell_growth(ui_, area)),
        trace_(*stage_trace(context)),
        node_(node),
        product_(product),
        path_(trace_.label(node).path),
        left_path_(trace_.label(product.left).path),
        right_path_(trace_.label(product.right).path),
        motion_(motion_of(trace_, node, product)),
        moment_(playing_moment(context, path_, motion_)),
        first_(moment_ ? resting_cell(context, path_) : hot_cell(context, path_)),
        hot_(moment_ ? played_cell(first_, *moment_, trace_.tape().node(node).shape) : first_) {
    const int side = stage_side(context);
    result_ = context.pictures.view(side, path_);
    left_ = context.pictures.view(side, left_path_);
    right_ = product.by_rows ? context.pictures.transposed(side, right_path_)
                             : context.pictures.view(side, right_path_);
  }

  void draw() {
    if (result_ == nullptr || left_ == nullptr || right_ == nullptr) return;
    find_terms();
    lay_out();
    draw_matrices();
    draw_corner();
    draw_captions();
  }

 private:
  // The products that add up to a cell.
  std::vector<float> terms_of(const CellName& cell) const {
    CellReader read(trace_);
    std::vector<float> terms;
    terms.reserve(product_.inner);
    for (int d = 0; d < product_.inner; ++d) {
      terms.push_back(static_cast<float>(read(left_cell(product_, cell.row, d)) *
                                         read(right_cell(product_, cell.col, d))));
    }
    return terms;
  }

  // The lens goes to the largest product of the first cell, and stays there while the others follow.
  void find_terms() {
    first_terms_ = terms_of(first_);
    terms_ = hot_ == first_ ? first_terms_ : terms_of(hot_);
    const auto largest = std::max_element(first_terms_.begin(), first_terms_.end(),
                                          [](float a, float b) { return std::fabs(a) < std::fabs(b); });
    largest_ = static_cast<int>(largest - first_terms_.begin());
    inner_at_rest_ = inner_place_at_rest().value_or(largest_);
    lens_ = lens_centre(ui_, path_ + "/inner", inner_at_rest_, product_.inner);
    lit_ = {hot_.row, hot_.col};
    if (!moment_) return;
    summed_ = moment_->terms;
    if (moment_->adding) lens_ = largest_ = std::min(summed_, product_.inner) - 1;
  }

  // What the rows and columns are printed around: not the mouse, under which they would move away.
  CellAt place_at_rest() const {
    const CellName cell = resting_cell(context_, path_);
    CellAt at{cell.row, cell.col};
    if (context_.session.trail.empty()) return at;
    const CellName& open = context_.session.trail.back();
    if (open.path == left_path_) at.row = open.row;
    if (open.path == right_path_) at.column = (product_.by_rows ? open.row : open.col) - product_.first;
    return {std::clamp(at.row, 0, result_->rows - 1), std::clamp(at.column, 0, result_->columns - 1)};
  }

  // The inner place of a factor's cell that is open.
  std::optional<int> inner_place_at_rest() const {
    if (context_.session.trail.empty()) return std::nullopt;
    const CellName& open = context_.session.trail.back();
    if (open.path == left_path_) return std::clamp(open.col, 0, product_.inner - 1);
    if (open.path != right_path_) return std::nullopt;
    return std::clamp(product_.by_rows ? open.col : open.row, 0, product_.inner - 1);
  }

  AxisCells axis_cells(float printed, int lens, float least, float most) const {
    return {
        printed, lens, ui_.px(least), ui_.px(most * grown_), ui_.px(22 * grown_), ui_.state<Lenses>().zoom};
  }

  void lay_out() {
    const float labels = ui_.px(96);
    const float gap = ui_.px(26);
    const float foot = ui_.px(54);
    const float middle = ui_.px(40);
    const float across = area_.width() - labels - gap - ui_.px(8);

    // The right factor has the same columns.
    const float least = std::max(printed_width(ui_, *result_), printed_width(ui_, *right_));
    const float result_printed = printed_cell(ui_, least, across * 0.58F, result_->columns, grown_);
    const float inner_printed = ui_.px(48 * grown_);
    const CellAt about = place_at_rest();
    const int column = lens_centre(ui_, path_ + "/columns", about.column, result_->columns);
    const int row = lens_centre(ui_, path_ + "/rows", about.row, result_->rows);
    const AxisCells result_cells = axis_cells(result_printed, 0, 2, 6);
    // The labels' height depends on whether they fit their columns.
    const AxisPlaces widths = lay_out_axis(0, across * 0.58F, 0, result_->columns, column, result_cells);
    const float head = std::max(ui_.px(30), matrix_labels_height(ui_, *result_, widths));
    const float tall = area_.height() - head - middle - foot;
    const float rows_room = std::min(static_cast<float>(result_->rows) * ui_.px(25 * grown_), tall * 0.6F);
    const float inner_room = std::max(ui_.px(60), tall - rows_room);
    const float result_room = std::min(across * 0.58F, static_cast<float>(result_->columns) * result_printed);
    const float left_room = across - std::max(result_room, across * 0.4F);

    const int lens = std::clamp(std::min(static_cast<int>(left_room * 0.75F / inner_printed),
                                         static_cast<int>(inner_room * 0.75F / ui_.px(24 * grown_))),
                                2, 6);
    left_columns_ =
        lay_out_axis(0, left_room, 0, product_.inner, lens_, axis_cells(inner_printed, lens, 2, 6));
    left_columns_.start = std::round(area_.left + labels);
    const float result_left = std::round(left_columns_.start + left_columns_.length() + gap);
    columns_ = lay_out_axis(result_left, area_.right - ui_.px(8) - result_left, 0, result_->columns, column,
                            result_cells);
    inner_rows_ = lay_out_axis(std::round(area_.top + head), inner_room, 0, product_.inner, lens_,
                               axis_cells(ui_.px(24 * grown_), lens, 2, 5));
    const float rows_top = std::round(inner_rows_.start + inner_rows_.length() + middle);
    const float row_tall = std::min(
        ui_.px(25 * grown_), std::max(ui_.px(20), std::floor(rows_room / static_cast<float>(result_->rows))));
    rows_ = lay_out_axis(rows_top, area_.bottom - foot - rows_top, 0, result_->rows, row,
                         axis_cells(row_tall, 0, 3, 6));
    if (!moment_) keep_lens(ui_, path_ + "/inner", left_columns_, inner_at_rest_);
    keep_lens(ui_, path_ + "/columns", columns_, about.column);
    keep_lens(ui_, path_ + "/rows", rows_, about.row);
    right_columns_ = columns_;
    for (int* index : {&right_columns_.first, &right_columns_.shown_first, &right_columns_.shown_end,
                       &right_columns_.lens_first, &right_columns_.lens_end}) {
      *index += product_.first;
    }
  }

  // What the mouse does to a matrix, whose axes have these names and places.
  struct Axes {
    const char* row_axis;
    const AxisPlaces& rows;
    const char* column_axis;
    const AxisPlaces& columns;
    bool turned = false;
  };
  void take(const MatrixTouch& touch, const std::string& path, const Axes& axes) {
    const auto pair = [&](const std::optional<CellAt>& at) -> std::optional<std::pair<int, int>> {
      if (!at) return std::nullopt;
      return axes.turned ? std::pair(at->column, at->row) : std::pair(at->row, at->column);
    };
    follow_cell(context_, path, pair(touch.hovered), pair(touch.clicked));
    move_lens(ui_, path_ + axes.row_axis, axes.rows, touch.rows_by);
    move_lens(ui_, path_ + axes.column_axis, axes.columns, touch.columns_by);
    zoom_by(ui_, touch.zoom_by);
  }

  void draw_matrices() {
    const Role left_role = role_of(left_path_);
    const Role right_role = role_of(right_path_);
    MatrixLook left{.rows = RowLabels::left, .hot_row = lit_.row, .hot_role = left_role};
    MatrixLook right{.hot_column = product_.first + lit_.column, .hot_role = right_role};
    MatrixLook result{.hot_row = lit_.row, .hot_column = lit_.column, .hot_cell = lit_, .fade = false};
    if (moment_) {
      if (moment_->adding && summed_ <= product_.inner) {
        left.term = CellAt{lit_.row, summed_ - 1};
        right.term = CellAt{summed_ - 1, product_.first + lit_.column};
      }
      result.reveal = Reveal{CellAt{first_.row, first_.col}, moment_->pop, moment_->cells,
                             number_in_cell(sum_so_far(), result_->format)};
    }
    take(matrix(ui_, "left", left_, rows_, left_columns_, left), left_path_,
         {"/rows", rows_, "/inner", left_columns_});
    take(matrix(ui_, "right", right_, inner_rows_, right_columns_, right), right_path_,
         {"/inner", inner_rows_, "/columns", columns_, product_.by_rows});
    take(matrix(ui_, "result", result_, rows_, columns_, result), path_,
         {"/rows", rows_, "/columns", columns_});
    // The result's columns are the right factor's: the labels stand above both.
    matrix_column_labels(ui_, *result_, columns_, inner_rows_.start, lit_.column, right_role);
    draw_arrows(left_role, right_role);
  }

  float sum_so_far() const {
    float sum = 0;
    for (int d = 0; d < std::min(summed_, product_.inner); ++d) sum += first_terms_[d];
    if (product_.bias && summed_ > product_.inner)
      sum += trace_.cell({*product_.bias, 0, product_.first + first_.col});
    return sum;
  }

  void draw_arrows(Role left_role, Role right_role) {
    const float y = (rows_.begin_of(lit_.row) + rows_.end_of(lit_.row)) / 2;
    const float from = left_columns_.start + left_columns_.length() + ui_.px(4);
    const float to = columns_.start - ui_.px(5);
    arrow({from, y}, {to, y}, colour_of(left_role, c_));
    const float x = (columns_.begin_of(lit_.column) + columns_.end_of(lit_.column)) / 2;
    arrow({x, inner_rows_.start + inner_rows_.length() + ui_.px(4)}, {x, rows_.start - ui_.px(5)},
          colour_of(right_role, c_));
  }

  void arrow(ImVec2 from, ImVec2 to, Rgb colour) {
    ui_.line(from.x, from.y, to.x, to.y, colour, ui_.px(1.5F));
    const float s = ui_.px(5);
    if (from.y == to.y) {
      ui_.polygon(std::array<ImVec2, 3>{{{to.x - s, to.y - s}, {to.x + 1, to.y}, {to.x - s, to.y + s}}},
                  colour);
    } else {
      ui_.polygon(std::array<ImVec2, 3>{{{to.x - s, to.y - s}, {to.x + s, to.y - s}, {to.x, to.y + 1}}},
                  colour);
    }
  }

  // Formula and the terms under the lens, in the corner that the three matrices leave free.
  void draw_corner() {
    Area corner{area_.left, area_.top, columns_.start - ui_.px(40), rows_.start - ui_.px(28)};
    ui_.push_clip(corner.outset(ui_.px(4)));
    corner.cut_top(draw_step_title(context_, corner, hot_));
    const bool roomy = corner.height() >= ui_.px(270);
    if (roomy) corner.cut_top(draw_letters(context_, corner, node_));
    if (corner.height() >= ui_.px(165)) {
      corner.cut_top(draw_sum(context_, corner, node_, product_, hot_));
    } else if (corner.height() >= ui_.px(product_.bias ? 137 : 117)) {
      // Small, with one term at least below it.
      corner.cut_top(draw_letters(context_, corner, node_, FormulaSize::small));
    } else if (!moment_ && corner.height() < ui_.px(120)) {
      corner.cut_top(draw_numbers(context_, corner, hot_));
    }
    draw_terms(
        context_, corner,
        {product_, node_, hot_, terms_, largest_, summed_, left_columns_.lens_first, left_columns_.lens_end});
    ui_.pop_clip();
  }

  void draw_captions() {
    const float bottom = rows_.start + rows_.length();
    // What the matrices are: their letters beside them.
    const auto name = [&](float x, float y, const std::string& path, const std::string& letter) {
      const RichText line = in_one_line(letter, role_of(path));
      float end = ui_.rich(x, y, type::section, type::section, line) + ui_.px(8);
      const float right = columns_.start - ui_.px(12);
      end = ui_.text(end, y, type::caption, c_.text_2,
                     ui_.shortened(type::caption, part_title(path), right - end));
      draw_shape(context_, end + ui_.px(8), y, right, trace_.tape().node(trace_.at(path)));
    };
    name(left_columns_.start, rows_.start - ui_.px(17), left_path_, product_letter(left_path_));
    const RichText right_letter =
        in_one_line(product_letter(right_path_) + (product_.by_rows ? "^T" : ""), role_of(right_path_));
    ui_.rich(columns_.start - ui_.px(8) - ui_.width(type::section, type::section, right_letter),
             inner_rows_.start + ui_.px(10), type::section, type::section, right_letter);
    if (left_columns_.has_lens()) {
      const Axis inner = trace_.label(product_.left).cols;
      lens_bracket(ui_, left_columns_, bottom + ui_.px(7), false, info(inner).kind,
                   axis_called(context_, inner), product_.inner);
      lens_bracket(ui_, inner_rows_, columns_.start + columns_.length() + ui_.px(5), true, info(inner).kind,
                   axis_called(context_, inner), product_.inner);
    }
    if (columns_.has_lens()) {
      const Axis across = trace_.label(node_).cols;
      lens_bracket(ui_, columns_, bottom + ui_.px(7), false, info(across).kind, axis_called(context_, across),
                   result_->columns);
    }
    draw_product_player(
        context_,
        Area::at(area_.left, bottom + ui_.px(26), columns_.start - ui_.px(30) - area_.left, ui_.px(28)),
        motion_);
    const float y = bottom + ui_.px(columns_.has_lens() ? 40 : 18);
    const float wide = level_colour_bar_width(ui_, "result", result_->scale);
    const float left_wide = level_colour_bar_width(ui_, part_title(left_path_), left_->scale);
    level_colour_bar(ui_,
                     std::min(columns_.start + std::max(0.0F, columns_.length() - wide), area_.right - wide),
                     y, "result", result_->scale);
    if (columns_.length() > wide + left_wide + ui_.px(24))
      level_colour_bar(ui_, columns_.start, y, part_title(left_path_), left_->scale);
  }

  float grown_;
  const Trace& trace_;
  int node_;
  const Product& product_;
  std::string path_, left_path_, right_path_;
  ProductMotion motion_;
  std::optional<ProductMoment> moment_;  // nothing: the product is complete
  CellName first_;                       // the cell that is summed term by term; the others follow it
  CellName hot_;                         // the cell that formula and table are about
  CellAt lit_;                           // the same: its row and column are lit
  HeatmapPtr result_, left_, right_;
  std::vector<float> first_terms_, terms_;        // of first_ and of hot_
  int lens_ = 0;                                  // what the lens of the inner axis stands around
  int inner_at_rest_ = 0;                         // the place for the sake of which it does
  int largest_ = 0;                               // the term that the table has in its middle
  int summed_ = std::numeric_limits<int>::max();  // terms in the sum so far
  AxisPlaces rows_, columns_, left_columns_, inner_rows_, right_columns_;
};

}  // namespace

void draw_product(const PanelContext& context, const Area& area, int node, const Product& product) {
  ProductView(context, area, node, product).draw();
}

}  // namespace headlight
