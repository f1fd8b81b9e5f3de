// A small model that was watched while it learned: its curves, and its attention at six steps.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "app/panels/labs/lab_matrix.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/measured_curves.h"
#include "app/panels/labs/training/training_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/plot.h"
#include "core/figure/amounts.h"
#include "core/figure/numbers.h"
#include "core/learn/watched_training.h"

namespace headlight {
namespace {

PlotSeries series_of(const TrainingStudy& study, std::string_view name, const char* called, Rgb colour) {
  PlotSeries series{.name = called, .colour = colour};
  for (const CardCurve& each : study.curves) {
    if (each.model != name) continue;
    for (const MeasuredCurve::Point& point : each.curve.points)
      series.points.push_back({point.at, point.value});
  }
  return series;
}

// The kept step that is nearest to where the mouse went.
void follow_step(const TrainingView& view, const PlotTouch& touch) {
  if (!touch.clicked_x) return;
  int nearest = 0;
  double least = std::numeric_limits<double>::max();
  for (std::size_t i = 0; i < view.study.checkpoints.size(); ++i) {
    const double away = std::fabs(view.study.checkpoints[i].step - *touch.clicked_x);
    if (away < least) nearest = static_cast<int>(i);
    least = std::min(least, away);
  }
  if (nearest != view.lab.checkpoint)
    change_training(view, [nearest](TrainingLab& lab) { lab.checkpoint = nearest; });
}

void draw_curves(const TrainingView& view, Area area) {
  Ui& ui = view.ui;
  const Palette& c = view.c;
  cut_without(ui, view.study.without, area);
  if (view.study.curves.empty()) return;
  std::vector<PlotSeries> losses{series_of(view.study, curve_training_loss, "training", c.text_2),
                                 series_of(view.study, curve_held_out_loss, "held out", c.second_sentence)};
  losses[0].kind = PlotSeries::Kind::dashed;
  const std::vector<PlotSeries> shares{
      series_of(view.study, curve_accuracy, "answered right", c.first_sentence),
      series_of(view.study, curve_weight, "weight two back", c.weights)};
  const PlotAxis along = axis_along(view.study.curves, "");
  PlotAxis upper = along;
  upper.name = "step";
  PlotAxis lower = along;
  lower.title = "training step";
  PlotAxis loss = fitted_axis({.title = "loss / nats a letter"}, losses);
  loss.from = 0;
  const PlotAxis share{.title = "share of held-out letters, and weight", .from = 0, .to = 1.05};
  const float half = std::round(area.height() / 2);
  const PlotMargins margins =
      plot_margins(ui, half, upper, loss, losses) | plot_margins(ui, half, lower, share, shares);
  const TrainingCheckpoint* at = view.study.chosen_checkpoint();
  const auto mark = at == nullptr ? std::nullopt : std::optional(PlotMark{static_cast<double>(at->step), ""});
  follow_step(view, plot(ui, "training/loss", area.cut_top(half), upper, loss, losses, mark, margins));
  follow_step(view, plot(ui, "training/share", area, lower, share, shares, mark, margins));
}

// The kept steps in a row, to choose from.
void draw_steps(const TrainingView& view, Area area) {
  Ui& ui = view.ui;
  const Palette& c = view.c;
  const auto count = static_cast<float>(view.study.checkpoints.size());
  const float gap = ui.px(8);
  const float wide = std::floor((area.width() - gap * (count - 1)) / count);
  for (std::size_t i = 0; i < view.study.checkpoints.size(); ++i) {
    const TrainingCheckpoint& at = view.study.checkpoints[i];
    const Area place =
        Area::at(area.left + static_cast<float>(i) * (wide + gap), area.top, wide, area.height());
    const bool chosen = static_cast<int>(i) == view.lab.checkpoint;
    const Touch touch = ui.item("training/step/" + std::to_string(at.step), place);
    if (touch.hovered) ui.hand();
    if (touch.focused) ui.focus_ring(place, ui.px(4));
    if (touch.clicked) change_training(view, [i](TrainingLab& lab) { lab.checkpoint = static_cast<int>(i); });
    Area inner = place;
    ui.text(inner.cut_bottom(ui.px(20)), Align::centre, chosen ? type::label_hot : type::label,
            chosen ? c.ink : c.text_2, count_text(at.step));
    const auto head = static_cast<std::size_t>(view.lab.head);
    if (head >= at.heads.size()) continue;
    const float side = std::min(inner.width(), inner.height());
    const Area picture = Area::at(std::round(inner.middle_x() - side / 2), inner.top, side, side);
    thumbnail(ui, at.heads[head], picture);
    if (chosen) ui.outline(picture.outset(ui.px(2)), c.ink, ui.px(2), ui.px(2));
  }
}

void draw_attention(const TrainingView& view, Area area) {
  Ui& ui = view.ui;
  const TrainingCheckpoint* at = view.study.chosen_checkpoint();
  if (at == nullptr || static_cast<std::size_t>(view.lab.head) >= at->heads.size()) return;
  const std::array heads{Choice{"head 0"}, Choice{"head 1"}};
  Area row = area.cut_top(ui.px(32));
  const int pressed =
      choices(ui, "training/head", row.cut_left(choices_width(ui, heads)), heads, view.lab.head);
  if (pressed >= 0) change_training(view, [pressed](TrainingLab& lab) { lab.head = pressed; });
  area.cut_top(ui.px(10));
  draw_steps(view, area.cut_top(ui.px(84)));
  area.cut_top(ui.px(8));
  std::vector<KeyFigure> figures;
  const auto add = [&](const char* name, double value, bool share) {
    if (std::isfinite(value)) figures.push_back({name, share ? share_alone(value) : measured_text(value, 3)});
  };
  add("held-out loss, nats", at->held_out_loss, false);
  add("answered right", at->accuracy, true);
  add("weight two back, better head", at->weight, true);
  area.cut_top(figures_row(ui, area, figures) + ui.px(4));
  line_of_text(ui, area.cut_bottom(ui.px(22)), type::label, view.c.text_2,
               "it answers “" + at->answers + "” to “" + view.study.letters + "”");
  const HeatmapPtr& map = at->heads[static_cast<std::size_t>(view.lab.head)];
  const float labels = row_labels_width(ui, *map);
  area.cut_top(column_labels_height(ui, *map, ui.px(20)) + ui.px(6));
  const Area cells = lab_cells(area.left + labels, area.top, *map, area.width() - labels, area.height(),
                               ui.px(34), ui.px(34));
  heatmap(ui, "training/weights", map, cells, {.row_label_width = labels});
}

}  // namespace

void draw_training_learning(const TrainingView& view, Area area) {
  const float gap = view.ui.px(36);
  Area left = area.cut_left(std::round((area.width() - gap) * 0.52F));
  area.cut_left(gap);
  draw_curves(view, training_section(view, left, "Loss and answers, step by step"));
  const TrainingCheckpoint* at = view.study.chosen_checkpoint();
  draw_attention(view, training_section(view, area,
                                        at == nullptr ? std::string("Attention")
                                                      : "Attention after " + counted(at->step, "step")));
}

}  // namespace headlight
