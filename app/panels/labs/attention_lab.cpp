// The general attention layer: at the left what it is made of, at the right its stages as matrices, above the
// vectors, below alignment, weights and output with the row of a query followed through all of them.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "app/panels/labs/lab_matrix.h"
#include "app/panels/labs/labs.h"
#include "app/panels/step_names.h"
#include "app/widgets/controls.h"
#include "app/widgets/levers.h"
#include "core/figure/amounts.h"

namespace headlight {
namespace {

using Settings = AttentionLab;

// What the controls lead to: additive alignment has weights of its own, and a head reads the model's vectors.
Projections in_force(const Settings& settings) {
  if (settings.alignment == Alignment::additive) return Projections::random;
  const bool small = settings.inputs == AttentionInputs::small;
  return small && settings.projections == Projections::head ? Projections::random : settings.projections;
}

template <typename Change>
void set(const PanelContext& context, Change change) {
  change_labs(context, [&](Labs& labs) { change(labs.attention); });
}

class Controls {
 public:
  Controls(const PanelContext& context, const Area& area)
      : context_(context), ui_(context.ui), rest_(area), settings_(context.session.labs.attention) {}

  void draw() {
    draw_choices();
    draw_softmax();
    draw_slides();
    draw_shuffle();
    draw_learned();
  }

  static float width(const Ui& ui) { return choices_width(ui, alignments()); }

 private:
  static std::span<const Choice> alignments() {
    static const std::array list{Choice{"additive"}, Choice{"dot"}, Choice{"scaled dot"}};
    return list;
  }

  int choice(const char* label, const char* id, std::span<const Choice> list, int chosen) {
    ui_.text(rest_.cut_top(ui_.px(17)), Align::left, type::caption, ui_.colours().text_3, label);
    const Area row = rest_.cut_top(ui_.px(29));
    rest_.cut_top(ui_.px(6));
    return choices(ui_, id, Area::at(row.left, row.top, choices_width(ui_, list), row.height()), list,
                   chosen);
  }

  void draw_choices() {
    const std::array inputs{Choice{"the sentence"}, Choice{"small numbers"}};
    if (const int to = choice("inputs X", "attention/inputs", inputs, static_cast<int>(settings_.inputs));
        to >= 0)
      set(context_, [to](Settings& s) {
        s.inputs = static_cast<AttentionInputs>(to);
        s.row = 0;
      });
    const std::array asking{Choice{"the inputs"}, Choice{"random vectors"}};
    if (const int to = choice("queries are", "attention/asking", asking, static_cast<int>(settings_.asking));
        to >= 0)
      set(context_, [to](Settings& s) {
        s.asking = static_cast<AttentionAsking>(to);
        s.row = 0;
      });
    if (const int to =
            choice("alignment", "attention/alignment", alignments(), static_cast<int>(settings_.alignment));
        to >= 0)
      set(context_, [to](Settings& s) { s.alignment = static_cast<Alignment>(to); });
    const bool additive = settings_.alignment == Alignment::additive;
    const bool small = settings_.inputs == AttentionInputs::small;
    const std::array projections{
        Choice{"none", !additive,
               "Additive alignment has weights of its own: v, and W for queries and keys."},
        Choice{"random"},
        Choice{"of a head", !additive && !small,
               additive ? "The model's heads align by scaled dot products: they have no v."
                        : "The model's matrices fit the model's vectors only: take the sentence."}};
    if (const int to =
            choice("weights", "attention/projections", projections, static_cast<int>(in_force(settings_)));
        to >= 0)
      set(context_, [to](Settings& s) { s.projections = static_cast<Projections>(to); });
  }

  void draw_softmax() {
    const Area row = rest_.cut_top(ui_.px(26));
    if (ui_.exporting()) return;
    if (toggle(ui_, "attention/softmax", row.left, row.middle_y(), settings_.softmax))
      set(context_, [](Settings& s) { s.softmax = !s.softmax; });
    ui_.text(row.left + toggle_width(ui_) + ui_.px(10), row.middle_y(), type::label, ui_.colours().ink,
             settings_.softmax ? "softmax over the scores" : "no softmax: similarity alone");
  }

  struct Pair {
    const char* id;
    const char* label;
    int lowest, highest, usual;
    int Settings::*field;
  };
  void slides(std::span<const Pair> list) {
    if (ui_.exporting()) return;
    Area row = rest_.cut_top(ui_.px(42));
    const float wide = std::floor((row.width() - ui_.px(16)) / 2);
    for (const Pair& each : list) {
      const Area place = row.cut_left(wide);
      row.cut_left(ui_.px(16));
      if (each.highest == each.lowest) continue;
      const int value = std::clamp(settings_.*each.field, each.lowest, each.highest);
      const auto to = number_slide(ui_, std::string("slide/attention/") + each.id, place,
                                   {.label = each.label,
                                    .value = static_cast<double>(value),
                                    .lowest = static_cast<double>(each.lowest),
                                    .highest = static_cast<double>(each.highest),
                                    .usual = static_cast<double>(each.usual)});
      if (to) set(context_, [&](Settings& s) { s.*each.field = static_cast<int>(*to); });
    }
  }

