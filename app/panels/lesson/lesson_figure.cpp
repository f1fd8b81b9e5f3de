// What a step draws of an experiment under its text: a curve, or a table with a cell for each head.
#include <algorithm>
#include <cmath>

#include "app/lessons/page.h"
#include "app/panels/lesson/lesson_pages.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

float small_note(Ui& ui, const Area& area, const std::string& text, Rgb colour) {
  return ui.wrapped(area, type::caption, colour, text, ui.px(17));
}

// The curves' names stand below, beside a piece of each line: the rail is too narrow for them at the right.
float draw_curve_names(Ui& ui, const Area& area, const LessonFigure& figure) {
  float y = area.top;
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    const Rgb colour = ui.colours().each_head[i % ui.colours().each_head.size()];
    const Area line = Area::at(area.left, y, area.width(), ui.px(18));
    ui.fill(Area::at(line.left, line.middle_y() - ui.px(1.5F), ui.px(14), ui.px(3)), colour);
    ui.text({line.left + ui.px(20), line.top, line.right, line.bottom}, Align::left, type::caption,
            ui.colours().text_2, ui.fitted(type::caption, figure.series[i].name, line.width() - ui.px(20)));
    y += line.height();
  }
  return y - area.top;
}

float draw_curve_figure(Ui& ui, const Area& area, const LessonFigure& figure, const FigureValues& values,
                        const std::string& id) {
  std::vector<PlotSeries> series;
  double lowest = 0;
  double highest = 1;
  for (std::size_t i = 0; i < values.series.size(); ++i) {
    PlotSeries& line = series.emplace_back();
    line.name = figure.series[i].name;
    line.colour = ui.colours().each_head[i % ui.colours().each_head.size()];
    line.named_at_end = false;
    for (int point = 0; point < static_cast<int>(values.series[i].size()); ++point) {
      const double value = values.series[i][static_cast<std::size_t>(point)];
      line.points.push_back({curve_x(figure, point), value});
      if (!std::isfinite(value)) continue;
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    }
  }
  // Probabilities and weights on the scale that they all have.
  PlotAxis y{.title = "", .from = 0, .to = 1.02};
  if (lowest < 0 || highest > 1) y = fitted_axis({.title = ""}, series);
  const PlotAxis x{.title = figure.across, .name = "x", .from = figure.from, .to = figure.to};
  const float tall = ui.px(170);
  plot(ui, id, Area::at(area.left, area.top, area.width(), tall), x, y, series);
  return tall + ui.px(4) +
         draw_curve_names(ui, {area.left, area.top + tall + ui.px(4), area.right, area.bottom}, figure);
}

float draw_heads_table(Ui& ui, const Area& area, const LessonFigure& figure, const FigureValues& values) {
  const Palette& c = ui.colours();
  const std::vector<double>& all = values.series.front();
  const int most = *std::max_element(figure.layers.begin(), figure.layers.end());
  const float names = ui.width(type::caption, "layer 10") + ui.px(6);
  const float wide = std::floor(std::min(ui.px(44), (area.width() - names) / static_cast<float>(most)));
  const float tall = ui.px(26);
  Area rest = area;
  rest.cut_top(small_note(ui, rest, figure.series.front().name, c.text_2) + ui.px(4));
  const Area heading = rest.cut_top(ui.px(18));
  ui.text(Area::at(heading.left, heading.top, names, heading.height()), Align::left, type::caption, c.text_3,
          "head");
  for (int head = 0; head < most; ++head) {
    ui.text(
        Area::at(heading.left + names + wide * static_cast<float>(head), heading.top, wide, heading.height()),
        Align::centre, type::caption, c.text_3, std::to_string(head));
  }
  double change = 0;
  for (const double value : all) change = std::max(change, std::abs(value - values.unchanged));
  std::size_t at = 0;
  for (std::size_t layer = 0; layer < figure.layers.size(); ++layer) {
    const Area row = rest.cut_top(tall);
    ui.text(Area::at(row.left, row.top, names, row.height()), Align::left, type::caption, c.text_3,
            "layer " + std::to_string(layer));
    for (int head = 0; head < figure.layers[layer]; ++head) {
      const double value = all[at++];
      // By how far the number moved: a head that does not matter stays pale.
      const auto share = static_cast<float>(change == 0 ? 0 : std::abs(value - values.unchanged) / change);
      const Rgb ground = colour_at(colour_map(Ramp::sequential, ui.theme()), share);
      const Area cell = Area::at(row.left + names + wide * static_cast<float>(head), row.top, wide - ui.px(2),
                                 tall - ui.px(2));
      ui.fill(cell, ground);
      ui.text(cell, Align::centre, type::caption, text_on(ground),
              ui.fitted(type::caption, number_alone(static_cast<float>(value), NumberFormat::weight),
                        cell.width()));
      if (ui.hovered(cell))
        ui.tooltip(RichText("layer " + std::to_string(layer) + ", head " + std::to_string(head) + ": " +
                            significant_text(static_cast<float>(value), 4)));
    }
  }
  rest.cut_top(ui.px(4));
  rest.cut_top(small_note(ui, rest,
                          "with all heads: " + significant_text(static_cast<float>(values.unchanged), 3) +
                              "; the darker, the farther from it",
                          c.text_3));
  return rest.top - area.top;
}

}  // namespace

float draw_lesson_figures(const PanelContext& context, const Area& area, const LessonStep& step,
                          const LessonPage* page) {
  Ui& ui = context.ui;
  Area rest = area;
  for (std::size_t i = 0; i < step.figures.size(); ++i) {
    const LessonFigure& figure = step.figures[i];
    rest.cut_top(ui.px(12));
    if (page == nullptr || i >= page->figures.size()) {
      // As tall as what is coming, so that the text below does not jump.
      const float tall = ui.px(figure.kind == LessonFigure::Kind::curve
                                   ? 174 + 18 * static_cast<float>(figure.series.size())
                                   : 57 + 26 * static_cast<float>(figure.layers.size()));
      small_note(ui, rest, "Being computed …", ui.colours().text_3);
      rest.cut_top(tall);
      continue;
    }
    const FigureValues& values = page->figures[i];
    if (!values.error.empty()) {
      rest.cut_top(small_note(ui, rest, values.error, ui.colours().error));
    } else if (figure.kind == LessonFigure::Kind::curve) {
      rest.cut_top(draw_curve_figure(ui, rest, figure, values, "lesson/curve/" + std::to_string(i)));
    } else {
      rest.cut_top(draw_heads_table(ui, rest, figure, values));
    }
  }
  return rest.top - area.top;
}

}  // namespace headlight
