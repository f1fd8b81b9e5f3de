#include "app/panels/labs/lab_widgets.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/lab/lab_work.h"
#include "app/panels/common/dial.h"
#include "app/panels/common/stage.h"
#include "app/panels/common/typeset.h"
#include "app/panels/labs/labs.h"
#include "app/widgets/ui.h"
#include "core/figure/numbers.h"
#include "core/models/model.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// What was chosen last in a lab: where it comes from moves there.
struct LabArrival {
  std::string what;   // what was chosen in the last frame; empty before the first one
  double since = -1;  // when it was chosen; negative: it was there when the lab opened
};

struct HeadAt {
  Attention attention = Attention::encoder;
  int layer = 0, head = 0;
};

std::vector<HeadAt> every_head(const Anatomy& anatomy) {
  std::vector<HeadAt> list;
  for (const AttentionHeads& all : anatomy.attentions) {
    for (int number = 0; number < all.count(); ++number) {
      const AttentionHeads::Place place = all.place_of(number);
      list.push_back({all.id, place.layer, place.head});
    }
  }
  return list;
}

const char* stack_of(Attention attention) {
  switch (attention) {
    case Attention::encoder:
      return "Encoder";
    case Attention::decoder:
      return "Decoder";
    case Attention::cross:
      break;
  }
  return "Cross-attention";
}

void draw_share_axis(Ui& ui, const Area& inner) {
  const Palette& c = ui.colours();
  const int most = inner.height() >= ui.px(110) ? 4 : 2;
  for (int i = 0; i <= most; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(most);
    const float y = std::round(inner.bottom - share * inner.height());
    ui.line(inner.left, y, inner.right, y, i == 0 ? c.strong_line : c.hairline, ui.hairline());
    ui.text({inner.left - ui.px(48), y - ui.px(8), inner.left - ui.px(8), y + ui.px(8)}, Align::right,
            type::path, c.text_2, significant_text(share, 2));
  }
}

// Labels level where they fit, else turned to stand below their columns. Of numbers every so many; of words
// too close to be read the one that is followed and those of the longest columns.
class BarLabels {
 public:
  BarLabels(const Ui& ui, const ShareBars& bars, float column) {
    const std::vector<std::string>& labels = bars.labels;
    for (const std::string& label : labels) longest_ = std::max(longest_, ui.width(type::caption, label));
    level = longest_ + ui.px(4) <= column;
    const bool numbers = std::all_of(labels.begin(), labels.end(), [](const std::string& label) {
      return std::all_of(label.begin(), label.end(), [](char each) { return each >= '0' && each <= '9'; });
    });
    const float apart = ui.height(type::caption);
    shown.assign(labels.size(), !numbers && (level || column >= apart));
    if (numbers) {
      level = true;
      step = std::max(1, static_cast<int>(std::ceil((longest_ + ui.px(6)) / column)));
      for (std::size_t i = 0; i < labels.size(); i += static_cast<std::size_t>(step)) shown[i] = true;
    } else if (!level && column < apart) {
      choose(bars, static_cast<int>(std::ceil(apart / column)));
    }
    height = level ? ui.px(20) : std::min(longest_ + ui.px(10), ui.px(100));
  }
  bool level = true;
  int step = 1;
  float height = 0;
  std::vector<bool> shown;

 private:
  // At least `apart` columns from one to the next.
  void choose(const ShareBars& bars, int apart) {
    const auto longest = [&](int column) {
      float most = 0;
      for (const ShareBars::Series& each : bars.series) most = std::max(most, each.shares[column]);
      return column == bars.hot ? 2 : most;
    };
    std::vector<std::pair<float, int>> order;
    const auto count = static_cast<int>(bars.labels.size());
    for (int column = 0; column < count; ++column) order.emplace_back(-longest(column), column);
    std::sort(order.begin(), order.end());
    for (const auto& [length, column] : order) {
      const auto from = shown.begin() + std::max(0, column - apart + 1);
      const auto end = shown.begin() + std::min(count, column + apart);
      if (std::find(from, end, true) == end) shown[column] = true;
    }
  }

  float longest_ = 0;
};

