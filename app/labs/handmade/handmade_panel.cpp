// Three matrices to paint on, what the head looks at with them, and what it answers.
#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/labs/handmade/handmade_lab.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr std::array hand_set{HeadMatrix::query, HeadMatrix::key, HeadMatrix::value};

const char* symbol_of(HeadMatrix which) {
  return which == HeadMatrix::query ? "W^Q" : which == HeadMatrix::key ? "W^K" : "W^V";
}
const char* use_of(HeadMatrix which) {
  return which == HeadMatrix::query ? "what it looks for"
         : which == HeadMatrix::key ? "is found by"
                                    : "hands over";
}

const char* question_of(HeadTask task) {
  switch (task) {
    case HeadTask::letter_before:
      return "Each letter asks: which letter comes just before me?";
    case HeadTask::third_letter:
      return "Each letter asks: which letter is at place 3?";
    case HeadTask::stood_before:
      return "This letter occurred before. At which place?";
    case HeadTask::induction:
      return "This letter occurred before. What came after it then?";
  }
  return "";
}

// What the stroke that is being drawn writes.
struct HandmadeStroke {
  float value = 0;
};

constexpr const char* own_part = "your own";  // painted: none of those with a name

// 0, 1, -1, and 0 again.
float turned(float value) { return value == 0 ? 1.0F : value > 0 ? -1.0F : 0.0F; }

class HandmadePanel : public LabPart<HandmadeLab, HandmadeStudy> {
 public:
  HandmadePanel(const PanelContext& context, const Area& area)
      : LabPart(context, area),
        trained_(settings_.trained && study_.learned != nullptr),
        heads_(trained_ ? study_.heads : heads_set(settings_)),
        head_(std::min(head_shown(settings_), static_cast<int>(heads_.size()) - 1)) {}

  void draw() {
    head();
    controls();
    // On a narrow page the matrices have the room that the names above them need, and that the answers leave.
    constexpr float usual = 0.54F;
    const float both = std::max(1.0F, rest_.width() - ui_.px(36));
    const float most = std::max(usual, 1 - run_width() / both);
    const auto [left, right] =
        two_parts(ui_, rest_, std::clamp(matrices_width(0) / both, usual, most), 0.55F);
    draw_matrices(left);
    draw_run(right);
  }

 private:
  const HeadMatrices& shown() const { return heads_[head_]; }

  void write(HeadMatrix which, const Matrix& matrix) {
    if (matrix != matrix_of(shown(), which))
      change([&](HandmadeLab& lab) { set_matrix(lab, head_, which, matrix); });
  }

  void head() {
    const std::array tasks{Choice{to_be_said("Letter before")}, Choice{to_be_said("Third letter")},
                           Choice{to_be_said("Where before")}, Choice{to_be_said("Two heads")}};
    choose_page(context_, rest_, std::string(what_is_shown()) + " " + question_of(settings_.task), tasks,
                &HandmadeLab::task, [](HandmadeLab& lab) {
                  // What was set for another task has other rows and columns.
                  const HandmadeLab before = std::exchange(lab, {});
                  lab.task = before.task;
                  lab.seed = before.seed;
                  lab.strength = before.strength;
                });
  }

  const char* what_is_shown() const {
    return trained_ ? "These numbers began at random, and training changed them step by step."
                    : "Set the numbers of the three matrices so that every answer is right.";
  }

  void controls() {
    SettingRows<HandmadeLab> row(context_, rest_, 14, 16);
    if (heads_.size() > 1)
      row.choose(&HandmadeLab::head,
                 std::array{Choice{to_be_said("First head")}, Choice{to_be_said("Second head")}});
    row.choose(&HandmadeLab::trained,
               std::array{Choice{to_be_said("Set by hand")}, Choice{to_be_said("Trained")}});
    row.apart(12);
    const auto press = [&](const char* label, auto change) { row.press(label, label, change); };
    const auto other_letters = [](HandmadeLab& lab) { lab.seed = next_seed(lab.seed); };
    if (settings_.trained) {
      press("Another training", [](HandmadeLab& lab) { lab.start = next_seed(lab.start); });
      return press("Other letters", other_letters);
    }
    row.apart(20);
    row.slide(ui_.px(160), &HandmadeLab::strength, {.label = "query strength"});
    row.apart(12);
    press("Other letters", other_letters);
    press("Show a solution", [](HandmadeLab& lab) {
      for (int head = 0; head < heads_of(lab.task); ++head) set_head(lab, head, solution_of(lab.task, head));
    });
    press("Clear", [](HandmadeLab& lab) {
      for (int head = 0; head < heads_of(lab.task); ++head)
        set_head(lab, head, empty_matrices(lab.task, head));
    });
  }