  void draw_slides() {
    const TransformerConfig& config = context_.document.model->config();
    if (settings_.inputs == AttentionInputs::small)
      slides(std::array{Pair{"N", "inputs N", 1, 6, 3, &Settings::rows},
                        Pair{"d", "size d", 1, Settings::most_columns, 3, &Settings::columns}});
    if (in_force(settings_) == Projections::random)
      slides(std::array{Pair{"d_k", "size of keys", 1, 64, 8, &Settings::d_k},
                        Pair{"d_v", "of values", 1, 64, 4, &Settings::d_v}});
    if (in_force(settings_) == Projections::head)
      slides(std::array{Pair{"layer", "layer", 0, config.encoder_layers - 1, 1, &Settings::layer},
                        Pair{"head", "head", 0, config.encoder_heads - 1, 0, &Settings::head}});
    if (settings_.asking == AttentionAsking::random)
      slides(std::array{Pair{"M", "queries M", 1, 8, 2, &Settings::queries}});
    const bool random =
        in_force(settings_) == Projections::random || settings_.asking == AttentionAsking::random;
    if (random && !ui_.exporting()) {
      const char* label = "Draw at random again";
      const Area row = rest_.cut_top(ui_.px(38));
      if (button(ui_, "attention/again",
                 Area::at(row.left, row.top + ui_.px(2), button_width(ui_, label), ui_.px(29)), label,
                 ButtonKind::plain))
        set(context_, [](Settings& s) { s.seed = s.seed % 9999 + 1; });
    }
  }

  void draw_shuffle() {
    const Area row = rest_.cut_top(ui_.px(36));
    if (!ui_.exporting()) {
      const char* label = "Shuffle the inputs";
      const float wide = button_width(ui_, label);
      if (button(ui_, "attention/shuffle", Area::at(row.left, row.top + ui_.px(2), wide, ui_.px(29)), label,
                 ButtonKind::plain))
        set(context_, [](Settings& s) { s.shuffle = s.shuffle % 9999 + 1; });
      const char* back = "As given";
      if (settings_.shuffle != 0 && button(ui_, "attention/as given",
                                           Area::at(row.left + wide + ui_.px(6), row.top + ui_.px(2),
                                                    button_width(ui_, back), ui_.px(29)),
                                           back, ButtonKind::quiet))
        set(context_, [](Settings& s) { s.shuffle = 0; });
    }
    const LabWork* work = work_of(context_);
    if (settings_.shuffle == 0 || work == nullptr) return;
    const Area line = rest_.cut_top(ui_.px(24));
    const float end =
        ui_.text(line.left, line.middle_y(), type::label, ui_.colours().text_2, "the output differs by ");
    draw_measured(ui_, end + ui_.px(3), line.middle_y(), work->number("layer", "order difference"));
  }

  void draw_learned() {
    const LabWork* work = work_of(context_);
    if (work == nullptr || work->tables.empty()) return;
    const auto count = static_cast<std::int64_t>(work->number("layer", "learned numbers"));
    const Area line = rest_.cut_top(ui_.px(24));
    const std::string said =
        count == 0 ? "0 weights: nothing to learn" : count_text(count) + " weights to learn";
    ui_.text(line.left, line.middle_y(), type::label_hot, ui_.colours().ink, said);
    const double apart = work->number("layer", "difference to the model");
    if (!(apart >= 0) || rest_.height() < ui_.px(22)) return;
    const Area same = rest_.cut_top(ui_.px(22));
    const float end =
        ui_.text(same.left, same.middle_y(), type::caption, ui_.colours().text_2, "off the model's head by ");
    draw_measured(ui_, end + ui_.px(3), same.middle_y(), apart);
  }

  const PanelContext& context_;
  Ui& ui_;
  Area rest_;
  const Settings& settings_;
};

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
        settings_(work.labs.attention),
        work_(work),
        pictures_(context.pictures.lab()) {
    const HeatmapPtr output = pictures_.view(0, path("output"));
    const int followed = ui_.state().followed_token;
    row_ =
        std::clamp(followed >= 0 ? followed : settings_.row, 0, std::max(0, (output ? output->rows : 1) - 1));
  }

  void draw() {
    if (!has("output")) return;
    const std::vector<Stage> first = vectors();
    const std::vector<Stage> second = mixing();
    const Heatmap& scores = *pictures_.view(0, path("scores"));
    const Heatmap& inputs = *pictures_.view(0, path("inputs"));
    const float head = ui_.px(42);
    const float cell = std::floor(slot(second, area_.width()) / static_cast<float>(scores.columns));
    const float key_labels = column_labels_height(ui_, scores, std::min(cell, ui_.px(60)));
    const float fixed = 2 * head + key_labels + ui_.px(40);
    const float room = area_.height() - fixed;
    const int rows_above = std::max(inputs.rows, scores.rows);
    const float tall =
        std::clamp(std::floor(room / static_cast<float>(rows_above + scores.rows)), ui_.px(3), ui_.px(30));
    const float above = tall * static_cast<float>(rows_above);
    draw_row(first, area_.top, head, tall);
    draw_row(second, area_.top + head + above + ui_.px(24), head + key_labels, tall);
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
    return stages;
  }

