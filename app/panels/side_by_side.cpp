// A step that is no product: its inputs, the sign between them and its value, on common rows.
#include <algorithm>

#include "app/panels/step_names.h"
#include "app/panels/steps_parts.h"
#include "app/widgets/formula.h"
#include "app/widgets/matrix_view.h"
#include "core/explain/render.h"

namespace headlight {
namespace {

struct Shown {
  int node = 0;
  HeatmapPtr map;
  bool one_row = false;  // a gain or a bias: the same for every row
};

class SideBySide {
 public:
  SideBySide(const PanelContext& context, const Area& area, int node)
      : context_(context), ui_(context.ui), area_(area), trace_(*stage_trace(context)), node_(node),
        path_(trace_.label(node).path), hot_(hot_cell(context, path_)) {}

  void draw() {
    collect();
    if (shown_.empty() || shown_.back().map == nullptr) return;
    Area rest = area_;
    rest.cut_top(draw_step_formula(context_, rest.inset(0, 0), node_, hot_));
    rest.cut_top(draw_numbers(rest));
    rest.cut_top(ui_.px(10));
    draw_matrices(rest);
  }

 private:
  void collect() {
    const Node& node = trace_.tape().node(node_);
    const int side = stage_side(context_);
    const Shape out = node.shape;
    for (const int input : node.inputs) {
      const HeatmapPtr map = context_.pictures.view(side, trace_.label(input).path);
      if (map == nullptr) continue;
      const bool one_row = map->rows == 1 && out.rows > 1;
      shown_.push_back({input, map, one_row});
    }
    // The heads side by side make many inputs: those that fit, the hot one among them.
    constexpr std::size_t most = 4;
    while (shown_.size() > most) shown_.pop_back();
    shown_.push_back({node_, context_.pictures.view(side, path_), false});
  }

  // The formula of the hot cell with its numbers.
  float draw_numbers(const Area& area) {
    const Palette& c = ui_.colours();
    Rendered text;
    try {
      text = render(trace_, {node_, hot_.row, hot_.col}, {.terms = 3, .digits = 4});
    } catch (const std::out_of_range&) {
      return 0;
    }
    const float line = ui_.px(20);
    float y = area.top;
    const float room = area.width() - ui_.px(150);
    const auto row = [&](const std::string& left, const std::string& right) {
      const float x = ui_.text(area.left, y + line / 2, type::number_hot, c.ink, left);
      const float end = ui_.text(x, y + line / 2, type::number, c.text_3, " = ");
      ui_.text(end, y + line / 2, type::number, c.text_2, ui_.fitted(type::number, right, std::max(ui_.px(80), area.left + room - end)));
      y += line;
    };
    row(text.cell, text.numbers.empty() ? number_alone(static_cast<float>(text.value), shown_.back().map->format)
                                        : text.numbers + " = " + significant_text(static_cast<float>(text.value), 5));
    for (const NamedPart& part : text.named) row(part.letter, part.numbers + " = " + significant_text(static_cast<float>(part.value), 4));
    return y - area.top;
  }

