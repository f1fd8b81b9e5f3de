// The general attention layer: at the left what it is made of, at the right its stages as matrices, above the
// vectors, below alignment, weights and output with the row of a query followed through all of them.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "app/labs/attention/attention_lab.h"
#include "app/panels/common/colours.h"
#include "app/panels/common/panels.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/labs.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/models/model.h"

namespace headlight {
namespace {

template <typename Change>
void set_attention(const PanelContext& context, Change change) {
  change_labs(context, [&](Labs& labs) { change(labs.get<AttentionLab>()); });
}

// The matrices on screen and where their cells are, by their part of the layer: "query".
struct ShownMatrix {
  HeatmapPtr map;
  Area cells;
};
using AttentionCells = std::map<std::string, ShownMatrix>;

// What the general attention layer is made of.

std::span<const Choice> alignments() {
  static const std::array list{Choice{"additive"}, Choice{"dot"}, Choice{"scaled dot"}};
  return list;
}

class AttentionControls {
 public:
  AttentionControls(const PanelContext& context, const Area& area)
      : context_(context),
        ui_(context.ui),
        rest_(area),
        settings_(context.session.labs.get<AttentionLab>()) {}

  void draw() {
    draw_choices();
    draw_softmax();
    draw_slides();
    draw_shuffle();
    draw_learned();
  }

 private:
  int choice(const char* label, const char* id, std::span<const Choice> list, int chosen) {
    ui_.text(rest_.cut_top(ui_.px(17)), Align::left, type::caption, ui_.colours().text_3, label);
    const Area row = rest_.cut_top(ui_.px(29));
    rest_.cut_top(ui_.px(6));
    return choices(ui_, id, Area::at(row.left, row.top, choices_width(ui_, list), row.height()), list,
                   chosen);
  }

  void draw_choices() {
    const Anatomy& model = context_.results.model->anatomy();
    const std::array inputs{Choice{model.picture ? "the picture" : "the sentence"}, Choice{"numbers"}};
    if (const int to = choice("inputs X", "attention/inputs", inputs, static_cast<int>(settings_.inputs));
        to >= 0)
      set_attention(context_, [to](AttentionLab& s) {
        s.inputs = static_cast<AttentionInputs>(to);
        s.row = 0;
      });
    const std::array asking{Choice{"the inputs"}, Choice{"random"}};
    if (const int to = choice("queries are", "attention/asking", asking, static_cast<int>(settings_.asking));
        to >= 0)
      set_attention(context_, [to](AttentionLab& s) {
        s.asking = static_cast<AttentionAsking>(to);
        s.row = 0;
      });
    if (const int to =
            choice("alignment", "attention/alignment", alignments(), static_cast<int>(settings_.alignment));
        to >= 0)
      set_attention(context_, [to](AttentionLab& s) { s.alignment = static_cast<Alignment>(to); });
    const bool additive = settings_.alignment == Alignment::additive;
    const bool small = settings_.inputs == AttentionInputs::small;
    const bool heads = needs_heads.met(model);
    const std::array projections{
        Choice{"none", !additive, "Additive attention has its own weights: v, and W for queries and keys."},
        Choice{"random"},
        Choice{"of a head", heads && !additive && !small,
               !heads     ? needs_heads.model
               : additive ? "The heads of the model use scaled dot products: they have no v."
                          : "The matrices of the model fit only its own vectors: choose the sentence."}};
    if (const int to = choice("weights", "attention/projections", projections,
                              static_cast<int>(projections_in_force(settings_)));
        to >= 0)
      set_attention(context_, [to](AttentionLab& s) { s.projections = static_cast<Projections>(to); });
  }

  void draw_softmax() {
    const Area row = rest_.cut_top(ui_.px(26));
    if (ui_.exporting()) return;
    if (toggle(ui_, "attention/softmax", row.left, row.middle_y(), settings_.softmax))
      set_attention(context_, [](AttentionLab& s) { s.softmax = !s.softmax; });
    ui_.text(row.left + toggle_width(ui_) + ui_.px(10), row.middle_y(), type::label, ui_.colours().ink,
             settings_.softmax ? "softmax over the scores" : "no softmax: plain similarity");
  }

  struct Pair {
    const char* id;
    const char* label;
    int lowest, highest, usual;
    int AttentionLab::*field;
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
      if (to) set_attention(context_, [&](AttentionLab& s) { s.*each.field = static_cast<int>(*to); });
    }
  }

