// A cell that is no sum of products: the rows it is made from as bars, the numbers that go
// into it marked, and itself below them.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

#include "app/panels/common/step_names.h"
#include "app/panels/common/typeset.h"
#include "app/panels/place/model_steps.h"
#include "app/widgets/controls.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"
#include "core/layers/sites.h"
#include "core/tape/ops/ops.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

// A row that a cell is made from, and its cell in it: the one at the same place, or the only one.
struct BandOfCell {
  Cell cell;
  int read = 0;  // how many cells of the row
};
struct KeptBands : KeptOfTrace<std::tuple<std::string, int, int>, std::vector<BandOfCell>> {};
struct KeptCellLines : KeptOfTrace<std::tuple<std::string, int, int, int>, std::vector<TypesetLine>> {};

class ModelCellPage {
 public:
  ModelCellPage(const Page& page, const CellName& cell)
      : page_(page),
        ui_(page.ui),
        c_(page.c),
        cell_(cell),
        node_(page.trace.at(cell.path)),
        value_(page.value(cell.path, cell.row, cell.col).value_or(0)),
        word_(page.asks[static_cast<std::size_t>(page.row)]) {
    if (page.is_of_cells(page.attention.asks)) word_ = cell_said(word_);
    bands_ = ui_.state<KeptBands>().get(page.context.maps[page.side].trace(), {cell.path, cell.row, cell.col},
                                        [&] { return bands_of_cell(); });
  }

  void draw() {
    draw_panel();
    draw_bands();
  }

 private:
  const Trace& trace() const { return page_.trace; }

  std::vector<BandOfCell> bands_of_cell() const {
    std::vector<BandOfCell> bands;
    for (const Cell& each : trace().tape().explain({node_, cell_.row, cell_.col}).cells()) {
      if (trace().tape().node(each.node).kind == Node::Kind::parameter) continue;
      const auto same = std::find_if(bands.begin(), bands.end(), [&](const BandOfCell& band) {
        return band.cell.node == each.node && band.cell.row == each.row;
      });
      if (same == bands.end()) {
        bands.push_back({each, 1});
      } else {
        ++same->read;
        if (each.col == cell_.col) same->cell = each;
      }
    }
    constexpr std::size_t most = 3;
    if (bands.size() > most) bands.resize(most);
    return bands;
  }

  // --- above: in words, in numbers, as a formula

  void draw_panel() {
    const Area& stage = page_.boxes.stage;
    const bool low = page_.boxes.low;
    const Area panel{stage.left, stage.top + page_.px(4), stage.right,
                     page_.boxes.rows - page_.px(low ? 14 : 38)};
    ui_.fill(panel, c_.panel, page_.px(8));
    ui_.outline(panel, c_.hairline, ui_.hairline(), page_.px(8));
    const float top = panel.top + page_.px(low ? 6 : 14);
    Area line{panel.left + page_.px(16), top, panel.right - page_.px(14), top + page_.px(30)};
    const Cell cell{node_, cell_.row, cell_.col};
    const Explained explained = page_.explained(cell, false);
    const Dial dial = draw_dial(explained, line);
    Area rest{panel.left + page_.px(22), line.bottom + page_.px(low ? 4 : 14), panel.right - page_.px(22),
              panel.bottom - page_.px(4)};
    ui_.push_clip(rest.outset(page_.px(4)));
    if (draw_cell_explained(explained, rest) == 0) draw_lines(dial, rest);
    ui_.pop_clip();
  }

