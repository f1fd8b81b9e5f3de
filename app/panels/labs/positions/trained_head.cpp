// The head of a small model that looks at the right places: as a map, or by distance.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/panels/labs/positions/trained_charts.h"
#include "app/widgets/controls.h"
#include "app/widgets/plot.h"
#include "core/layers/sites.h"
#include "core/learn/positions_evaluate.h"
#include "core/learn/positions_variants.h"

namespace headlight {
namespace {

// Whether the positions repeat: the fastest pair of dimensions turns once in 2 pi places.
bool has_dials(Positions kind) {
  return kind == Positions::sinusoidal || kind == Positions::appended || kind == Positions::rotary;
}

// Where the fastest dial stands as it does at the right place: whole turns away from it.
PlotSeries turns_from(const PlotSeries& looks, double right, Rgb colour) {
  PlotSeries dots{.name = "whole turns of the fastest dial away",
                  .colour = colour,
                  .points = {},
                  .kind = PlotSeries::Kind::dots,
                  .thickness = 3.5F,
                  .named_at_end = false};
  double most = 0;
  for (const Point& point : looks.points) most = std::max(most, point.y);
  constexpr double named = 0.1;  // of the largest: lower ones would stand in each other's way
  for (const Point& point : looks.points) {
    const double turns = (point.x - right) / (2 * std::numbers::pi);
    const double whole = std::round(turns);
    if (whole == 0 || std::fabs(point.x - std::round(right + whole * 2 * std::numbers::pi)) > 0.1) continue;
    dots.points.push_back(point);
    const std::string count = std::to_string(static_cast<int>(std::fabs(whole)));
    dots.labels.push_back(point.y < named * most ? "" : count + (count == "1" ? " turn" : " turns"));
  }
  return dots;
}

void draw_looks(const PositionsShown& shown, const Area& area, const TrainedStudy& study) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const OrderTask task = trained_task(shown.lab);
  const bool by_distance = task == OrderTask::two_back;
  const double right = by_distance ? right_place(task, 0) : right_place(task, shown.lab.length - 1);
  std::vector<PlotSeries> series{{.name = "mean weight", .colour = c.weights, .named_at_end = false}};
  for (const TrainedStudy::Look& look : study.looks)
    series[0].points.push_back({static_cast<double>(look.at), look.weight});
  if (series[0].points.size() < 2) return;
  const Positions kind = positions_variant(trained_name(shown.lab)).positions;
  // RoPE turns by distance: against a place its turns say nothing.
  const bool dials = has_dials(kind) && (by_distance || kind != Positions::rotary);
  if (dials) series.push_back(turns_from(series[0], right, c.first_sentence));
  plot(ui, "positions/looks", area,
       {.title = by_distance ? "j − i, letters" : "position j of the letter looked at",
        .from = series[0].points.front().x,
        .to = series[0].points.back().x},
       fitted_axis(
           {.title = dials ? "mean weight; dots: whole turns of the fastest dial away" : "mean weight"},
           series),
       series, PlotMark{right, by_distance ? "two back" : "third letter"});
}

}  // namespace

void draw_best_head(const PositionsShown& shown, Area area, const TrainedStudy& study) {
  Ui& ui = shown.context.ui;
  const auto& [layer, index, weight, peak] = study.head;
  Area top = area.cut_top(ui.px(32));
  area.cut_top(ui.px(6));
  const bool by_distance = trained_task(shown.lab) == OrderTask::two_back;
  const std::array<Choice, 2> ways{Choice{"map"}, {by_distance ? "by distance" : "by position"}};
  const int pressed = choices(ui, "positions/looks_as", top.cut_right(choices_width(ui, ways)), ways,
                              shown.lab.by_distance ? 1 : 0);
  if (pressed >= 0)
    change_labs(shown.context, [&](Labs& labs) { labs.get<PositionsLab>().by_distance = pressed == 1; });
  top.cut_right(ui.px(12));

  const bool layers = positions_variant(trained_name(shown.lab)).layers > 1;
  std::vector<TextRun> title{
      {(layers ? "Layer " + std::to_string(layer) + ", head " : std::string("Head ")) + std::to_string(index),
       Role::heads, true}};
  const int first = first_scored(static_cast<int>(study.answers.size()));
  // Where the card scores: beyond the lengths trained on, the places from there on.
  const std::string where =
      first >= within_length ? ", from position " + std::to_string(first + 1) + " on" : "";
  const std::string says = std::isnan(weight) ? "too few letters to score"
                                              : per_cent(weight) + " of the weight, " + per_cent(peak) +
                                                    " of the peaks on the right position" + where;
  // Beside the head's name, or below it.
  const bool beside =
      ui.width(type::label_hot, title[0].text) + ui.width(type::label, ": " + says) <= top.width();
  if (beside) title.push_back({": " + says, Role::text_2});
  ui.rich(top.left, top.middle_y(), type::label, type::label_hot, title);
  if (!beside)
    ui.text(area.cut_top(ui.px(20)), Align::left, type::label, ui.colours().text_2,
            ui.fitted(type::label, says, area.width()));

  if (shown.lab.by_distance) return draw_looks(shown, area, study);
  const std::string path = head_path("encoder", layer, "self_attention", index, "weights");
  if (const HeatmapPtr map = shown.cells.pictures.view(0, path))
    titled_map(shown, area, map, {.title = {}, .id = "positions/best", .path = path, .largest = 30});
}

}  // namespace headlight