void tell_shares(Ui& ui, const Area& area, const ShareBars& bars) {
  for (std::size_t i = 0; ui.is_heard() && i < bars.labels.size(); ++i) {
    ToldNumber told{bars.labels[i], "", 0, area};
    for (const ShareBars::Series& each : bars.series) {
      const std::string share = weight_alone(each.shares[i]);
      told.number = bars.series.size() == 1 ? share : joined({told.number, each.name + " " + share});
      told.value = std::max(told.value, each.shares[i]);
    }
    ui.tell(std::move(told));
  }
}

// Columns narrower than this share one place to point at.
constexpr float least_column_pointed_at = 3;

}  // namespace

std::optional<int> share_bars(Ui& ui, std::string_view id, const Area& area, const ShareBars& bars) {
  const Palette& c = ui.colours();
  const std::size_t count = bars.labels.size();
  if (count == 0 || bars.series.empty()) return std::nullopt;
  Area inner = area;
  inner.left += ui.width(type::path, significant_text(0.25F)) + ui.px(10);
  inner.top += std::max(ui.px(8), ui.height(type::path) / 2 + ui.px(3));
  const float column = inner.width() / static_cast<float>(count);
  const BarLabels labels(ui, bars, column);
  inner.bottom -= labels.height;
  if (inner.height() < ui.px(24)) return std::nullopt;
  tell_shares(ui, area, bars);
  const Ui::Pieces told(ui);
  draw_share_axis(ui, inner);
  std::optional<int> pressed;
  const float gap = std::max(ui.hairline(), std::round(std::min(column * 0.2F, ui.px(12))));
  const bool narrow = column < ui.px(least_column_pointed_at);
  const Touch all =
      narrow ? ui.surface(id, {inner.left, inner.top, inner.right, area.bottom}, false) : Touch();
  const auto under_mouse = static_cast<std::size_t>(std::max(0.0F, (ui.mouse().x - inner.left) / column));
  for (std::size_t i = 0; i < count; ++i) {
    const float left = inner.left + static_cast<float>(i) * column;
    const Area place{left, inner.top, left + column, inner.bottom};
    const Touch touch = !narrow            ? ui.item(std::string(id) + "/" + std::to_string(i),
                                                     {place.left, place.top, place.right, area.bottom}, false)
                        : i == under_mouse ? all
                                           : Touch();
    const bool hot = static_cast<int>(i) == bars.hot;
    if (hot) ui.fill({place.left, place.top, place.right, area.bottom}, c.focus_band, ui.px(3));
    if (hot) ui.line(place.left, inner.bottom, place.right, inner.bottom, c.strong_line, ui.hairline());
    const auto beside = static_cast<float>(bars.series.size());
    const float wide = std::min((column - gap) / beside, ui.px(72));
    for (std::size_t s = 0; s < bars.series.size(); ++s) {
      const float x = place.middle_x() + (static_cast<float>(s) - beside / 2) * wide;
      const float share = bars.series[s].shares[i];
      if (!(share > 0)) continue;
      const float top = std::min(inner.bottom - share * inner.height(), inner.bottom - ui.hairline());
      ui.fill(
          {std::round(x), std::round(top), std::max(std::round(x + wide), std::round(x) + 1), inner.bottom},
          bars.series[s].colour);
    }
    if (labels.shown[i] && labels.level) {
      const Area below{left - column * static_cast<float>(labels.step), inner.bottom + ui.px(3),
                       left + column * static_cast<float>(labels.step + 1), inner.bottom + labels.height};
      ui.text(below, Align::centre, hot ? type::caption_hot : type::caption, hot ? c.ink : c.text_2,
              bars.labels[i]);
    } else if (labels.shown[i]) {
      const std::string text = ui.shortened(type::caption, bars.labels[i], labels.height - ui.px(8));
      ui.turned(place.middle_x(), inner.bottom + ui.px(5) + ui.width(type::caption, text), 90,
                hot ? type::caption_hot : type::caption, hot ? c.ink : c.text_2, text);
    }
    if (touch.hovered) {
      std::vector<RichText> lines{RichText(bars.labels[i])};
      for (const ShareBars::Series& each : bars.series)
        lines.emplace_back(each.name + "  " + significant_text(each.shares[i]));
      ui.tooltip(lines);
    }
    if (touch.clicked) pressed = static_cast<int>(i);
  }
  return pressed;
}