  void draw_slides() {
    const AttentionHeads* heads = context_.results.model->anatomy().reading();
    if (settings_.inputs == AttentionInputs::small)
      slides(std::array{Pair{"N", "inputs N", 1, 6, 3, &AttentionLab::rows},
                        Pair{"d", "size d", 1, AttentionLab::most_columns, 3, &AttentionLab::columns}});
    if (projections_in_force(settings_) == Projections::random)
      slides(std::array{Pair{"d_k", "size of keys", 1, 64, 8, &AttentionLab::d_k},
                        Pair{"d_v", "of values", 1, 64, 4, &AttentionLab::d_v}});
    if (projections_in_force(settings_) == Projections::head && heads != nullptr)
      slides(std::array{Pair{"layer", "layer", 0, heads->layers() - 1, 1, &AttentionLab::layer},
                        Pair{"head", "head", 0, heads->in(0) - 1, 0, &AttentionLab::head}});
    if (settings_.asking == AttentionAsking::random)
      slides(std::array{Pair{"M", "queries M", 1, 8, 2, &AttentionLab::queries}});
    const bool random =
        projections_in_force(settings_) == Projections::random || settings_.asking == AttentionAsking::random;
    if (random && !ui_.exporting()) {
      const char* label = "New random numbers";
      const Area row = rest_.cut_top(ui_.px(38));
      if (button(ui_, "attention/again",
                 Area::at(row.left, row.top + ui_.px(2), button_width(ui_, label), ui_.px(29)), label,
                 ButtonKind::plain))
        set_attention(context_, [](AttentionLab& s) { s.seed = next_seed(s.seed); });
    }
  }

  void draw_shuffle() {
    const Area row = rest_.cut_top(ui_.px(36));
    if (!ui_.exporting()) {
      const char* label = "Shuffle the inputs";
      const float wide = button_width(ui_, label);
      if (button(ui_, "attention/shuffle", Area::at(row.left, row.top + ui_.px(2), wide, ui_.px(29)), label,
                 ButtonKind::plain))
        set_attention(context_, [](AttentionLab& s) { s.shuffle = next_seed(s.shuffle); });
      const char* back = "As given";
      if (settings_.shuffle != 0 && button(ui_, "attention/as given",
                                           Area::at(row.left + wide + ui_.px(6), row.top + ui_.px(2),
                                                    button_width(ui_, back), ui_.px(29)),
                                           back, ButtonKind::quiet))
        set_attention(context_, [](AttentionLab& s) { s.shuffle = 0; });
    }
    const AttentionStudy* study = study_now();
    if (settings_.shuffle == 0 || study == nullptr) return;
    const Area line = rest_.cut_top(ui_.px(24));
    const float end =
        ui_.text(line.left, line.middle_y(), type::label, ui_.colours().text_2, "the output differs by ");
    draw_measured(ui_, end + ui_.px(3), line.middle_y(), study->order_difference);
  }

  void draw_learned() {
    const AttentionStudy* study = study_now();
    if (study == nullptr) return;
    const std::int64_t count = study->learned_numbers;
    const Area line = rest_.cut_top(ui_.px(24));
    const std::string said = count == 0
                                 ? "0 parameters: nothing to learn"
                                 : count_text(count) + (projections_in_force(settings_) == Projections::head
                                                            ? " weights and biases"
                                                            : " parameters to learn");
    ui_.text(line.left, line.middle_y(), type::label_hot, ui_.colours().ink, said);
    const double apart = study->model_difference;
    if (!(apart >= 0) || rest_.height() < ui_.px(22)) return;
    const Area same = rest_.cut_top(ui_.px(22));
    const float end =
        ui_.text(same.left, same.middle_y(), type::caption, ui_.colours().text_2, "model's head differs by ");
    draw_measured(ui_, end + ui_.px(3), same.middle_y(), apart);
  }

  // Null while nothing is computed.
  const AttentionStudy* study_now() const {
    const LabWork* work = work_of(context_);
    return work == nullptr ? nullptr : work->result<AttentionStudy>();
  }

