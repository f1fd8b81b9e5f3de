// Beside the picture: how the map is laid over it, and what it says in numbers.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "app/panels/lines/lines_view.h"
#include "app/panels/picture/picture_parts.h"
#include "app/panels/unrolled/instead.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/levers.h"
#include "app/widgets/plot.h"
#include "core/figure/amounts.h"

namespace headlight {
namespace {

// At the foot of `rest`. A picture in a file has nothing there: what stands above is the same in both.
void draw_overlay_controls(const PanelContext& context, Area& rest) {
  Ui& ui = context.ui;
  const Session& session = context.session;
  const float slide = number_slide_height(ui);
  Area foot = rest.cut_bottom(ui.px(20 + 32 + 8) + slide);
  if (ui.exporting()) return;
  ui.text(foot.cut_top(ui.px(20)), Align::left, type::caption, ui.colours().text_3,
          "The weights, laid over it");
  const std::array<Choice, 2> ways = {Choice{"smooth"}, {"cell by cell"}};
  const Area row = foot.cut_top(ui.px(32));
  const int pressed =
      choices(ui, "picture/laid", {row.left, row.top, row.left + choices_width(ui, ways), row.bottom}, ways,
              session.picture_cells ? 1 : 0);
  if (pressed >= 0) ui.emit(ShowOverPicture{pressed == 1, session.picture_dark});
  foot.cut_top(ui.px(8));
  const auto dark = number_slide(ui, "slide/picture dark", foot,
                                 {.label = "Darkness of weight 0",
                                  .value = static_cast<double>(session.picture_dark),
                                  .lowest = 0,
                                  .highest = 1,
                                  .usual = static_cast<double>(Look{}.picture_dark),
                                  .step = 0.05});
  if (dark) ui.emit(ShowOverPicture{session.picture_cells, static_cast<float>(*dark)});
}

// The cells with the largest weights as bars, and what all others have, and a class token, whose own weight
// lies on no cell.
void draw_largest_cells(const PanelContext& context, Area rest, const PictureAsking& asking) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<float> weights = weights_of_cells(context, asking, asking.row);
  const float line = ui.px(22);
  const float heading = ui.px(20);
  if (weights.empty() || rest.height() < heading + line) return;
  std::vector<int> cells(weights.size());
  std::iota(cells.begin(), cells.end(), 0);
  const auto weight = [&](int cell) { return weights[static_cast<std::size_t>(cell)]; };
  std::stable_sort(cells.begin(), cells.end(), [&](int a, int b) { return weight(a) > weight(b); });
  ui.text(rest.cut_top(heading), Align::left, type::caption, c.text_3,
          ui.fitted(type::caption,
                    std::string(!context.pictures.two() ? "Largest weights"
                                : asking.side == 0      ? "First picture’s weights"
                                                        : "Second picture’s weights") +
                        " (r: row, c: column)",
                    rest.width()));
  const bool class_token = column_of_cell(context, asking.side, 0) > 0;
  const int lines = static_cast<int>(rest.height() / line);
  const int shown = std::clamp(lines - (class_token ? 2 : 1), std::min(lines, 1),
                               std::min(5, static_cast<int>(cells.size())));
  const float name = ui.px(48), number = ui.px(46);
  float named = 0;
  const auto draw_bar = [&](const std::string& label, float value) {
    const Area row = rest.cut_top(line);
    ui.text({row.left, row.top, row.left + name, row.bottom}, Align::left, type::label, c.text_2, label);
    const Area bar{row.left + name + ui.px(6), row.middle_y() - ui.px(4), row.right - number - ui.px(6),
                   row.middle_y() + ui.px(4)};
    if (bar.width() >= ui.px(12)) share_bar(ui, bar, value, c.weights);
    ui.text({row.right - number, row.top, row.right, row.bottom}, Align::right, type::number, c.ink,
            weight_alone(value));
  };
  for (int i = 0; i < shown; ++i) {
    draw_bar(cell_label(context, asking.side, cells[static_cast<std::size_t>(i)]),
             weight(cells[static_cast<std::size_t>(i)]));
    named += weight(cells[static_cast<std::size_t>(i)]);
  }
  const float all = std::accumulate(weights.begin(), weights.end(), 0.0F);
  if (rest.height() >= line) draw_bar("others", std::max(0.0F, all - named));
  if (class_token && rest.height() >= line) draw_bar("[class]", std::max(0.0F, 1 - all));
}

std::string objects_tick(double value) {
  return value == std::round(value) ? count_text(std::lround(value)) : "";
}

// What its card measured: the more has to pass through, the less of it is right.
void draw_exact_by_objects(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const std::vector<MeasuredCurve>& curves = context.document.card.curves;
  const auto curve = std::find_if(curves.begin(), curves.end(),
                                  [](const MeasuredCurve& each) { return each.name == "exact_by_objects"; });
  if (curve == curves.end() || curve->points.empty() || area.height() < ui.px(150)) return;
  PlotSeries exact{.name = "exact", .colour = ui.colours().weights, .named_at_end = false};
  int scenes = 0;
  for (const MeasuredCurve::Point& point : curve->points) {
    exact.points.push_back({point.at, point.value});
    exact.labels.push_back(measured_text(point.value, 2));
    scenes += point.count;
  }
  Area rest = area;
  rest.cut_top(ui.wrapped(rest, type::caption, ui.colours().text_3,
                          "Captions that are exact, of " + count_text(scenes) + " held-out scenes",
                          ui.px(17)) +
               ui.px(6));
  rest.bottom = std::min(rest.bottom, rest.top + ui.px(240));
  plot(ui, "picture/exact", rest,
       {.title = "objects", .from = 0.5, .to = curve->points.back().at + 0.5, .label = objects_tick},
       {.title = "share of captions", .from = 0, .to = 1}, std::span(&exact, 1));
}

}  // namespace