float stepper_width(const Ui& ui, std::string_view text) {
  return ui.width(type::label_hot, text) + ui.px(72);
}

int stepper(Ui& ui, std::string_view id, const Area& area, std::string_view text) {
  const Palette& c = ui.colours();
  if (ui.exporting()) {
    ui.text(area, Align::left, type::label_hot, c.ink, text);
    return 0;
  }
  ui.outline(area, c.strong_line, ui.hairline(), ui.px(6));
  int by = 0;
  for (const int direction : {-1, 1}) {
    const Area place = direction < 0 ? Area::at(area.left, area.top, ui.px(28), area.height())
                                     : Area::at(area.right - ui.px(28), area.top, ui.px(28), area.height());
    const Touch touch = ui.press(std::string(id) + (direction < 0 ? "/back" : "/on"), place,
                                 {.radius = ui.px(4), .ring = place.inset(ui.px(2))});
    ui.tell_item(say(direction < 0 ? to_be_said("{what}: one back") : to_be_said("{what}: one on"),
                     {{"what", std::string(text)}}),
                 "");
    const float x = place.middle_x();
    const float y = place.middle_y();
    const float reach = ui.px(4) * static_cast<float>(direction);
    const Rgb ink = touch.hovered ? c.ink : c.text_2;
    ui.line(x - reach / 2, y - ui.px(4), x + reach / 2, y, ink, ui.px(1.5F));
    ui.line(x + reach / 2, y, x - reach / 2, y + ui.px(4), ink, ui.px(1.5F));
    if (touch.clicked) by = direction;
  }
  ui.text(area, Align::centre, type::label_hot, c.ink, text);
  return by;
}

ControlRows::ControlRows(const Ui& ui, Area& rest, float height, float gap, float indent)
    : rest_(rest), height_(height), gap_(gap), indent_(indent), right_(rest.left + seen_width(ui, rest)) {
  begin_row();
}

void ControlRows::begin_row() {
  row_ = rest_.cut_top(height_, gap_);
  row_.left += indent_;
  x_ = row_.left;
}

Area ControlRows::next(float width, float apart) {
  if (x_ > row_.left) {
    x_ += apart;
    if (x_ + width > right_) begin_row();
  }
  const Area place = Area::at(x_, row_.top, std::min(width, right_ - x_), row_.height());
  x_ = place.right;
  return place;
}

Area button_place(const Ui& ui, const Area& place) {
  return Area::at(place.left, std::round(place.middle_y() - ui.px(16)), place.width(), ui.px(32));
}

std::pair<Area, Area> two_parts(const Ui& ui, const Area& area, float share, float upright_share) {
  Area second = area;
  if (area.width() >= ui.px(560)) {
    const float gap = ui.px(36);
    const Area first = second.cut_left(std::round((area.width() - gap) * share), gap);
    return {first, second};
  }
  const float gap = ui.px(24);
  const Area first = second.cut_top(std::round((area.height() - gap) * upright_share), gap);
  return {first, second};
}

namespace {

// Found by the entropy of all rows, which of a long text takes longer than a frame.
struct RowAsked {
  std::weak_ptr<const Trace> of;
  int node = -1, token = -1, row = 0;
};

}  // namespace