  const PanelContext& context_;
  Ui& ui_;
  Area rest_;
  const AttentionLab& settings_;
};

// What the layer is made of; at the left, as wide as its widest choice.
float attention_controls_width(const Ui& ui) { return choices_width(ui, alignments()); }

void draw_attention_controls(const PanelContext& context, const Area& area) {
  AttentionControls(context, area).draw();
}

// What a cell of the general attention layer is made from: the row and the column that meet in it.

// A row, a column or a cell of a matrix.
struct Source {
  std::string part;
  std::optional<int> row = {}, column = {};
};

std::vector<Source> sources_of(const AttentionCells& shown, const std::string& part, int row, int column) {
  const auto has = [&](const char* name) { return shown.contains(name); };
  const char* query = has("query") ? "query" : has("queries") ? "queries" : "inputs";
  if (part == "scores") return {{query, row}, {has("key") ? "key" : "inputs", column}};
  if (part == "scaled") return {{"scores", row, column}};
  const char* divided = has("scaled") ? "scaled" : "scores";
  if (part == "masked") return {{divided, row, column}};
  if (part == "weights") return {{has("masked") ? "masked" : divided, row}};
  if (part == "output")
    return {{has("weights") ? "weights" : "scores", row}, {has("value") ? "value" : "inputs", {}, column}};
  if (part == "query") return {{has("queries") ? "queries" : "inputs", row}};
  if (part == "key" || part == "value") return {{"inputs", row}};
  return {};
}

Area area_of_source(const ShownMatrix& shown, const Source& source) {
  const float wide = shown.cells.width() / static_cast<float>(shown.map->columns);
  const float tall = shown.cells.height() / static_cast<float>(shown.map->rows);
  Area area = shown.cells;
  if (source.row) {
    area.top += tall * static_cast<float>(*source.row);
    area.bottom = area.top + tall;
  }
  if (source.column) {
    area.left += wide * static_cast<float>(*source.column);
    area.right = area.left + wide;
  }
  return area;
}

Area between(const Area& from, const Area& to, float way) {
  const auto mix = [way](float a, float b) { return a + way * (b - a); };
  return {mix(from.left, to.left), mix(from.top, to.top), mix(from.right, to.right),
          mix(from.bottom, to.bottom)};
}

Rgb colour_of_part(const Palette& c, const std::string& part) {
  if (part == "query" || part == "queries") return c.query;
  if (part == "key") return c.key;
  if (part == "value") return c.value;
  return part == "weights" ? c.weights : c.ink;
}

std::string name_of(const CellName& cell) {
  return "attention/" + cell.path + "/" + std::to_string(cell.row) + "/" + std::to_string(cell.col);
}

// The row and the column that meet in the cell that is open or under the mouse. When it is opened they move
// there.
void draw_meeting(const PanelContext& context, const AttentionCells& shown) {
  Ui& ui = context.ui;
  const std::string open =
      context.session.trail.empty() ? "attention" : name_of(context.session.trail.back());
  const float way = arrival(ui, open);
  std::optional<CellName> cell = ui.state<Hover>().followed_cell;
  if (!cell && !context.session.trail.empty()) cell = context.session.trail.back();
  if (!cell) return;
  const std::string part = cell->path.substr(cell->path.find('.') + 1);
  const auto target = shown.find(part);
  if (target == shown.end() || cell->row >= target->second.map->rows ||
      cell->col >= target->second.map->columns)
    return;
  const Area there = area_of_source(target->second, {part, cell->row, cell->col});
  for (const Source& source : sources_of(shown, part, cell->row, cell->col)) {
    const auto from = shown.find(source.part);
    if (from == shown.end()) continue;
    const Area whole = area_of_source(from->second, source);
    const Rgb colour = colour_of_part(ui.colours(), source.part);
    ui.outline(whole.outset(ui.px(1)), colour, ui.px(2), ui.px(2));
    if (way >= 1 || name_of(*cell) != open) continue;
    const Area now = between(whole, there, way);
    ui.fill(now, colour, ui.px(2), 0.35F);
    ui.outline(now, colour, ui.px(2), ui.px(2));
  }
}

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
    if (has("weights")) offer_colours(context_, "stage/colours", pictures_.view(0, path("weights")), area_);
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
    const float even = cell_side(room / static_cast<float>(rows_above + scores.rows), most);
    const float least = std::min(even, ui_.px(3));  // the cells of a picture are many
    asking_ = std::clamp(
        std::max(even, std::min(apart, std::floor(room / 3 / static_cast<float>(scores.rows)))), least, most);
    const float left = room - asking_ * static_cast<float>(scores.rows);
    const float tall = std::max(cell_side(left / static_cast<float>(rows_above), most), least);
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
    const bool masked = has("masked");
    if (has("scaled")) stages.push_back({"scaled", masked ? "S' = S / √d_k" : "S / √d_k", false, true, true});
    if (masked)
      stages.push_back({"masked", has("scaled") ? "M = S' + mask" : "M = S + mask", false, true, true});
    if (has("weights"))
      stages.push_back({"weights",
                        masked          ? "A = softmax(M)"
                        : has("scaled") ? "A = softmax(S / √d_k)"
                                        : "A = softmax(S)",
                        false, true, true});
    stages.push_back({"output", (has("weights") ? "A " : "S ") + v, false, true});
    // Where the weights' formula is too long, the scaled scores have a letter of their own.
    if (has("scaled") && has("weights") && !masked) {
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
    const std::string shape = count_text(map.rows) + " × " + count_text(map.columns);
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
      const Colouring colouring =
          each.stage->part == "weights" ? colouring_of(context_, each.map) : Colouring{};
      lab_colour_bar(ui_, each.cells, colouring.of(*each.map), room - ui_.px(6));
      const HeatmapTouch touch =
          lab_matrix(context_, each.cells,
                     {.id = "stage/" + each.stage->part,
                      .map = each.map,
                      .path = path(each.stage->part),
                      .focus_row = each.stage->queries ? std::optional(row_) : std::nullopt,
                      .row_labels = each.stage->labels,
                      .column_labels = each.stage->key_columns,
                      .colouring = colouring});
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
  TraceMaps& pictures_;
  AttentionCells cells_;
  int row_ = 0;
  float asking_ = 0;  // height of the rows of those that ask
};

void draw_attention_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area rest = area;
  if (context.results.model == nullptr) return;
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

}  // namespace

constinit const LabPanel AttentionLab::panel_row{
    .lab = &lab_row,
    .draw = draw_attention_lab,
    .help =
        "From additive scores to scaled dot products, with and without learned matrices. Choose the query to "
        "follow.",
    .words = "additive bahdanau luong dot product alignment q k v projections hard soft general",
    .wide = 690,
    .tall = 600,
};

}  // namespace headlight