void draw_picture_legend(const PanelContext& context, const Area& area, const PictureAsking& asking) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  Area rest = area;
  draw_picture_faces(context, rest.cut_top(picture_title_height(ui)));
  rest.cut_top(ui.px(4));
  draw_overlay_controls(context, rest);
  const std::vector<float> weights = weights_of_cells(context, asking, asking.row);
  if (const int cell = largest_cell(weights); cell >= 0) {
    const std::string bright = "As bright as the picture is: the largest weight, " +
                               weight_alone(weights[static_cast<std::size_t>(cell)]) +
                               ". Weight 0: " + significant_text(1 - context.session.picture_dark, 2) +
                               " of that light.";
    const float tall = ui.wrapped_height(type::caption, bright, rest.width(), ui.px(17));
    if (tall < rest.height()) {
      ui.wrapped(rest, type::caption, c.text_2, bright, ui.px(17));
      rest.cut_top(tall + ui.px(10));
    }
  }
  draw_largest_cells(context, rest, asking);
}

void draw_without_map(const PanelContext& context, const Area& area, int side) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Trace& trace = *context.pictures.trace(side);
  Area rest = area;
  draw_picture_faces(context, rest.cut_top(picture_title_height(ui)));
  rest.cut_top(ui.px(4));
  if (!trace.anatomy().attentions.empty()) {
    ui.wrapped(rest, type::body, c.text_2,
               "This attention looks at words, not at the picture: its lines and maps are in Lines.",
               ui.px(20));
    return;
  }
  const HeatmapPtr summary = context.pictures.view(side, "features.summary");
  if (summary == nullptr) return;
  const std::string said = "This model has no attention. All that it knows of the picture is in these " +
                           std::to_string(summary->columns) +
                           " numbers, computed once, before the first word:";
  rest.right = std::min(rest.right, rest.left + ui.px(460));
  rest.cut_top(ui.wrapped(rest, type::lesson, c.ink, said, ui.px(24)) + ui.px(14));
  const Area strip = rest.cut_top(ui.px(44));
  ui.cells({.map = summary,
            .row = 0,
            .column = 0,
            .rows = 1,
            .columns = summary->columns,
            .area = strip,
            .paper = c.stage,
            .unit = ui.scale()});
  ui.outline(strip, c.hairline, ui.hairline());
  if (ui.hovered(strip)) {
    const int column = std::clamp(
        static_cast<int>((ui.mouse().x - strip.left) / strip.width() * static_cast<float>(summary->columns)),
        0, summary->columns - 1);
    ui.tooltip(cell_tooltip(*summary, {0, column}));
  }
  rest.cut_top(ui.px(6));
  const Area bar = rest.cut_top(ui.px(22));
  if (level_colour_bar_width(ui, "One vector:", summary->scale) <= bar.width())
    level_colour_bar(ui, bar.left, bar.middle_y(), "One vector:", summary->scale);
  rest.cut_top(ui.px(14));
  if (ui.exporting() || rest.height() < ui.px(36)) return draw_exact_by_objects(context, rest);
  const std::string label = "See it unrolled over time";
  const Area row = rest.cut_top(ui.px(34));
  if (button(ui, "picture/unrolled", Area::at(row.left, row.top, button_width(ui, label), row.height()),
             label, ButtonKind::plain))
    ui.emit(SetView{ViewKind::unrolled});
  rest.cut_top(ui.px(18));
  draw_exact_by_objects(context, rest);
}

}  // namespace headlight
