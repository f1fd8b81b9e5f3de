// The general attention layer: at the left what it is made of, at the right its stages as matrices, above the
// vectors, below alignment, weights and output with the row of a query followed through all of them.
#include <algorithm>
#include <cmath>

#include "app/panels/hover.h"
#include "app/panels/labs/attention_drawing.h"
#include "app/panels/labs/lab_matrix.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "core/figure/amounts.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

struct Stage {
  std::string part;
  std::string formula;
  bool labels = false;   // its rows are other words than those at its left
  bool queries = false;  // its rows are queries
  bool key_columns = false;
};

class Stages {
 public:
  Stages(const PanelContext& context, const Area& area, const LabWork& work)
      : context_(context),
        ui_(context.ui),
        area_(area),
        settings_(work.settings<AttentionLab>()),
        work_(work),
        pictures_(context.pictures.lab()) {
    const HeatmapPtr output = pictures_.view(0, path("output"));
    const int followed = ui_.state<Hover>().followed_token;
    row_ =
        std::clamp(followed >= 0 ? followed : settings_.row, 0, std::max(0, (output ? output->rows : 1) - 1));
  }

  void draw() {
    if (!has("output")) return;
    const std::vector<Stage> first = vectors();
    const std::vector<Stage> second = mixing();
    const Heatmap& scores = *pictures_.view(0, path("scores"));
    const Heatmap& inputs = *pictures_.view(0, path("inputs"));
    const float head = lab_matrix_head_height(ui_);
    const float bar = lab_colour_bar_height(ui_);
    const float cell = std::floor(slot(second, area_.width()) / static_cast<float>(scores.columns));
    const float key_labels = column_labels_height(ui_, scores, std::min(cell, ui_.px(60)));
    const float fixed = 2 * (head + bar) + key_labels + ui_.px(12);
    const float room = area_.height() - fixed;
    const int rows_above = std::max(inputs.rows, scores.rows);
    // Where a few ask many, their rows may be taller.
    const float apart = scores.rows < rows_above ? ui_.px(22) : 0;
    const float most = ui_.px(settings_.inputs == AttentionInputs::small ? 40 : 30);
    const float even = std::floor(room / static_cast<float>(rows_above + scores.rows));
    asking_ =
        std::clamp(std::max(even, std::min(apart, std::floor(room / 3 / static_cast<float>(scores.rows)))),
                   ui_.px(3), most);
    const float left = room - asking_ * static_cast<float>(scores.rows);
    const float tall = std::clamp(std::floor(left / static_cast<float>(rows_above)), ui_.px(3), most);
    const float above = tall * static_cast<float>(rows_above);
    draw_row(first, area_.top, head, tall);
    draw_row(second, area_.top + head + above + bar + ui_.px(10), head + key_labels, asking_);
    draw_meeting(context_, cells_);
  }

 private:
  static std::string path(const std::string& part) { return "attention_lab." + part; }
  bool has(const std::string& part) const { return pictures_.view(0, path(part)) != nullptr; }

  std::vector<Stage> vectors() const {
    const bool projected = has("query");
    const bool own = has("queries");
    const std::string x_q = own ? "X_q" : "X";
    std::vector<Stage> stages;
    if (own) stages.push_back({"queries", "X_q", true, true});
    if (own && projected) stages.push_back({"query", "Q = X_q W^Q", false, true});
    stages.push_back({"inputs", "X", true, !own});
    if (!own && projected) stages.push_back({"query", "Q = X W^Q", false, true});
    if (projected) {
      stages.push_back({"key", "K = X W^K"});
      stages.push_back({"value", "V = X W^V"});
    }
    return stages;
  }