void head_and_word(const PanelContext& context, ControlRows& row, bool word_too) {
  Ui& ui = context.ui;
  const Session& session = context.session;
  const TracePtr& trace = stage_trace(context);
  if (trace == nullptr || trace->anatomy().attentions.empty()) return;
  const std::vector<HeadAt> heads = every_head(trace->anatomy());
  const std::string head =
      say("{stack} layer {layer}, head {head}", {{"stack", std::string(stack_of(session.attention))},
                                                 {"layer", from_one(session.layer)},
                                                 {"head", from_one(session.head)}});
  const Area first = row.next(std::max(stepper_width(ui, head), ui.px(190)), ui.px(20));
  if (const int by = stepper(ui, "lab/head", button_place(ui, first), head); by != 0) {
    const auto at = std::find_if(heads.begin(), heads.end(), [&](const HeadAt& each) {
      return each.attention == session.attention && each.layer == session.layer && each.head == session.head;
    });
    const auto count = static_cast<int>(heads.size());
    const int place = at == heads.end() ? 0 : static_cast<int>(at - heads.begin());
    const HeadAt& next = heads[(place + by + count) % count];
    ui.emit(SelectHead{next.layer, next.head, next.attention});
  }
  const int node = trace->find(selected_head_path(session, "weights"));
  if (node < 0 || !word_too) return;
  const int rows = trace->tape().node(node).shape.rows;
  RowAsked& asked = ui.state<RowAsked>();
  if (asked.of.lock() != trace || asked.node != node || asked.token != session.token)
    asked = {trace, node, session.token, row_in_question(session.token, *trace, node)};
  const int asks = asked.row;
  const std::string own = trace->label(trace->label(node).rows, asks);
  const std::string word = say("query “{word}”", {{"word", ui.shortened(type::label_hot, own, ui.px(110))}});
  const Area second = row.next(std::max(stepper_width(ui, word), ui.px(150)), ui.px(12));
  if (const int by = stepper(ui, "lab/word", button_place(ui, second), word); by != 0)
    ui.emit(SelectToken{(asks + by + rows) % rows});
}

float figures_row(Ui& ui, const Area& area, std::span<const KeyFigure> figures) {
  const Palette& c = ui.colours();
  const float least = ui.px(18);
  float needed = 0;
  const auto width = [&](const KeyFigure& figure) {
    return std::max(ui.width(type::caption, figure.name), ui.width(type::score, figure.value));
  };
  for (const KeyFigure& figure : figures) needed += width(figure) + least;
  // Evenly apart, as far as there is room; those that have none begin another row.
  const float apart =
      least +
      std::max(0.0F, (area.width() - needed) / static_cast<float>(std::max<std::size_t>(1, figures.size())));
  float x = area.left;
  float y = area.top;
  for (const KeyFigure& figure : figures) {
    const float wide = width(figure);
    if (x > area.left && x + wide > area.right) {
      x = area.left;
      y += ui.px(42);
    }
    const Ui::Pieces told(ui, ToldNumber{figure.name, figure.value, 0, Area::at(x, y, wide, ui.px(38))});
    ui.text(x, y + ui.px(8), type::caption, c.text_2, figure.name);
    ui.text(x, y + ui.px(26), type::score, c.ink, figure.value);
    x += wide + apart;
  }
  return figures.empty() ? 0 : y - area.top + ui.px(38);
}

std::string bits_text(double bits) { return say("{n} bits", {{"n", amount_alone(bits)}}); }

float arrival(Ui& ui, const std::string& what) {
  LabArrival& last = ui.state<LabArrival>();
  const auto lab_of = [](const std::string& name) { return name.substr(0, name.find('/')); };
  if (what != last.what) last = {what, lab_of(what) == lab_of(last.what) ? Ui::time() : -1};
  return motion(ui, last.since, opening_ms);
}

void legend(Ui& ui, const Area& area, std::span<const LegendEntry> entries) {
  float x = area.left;
  for (const LegendEntry& entry : entries) {
    const float y = std::round(area.middle_y());
    if (entry.dashed) {
      for (const float from : {0.0F, 6.0F})
        ui.line(x + ui.px(from), y, x + ui.px(from + 4), y, entry.colour, ui.px(1.5F));
    } else {
      ui.fill(Area::at(x, y - ui.px(5), ui.px(10), ui.px(10)), entry.colour, ui.px(2));
    }
    x = ui.text(x + ui.px(16), area.middle_y(), type::caption, ui.colours().text_2, entry.text) + ui.px(18);
  }
}