  void draw_lines(Dial dial, const Area& rest) const {
    std::vector<TypesetLine> lines;
    if (dial == Dial::formula) {
      if (const std::string equation = equation_of(trace(), node_); !equation.empty())
        lines.push_back({Formula::parse(equation), FormulaSize::large});
    } else {
      lines = ui_.state<KeptCellLines>().get(
          page_.context.maps[page_.side].trace(),
          {cell_.path, cell_.row, cell_.col, static_cast<int>(rest.width())}, [&] {
            return typeset(ui_, trace(), {node_, cell_.row, cell_.col}, rest.width(), called_from_one());
          });
    }
    // The formula has a line of its own; what stands under its letters is beside one another where it fits.
    float x = rest.left, y = rest.top, tall = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      FormulaSize size = lines[i].size;
      for (const FormulaSize smaller : {FormulaSize::medium, FormulaSize::small}) {
        if (lines[i].formula.measure(ui_, size).width > rest.width()) size = smaller;
      }
      const Formula::Size measured = lines[i].formula.measure(ui_, size);
      if (i == 1 || x + measured.width > rest.right) {
        x = rest.left;
        y += tall + (i == 0 ? 0 : page_.px(page_.boxes.low ? 4 : 12));
        tall = 0;
      }
      if (y + measured.height() > rest.bottom || measured.width > rest.width()) break;
      lines[i].formula.draw(ui_, x, y + measured.ascent, size);
      x += measured.width + page_.px(between_formulas);
      tall = std::max(tall, measured.height());
    }
  }

  // "R_2" of the word and its number, counted from 1 as everywhere here.
  std::optional<Formula> called_from_one() const {
    const Label& label = trace().label(node_);
    const std::string symbol = symbol_of(label.path);
    const bool single = !symbol.empty() && symbol.find_first_of(" +/") == std::string::npos;
    if (!single || info(label.cols).kind != AxisKind::dimensions) return std::nullopt;
    const std::string n = std::to_string(cell_.col + 1);
    const bool words = info(label.rows).kind == AxisKind::tokens;
    return indexed(symbol, Formula::text(words ? word_ + ", " + n : n, Role::text_2));
  }

  // --- below: the rows

  void draw_bands() {
    const Area& stage = page_.boxes.stage;
    Area rest{stage.left, page_.rows.top, stage.right, page_.boxes.page.bottom - page_.px(24)};
    const std::size_t count = bands_.size() + 1;
    const float gap = page_.px(14);
    const float tall = std::min((rest.height() + gap) / static_cast<float>(count) - gap, page_.px(150));
    for (const BandOfCell& band : bands_) draw_band(rest.cut_top(tall, gap), band.cell, false);
    draw_band(rest.cut_top(tall, gap), {node_, cell_.row, cell_.col}, true);
  }

  void draw_band(Area area, const Cell& cell, bool own) {
    const Label& label = trace().label(cell.node);
    const Area line = area.cut_top(page_.px(18), page_.px(4));
    const MapRows map = page_.context.maps[page_.side].rows(label.path, cell.row, 1);
    if (!map.has(cell.row)) return;
    const int row = cell.row - map.first;
    const float value = map.map->value(row, cell.col);
    const Place place = place_of(label.path);
    const std::string name = place.head ? say("head {n}, {part}", {{"n", std::to_string(*place.head + 1)},
                                                                   {"part", step_called(place.part)}})
                                        : model_step_in_full(trace(), cell.node);
    const AxisKind columns = info(label.cols).kind;
    const bool named = columns == AxisKind::vocabulary || columns == AxisKind::tokens;
    const std::string says =
        named ? say("{step}: {word}",
                    {{"step", name}, {"word", token_called(trace().label(label.cols, cell.col))}})
              : say("{step}: number {n} of {all}", {{"step", name},
                                                    {"n", std::to_string(cell.col + 1)},
                                                    {"all", count_text(map.map->columns)}});
    const float x =
        ui_.text(line.left, line.middle_y(), own ? type::label_hot : type::label, own ? c_.ink : c_.text_2,
                 ui_.shortened(type::label_hot, says, line.width() - page_.px(90)));
    const float end =
        ui_.text(x + page_.px(10), line.middle_y(), type::number_hot, c_.ink, written(*map.map, value));
    if (map.map->columns < 2) return;
    const std::string range = range_of(*map.map, row);
    if (end + page_.px(16) + ui_.width(type::caption, range) < line.right)
      ui_.text(line, Align::right, type::caption, c_.text_2, range);
    draw_number_bars(page_, area, map.map, row, cell.col);
    const Touch touch = ui_.surface("place/band/" + label.path + (own ? "/own" : ""), area);
    ui_.tell_item(say("{n} bars: {step}", {{"n", count_text(map.map->columns)}, {"step", name}}),
                  largest_said(*map.map, row, columns, label.cols));
    if (touch.focused) ui_.focus_ring(area, page_.px(4));
    if (!touch.hovered) return;
    const int number = std::clamp(
        static_cast<int>((ui_.mouse().x - area.left) / area.width() * static_cast<float>(map.map->columns)),
        0, map.map->columns - 1);
    ui_.hand();
    ui_.tooltip(say("{what}: {value}", {{"what", bar_called(number, columns, label.cols)},
                                        {"value", written(*map.map, map.map->value(row, number))}}));
    if (touch.clicked) open(own ? Cell{node_, cell_.row, number} : Cell{cell.node, cell.row, number});
  }

  // A weight as where it is made.
  static std::string written(const Heatmap& map, float value) {
    return number_alone(value, map.format == NumberFormat::weight ? NumberFormat::probability : map.format);
  }

  std::string bar_called(int number, AxisKind columns, Axis axis) const {
    return columns == AxisKind::vocabulary || columns == AxisKind::tokens
               ? token_called(trace().label(axis, number))
               : say("number {n}", {{"n", std::to_string(number + 1)}});
  }

  // What the bars measure, and between which numbers: "score, −3.06 to 8.13".
  static std::string range_of(const Heatmap& map, int row) {
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (int column = 0; column < map.columns; ++column) {
      const float value = map.value(row, column);
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    if (low > high) return "";
    return say("{unit}, {low} to {high}",
               {{"unit", map.scale.label}, {"low", written(map, low)}, {"high", written(map, high)}});
  }

  // For who listens: the range, and which of them is the largest.
  std::string largest_said(const Heatmap& map, int row, AxisKind columns, Axis axis) const {
    if (!ui_.is_heard()) return "";
    int most = 0;
    for (int column = 1; column < map.columns; ++column) {
      if (!(map.value(row, column) <= map.value(row, most))) most = column;
    }
    return say("{range}; the largest is {what}",
               {{"range", range_of(map, row)}, {"what", bar_called(most, columns, axis)}});
  }

  void open(const Cell& cell) const {
    const std::string& path = trace().label(cell.node).path;
    GoTo to{.altitude = Altitude::cell, .cell = CellName{path, cell.row, cell.col}, .number = -1};
    const Place place = place_of(path);
    if (is_outside_heads(trace(), cell.node)) {
      to.path = path;
    } else if (place.head && place.layer && has_altitude(trace().anatomy(), Altitude::cell)) {
      to.head = HeadChoice{attention_of(place.stack, place.attention), *place.layer, *place.head};
      to.token = page_.row;
      to.part = place.part;
    } else {
      return;
    }
    page_.go(std::move(to));
  }

  const Page& page_;
  Ui& ui_;
  const Palette& c_;
  CellName cell_;
  int node_;
  float value_;
  std::string word_;
  std::vector<BandOfCell> bands_;
};

}  // namespace

void add_model_cell(const Page& page, stage::Scene& scene) {
  const CellName* const cell = page.cell();
  if (cell == nullptr || page.trace.find(cell->path) < 0) return;
  const Area box{page.boxes.stage.left, page.rows.top, page.boxes.stage.right, page.rows.bottom()};
  scene.add(
      key("model cell"), box, [](Ui&, const Area&) {},
      [&page, at = *cell] { ModelCellPage(page, at).draw(); });
}

}  // namespace headlight::place