  std::vector<Stage> mixing() const {
    const bool projected = has("query");
    const std::string q = projected ? "Q" : has("queries") ? "X_q" : "X";
    const std::string k = projected ? "K" : "X";
    const std::string v = projected ? "V" : "X";
    std::vector<Stage> stages;
    const bool additive = settings_.alignment == Alignment::additive;
    stages.push_back(
        {"scores", additive ? "S = v · tanh(q + k)" : "S = " + q + " " + k + "^T", true, true, true});
    if (has("scaled")) stages.push_back({"scaled", "S / √d_k", false, true, true});
    if (has("weights"))
      stages.push_back(
          {"weights", has("scaled") ? "A = softmax(S / √d_k)" : "A = softmax(S)", false, true, true});
    stages.push_back({"output", (has("weights") ? "A " : "S ") + v, false, true});
    // Where the weights' formula is too long, the scaled scores have a letter of their own.
    if (has("scaled") && has("weights")) {
      Stage& scaled = stages[1];
      Stage& weights = stages[2];
      const float room = head_room(*pictures_.view(0, path("weights")), slot(stages, area_.width()));
      if (Formula::parse(weights.formula).measure(ui_, FormulaSize::tiny).width > room) {
        scaled.formula = "S' = S / √d_k";
        weights.formula = "A = softmax(S')";
      }
    }
    return stages;
  }

  float labels_of(const Stage& stage) const {
    return stage.labels ? row_labels_width(ui_, *pictures_.view(0, path(stage.part))) : 0;
  }
  // The small X can be typed into.
  bool has_fields(const Stage& stage) const {
    return stage.part == "inputs" && settings_.inputs == AttentionInputs::small && settings_.shuffle == 0 &&
           !ui_.exporting();
  }
  // The width that each of them may have.
  float slot(const std::vector<Stage>& stages, float width) const {
    float labels = 0;
    for (const Stage& stage : stages) labels += labels_of(stage);
    const auto count = static_cast<float>(stages.size());
    return std::floor((width - labels - gap() * (count - 1)) / count);
  }
  // The same where fields take what their numbers need, and the others the rest.
  float slot_of(const Stage& stage, const std::vector<Stage>& stages) const {
    const float even = slot(stages, area_.width());
    if (std::none_of(stages.begin(), stages.end(), [&](const Stage& each) { return has_fields(each); }))
      return even;
    const float field = ui_.width(type::cell, "-99.9") + ui_.px(12);
    const float fields =
        std::max(even, field * static_cast<float>(pictures_.view(0, path("inputs"))->columns));
    const auto others = static_cast<float>(stages.size() - 1);
    return has_fields(stage) ? fields : std::floor((even * (others + 1) - fields) / std::max(1.0F, others));
  }
  float gap() const { return ui_.px(20); }
  // What a formula over a matrix may take of its slot and the gap behind it.
  float head_room(const Heatmap& map, float wide) const {
    const float most = ui_.px(settings_.inputs == AttentionInputs::small ? 60 : 48);
    const float cells = lab_cells(0, 0, map, wide, 0, most, 0).width();
    return std::max(cells, std::min(wide, ui_.px(112))) + gap() - ui_.px(8);
  }

  // Its shape, and where there is room what else is to be known about it.
  std::string note(const Stage& stage, const Heatmap& map, float room) const {
    const std::string shape = std::to_string(map.rows) + " × " + std::to_string(map.columns);
    const bool projection = stage.part == "query" || stage.part == "key" || stage.part == "value";
    std::string more;
    if (stage.part == "queries")
      more = settings_.asking == AttentionAsking::random ? ", random" : ", as given";
    if (stage.part == "inputs" && settings_.shuffle != 0) more = ", shuffled";
    if (projection && projections_in_force(settings_) == Projections::random) more = ", W random";
    return ui_.width(type::caption, shape + more) <= room ? shape + more : shape;
  }

  struct Shown {
    const Stage* stage;
    HeatmapPtr map;
    Area cells;
  };