  void draw_matrices(Area area) {
    const float labels = ui_.px(96);
    const float foot = ui_.px(46);
    const float head = ui_.px(58);  // title and column labels
    const Heatmap& out = *shown_.back().map;

    // Inputs of one row stand in a column of their own between the others: they need no width of a matrix.
    std::vector<const Shown*> wide;
    for (const Shown& one : shown_) {
      if (!one.one_row) wide.push_back(&one);
    }
    const auto count = static_cast<float>(wide.size());
    const float gap = ui_.px(44);
    const float room = std::floor((area.width() - labels - gap * (count - 1)) / count);
    const bool one_rows = wide.size() != shown_.size();
    const float strips = one_rows ? ui_.px(46) * static_cast<float>(shown_.size() - wide.size()) : 0;
    const float rows_top = std::round(area.top + head + strips);
    const float rows_room = area.bottom - foot - rows_top;
    const float tall = std::clamp(std::floor(rows_room / static_cast<float>(out.rows)), ui_.px(20), ui_.px(30));
    const AxisPlaces rows = lay_out_axis(rows_top, rows_room, 0, out.rows, tall, hot_.row, 8, ui_.px(3), ui_.px(6));

    float x = std::round(area.left + labels);
    bool first = true;
    for (std::size_t i = 0; i < wide.size(); ++i) {
      const Shown& one = *wide[i];
      const AxisPlaces columns = columns_of(one, x, room);
      draw_title(one, x, rows_top - strips - ui_.px(44), std::max(columns.length(), i + 1 < wide.size() ? room : 0));
      const bool own_rows = one.map->rows != out.rows;
      const AxisPlaces own = own_rows ? lay_out_axis(rows_top, rows_room, 0, one.map->rows, ui_.px(24), hot_row_of(one), 8, ui_.px(2), ui_.px(5)) : rows;
      draw_one(one, own, columns, first || own_rows);
      if (one_rows && i + 1 == wide.size()) draw_one_rows(columns, rows_top - strips - ui_.px(26));
      if (i + 1 < wide.size()) draw_sign(x + columns.length() + gap / 2, rows_top + std::min(rows.length(), ui_.px(180)) / 2, i + 2 == wide.size());
      draw_foot(one, columns, own.start + own.length());
      x = std::round(x + columns.length() + gap + (own_rows && i + 1 < wide.size() ? ui_.px(30) : 0));
      first = false;
    }
  }

  // Gains and biases: their row above the columns of the value, number by number.
  void draw_one_rows(const AxisPlaces& columns, float top) {
    float y = top;
    for (const Shown& one : shown_) {
      if (!one.one_row || one.map->columns != shown_.back().map->columns) continue;
      const AxisPlaces row = lay_out_axis(std::round(y + ui_.px(14)), ui_.px(24), 0, 1, ui_.px(24), 0, 1, 1, 1);
      const std::string& path = trace_.label(one.node).path;
      ui_.text(columns.start, y + ui_.px(4), type::caption, ui_.colours().text_3,
               ui_.fitted(type::caption, part_title(path), columns.length()));
      const MatrixTouch touch = matrix(ui_, "input/" + std::to_string(one.node), one.map, row, columns,
                                       {.hot_column = hot_.col, .fade = false});
      take(touch, path);
      y += ui_.px(46);
    }
  }

  AxisPlaces columns_of(const Shown& one, float x, float room) const {
    const int count = one.map->columns;
    const float fits = std::floor(room / static_cast<float>(count));
    const float printed = std::clamp(fits, ui_.px(38), ui_.px(54));
    const float lens_cell = std::max(printed, ui_.px(46));
    if (fits >= ui_.px(38)) return lay_out_axis(x, room, 0, count, printed, hot_column_of(one), count, 1, 1);
    return lay_out_axis(x, room, 0, count, lens_cell, hot_column_of(one), static_cast<int>(room * 0.55F / lens_cell), ui_.px(2), ui_.px(6));
  }

  // The cell of an input that the hot cell reads first.
  std::optional<CellAt> source_in(const Shown& one) const {
    if (one.node == node_) return CellAt{hot_.row, hot_.col};
    for (const Cell& cell : sources()) {
      if (cell.node == one.node && cell.col == hot_.col) return CellAt{cell.row, cell.col};
    }
    for (const Cell& cell : sources()) {
      if (cell.node == one.node) return CellAt{cell.row, cell.col};
    }
    return std::nullopt;
  }
  const std::vector<Cell>& sources() const {
    if (!sources_) sources_ = trace_.tape().explain({node_, hot_.row, hot_.col}).cells();
    return *sources_;
  }
  int hot_column_of(const Shown& one) const {
    const auto at = source_in(one);
    return at ? at->column : std::min(hot_.col, one.map->columns - 1);
  }
  int hot_row_of(const Shown& one) const {
    const auto at = source_in(one);
    return at ? at->row : std::min(hot_.row, one.map->rows - 1);
  }