  // --- the matrices

  float inputs_width() const {
    float names = 0;
    for (const std::string& name : input_names(settings_.task, head_))
      names = std::max(names, ui_.width(type::label, name));
    return names + ui_.px(10);
  }
  // What the choice of its parts needs above a matrix, whichever is chosen.
  float parts_width(HeadMatrix which) const {
    if (trained_) return 0;
    float wide = ui_.width(type::label_hot, own_part);
    for (const HeadPart part : parts_for(settings_.task, head_, which))
      wide = std::max(wide, ui_.width(type::label_hot, name_of(part)));
    return std::min(wide + ui_.px(60), most_part_);
  }
  float matrix_width(HeadMatrix which, float side) const {
    return std::max(side * static_cast<float>(matrix_of(shown(), which).cols()), parts_width(which));
  }
  float matrices_width(float side) const {
    float wide = inputs_width() + 2 * matrices_gap();
    for (const HeadMatrix which : hand_set) wide += matrix_width(which, side);
    return wide;
  }
  float matrices_gap() const { return ui_.px(14); }

  void draw_matrices(const Area& area) {
    const float names = inputs_width();
    const float head_tall = matrix_head_height(ui_) + ui_.px(38);
    const float below = ui_.px(36) + colours_under_height(ui_);
    const auto rows = static_cast<float>(input_names(settings_.task, head_).size());
    const float least = ui_.px(8);
    if (matrices_width(least) > area.width())
      most_part_ = std::floor((area.width() - names - 2 * matrices_gap()) / 3);
    float side = std::max(least, cell_side((area.height() - head_tall - below) / rows, ui_.px(24)));
    while (side > least && matrices_width(side) > area.width()) side -= 1;
    float x = area.left + names;
    for (const HeadMatrix which : hand_set) {
      const Matrix& matrix = matrix_of(shown(), which);
      const Area cells =
          Area::at(std::round(x), std::round(area.top + head_tall), side * static_cast<float>(matrix.cols()),
                   side * static_cast<float>(matrix.rows()));
      draw_matrix(area.top, cells, which);
      x = cells.left + matrix_width(which, side) + matrices_gap();
    }
  }

  HeatmapPtr map_of(HeadMatrix which) const {
    const Matrix& matrix = matrix_of(shown(), which);
    auto map = std::make_shared<Heatmap>();
    map->rows = static_cast<int>(matrix.rows());
    map->columns = static_cast<int>(matrix.cols());
    map->values.assign(matrix.data(), matrix.data() + matrix.size());
    map->row_labels = input_names(settings_.task, head_);
    if (which == HeadMatrix::value)
      map->column_labels = answer_names(settings_.task, head_);
    else
      for (int column = 0; column < map->columns; ++column)
        map->column_labels.push_back(std::to_string(column));
    map->row_axis = "input";
    map->column_axis = which == HeadMatrix::value ? "answer" : "dimension";
    const float most = std::max(1.0F, matrix.cwiseAbs().maxCoeff());
    map->scale = {Ramp::diverging, -most, most, "weight", {}, {}};
    map->format = NumberFormat::weight;
    return map;
  }

