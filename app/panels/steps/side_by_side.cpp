// A step that is no product: its inputs, the sign between them and its value, on common rows.
#include <algorithm>

#include "app/panels/common/step_names.h"
#include "app/panels/steps/steps.h"
#include "app/widgets/matrix_view.h"
#include "core/explain/matrix_formulas.h"

namespace headlight {
namespace {

struct Shown {
  int node = 0;
  HeatmapPtr map;
  bool one_row = false;  // a gain or a bias: the same for every row
};

class SideBySide : PanelPart {
 public:
  SideBySide(const PanelContext& context, const Area& area, int node)
      : PanelPart(context, area),
        grown_(cell_growth(ui_, area)),
        trace_(*stage_trace(context)),
        node_(node),
        path_(trace_.label(node).path),
        hot_(hot_cell(context, path_)),
        rest_(resting_cell(context, path_)) {}

  void draw() {
    collect();
    if (shown_.empty() || shown_.back().map == nullptr) return;
    rest_ = open_input().value_or(rest_);
    Area rest = area_;
    rest.cut_top(draw_step_title(context_, rest, hot_));
    rest.cut_top(draw_step_formula(context_, rest, hot_), ui_.px(8));
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

  // The cell beside that of an input of the same shape which is open in the inspector.
  std::optional<CellName> open_input() const {
    if (context_.session.trail.empty()) return std::nullopt;
    const CellName& open = context_.session.trail.back();
    for (const Shown& one : shown_) {
      if (one.map->path == open.path && axis_of(one) == path_ && !one.one_row)
        return CellName{path_, open.row, open.col};
    }
    return std::nullopt;
  }

  void draw_matrices(Area area) {
    const Heatmap& out = *shown_.back().map;
    const float labels = ui_.px(96);
    const float foot = ui_.px(46);

    // Inputs of one row stand in a column of their own between the others: they need no width of a matrix.
    std::vector<const Shown*> wide;
    for (const Shown& one : shown_) {
      if (!one.one_row) wide.push_back(&one);
    }
    const auto count = static_cast<float>(wide.size());
    const float gap = std::clamp(ui_.width(type::caption, sign()) + ui_.px(16), ui_.px(44), ui_.px(110));
    // A matrix with rows of its own brings labels for them.
    const auto own_labels = [&](const Shown& one) { return one.map->rows != out.rows ? ui_.px(88) : 0.0F; };
    float between = gap * (count - 1);
    for (std::size_t i = 1; i < wide.size(); ++i) between += own_labels(*wide[i]);
    const float room = std::floor((area.width() - labels - between) / count);
    float labels_tall = ui_.px(26);
    for (const Shown& one : shown_) {
      if (!one.one_row)
        labels_tall = std::max(labels_tall, matrix_labels_height(ui_, *one.map, columns_of(one, 0, room)));
    }
    const float head = labels_tall + ui_.px(32);  // with the titles above them
    const bool one_rows = wide.size() != shown_.size();
    const float strips = one_rows ? ui_.px(46) * static_cast<float>(shown_.size() - wide.size()) : 0;
    const float rows_top = std::round(area.top + head + strips);
    const float rows_room = area.bottom - foot - rows_top;
    const float tall =
        std::clamp(std::floor(rows_room / static_cast<float>(out.rows)), ui_.px(20), ui_.px(30 * grown_));
    const AxisPlaces rows =
        lay_out_axis(rows_top, rows_room, 0, out.rows, lens_centre(ui_, path_ + "/rows", rest_.row, out.rows),
                     axis_cells(tall, 3, 6));
    keep_lens(ui_, path_ + "/rows", rows, rest_.row);

    float x = std::round(area.left + labels);
    bool first = true;
    for (std::size_t i = 0; i < wide.size(); ++i) {
      const Shown& one = *wide[i];
      const AxisPlaces columns = columns_of(one, x, room);
      keep_lens(ui_, axis_of(one) + "/columns", columns, lens_place(one).column);
      const bool last = i + 1 == wide.size();
      const float to_next = last ? 0 : columns.length() + gap + own_labels(*wide[i + 1]);
      draw_title(one, x, rows_top - strips - labels_tall - ui_.px(18),
                 last ? columns.length() : std::min(std::max(columns.length(), room), to_next - ui_.px(8)));
      const bool own_rows = one.map->rows != out.rows;
      const AxisPlaces own =
          own_rows
              ? lay_out_axis(rows_top, rows_room, 0, one.map->rows,
                             lens_centre(ui_, axis_of(one) + "/rows", lens_place(one).row, one.map->rows),
                             axis_cells(ui_.px(24 * grown_), 2, 5))
              : rows;
      if (own_rows) keep_lens(ui_, axis_of(one) + "/rows", own, lens_place(one).row);
      draw_one(one, own, columns, first || own_rows);
      if (one_rows && last) draw_one_rows(columns, rows_top - strips - labels_tall);
      if (!last)
        draw_sign(x + columns.length() + gap / 2, rows_top + std::min(rows.length(), ui_.px(180)) / 2,
                  i + 2 == wide.size());
      draw_foot(one, columns, own.start + own.length());
      x = std::round(x + to_next);
      first = false;
    }
  }

  // Gains and biases: their row above the columns of the value, number by number.
  void draw_one_rows(const AxisPlaces& columns, float top) {
    float y = top;
    for (const Shown& one : shown_) {
      if (!one.one_row || one.map->columns != shown_.back().map->columns) continue;
      const AxisPlaces row =
          lay_out_axis(std::round(y + ui_.px(14)), ui_.px(24), 0, 1, 0, {.printed = ui_.px(24)});
      const std::string& path = trace_.label(one.node).path;
      ui_.text(columns.start, y + ui_.px(4), type::caption, c_.text_3,
               ui_.shortened(type::caption, part_title(path), columns.length()));
      const MatrixTouch touch = matrix(ui_, "input/" + std::to_string(one.node), one.map, row, columns,
                                       {.hot_column = hot_.col, .fade = false});
      take(touch, path, row, columns, path_);
      y += ui_.px(46);
    }
  }

  AxisCells axis_cells(float printed, float least, float most) const {
    return {printed, 0, ui_.px(least), ui_.px(most * grown_), ui_.px(22 * grown_), ui_.state<Lenses>().zoom};
  }
  // Matrices of one shape are moved together.
  std::string axis_of(const Shown& one) const {
    const Heatmap& out = *shown_.back().map;
    const bool alike = one.one_row || (one.map->rows == out.rows && one.map->columns == out.columns);
    return alike ? path_ : trace_.label(one.node).path;
  }

  AxisPlaces columns_of(const Shown& one, float x, float room) const {
    const int count = one.map->columns;
    // Matrices with the same columns have them equally wide.
    float least = 0;
    for (const Shown& each : shown_) {
      if (each.map->columns == count) least = std::max(least, printed_width(ui_, *each.map));
    }
    const int centre = lens_centre(ui_, axis_of(one) + "/columns", lens_place(one).column, count);
    const float printed = printed_cell(ui_, least, room, count, grown_);
    return lay_out_axis(x, room, 0, count, centre, axis_cells(printed, 2, 6));
  }

  // The cell of an input that a cell of the result reads first.
  std::optional<CellAt> source_in(const Shown& one, const CellName& of,
                                  const std::vector<Cell>& sources) const {
    if (one.node == node_) return CellAt{of.row, of.col};
    for (const Cell& cell : sources) {
      if (cell.node == one.node && cell.col == of.col) return CellAt{cell.row, cell.col};
    }
    for (const Cell& cell : sources) {
      if (cell.node == one.node) return CellAt{cell.row, cell.col};
    }
    return std::nullopt;
  }
  std::optional<CellAt> source_in(const Shown& one) const { return source_in(one, hot_, sources()); }
  const std::vector<Cell>& sources() const {
    if (!sources_) sources_ = sources_of(hot_);
    return *sources_;
  }
  std::vector<Cell> sources_of(const CellName& cell) const {
    return trace_.tape().explain({node_, cell.row, cell.col}).cells();
  }
  // What the lens of a matrix stands around: its own open cell, or what the cell at rest reads.
  CellAt lens_place(const Shown& one) const {
    CellAt at{rest_.row, rest_.col};
    if (axis_of(one) != path_) {
      const std::vector<CellName>& trail = context_.session.trail;
      if (!trail.empty() && trail.back().path == one.map->path) {
        at = {trail.back().row, trail.back().col};
      } else {
        at = source_in(one, rest_, hot_ == rest_ ? sources() : sources_of(rest_)).value_or(at);
      }
    }
    return {std::min(at.row, one.map->rows - 1), std::min(at.column, one.map->columns - 1)};
  }

  void draw_title(const Shown& one, float x, float y, float room) {
    const std::string& path = trace_.label(one.node).path;
    const bool result = one.node == node_;
    float at = x;
    const std::string symbol = symbol_of(path);
    if (symbol.size() <= 6 && symbol.find(' ') == std::string::npos) {
      at = ui_.rich(x, y, type::section, type::section, in_one_line(symbol, role_of(path)));
      at += symbol.empty() ? 0 : ui_.px(8);
    }
    const Type face = result ? type::label_hot : type::label;
    // Beside its symbol a name may be left out; alone it may be wider than its matrix.
    const float free = std::max(at > x ? 0 : ui_.px(60), room - (at - x));
    if (free >= ui_.px(40))
      at = ui_.text(at, y, face, result ? c_.ink : c_.text_2, ui_.shortened(face, part_title(path), free)) +
           ui_.px(8);
    draw_shape(context_, at, y, x + std::max(room, ui_.px(90)), trace_.tape().node(one.node));
  }

  void draw_one(const Shown& one, const AxisPlaces& rows, const AxisPlaces& columns, bool labels) {
    const auto at = source_in(one);
    MatrixLook look{
        .rows = labels ? RowLabels::left : RowLabels::none, .columns = ColumnLabels::above, .fade = false};
    if (at) {
      look.hot_row = at->row;
      look.hot_column = at->column;
      look.hot_cell = at;
    }
    look.hot_role = role_of(trace_.label(one.node).path);
    look.column_kind = info(trace_.label(one.node).cols).kind;
    const bool reads_a_row = one.node != node_ && sources_in(one.node) > 1;
    if (reads_a_row) {  // the whole row counts: a softmax, a norm
      look.hot_cell.reset();
      look.hot_column.reset();
    }
    take(matrix(ui_, one.node == node_ ? "result" : "input/" + std::to_string(one.node), one.map, rows,
                columns, look),
         trace_.label(one.node).path, rows, columns, axis_of(one));
  }

  int sources_in(int node) const {
    return static_cast<int>(std::count_if(sources().begin(), sources().end(),
                                          [&](const Cell& cell) { return cell.node == node; }));
  }

  void take(const MatrixTouch& touch, const std::string& path, const AxisPlaces& rows,
            const AxisPlaces& columns, const std::string& axis) {
    const auto pair = [](const std::optional<CellAt>& at) -> std::optional<std::pair<int, int>> {
      if (!at) return std::nullopt;
      return std::pair(at->row, at->column);
    };
    follow_cell(context_, path, pair(touch.hovered), pair(touch.clicked));
    move_lens(ui_, axis + "/rows", rows, touch.rows_by);
    move_lens(ui_, axis + "/columns", columns, touch.columns_by);
    zoom_by(ui_, touch.zoom_by);
  }

  std::string sign() const {
    const Node& node = trace_.tape().node(node_);
    return node.op == nullptr ? "" : node.op->symbol();
  }

  // Between two inputs what joins them; before the value an arrow, and over it what was done to a single
  // input.
  void draw_sign(float x, float y, bool last) {
    const auto centred = [&](float at, Type face, const std::string& text) {
      ui_.text(std::round(x - ui_.width(face, text) / 2), at, face, c_.text_2, text);
    };
    const bool large = ui_.width(type::formula_upright, sign()) < ui_.px(30);
    if (!last) return centred(y, large ? type::formula_upright : type::caption, sign());
    centred(y, type::formula_upright, "→");
    if (shown_.size() == 2)
      centred(y - ui_.px(22), type::caption, ui_.shortened(type::caption, sign(), ui_.px(104)));
  }

  void draw_foot(const Shown& one, const AxisPlaces& columns, float bottom) {
    if (columns.has_lens()) {
      const Axis across = trace_.label(one.node).cols;
      lens_bracket(ui_, columns, bottom + ui_.px(7), false, info(across).kind, axis_called(context_, across),
                   one.map->columns);
    }
    const float wide = level_colour_bar_width(ui_, "", one.map->scale);
    if (columns.length() >= wide - ui_.px(20)) {
      level_colour_bar(ui_, columns.start - ui_.px(12), bottom + ui_.px(columns.has_lens() ? 36 : 16), "",
                       one.map->scale);
    }
  }

  float grown_;
  const Trace& trace_;
  int node_;
  std::string path_;
  CellName hot_;
  CellName rest_;  // the same without the mouse: what is printed stands around it
  std::vector<Shown> shown_;
  mutable std::optional<std::vector<Cell>> sources_;
};

}  // namespace

void draw_side_by_side(const PanelContext& context, const Area& area, int node) {
  SideBySide(context, area, node).draw();
}

}  // namespace headlight
