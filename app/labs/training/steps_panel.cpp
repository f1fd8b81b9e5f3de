// Some steps of gradient descent on the sentence: its loss, held-out sentences, one weight.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/training/training_panel.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

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

}  // namespace headlight