  void draw_matrix(float top, const Area& cells, HeadMatrix which) {
    const std::string id = std::string("handmade/") + symbol_of(which);
    const float room = std::max(cells.width(), parts_width(which));
    matrix_head(ui_, cells.left, top, room, symbol_of(which), use_of(which));
    if (!trained_) draw_part(Area::at(cells.left, cells.top - ui_.px(34), room, ui_.px(28)), which);
    const HeatmapPtr map = map_of(which);
    const HeatmapLook look{.row_labels = which == HeadMatrix::query,
                           .column_labels = false,
                           .selected = keyboard_cell(ui_, id, map->rows, map->columns)};
    const HeatmapTouch touch = heatmap(ui_, id, map, cells, look);
    draw_columns(cells, *map);
    if (touch.hovered) {
      std::vector<RichText> said{RichText(
          map->row_label(touch.hovered->row) + " → " + map->column_label(touch.hovered->column) + ": " +
          number_alone(map->value(touch.hovered->row, touch.hovered->column), NumberFormat::weight))};
      if (!trained_) {
        ui_.hand();
        said.emplace_back("click or drag: 0, 1, −1");
      }
      ui_.tooltip(said);
    }
    if (trained_) return;
    const std::optional<GridStroke> stroke = stroke_on(ui_, id, cells, map->rows, map->columns, touch);
    if (!stroke) return;
    const CellAt first = stroke->cells.front();
    float& value = ui_.state<HandmadeStroke>().value;
    if (stroke->begins) value = turned(map->value(first.row, first.column));
    Matrix painted = matrix_of(shown(), which);
    for (const CellAt& cell : stroke->cells) painted(cell.row, cell.column) = value;
    write(which, painted);
  }

  // Under the columns what they stand for, and below that the colours.
  void draw_columns(const Area& cells, const Heatmap& map) {
    const float wide = cells.width() / static_cast<float>(map.columns);
    for (int column = 0; column < map.columns; ++column) {
      const std::string name = map.column_label(column) == "start" ? "0" : map.column_label(column);
      ui_.text(Area::at(cells.left + wide * static_cast<float>(column), cells.bottom + ui_.px(2), wide,
                        ui_.px(16)),
               Align::centre, type::cell, c_.text_2, name);
    }
    ui_.text(Area::at(cells.left, cells.bottom + ui_.px(18), cells.width(), ui_.px(16)), Align::left,
             type::caption, c_.text_3, map.column_axis);
    colours_under(ui_, cells.moved(0, ui_.px(32)), map.scale, parts_width(HeadMatrix::value));
  }

  // "‹ place before ›": matrices with a name, one after another.
  void draw_part(const Area& area, HeadMatrix which) {
    std::string name = own_part;
    std::vector<HandSet> sets;
    std::optional<HandSet> now;
    for (const HeadPart part : parts_for(settings_.task, head_, which)) {
      sets.push_back({part});
      if (now || matrix_of_part(settings_.task, head_, which, part) != matrix_of(shown(), which)) continue;
      now = sets.back();
      name = name_of(part);
    }
    const Area place = Area::at(area.left, area.top, parts_width(which), area.height());
    step_among(context_, place, ui_.shortened_in_middle(type::label_hot, name, place.width() - ui_.px(58)),
               sets, matrix_set(head_, which), nullptr, now);
  }

  // --- what it looks at, and answers

  // The least room for it.
  float run_width() const {
    return ui_.px(50) + ui_.px(14) * static_cast<float>(study_.text.wanted.size()) + verdicts_width();
  }

  void draw_run(Area area) {
    const BuiltRun& run = study_.run;
    ui_.text(area.cut_top(ui_.px(24)), Align::left, type::section, c_.ink,
             heads_.size() == 1 ? "What it looks at"
             : head_ == 0       ? "First head looks at"
                                : "Second head looks at");
    const std::array figures{
        KeyFigure{"right here", say("{n} of {all}",
                                    {{"n", std::to_string(run.right)}, {"all", std::to_string(run.asked)}})},
        KeyFigure{"right in 100 other rows",
                  std::to_string(static_cast<int>(std::lround(100 * study_.accuracy))) + " %"}};
    area.cut_top(figures_row(ui_, area, figures) + ui_.px(6));
    const Trace& trace = *run.heads[head_];
    auto map = std::make_shared<Heatmap>(view_of(trace, work_.shown));
    const float names = row_labels_width(ui_, *map);
    const float answers = verdicts_width();
    const float above = column_labels_height(ui_, *map, ui_.px(20)) + ui_.px(4);
    const float side = std::max(
        ui_.px(14), cell_side(std::min((area.width() - names - answers) / static_cast<float>(map->columns),
                                       (area.height() - above - ui_.px(8)) / static_cast<float>(map->rows)),
                              ui_.px(34)));
    const Area cells =
        Area::at(std::round(area.left + names), std::round(area.top + above),
                 side * static_cast<float>(map->columns), side * static_cast<float>(map->rows));
    lab_matrix(
        context_, cells,
        {.id = "handmade/weights", .map = map, .path = work_.shown, .side = head_, .column_labels = true});
    if (answers_here()) draw_verdicts(cells);
  }