namespace {

int own_place(const std::vector<int>& places, int shown) { return places.empty() ? shown : places.at(shown); }

std::optional<int> shown_place(const std::vector<int>& places, int own) {
  if (places.empty()) return own;
  const auto at = std::find(places.begin(), places.end(), own);
  if (at == places.end()) return std::nullopt;
  return static_cast<int>(at - places.begin());
}

std::optional<CellAt> selected_in(const PanelContext& context, const LabMatrix& matrix) {
  if (context.session.trail.empty() || context.session.side != matrix.side) return std::nullopt;
  const CellName& cell = context.session.trail.back();
  if (cell.path != matrix.path) return std::nullopt;
  const auto row = shown_place(matrix.rows, cell.row);
  const auto column = shown_place(matrix.columns, cell.col);
  if (!row || !column || *row >= matrix.map->rows || *column >= matrix.map->columns) return std::nullopt;
  return CellAt{*row, *column};
}

// The node in the traces that its cells are explained from; -1 without one.
int node_of_matrix(const PanelContext& context, const LabMatrix& matrix) {
  const PanelContext cells = context_of_cells(context);
  const TracePtr& trace = cells.maps[matrix.side].trace();
  return trace == nullptr || matrix.path.empty() ? -1 : trace->find(matrix.path);
}

}  // namespace

HeatmapLook look_of(const PanelContext& context, const LabMatrix& matrix) {
  HeatmapLook look;
  look.marked = is_marked_for_code(context, node_of_matrix(context, matrix));
  look.row_labels = matrix.row_labels;
  look.column_labels = matrix.column_labels;
  look.row_label_width = matrix.row_label_width;
  look.focus_row = matrix.focus_row;
  if (!matrix.path.empty()) look.selected = selected_in(context, matrix);
  look.colouring = matrix.colouring;
  return look;
}

void take_touch(const PanelContext& context, const LabMatrix& matrix, const HeatmapTouch& touch) {
  const auto own = [&](CellAt at) {
    return CellName{matrix.path, own_place(matrix.rows, at.row), own_place(matrix.columns, at.column)};
  };
  if (matrix.path.empty()) return;
  if (touch.hovered) {
    context.ui.state<Hover>().cell = own(*touch.hovered);
    point_for_code(context, node_of_matrix(context, matrix));
  }
  if (touch.clicked) {
    if (context.session.side != matrix.side) context.ui.emit(SelectSide{matrix.side});
    context.ui.emit(SelectCell{own(*touch.clicked)});
  }
}

HeatmapTouch lab_matrix(const PanelContext& context, const Area& cells, const LabMatrix& matrix) {
  const HeatmapTouch touch = heatmap(context.ui, matrix.id, matrix.map, cells, look_of(context, matrix));
  take_touch(context, matrix, touch);
  return touch;
}

Formula measured_number(double value) { return value == 0 ? Formula::number("0") : typeset_number(value, 2); }

float draw_measured(Ui& ui, float x, float middle_y, double value, bool large) {
  const Formula number = measured_number(value);
  const FormulaSize size = large ? FormulaSize::medium : FormulaSize::small;
  const Formula::Size measured = number.measure(ui, size);
  return number.draw(ui, x, std::round(middle_y + (measured.ascent - measured.descent) / 2), size);
}

namespace {

constexpr Type small{Face::mono, 12};

}  // namespace

float number_table_height(const Ui& ui, const DrawnNumbers& table, float row) {
  return ui.px(26) + ui.px(row) * static_cast<float>(table.rows.size());
}