  void draw_row(const std::vector<Stage>& stages, float top, float head, float each_row) {
    float x = area_.left;
    std::vector<Shown> placed;
    for (const Stage& stage : stages) {
      const float wide = slot_of(stage, stages);
      const HeatmapPtr map = pictures_.view(0, path(stage.part));
      x += labels_of(stage);
      const float most = settings_.inputs == AttentionInputs::small ? ui_.px(60) : ui_.px(48);
      const float tall = stage.queries && has("queries") ? asking_ : each_row;
      const Area cells =
          lab_cells(x, top + head, *map, wide, tall * static_cast<float>(map->rows), most, tall);
      placed.push_back({&stage, map, cells});
      cells_[stage.part] = {map, cells};
      x += std::max(cells.width(), std::min(wide, ui_.px(112))) + gap();
    }
    for (const Shown& each : placed) {
      if (each.stage->queries && row_ < each.map->rows)
        focus_band(ui_, each.cells.left - labels_of(*each.stage) - (each.stage->labels ? 0 : gap()),
                   each.cells.right + ui_.px(3), each.cells, each.map->rows, row_);
    }
    for (const Shown& each : placed) {
      const float room = head_room(*each.map, slot_of(*each.stage, stages));
      lab_matrix_head(ui_, each.cells.left, top, room, each.stage->formula,
                      note(*each.stage, *each.map, room));
      if (has_fields(*each.stage)) {
        draw_fields(each.cells, *each.map, labels_of(*each.stage));
        continue;
      }
      lab_colour_bar(ui_, each.cells, each.map->scale, room - ui_.px(6));
      const HeatmapTouch touch =
          lab_matrix(context_, each.cells,
                     {.id = "stage/" + each.stage->part,
                      .map = each.map,
                      .path = path(each.stage->part),
                      .focus_row = each.stage->queries ? std::optional(row_) : std::nullopt,
                      .row_labels = each.stage->labels,
                      .column_labels = each.stage->key_columns});
      if (!each.stage->queries) continue;
      if (touch.hovered_row) ui_.state<Hover>().token = *touch.hovered_row;
      std::optional<int> chosen = touch.clicked_row;
      if (touch.clicked) chosen = touch.clicked->row;
      if (chosen) set_attention(context_, [&](AttentionLab& s) { s.row = *chosen; });
    }
  }

  // The small X: each number a field to type into.
  void draw_fields(const Area& cells, const Heatmap& map, float labels) {
    const float wide = cells.width() / static_cast<float>(map.columns);
    const float tall = cells.height() / static_cast<float>(map.rows);
    for (int row = 0; row < map.rows; ++row) {
      const float y = cells.top + tall * static_cast<float>(row);
      ui_.text({cells.left - labels, y, cells.left - ui_.px(10), y + tall}, Align::right, type::label,
               ui_.colours().text_2, map.row_label(row));
      for (int column = 0; column < map.columns; ++column) {
        const Area field =
            Area::at(cells.left + wide * static_cast<float>(column), y, wide, tall).inset(ui_.px(1));
        std::string typed = significant_text(map.value(row, column), 6);
        const std::string id = "x/" + std::to_string(row) + "/" + std::to_string(column);
        if (!text_field(ui_, id, field, typed, type::cell, "0").changed) continue;
        const std::optional<float> value = typed_number(typed);
        if (!value || !std::isfinite(*value)) continue;
        const auto at =
            static_cast<std::size_t>(row) * AttentionLab::most_columns + static_cast<std::size_t>(column);
        set_attention(context_, [&](AttentionLab& s) {
          if (s.small.size() <= at) s.small.resize(at + 1, 0);
          s.small[at] = *value;
        });
      }
    }
  }

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  const AttentionLab& settings_;
  const LabWork& work_;
  Pictures& pictures_;
  AttentionCells cells_;
  int row_ = 0;
  float asking_ = 0;  // height of the rows of those that ask
};

}  // namespace

void draw_attention_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area rest = area;
  lab_head(
      context, rest,
      "Queries are compared with keys; softmax turns the scores into weights; the weights mix the values.");
  const LabWork* work = work_of(context);
  if (!ui.exporting()) {
    draw_attention_controls(context, rest.cut_left(attention_controls_width(ui)));
    rest.cut_left(ui.px(20));
  }
  if (work == nullptr || work->recorded == nullptr || context.pictures.lab().trace(0) == nullptr) return;
  Stages(context, rest, *work).draw();
}

}  // namespace headlight