  bool answers_here() const { return head_ == static_cast<int>(heads_.size()) - 1; }

  // Behind each row of weights the answer, and what is wanted where it is another one.
  struct Verdict {
    std::string answer, says;
    bool right = false;
  };
  Verdict verdict_at(std::size_t t) const {
    const std::vector<std::string> names = answer_names(settings_.task, head_);
    const int wanted = study_.text.wanted[t];
    const int answer = study_.run.answers[t];
    const std::string right = names[wanted];
    if (answer == wanted) return {right, "right", true};
    return {answer < 0 ? "?" : names[answer], say("should be {word}", {{"word", right}}), false};
  }
  float verdicts_width() const {
    float wide = 0;
    for (std::size_t t = 0; answers_here() && t < study_.text.wanted.size(); ++t) {
      if (study_.text.wanted[t] < 0) continue;
      const Verdict verdict = verdict_at(t);
      wide = std::max(wide, ui_.width(type::label, "→ ") + ui_.width(type::label_hot, verdict.answer) +
                                ui_.width(type::caption, verdict.says));
    }
    return wide + ui_.px(24);
  }

  void draw_verdicts(const Area& cells) {
    const float tall = cells.height() / static_cast<float>(task_places);
    for (std::size_t t = 0; t < study_.text.wanted.size(); ++t) {
      if (study_.text.wanted[t] < 0) continue;
      const Verdict verdict = verdict_at(t);
      const float y = cells.top + tall * (static_cast<float>(t) + 0.5F);
      float x = ui_.text(cells.right + ui_.px(12), y, type::label, c_.text_2, "→ ");
      x = ui_.text(x, y, type::label_hot, verdict.right ? c_.ink : c_.error, verdict.answer);
      ui_.text(x + ui_.px(8), y, type::caption, verdict.right ? c_.text_2 : c_.error, verdict.says);
    }
  }

  bool trained_;  // not painted on
  std::vector<HeadMatrices> heads_;
  int head_;
  float most_part_ = std::numeric_limits<float>::infinity();  // of the choices above the matrices
};

// --- before a class

std::optional<ClassPicture> handmade_for_class(const PanelContext& context) {
  const auto* const study = result_of<HandmadeStudy>(context);
  const PanelContext cells = context_of_cells(context);
  if (study == nullptr || &cells.results == &context.results) return {};
  const auto& settings = context.session.labs.get<HandmadeLab>();
  const int head = std::min(head_shown(settings), static_cast<int>(study->run.heads.size()) - 1);
  const HeatmapPtr map = cells.maps[head].view(work_of(context)->shown);
  if (map == nullptr) return {};
  return ClassPicture{.about = question_of(settings.task),
                      .shows = ClassCells{map},
                      .says = say("What the head looks at. {right} of {asked} answers are right.",
                                  {{"right", std::to_string(study->run.right)},
                                   {"asked", std::to_string(study->run.asked)}})};
}

constexpr std::array<LabPanel::ForClass::Set, 3> handmade_steps{
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) {
      HandmadeLab& lab = labs.get<HandmadeLab>();
      for (int head = 0; head < heads_of(lab.task); ++head) set_head(lab, head, solution_of(lab.task, head));
    },
    [](const PanelContext&, Labs& labs) { labs.get<HandmadeLab>().trained = true; }};

}  // namespace

constinit const LabPanel HandmadeLab::panel_row{
    .lab = &lab_row,
    .draw = draw_lab<HandmadePanel>,
    .help = "Paint the matrices of a head until every answer is right.",
    .words = "build own head weights toy task induction paint solution exercise",
    .tall = 610,
    .upright = 1150,
    .margin = {"Paint a head",
               "Click a cell to turn it from 0 to 1 and to −1. All answers right: it is done.",
               "Let training find it",
               [](const PanelContext&, Labs& labs) { labs.get<HandmadeLab>().trained = true; }},
    .for_class = {handmade_for_class, handmade_steps},
};

}  // namespace headlight
