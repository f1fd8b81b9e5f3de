#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/step_names.h"
#include "app/panels/steps_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "app/widgets/matrix_view.h"

namespace headlight {
namespace {

class ProductView {
 public:
  ProductView(const PanelContext& context, const Area& area, int node, const Product& product)
      : context_(context),
        ui_(context.ui),
        area_(area),
        trace_(*stage_trace(context)),
        node_(node),
        product_(product),
        path_(trace_.label(node).path),
        left_path_(trace_.label(product.left).path),
        right_path_(trace_.label(product.right).path),
        hot_(hot_cell(context, path_)) {
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
  // The products that add up to the hot cell, and the largest of them: the lens stands around it.
  void find_terms() {
    for (int d = 0; d < product_.inner; ++d) {
      terms_.push_back(trace_.cell(left_cell(product_, hot_.row, d)) *
                       trace_.cell(right_cell(product_, hot_.col, d)));
    }
    int best = 0;
    for (int d = 0; d < product_.inner; ++d) {
      if (std::fabs(terms_[d]) > std::fabs(terms_[best])) best = d;
    }
    const auto moved = ui_.state().lens.find(path_);
    lens_ = moved != ui_.state().lens.end() ? std::clamp(moved->second, 0, product_.inner - 1) : best;
  }

  void lay_out() {
    const float labels = ui_.px(96);
    const float gap = ui_.px(26);
    const float foot = ui_.px(54);
    const float middle = ui_.px(40);
    const float across = area_.width() - labels - gap - ui_.px(8);

    const float result_printed =
        std::clamp(std::floor(across * 0.58F / static_cast<float>(result_->columns)), ui_.px(40), ui_.px(54));
    const float inner_printed = ui_.px(48);
    // The labels' height depends on whether they fit their columns.
    const AxisPlaces widths =
        lay_out_axis(0, across * 0.58F, 0, result_->columns, result_printed, hot_.col, 6, 1, 1);
    const float head = std::max(ui_.px(30), matrix_labels_height(ui_, *result_, widths));
    const float tall = area_.height() - head - middle - foot;
    const float rows_room = std::min(static_cast<float>(result_->rows) * ui_.px(25), tall * 0.6F);
    const float inner_room = std::max(ui_.px(60), tall - rows_room);
    const float result_room = std::min(across * 0.58F, static_cast<float>(result_->columns) * result_printed);
    const float left_room = across - std::max(result_room, across * 0.4F);

    const int lens = std::clamp(std::min(static_cast<int>(left_room * 0.75F / inner_printed),
                                         static_cast<int>(inner_room * 0.75F / ui_.px(24))),
                                2, 6);
    left_columns_ =
        lay_out_axis(0, left_room, 0, product_.inner, inner_printed, lens_, lens, ui_.px(2), ui_.px(6));
    left_columns_.start = std::round(area_.left + labels);
    const float result_left = std::round(left_columns_.start + left_columns_.length() + gap);
    columns_ = lay_out_axis(result_left, area_.right - ui_.px(8) - result_left, 0, result_->columns,
                            result_printed, hot_.col, 6, ui_.px(2), ui_.px(6));
    inner_rows_ = lay_out_axis(std::round(area_.top + head), inner_room, 0, product_.inner, ui_.px(24), lens_,
                               lens, ui_.px(2), ui_.px(5));
    const float rows_top = std::round(inner_rows_.start + inner_rows_.length() + middle);
    rows_ = lay_out_axis(
        rows_top, area_.bottom - foot - rows_top, 0, result_->rows,
        std::min(ui_.px(25), std::max(ui_.px(20), std::floor(rows_room / static_cast<float>(result_->rows)))),
        hot_.row, 6, ui_.px(3), ui_.px(6));
    right_columns_ = columns_;
    for (int* index : {&right_columns_.first, &right_columns_.shown_first, &right_columns_.shown_end,
                       &right_columns_.lens_first, &right_columns_.lens_end}) {
      *index += product_.first;
    }
  }

  void take(const MatrixTouch& touch, const std::string& path, bool turned) {
    const auto pair = [&](const std::optional<CellAt>& at) -> std::optional<std::pair<int, int>> {
      if (!at) return std::nullopt;
      return turned ? std::pair(at->column, at->row) : std::pair(at->row, at->column);
    };
    follow_cell(context_, path, pair(touch.hovered), pair(touch.clicked));
    if (touch.lens_by != 0)
      ui_.state().lens[path_] = std::clamp(lens_ + touch.lens_by, 0, product_.inner - 1);
  }

  void draw_matrices() {
    const Role left_role = role_of(left_path_);
    const Role right_role = role_of(right_path_);
    take(matrix(ui_, "left", left_, rows_, left_columns_,
                {.rows = RowLabels::left, .hot_row = hot_.row, .hot_role = left_role}),
         left_path_, false);
    take(matrix(ui_, "right", right_, inner_rows_, right_columns_,
                {.hot_column = product_.first + hot_.col, .hot_role = right_role}),
         right_path_, product_.by_rows);
    const MatrixTouch touch = matrix(
        ui_, "result", result_, rows_, columns_,
        {.hot_row = hot_.row, .hot_column = hot_.col, .hot_cell = CellAt{hot_.row, hot_.col}, .fade = false});
    take(touch, path_, false);
    // The result's columns are the right factor's: the labels stand above both.
    matrix_column_labels(ui_, *result_, columns_, inner_rows_.start, hot_.col, right_role);
    draw_arrows(left_role, right_role);
  }

  void draw_arrows(Role left_role, Role right_role) {
    const Palette& c = ui_.colours();
    const float y = (rows_.begin_of(hot_.row) + rows_.end_of(hot_.row)) / 2;
    const float from = left_columns_.start + left_columns_.length() + ui_.px(4);
    const float to = columns_.start - ui_.px(5);
    arrow({from, y}, {to, y}, colour_of(left_role, c));
    const float x = (columns_.begin_of(hot_.col) + columns_.end_of(hot_.col)) / 2;
    arrow({x, inner_rows_.start + inner_rows_.length() + ui_.px(4)}, {x, rows_.start - ui_.px(5)},
          colour_of(right_role, c));
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
    Area corner{area_.left, area_.top, columns_.start - ui_.px(40), rows_.start - ui_.px(34)};
    ui_.push_clip(corner.outset(ui_.px(4)));
    // In a low corner the sum alone says it.
    corner.cut_top(draw_step_formula(context_, corner, node_, hot_, corner.height() < ui_.px(290)));
    draw_sum_formula(corner);
    draw_terms(context_, corner,
               {product_, node_, hot_, terms_, lens_, left_columns_.lens_first, left_columns_.lens_end});
    ui_.pop_clip();
  }

  std::string row_word() const { return result_->row_label(hot_.row); }
  std::string column_word() const { return result_->column_label(hot_.col); }

  // The letter a factor has in formulas: its symbol when that is short.
  static std::string letter(const std::string& path) {
    const Site* site = site_of(path);
    if (site == nullptr) return "W";
    return site->symbol.size() <= 2 ? std::string(site->symbol) : "X";
  }

  void draw_sum_formula(Area& corner) {
    if (corner.height() < ui_.px(56)) return;
    const Area line = corner.cut_top(ui_.px(62));
    const std::string last = std::to_string(product_.inner - 1);
    const Formula left = Formula::script(Formula::parse(letter(left_path_)), row_word() + ", d", "");
    const Formula right =
        Formula::script(Formula::parse(letter(right_path_)),
                        product_.by_rows ? column_word() + ", d" : "d, " + column_word(), "");
    std::vector<Formula> parts = {
        Formula::script(Formula::parse(letter(path_)), row_word() + ", " + column_word(), ""),
        Formula::text(" = "),
        Formula::sum("d = 0", last),
        left,
        Formula::text(" "),
        right};
    if (product_.bias) {
      parts.push_back(Formula::text(" + "));
      parts.push_back(Formula::script(Formula::parse("b"), column_word(), ""));
    }
    const Formula formula = Formula::row(std::move(parts));
    const bool small = formula.measure(ui_).width > line.width();
    const float y = std::round(line.top + ui_.px(36));
    if (formula.measure(ui_, small).width <= line.width()) {
      formula.draw(ui_, line.left, y, small);
      return;
    }
    // Long words in the indices: the letters alone.
    Formula::parse(letter(path_) + " = " + letter(left_path_) + " " + letter(right_path_) +
                   (product_.by_rows ? "^T" : "") + (product_.bias ? " + b" : ""))
        .draw(ui_, line.left, y, true);
  }

  void draw_captions() {
    const Palette& c = ui_.colours();
    const float bottom = rows_.start + rows_.length();
    // What the matrices are: their letters beside them.
    const auto name = [&](float x, float y, const std::string& path, const std::string& letter) {
      const float end = ui_.text(x, y, type::section, colour_of(role_of(path), c), letter);
      const Node& about = trace_.tape().node(trace_.at(path));
      ui_.text(end + ui_.px(8), y, type::caption, c.text_3,
               ui_.fitted(type::caption,
                          part_title(path) + "  " + std::to_string(about.shape.rows) + " × " +
                              std::to_string(about.shape.cols),
                          columns_.start - end - ui_.px(20)));
    };
    name(left_columns_.start, rows_.start - ui_.px(17), left_path_, letter(left_path_));
    const std::string right_letter = letter(right_path_) + (product_.by_rows ? "ᵀ" : "");
    ui_.text(columns_.start - ui_.px(8) - ui_.width(type::section, right_letter),
             inner_rows_.start + ui_.px(10), type::section, colour_of(role_of(right_path_), c), right_letter);
    if (left_columns_.has_lens()) {
      const AxisKind kind = info(trace_.label(product_.left).cols).kind;
      lens_bracket(ui_, left_columns_, bottom + ui_.px(7), false,
                   kind == AxisKind::tokens ? "words" : "dimensions", product_.inner);
      lens_bracket(ui_, inner_rows_, columns_.start + columns_.length() + ui_.px(5), true, "",
                   product_.inner);
    }
    if (columns_.has_lens()) {
      const AxisKind kind = info(trace_.label(node_).cols).kind;
      lens_bracket(ui_, columns_, bottom + ui_.px(7), false,
                   kind == AxisKind::tokens || kind == AxisKind::vocabulary ? "words" : "dimensions",
                   result_->columns);
    }
    const float y = bottom + ui_.px(columns_.has_lens() ? 40 : 18);
    const float wide = level_colour_bar_width(ui_, "result", result_->scale);
    level_colour_bar(ui_, columns_.start + std::max(0.0F, columns_.length() - wide), y, "result",
                     result_->scale);
    if (columns_.length() > 2 * wide + ui_.px(40))
      level_colour_bar(ui_, columns_.start, y, part_title(left_path_), left_->scale);
  }

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  const Trace& trace_;
  int node_;
  const Product& product_;
  std::string path_, left_path_, right_path_;
  CellName hot_;
  HeatmapPtr result_, left_, right_;
  std::vector<float> terms_;
  int lens_ = 0;
  AxisPlaces rows_, columns_, left_columns_, inner_rows_, right_columns_;
};

}  // namespace

void draw_product(const PanelContext& context, const Area& area, int node, const Product& product) {
  ProductView(context, area, node, product).draw();
}

}  // namespace headlight