void draw_number_table(Ui& ui, const Area& area, const DrawnNumbers& table, float first) {
  const Palette& c = ui.colours();
  for (std::size_t r = 0; ui.is_heard() && r < table.rows.size(); ++r) {
    const auto& row = table.rows[r];
    ToldNumber told{row[0], "", 0, area, table.columns[0]};
    for (std::size_t i = 1; i < row.size(); ++i)
      told.number = row.size() == 2 ? row[i] : joined({told.number, table.columns[i] + " " + row[i]});
    ui.tell(std::move(told));
  }
  const Ui::Pieces told(ui);
  const auto others = static_cast<float>(table.columns.size() - 1);
  const float wide = (area.width() - first) / std::max(1.0F, others);
  const float gap = ui.px(10);  // between numbers of two columns
  const float tall =
      std::floor((area.height() - ui.px(26)) / std::max(1.0F, static_cast<float>(table.rows.size())));
  const auto column = [&](std::size_t i, float top, float high) {
    if (i == 0) return Area::at(area.left, top, first - ui.px(8), high);
    return Area::at(area.left + first + static_cast<float>(i - 1) * wide + gap, top, wide - gap, high);
  };
  float y = area.top;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Area place = column(i, y, ui.px(24));
    const Rgb colour = i == 0 ? c.text_2 : table.colours.at(i - 1);
    ui.text(place, i == 0 ? Align::left : Align::right, type::label_hot, colour,
            ui.shortened(type::label_hot, table.columns[i], place.width()));
  }
  y += ui.px(26);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const auto& row = table.rows[r];
    // One type for all of a row: smaller, then brief where a number would be cut.
    const auto fits = [&](Type type, std::span<const std::string> texts) {
      return std::all_of(texts.begin(), texts.end(),
                         [&](const std::string& text) { return ui.width(type, text) + gap <= wide; });
    };
    const std::span<const std::string> whole = std::span<const std::string>(row).subspan(1);
    std::span<const std::string> shown = whole;
    if (const auto brief = table.brief.find(r); brief != table.brief.end()) {
      for (const std::vector<std::string>& shorter : brief->second) {
        if (fits(small, shown)) break;
        shown = shorter;
      }
    }
    const Type face = fits(type::number, shown) ? type::number : small;
    ui.line(area.left, y - ui.hairline() / 2, area.right, y - ui.hairline() / 2, c.hairline, ui.hairline());
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Area place = column(i, y, tall);
      const Type type = i == 0 ? type::label : face;
      const std::string& text = i == 0 ? row[0] : shown[i - 1];
      const bool cut = i > 0 && text != row[i];
      ui.text(place, i == 0 ? Align::left : Align::right, type, i == 0 ? c.text_2 : c.ink,
              ui.shortened(type, text, place.width()));
      if (cut && ui.hovered(place)) ui.tooltip(row[i]);
    }
    y += tall;
  }
}

namespace {

struct GridBrush {
  CellAt cell = {0, 0};
  bool painting = false;
};
struct GridBrushes {
  std::map<std::string, GridBrush, std::less<>> grids;
};

GridBrush& brush_of(Ui& ui, std::string_view id) {
  auto& grids = ui.state<GridBrushes>().grids;
  const auto found = grids.find(id);
  return found != grids.end() ? found->second : grids[std::string(id)];
}

// Every cell between two, so that a fast stroke leaves no gaps.
std::vector<CellAt> between(CellAt from, CellAt to) {
  const int steps = std::max({std::abs(to.row - from.row), std::abs(to.column - from.column), 1});
  std::vector<CellAt> cells;
  for (int i = 0; i <= steps; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(steps);
    const auto along = [share](int a, int b) {
      return static_cast<int>(std::lround(static_cast<float>(a) + share * static_cast<float>(b - a)));
    };
    cells.push_back({along(from.row, to.row), along(from.column, to.column)});
  }
  return cells;
}

int cell_along(float from, float to, float at, int count) {
  const float share = (at - from) / (to - from);
  return std::clamp(static_cast<int>(std::floor(share * static_cast<float>(count))), 0, count - 1);
}

}  // namespace

std::optional<CellAt> keyboard_cell(Ui& ui, std::string_view id, int rows, int columns) {
  CellAt& cell = brush_of(ui, id).cell;
  const bool keyboard = ui.state().focus == id && ui.state().focus_visible;
  const int down = keyboard ? ui.take(Key::down) - ui.take(Key::up) : 0;
  const int right = keyboard ? ui.take(Key::right) - ui.take(Key::left) : 0;
  cell = {std::clamp(cell.row + down, 0, rows - 1), std::clamp(cell.column + right, 0, columns - 1)};
  return keyboard ? std::optional(cell) : std::nullopt;
}

std::optional<GridStroke> stroke_on(Ui& ui, std::string_view id, const Area& cells, int rows, int columns,
                                    const HeatmapTouch& touch) {
  GridBrush& brush = brush_of(ui, id);
  if (ui.state().pressed == id) {
    const CellAt now{cell_along(cells.top, cells.bottom, ui.mouse().y, rows),
                     cell_along(cells.left, cells.right, ui.mouse().x, columns)};
    GridStroke stroke{between(brush.painting ? brush.cell : now, now), !brush.painting};
    brush = {now, true};
    return stroke;
  }
  const bool pressed = touch.clicked && !brush.painting;
  brush.painting = false;
  if (!pressed) return std::nullopt;
  return GridStroke{{brush.cell}, true};
}

}  // namespace headlight
