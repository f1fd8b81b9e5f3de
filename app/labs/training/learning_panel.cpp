// Some steps of gradient descent on the sentence, and a small model at six steps of its training.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "app/labs/training/training_panel.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/learn/positions_training.h"

namespace headlight {
namespace {

// Some steps of gradient descent on this sentence: its loss, held-out sentences, one weight.

std::string loss_text(double nats) { return measured_text(nats, 3); }

std::string whole_step(double value) {
  return value == std::round(value) ? count_text(std::lround(value)) : std::string();
}

// What the steps did, in words.
std::string verdict(const TrainingDescent& descent) {
  const TrainingDescent::Step& first = descent.steps.front();
  const TrainingDescent::Step& last = descent.steps.back();
  if (descent.diverged) return "The steps are too large: the loss is no number any more.";
  if (descent.steps.size() < 2) return "No step yet: move “steps”.";
  std::string says = last.loss < first.loss ? "The loss of this sentence has fallen"
                                            : "The loss of this sentence has risen: the steps are too large";
  if (last.held_out.words > 0) {
    says +=
        last.held_out.nats > first.held_out.nats
            ? (last.loss < first.loss ? "; that of the held-out sentences has risen: the model pays for it "
                                        "elsewhere (overfitting)."
                                      : "; that of the held-out sentences as well.")
            : "; that of the held-out sentences has not risen.";
  } else {
    says += ". This model has too few words for held-out sentences.";
  }
  return says;
}

void draw_losses(const TrainingView& view, Area area) {
  Ui& ui = view.ui;
  const Palette& c = view.c;
  const TrainingDescent& descent = *view.study.descent;
  const TrainingDescent::Step& first = descent.steps.front();
  const TrainingDescent::Step& last = descent.steps.back();
  std::vector<KeyFigure> figures{
      {"this sentence, nats a word", loss_text(first.loss) + " → " + loss_text(last.loss)}};
  if (first.held_out.words > 0) {
    figures.push_back({counted(descent.sentences(), "held-out sentence"),
                       loss_text(first.held_out.nats) + " → " + loss_text(last.held_out.nats)});
    figures.push_back(
        {"their words right", share_alone(first.held_out.right) + " → " + share_alone(last.held_out.right)});
  }
  area.cut_top(figures_row(ui, area, figures) + ui.px(6));
  const std::string says = verdict(descent);
  const float line = ui.px(18);
  const float tall = ui.wrapped_height(type::body, says, area.width(), line);
  ui.wrapped(area.cut_top(tall, ui.px(8)), type::body, c.ink, says, line);
  if (!descent.wrote.empty()) {
    Area foot = area.cut_bottom(ui.px(44));
    const bool same = descent.wrote == descent.writes;
    line_of_text(ui, foot.cut_top(ui.px(20)), type::label, c.text_2, "it wrote: " + descent.wrote);
    line_of_text(
        ui, foot.cut_top(ui.px(20)), same ? type::label : type::label_hot, c.ink,
        same ? std::string("and writes the same now")
             : "it writes now: " + (descent.writes.empty() ? std::string("nothing") : descent.writes));
  }
  PlotSeries own{.name = "this sentence", .colour = c.weights};
  PlotSeries others{.name = "held out", .colour = c.second_sentence};
  others.kind = PlotSeries::Kind::dashed;
  for (const TrainingDescent::Step& step : descent.steps) {
    if (std::isfinite(step.loss)) own.points.push_back({static_cast<double>(step.step), step.loss});
    if (step.held_out.words > 0 && std::isfinite(step.held_out.nats))
      others.points.push_back({static_cast<double>(step.step), step.held_out.nats});
  }
  std::vector<PlotSeries> series{own};
  if (!others.points.empty()) series.push_back(others);
  PlotAxis y = fitted_axis({.title = "loss / nats a word"}, series);
  y.from = 0;
  const double end = std::max(1, static_cast<int>(descent.steps.size()) - 1);
  const PlotTouch touch = plot(ui, "training/steps", area,
                               {.title = "steps", .from = 0, .to = end, .label = whole_step}, y, series);
  (void)touch;
}

// The tensor that is followed, one on or back in the order of their gradients.
void choose_tensor(const TrainingView& view, const Area& row) {
  Ui& ui = view.ui;
  const auto& tensors = view.study.reading->tensors;
  const auto count = static_cast<int>(tensors.size());
  const auto found = std::find_if(tensors.begin(), tensors.end(),
                                  [&](const auto& each) { return each.name == view.study.tensor; });
  const auto at = static_cast<int>(found - tensors.begin());
  const std::string text = ui.fitted(type::label_hot, view.study.tensor, row.width() - ui.px(70));
  const int by = stepper(ui, "training/tensor", row, text);
  if (by == 0) return;
  change_training(view, [&](TrainingLab& lab) {
    lab.tensor = tensors[(at + by + count) % count].name;
    lab.row = lab.col = -1;
  });
}

// Of the map's rows that of the weight that is followed.
int chosen_row(const TrainingStudy& study) {
  return static_cast<int>(std::find(study.rows.begin(), study.rows.end(), study.row) - study.rows.begin());
}

void draw_weight(const TrainingView& view, Area area) {
  Ui& ui = view.ui;
  const Palette& c = view.c;
  const TrainingStudy& study = view.study;
  if (!ui.exporting()) choose_tensor(view, area.cut_top(ui.px(32)));
  area.cut_top(ui.px(8));
  const double after = static_cast<double>(study.weight) -
                       static_cast<double>(view.lab.rate) * static_cast<double>(study.gradient);
  const std::string name =
      "w[" + study.map->row_label(chosen_row(study)) + ", " + std::to_string(study.col) + "]";
  const std::array figures{KeyFigure{name, value_text(study.weight)},
                           KeyFigure{"its gradient ∂L/∂w", significant_text(study.gradient, 3)},
                           KeyFigure{"measured: ΔL / Δw", measured_text(study.slope(), 3)},
                           KeyFigure{"after one step", fixed_text(static_cast<float>(after), 4)}};
  area.cut_top(figures_row(ui, area, figures) + ui.px(4));
  const std::string says = "measured by moving this one weight by ±" + significant_text(training_nudge, 2) +
                           " and computing the loss again: " + measured_text(study.down, 5) + " and " +
                           measured_text(study.up, 5) + ". Cells of the map can be chosen.";
  const float line = ui.px(17);
  ui.wrapped(area.cut_top(ui.wrapped_height(type::caption, says, area.width(), line)), type::caption,
             c.text_2, says, line);
  area.cut_top(ui.px(12));
  const Area bar = area.cut_bottom(ui.px(24));
  const HeatmapPtr& map = study.map;
  const float labels = std::min(row_labels_width(ui, *map), std::round(area.width() * 0.3F));
  const Area room{area.left + labels, area.top, area.right, area.bottom};
  const float wide = std::floor(room.width() / static_cast<float>(map->columns));
  const float tall = std::min(std::floor(room.height() / static_cast<float>(map->rows)), ui.px(24));
  const Area cells = Area::at(room.left, room.top, wide * static_cast<float>(map->columns),
                              tall * static_cast<float>(map->rows));
  // The chosen weight's row has its name wherever there is no room for all.
  const int row = chosen_row(study);
  HeatmapLook look{.column_labels = false, .row_label_width = labels, .focus_row = row};
  focus_band(ui, cells.left - labels, cells.right + ui.px(3), cells, map->rows, row);
  const HeatmapTouch touch = heatmap(ui, "training/gradient", map, cells, look);
  if (touch.clicked)
    change_training(view, [&](TrainingLab& lab) {
      lab.tensor = study.tensor;
      lab.row = study.rows.at(touch.clicked->row);
      lab.col = study.columns.at(touch.clicked->column);
    });
  level_colour_bar(ui, bar.left, bar.middle_y(), "∂L/∂w", map->scale);
}

}  // namespace

void draw_training_steps(const TrainingView& view, Area area) {
  if (view.study.descent == nullptr || view.study.map == nullptr) return;
  const auto [left, right] = two_parts(view.ui, area, 0.5F);
  draw_losses(view, training_section(
                        view, left,
                        counted(static_cast<std::int64_t>(view.study.descent->steps.size()) - 1, "step") +
                            " on this sentence"));
  draw_weight(view, training_section(view, right, "One weight and its gradient"));
}

// A small model that was watched while it learned: its curves, and its attention at six steps.

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
    const Touch touch = ui.press("training/step/" + std::to_string(at.step), place, {.radius = ui.px(4)});
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
  draw_steps(view, area.cut_top(ui.px(84), ui.px(8)));
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
  const HeatmapPtr& map = at->heads[view.lab.head];
  const float labels = row_labels_width(ui, *map);
  area.cut_top(column_labels_height(ui, *map, ui.px(20)) + ui.px(6));
  const Area cells = lab_cells(area.left + labels, area.top, *map, area.width() - labels, area.height(),
                               ui.px(34), ui.px(34));
  heatmap(ui, "training/weights", map, cells, {.row_label_width = labels});
}

}  // namespace

void draw_training_learning(const TrainingView& view, Area area) {
  const auto [left, right] = two_parts(view.ui, area, 0.52F);
  draw_curves(view, training_section(view, left, "Loss and answers, step by step"));
  const TrainingCheckpoint* at = view.study.chosen_checkpoint();
  draw_attention(view, training_section(view, right,
                                        at == nullptr ? std::string("Attention")
                                                      : "Attention after " + counted(at->step, "step")));
}

}  // namespace headlight
