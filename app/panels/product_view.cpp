#include <algorithm>
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
      : context_(context), ui_(context.ui), area_(area), trace_(*stage_trace(context)), node_(node), product_(product),
        path_(trace_.label(node).path), left_path_(trace_.label(product.left).path), right_path_(trace_.label(product.right).path),
        hot_(hot_cell(context, path_)) {
    const int side = stage_side(context);
    result_ = context.pictures.view(side, path_);
    left_ = context.pictures.view(side, left_path_);
    right_ = product.by_rows ? context.pictures.transposed(side, right_path_) : context.pictures.view(side, right_path_);
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
      terms_.push_back(trace_.cell(left_cell(product_, hot_.row, d)) * trace_.cell(right_cell(product_, hot_.col, d)));
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
    const float foot = ui_.px(46);
    const float head = ui_.px(44);  // column labels above the right factor, the side choice beside them
    const float middle = ui_.px(40);
    const float rows_room = std::min(static_cast<float>(result_->rows) * ui_.px(25), (area_.height() - head - middle - foot) * 0.55F);
    const float inner_room = std::max(ui_.px(60), area_.height() - head - middle - foot - rows_room);
    const float across = area_.width() - labels - gap - ui_.px(8);

    const float result_printed = std::clamp(std::floor(across * 0.58F / static_cast<float>(result_->columns)), ui_.px(48), ui_.px(54));
    const float inner_printed = ui_.px(48);
    const float result_room = std::min(across * 0.58F, static_cast<float>(result_->columns) * result_printed);
    const float left_room = across - std::max(result_room, across * 0.4F);

    const int lens = std::clamp(std::min(static_cast<int>(left_room * 0.75F / inner_printed), static_cast<int>(inner_room * 0.75F / ui_.px(24))), 2, 6);
    left_columns_ = lay_out_axis(0, left_room, 0, product_.inner, inner_printed, lens_, lens, ui_.px(2), ui_.px(6));
    left_columns_.start = std::round(area_.left + labels);
    const float result_left = std::round(left_columns_.start + left_columns_.length() + gap);
    columns_ = lay_out_axis(result_left, area_.right - ui_.px(8) - result_left, 0, result_->columns, result_printed, hot_.col, 6, ui_.px(2), ui_.px(6));
    inner_rows_ = lay_out_axis(std::round(area_.top + head), inner_room, 0, product_.inner, ui_.px(24), lens_, lens, ui_.px(2), ui_.px(5));
    const float rows_top = std::round(inner_rows_.start + inner_rows_.length() + middle);
    rows_ = lay_out_axis(rows_top, area_.bottom - foot - rows_top, 0, result_->rows, std::min(ui_.px(25), std::max(ui_.px(20), std::floor(rows_room / static_cast<float>(result_->rows)))),
                         hot_.row, 6, ui_.px(3), ui_.px(6));
    right_columns_ = columns_;
    for (int* index : {&right_columns_.first, &right_columns_.shown_first, &right_columns_.shown_end, &right_columns_.lens_first, &right_columns_.lens_end}) {
      *index += product_.first;
    }
  }

  void take(const MatrixTouch& touch, const std::string& path, bool turned) {
    const auto pair = [&](const std::optional<CellAt>& at) -> std::optional<std::pair<int, int>> {
      if (!at) return std::nullopt;
      return turned ? std::pair(at->column, at->row) : std::pair(at->row, at->column);
    };
    follow_cell(context_, path, pair(touch.hovered), pair(touch.clicked));
    if (touch.lens_by != 0) ui_.state().lens[path_] = std::clamp(lens_ + touch.lens_by, 0, product_.inner - 1);
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
    const MatrixTouch touch = matrix(ui_, "result", result_, rows_, columns_,
                                     {.hot_row = hot_.row, .hot_column = hot_.col, .hot_cell = CellAt{hot_.row, hot_.col}, .fade = false});
    take(touch, path_, false);
    draw_column_labels(right_role);
    draw_arrows(left_role, right_role);
  }

  // The result's columns are the right factor's: the labels stand above both.
  void draw_column_labels(Role role) {
    const float y = inner_rows_.start - ui_.px(13);
    for (int column = columns_.lens_first; column < columns_.lens_end; ++column) {
      const bool hot = column == hot_.col;
      const float wide = columns_.printed;
      const Area area = Area::at(columns_.begin_of(column), y - ui_.px(10), wide, ui_.px(20));
      Type face = hot ? type::label_hot : type::label;
      std::string label = result_->column_label(column);
      if (ui_.width(face, label) > wide - ui_.px(4)) face = hot ? type::caption_hot : type::caption;
      label = ui_.fitted(face, label, wide - ui_.px(2));
      const Palette& c = ui_.colours();
      if (hot) ui_.fill(area.inset(1, 0), role == Role::key ? c.soft_key : role == Role::value ? c.soft_value : c.focus_band, ui_.px(4));
      ui_.text(area, Align::centre, face, hot ? colour_of(role, c) : c.text_2, label);
    }
  }

  void draw_arrows(Role left_role, Role right_role) {
    const Palette& c = ui_.colours();
    const float y = (rows_.begin_of(hot_.row) + rows_.end_of(hot_.row)) / 2;
    const float from = left_columns_.start + left_columns_.length() + ui_.px(4);
    const float to = columns_.start - ui_.px(5);
    arrow({from, y}, {to, y}, colour_of(left_role, c));
    const float x = (columns_.begin_of(hot_.col) + columns_.end_of(hot_.col)) / 2;
    arrow({x, inner_rows_.start + inner_rows_.length() + ui_.px(4)}, {x, rows_.start - ui_.px(5)}, colour_of(right_role, c));
  }

  void arrow(ImVec2 from, ImVec2 to, Rgb colour) {
    ui_.line(from.x, from.y, to.x, to.y, colour, ui_.px(1.5F));
    const ImU32 ink = Ui::ink(colour);
    const float s = ui_.px(5);
    if (from.y == to.y) {
      ui_.list().AddTriangleFilled({to.x - s, to.y - s}, {to.x + 1, to.y}, {to.x - s, to.y + s}, ink);
    } else {
      ui_.list().AddTriangleFilled({to.x - s, to.y - s}, {to.x + s, to.y - s}, {to.x, to.y + 1}, ink);
    }
  }

  // Formula and the terms under the lens, in the corner that the three matrices leave free.
  void draw_corner() {
    Area corner{area_.left, area_.top, columns_.start - ui_.px(40), rows_.start - ui_.px(34)};
    ui_.push_clip(corner.outset(ui_.px(4)));
    corner.cut_top(draw_step_formula(context_, corner, node_, hot_));
    draw_sum_formula(corner);
    draw_terms(corner);
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
    const Formula right = Formula::script(Formula::parse(letter(right_path_)), product_.by_rows ? column_word() + ", d" : "d, " + column_word(), "");
    std::vector<Formula> parts = {Formula::script(Formula::parse(letter(path_)), row_word() + ", " + column_word(), ""),
                                  Formula::text(" = "), Formula::sum("d = 0", last), left, Formula::text(" "), right};
    if (product_.bias) {
      parts.push_back(Formula::text(" + "));
      parts.push_back(Formula::script(Formula::parse("b"), column_word(), ""));
    }
    const Formula formula = Formula::row(std::move(parts));
    const bool small = formula.measure(ui_).width > line.width();
    formula.draw(ui_, line.left, std::round(line.top + ui_.px(36)), small);
  }

  void draw_terms(Area corner) {
    const Palette& c = ui_.colours();
    const float step = ui_.px(20);
    const int extra = product_.bias ? 3 : 2;
    const int most = static_cast<int>((corner.height() - ui_.px(22)) / step) - extra;
    if (most < 1) return;
    const int first = left_columns_.lens_first;
    const int shown = std::min({most, left_columns_.lens_end - first, 8});
    const float x = corner.left;
    const float wide = std::min(ui_.px(280), corner.width());
    const float c1 = x + wide * 0.14F, c2 = x + wide * 0.42F, c3 = x + wide * 0.72F, c4 = x + wide;
    float y = corner.top + ui_.px(8);
    const auto at = [&](float right, Type face, Rgb colour, const std::string& text) {
      ui_.text(right - ui_.width(face, text), y, face, colour, text);
    };
    at(c1, type::caption, c.dimensions, "d");
    at(c2, type::caption, colour_of(role_of(left_path_), c), ui_.fitted(type::caption, part_title(left_path_), wide * 0.26F));
    at(c3, type::caption, colour_of(role_of(right_path_), c),
       ui_.fitted(type::caption, site_of(right_path_) == nullptr ? "weight" : part_title(right_path_), wide * 0.26F));
    at(c4, type::caption, c.text_2, "product");
    y += ui_.px(11);
    ui_.line(x, y, c4, y, c.hairline, ui_.hairline());
    y += ui_.px(12);
    float most_size = 0.01F;
    float rest = 0;
    for (int d = 0; d < product_.inner; ++d) {
      if (d < first || d >= first + shown) rest += terms_[d];
      else most_size = std::max(most_size, std::fabs(terms_[d]));
    }
    most_size = std::max(most_size, std::fabs(rest));
    for (int d = first; d < first + shown; ++d) {
      at(c1, type::number, c.dimensions, std::to_string(d));
      at(c2, type::number, c.ink, value_text(trace_.cell(left_cell(product_, hot_.row, d))));
      at(c2 + wide * 0.07F, type::number, c.text_3, "×");
      at(c3, type::number, c.ink, value_text(trace_.cell(right_cell(product_, hot_.col, d))));
      at(c3 + wide * 0.07F, type::number, c.text_3, "=");
      at(c4, type::number, c.ink, value_text(terms_[d]));
      term_bar(c4, y, terms_[d], most_size, corner.right);
      y += step;
    }
    if (shown < product_.inner) {
      ui_.text(x, y, type::body, c.text_2, "the other " + std::to_string(product_.inner - shown));
      at(c4, type::number, c.ink, value_text(rest));
      term_bar(c4, y, rest, most_size, corner.right);
      y += step;
    }
    if (product_.bias) {
      ui_.text(x, y, type::body, c.text_2, "bias");
      at(c4, type::number, c.ink, value_text(trace_.cell({*product_.bias, 0, product_.first + hot_.col})));
      y += step;
    }
    ui_.line(x, y - step / 2 + ui_.px(1), c4, y - step / 2 + ui_.px(1), c.ink, ui_.hairline());
    ui_.text(x, y + ui_.px(3), type::label_hot, c.ink, part_title(path_));
    y += ui_.px(3);
    at(c4, type::number_hot, c.ink, value_text(result_->value(hot_.row, hot_.col)));
  }

  void term_bar(float x, float y, float value, float most, float right) {
    const float room = right - x - ui_.px(24);
    if (room < ui_.px(30)) return;
    const Palette& c = ui_.colours();
    const float zero = x + ui_.px(20) + room * 0.25F;
    const float length = value / most * room * (value < 0 ? 0.25F : 0.7F);
    const Area bar{std::min(zero, zero + length), y - ui_.px(4), std::max(zero, zero + length) + 1, y + ui_.px(4)};
    ui_.fill(bar, value < 0 ? c.first_sentence : c.second_sentence);
  }

  void draw_captions() {
    const Palette& c = ui_.colours();
    const float bottom = rows_.start + rows_.length();
    // What the matrices are: their letters beside them.
    const auto name = [&](float x, float y, const std::string& path, const std::string& letter) {
      const float end = ui_.text(x, y, type::section, colour_of(role_of(path), c), letter);
      const Node& about = trace_.tape().node(trace_.at(path));
      ui_.text(end + ui_.px(8), y, type::caption, c.text_3,
               ui_.fitted(type::caption, part_title(path) + "  " + std::to_string(about.shape.rows) + " × " + std::to_string(about.shape.cols),
                          columns_.start - end - ui_.px(20)));
    };
    name(left_columns_.start, rows_.start - ui_.px(17), left_path_, letter(left_path_));
    const std::string right_letter = letter(right_path_) + (product_.by_rows ? "ᵀ" : "");
    ui_.text(columns_.start - ui_.px(8) - ui_.width(type::section, right_letter), inner_rows_.start + ui_.px(10), type::section,
             colour_of(role_of(right_path_), c), right_letter);
    if (left_columns_.has_lens()) {
      const AxisKind kind = info(trace_.label(product_.left).cols).kind;
      lens_bracket(ui_, left_columns_, bottom + ui_.px(7), false, kind == AxisKind::tokens ? "words" : "dimensions", product_.inner);
      lens_bracket(ui_, inner_rows_, columns_.start + columns_.length() + ui_.px(5), true, "", product_.inner);
    }
    if (columns_.has_lens()) {
      const AxisKind kind = info(trace_.label(node_).cols).kind;
      lens_bracket(ui_, columns_, bottom + ui_.px(7), false, kind == AxisKind::vocabulary ? "words" : "dimensions", result_->columns);
    }
    const float y = bottom + ui_.px(34);
    const float wide = level_colour_bar_width(ui_, "result", result_->scale);
    level_colour_bar(ui_, columns_.start + std::max(0.0F, columns_.length() - wide), y, "result", result_->scale);
    if (columns_.length() > 2 * wide + ui_.px(40)) level_colour_bar(ui_, columns_.start, y, part_title(left_path_), left_->scale);
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

float draw_step_formula(const PanelContext& context, const Area& area, int node, const CellName& cell) {
  Ui& ui = context.ui;
  const Trace& trace = *stage_trace(context);
  const std::string& path = trace.label(node).path;
  ui.text(area.left, area.top + ui.px(12), type::panel, ui.colours().ink,
          ui.fitted(type::panel, cell_title(trace, cell), area.width()));
  const Site* site = site_of(path);
  if (site == nullptr) return ui.px(30);
  const Formula formula = Formula::parse(std::string(site->symbol) + "  =  " + std::string(site->formula));
  const bool small = formula.measure(ui).width > area.width();
  formula.draw(ui, area.left, std::round(area.top + ui.px(52)), small);
  return ui.px(70);
}

void draw_product(const PanelContext& context, const Area& area, int node, const Product& product) {
  ProductView(context, area, node, product).draw();
}

}  // namespace headlight