  float labels_of(const Stage& stage) const {
    return stage.labels ? row_labels_width(ui_, *pictures_.view(0, path(stage.part))) : 0;
  }
  // The width that each of them may have.
  float slot(const std::vector<Stage>& stages, float width) const {
    float labels = 0;
    for (const Stage& stage : stages) labels += labels_of(stage);
    const auto count = static_cast<float>(stages.size());
    return std::floor((width - labels - gap() * (count - 1)) / count);
  }
  float gap() const { return ui_.px(22); }

  // The model's part of a head's name, or that it is random.
  std::string note(const Stage& stage, const Heatmap& map) const {
    const std::string shape = std::to_string(map.rows) + " × " + std::to_string(map.columns);
    const bool projection = stage.part == "query" || stage.part == "key" || stage.part == "value";
    const bool random = projection && in_force(settings_) == Projections::random;
    if (stage.part == "queries" && settings_.asking == AttentionAsking::random) return shape + ", random";
    if (stage.part == "queries") return shape + ", as given";
    if (stage.part == "inputs" && settings_.shuffle != 0) return shape + ", shuffled";
    return random ? shape + ", W random" : shape;
  }

  void draw_row(const std::vector<Stage>& stages, float top, float head, float tall) {
    const float wide = slot(stages, area_.width());
    float x = area_.left;
    struct Placed {
      const Stage* stage;
      HeatmapPtr map;
      Area cells;
    };
    std::vector<Placed> placed;
    for (const Stage& stage : stages) {
      const HeatmapPtr map = pictures_.view(0, path(stage.part));
      x += labels_of(stage);
      const float most = settings_.inputs == AttentionInputs::small ? ui_.px(60) : ui_.px(48);
      const Area cells =
          lab_cells(ui_, x, top + head, *map, wide, tall * static_cast<float>(map->rows), most, tall);
      placed.push_back({&stage, map, cells});
      x += std::max(cells.width(), std::min(wide, ui_.px(112))) + gap();
    }
    for (const Placed& each : placed) {
      if (each.stage->queries && row_ < each.map->rows)
        focus_band(ui_, each.cells.left - labels_of(*each.stage) - (each.stage->labels ? 0 : gap()),
                   each.cells.right + ui_.px(3), each.cells, each.map->rows, row_);
    }
    for (const Placed& each : placed) {
      const bool small = each.stage->part == "inputs" && settings_.inputs == AttentionInputs::small &&
                         settings_.shuffle == 0;
      lab_matrix_head(ui_, each.cells.left, top, std::max(each.cells.width(), std::min(wide, ui_.px(112))),
                      each.stage->formula, note(*each.stage, *each.map));
      if (small && !ui_.exporting()) {
        draw_fields(each.cells, *each.map, labels_of(*each.stage));
        continue;
      }
      const HeatmapTouch touch =
          lab_matrix(context_, each.cells,
                     {.id = "stage/" + each.stage->part,
                      .map = each.map,
                      .path = path(each.stage->part),
                      .focus_row = each.stage->queries ? std::optional(row_) : std::nullopt,
                      .row_labels = each.stage->labels,
                      .column_labels = each.stage->key_columns});
      if (!each.stage->queries) continue;
      if (touch.hovered_row) ui_.state().hovered_token = *touch.hovered_row;
      std::optional<int> chosen = touch.clicked_row;
      if (touch.clicked) chosen = touch.clicked->row;
      if (chosen) set(context_, [&](Settings& s) { s.row = *chosen; });
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
        const auto at = static_cast<std::size_t>(row * Settings::most_columns + column);
        set(context_, [&](Settings& s) {
          if (s.small.size() <= at) s.small.resize(at + 1, 0);
          s.small[at] = *value;
        });
      }
    }
  }

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  const Settings& settings_;
  const LabWork& work_;
  Pictures& pictures_;
  int row_ = 0;
};

}  // namespace

void draw_attention_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area rest = area;
  lab_head(context, rest,
           "Queries are aligned with keys; softmax makes weights of it; the weights mix the values.");
  const LabWork* work = work_of(context);
  if (!ui.exporting()) {
    Controls(context, rest.cut_left(Controls::width(ui))).draw();
    rest.cut_left(ui.px(28));
  }
  if (work == nullptr || work->recorded == nullptr || context.pictures.lab().trace(0) == nullptr) return;
  Stages(context, rest, *work).draw();
}

}  // namespace headlight