  void draw_title(const Shown& one, float x, float y, float room) {
    const std::string& path = trace_.label(one.node).path;
    const Site* site = site_of(path);
    const Palette& c = ui_.colours();
    const bool result = one.node == node_;
    float at = x;
    if (site != nullptr && site->symbol.size() <= 3) {
      at = ui_.text(x, y, type::section, colour_of(role_of(path), c), site->symbol) + ui_.px(8);
    }
    const Type face = result ? type::label_hot : type::label;
    const std::string shape = std::to_string(one.map->rows) + " × " + std::to_string(one.map->columns);
    const std::string name = ui_.fitted(face, part_title(path), std::max(ui_.px(60), room - (at - x) - ui_.width(type::caption, shape) - ui_.px(10)));
    at = ui_.text(at, y, face, result ? c.ink : c.text_2, name);
    ui_.text(at + ui_.px(8), y, type::caption, c.text_3, shape);
  }

  void draw_one(const Shown& one, const AxisPlaces& rows, const AxisPlaces& columns, bool labels) {
    const auto at = source_in(one);
    MatrixLook look{.rows = labels ? RowLabels::left : RowLabels::none, .columns = ColumnLabels::above, .fade = false};
    if (at) {
      look.hot_row = at->row;
      look.hot_column = at->column;
      look.hot_cell = at;
    }
    look.hot_role = role_of(trace_.label(one.node).path);
    const bool reads_a_row = one.node != node_ && sources_in(one.node) > 1;
    if (reads_a_row) {  // the whole row counts: a softmax, a norm
      look.hot_cell.reset();
      look.hot_column.reset();
    }
    take(matrix(ui_, one.node == node_ ? "result" : "input/" + std::to_string(one.node), one.map, rows, columns, look),
         trace_.label(one.node).path);
  }

  int sources_in(int node) const {
    return static_cast<int>(std::count_if(sources().begin(), sources().end(), [&](const Cell& cell) { return cell.node == node; }));
  }

  void take(const MatrixTouch& touch, const std::string& path) {
    const auto pair = [](const std::optional<CellAt>& at) -> std::optional<std::pair<int, int>> {
      if (!at) return std::nullopt;
      return std::pair(at->row, at->column);
    };
    follow_cell(context_, path, pair(touch.hovered), pair(touch.clicked));
  }

  void draw_sign(float x, float y, bool last) {
    const Node& node = trace_.tape().node(node_);
    const std::string sign = last ? "→" : node.op == nullptr ? "" : node.op->symbol();
    const Type face = ui_.width(type::formula_upright, sign) < ui_.px(30) ? type::formula_upright : type::caption;
    ui_.text(std::round(x - ui_.width(face, sign) / 2), y, face, ui_.colours().text_2, ui_.fitted(face, sign, ui_.px(42)));
  }

  void draw_foot(const Shown& one, const AxisPlaces& columns, float bottom) {
    if (columns.has_lens()) {
      const AxisKind kind = info(trace_.label(one.node).cols).kind;
      lens_bracket(ui_, columns, bottom + ui_.px(7), false, kind == AxisKind::dimensions ? "dimensions" : "words", one.map->columns);
    }
    const float wide = level_colour_bar_width(ui_, "", one.map->scale);
    if (columns.length() >= wide - ui_.px(20)) {
      level_colour_bar(ui_, columns.start - ui_.px(12), bottom + ui_.px(columns.has_lens() ? 36 : 16), "", one.map->scale);
    }
  }

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  const Trace& trace_;
  int node_;
  std::string path_;
  CellName hot_;
  std::vector<Shown> shown_;
  mutable std::optional<std::vector<Cell>> sources_;
};

}  // namespace

void draw_side_by_side(const PanelContext& context, const Area& area, int node) { SideBySide(context, area, node).draw(); }

}  // namespace headlight
