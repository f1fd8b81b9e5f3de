// What cards measured: exact translations by length, the gradient through time.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/measured_curves.h"
#include "app/panels/labs/recurrence/recurrence_view.h"
#include "app/widgets/plot.h"
#include "core/figure/amounts.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

const CardCurve* curve_called(const RecurrenceStudy& study, std::string_view name) {
  const auto found = std::find_if(study.gradients.begin(), study.gradients.end(),
                                  [name](const CardCurve& each) { return each.model == name; });
  return found == study.gradients.end() ? nullptr : &*found;
}

// Which of the two gradients is the longer one where, by the curves alone.
std::string who_leads(const RecurrenceStudy& study) {
  const CardCurve* simple = curve_called(study, simple_state);
  const CardCurve* lstm = curve_called(study, lstm_state);
  if (simple == nullptr || lstm == nullptr) return "";
  const CurveLead lead = lead_of(simple->curve, lstm->curve);
  if (lead.distances == 0) return "";
  if (lead.above == 0) return "Through the state the LSTM’s gradient is the longer one at every distance.";
  if (lead.above == lead.distances)
    return "Through the state the simple network’s gradient is the longer one at every distance.";
  const double end = simple->curve.points[static_cast<std::size_t>(lead.distances - 1)].at;
  std::string says = "Through the state the simple network’s gradient is the longer one at " +
                     std::to_string(lead.above) + " of " + counted(lead.distances, "distance") + ", from " +
                     std::to_string(lead.first) + " to " + std::to_string(lead.last) + " back";
  if (lead.last < end) says += "; farther back the LSTM’s is";
  return says + ".";
}

}  // namespace

void draw_exact_by_length(const RecurrenceView& view, Area area) {
  draw_exact_curves(view.ui, area,
                    {.id = "recurrence",
                     .curves = view.study.exact,
                     .without = view.study.without,
                     .exactly = "translated exactly",
                     .counted = "held-out sentences of this length"},
                    [&](std::string_view name) { return model_colour(view.c, name); });
}

void draw_gradient_through_time(const RecurrenceView& view, Area area) {
  Ui& ui = view.ui;
  cut_without(view.ui, view.study.without, area);
  const std::string says = who_leads(view.study);
  const float line = ui.height(type::lesson) + ui.px(8);
  if (!says.empty()) {
    const float tall = ui.wrapped_height(type::lesson, says, area.width(), line);
    ui.wrapped(area.cut_top(tall), type::lesson, view.c.ink, says, line);
    area.cut_top(ui.px(10));
  }
  std::vector<PlotSeries> series;
  for (const CardCurve& each : view.study.gradients) {
    const bool simple = each.model == simple_state, cell = each.model == lstm_cell;
    PlotSeries& line_of =
        series.emplace_back(PlotSeries{.name = each.model, .colour = view.c.each_head[simple ? 0 : 2]});
    if (cell) line_of.kind = PlotSeries::Kind::dashed;
    for (const MeasuredCurve::Point& point : each.curve.points)
      if (point.value > 0) line_of.points.push_back({point.at, point.value});
  }
  PlotAxis y{.title = "length of the gradient (log scale)", .name = "gradient", .logarithmic = true};
  y = fitted_axis(y, series, 0.04);
  plot(ui, "recurrence/gradient", area,
       axis_along(view.study.gradients, view.study.gradients.front().curve.along), y, series);
}

}  // namespace headlight
