// Three matrices to paint on, what the head looks at with them, and what it answers.
#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/labs/handmade/handmade_lab.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/lab_board.h"
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

constexpr float matrices_gap = 14;

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
    const auto [left, right] = two_parts(ui_, rest_, std::clamp(matrices_width() / both, usual, most), 0.55F);
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

  // What the choice of its parts needs above a matrix, whichever is chosen.
  float parts_width(HeadMatrix which) const {
    if (trained_) return 0;
    float wide = ui_.width(type::label_hot, own_part);
    for (const HeadPart part : parts_for(settings_.task, head_, which))
      wide = std::max(wide, ui_.width(type::label_hot, name_of(part)));
    return std::min(wide + ui_.px(60), most_part_);
  }
  // The least that all three need.
  float matrices_width() const {
    float wide = row_labels_width(ui_, *map_of(HeadMatrix::query)) + 2 * ui_.px(matrices_gap);
    for (const HeadMatrix which : hand_set) wide += parts_width(which);
    return wide;
  }

  void draw_matrices(const Area& area) {
    float parts = 0;
    for (const HeadMatrix which : hand_set) parts += parts_width(which);
    if (const float left = area.width() - matrices_width(); left < 0)
      most_part_ = std::floor((parts + left) / 3);
    stage::Board board(ui_);
    board.matrices({.gap = matrices_gap, .most_wide = 24, .most_tall = 24, .square = true, .least = 8}, [&] {
      board.row({}, [&] {
        for (const HeadMatrix which : hand_set) declare(board, which);
      });
    });
    board.show(area);
  }

  HeatmapPtr map_of(HeadMatrix which) const {
    const Matrix& matrix = matrix_of(shown(), which);
    auto map = std::make_shared<Heatmap>();
    map->rows = static_cast<int>(matrix.rows());
    map->columns = static_cast<int>(matrix.cols());
    map->values.assign(matrix.data(), matrix.data() + matrix.size());
    map->row_labels = input_names(settings_.task, head_);
    if (which == HeadMatrix::value) {
      map->column_labels = answer_names(settings_.task, head_);
      std::replace(map->column_labels.begin(), map->column_labels.end(), std::string("start"),
                   std::string("0"));
    } else
      for (int column = 0; column < map->columns; ++column)
        map->column_labels.push_back(std::to_string(column));
    map->row_axis = "input";
    map->column_axis = which == HeadMatrix::value ? "answer" : "dimension";
    const float most = std::max(1.0F, matrix.cwiseAbs().maxCoeff());
    map->scale = {Ramp::diverging, -most, most, "weight", {}, {}};
    map->format = NumberFormat::weight;
    return map;
  }

  void declare(stage::Board& board, HeadMatrix which) {
    const std::string id = std::string("handmade/") + symbol_of(which);
    const HeatmapPtr map = map_of(which);
    stage::Cells cells{.map = map, .formulas = {symbol_of(which)}, .notes = {use_of(which)}};
    cells.look.row_labels = which == HeadMatrix::query;
    cells.look.column_labels = true;
    cells.look.selected = keyboard_cell(ui_, id, map->rows, map->columns);
    cells.under = {map->column_axis};
    cells.least_wide = parts_width(which) / ui_.scale();
    if (!trained_) {
      cells.over = [this, which](Ui&, const Area& at) { draw_part(Area(at).cut_top(ui_.px(28)), which); };
      cells.over_tall = 34;
    }
    cells.touched = [this, which, id, map](const HeatmapTouch& touch, const Area& at) {
      take(which, id, *map, touch, at);
    };
    board.add({.id = id, .look = std::move(cells)});
  }

  // What is told of the cell under the mouse, and painted.
  void take(HeadMatrix which, const std::string& id, const Heatmap& map, const HeatmapTouch& touch,
            const Area& cells) {
    if (touch.hovered) {
      std::vector<RichText> said = cell_tooltip(map, *touch.hovered);
      if (!trained_) {
        ui_.hand();
        said.emplace_back("click or drag: 0, 1, −1");
      }
      ui_.tooltip(said);
    }
    if (trained_) return;
    const std::optional<GridStroke> stroke = stroke_on(ui_, id, cells, map.rows, map.columns, touch);
    if (!stroke) return;
    const CellAt first = stroke->cells.front();
    float& value = ui_.state<HandmadeStroke>().value;
    if (stroke->begins) value = turned(map.value(first.row, first.column));
    Matrix painted = matrix_of(shown(), which);
    for (const CellAt& cell : stroke->cells) painted(cell.row, cell.column) = value;
    write(which, painted);
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
    const Area place{area.left, area.top, area.left + parts_width(which), area.bottom};
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
    stage::Piece cells =
        recorded_cells(context_, {.id = "handmade/weights",
                                  .map = std::make_shared<Heatmap>(view_of(*run.heads[head_], work_.shown)),
                                  .path = work_.shown,
                                  .side = head_,
                                  .column_labels = true});
    auto& look = std::get<stage::Cells>(cells.look);
    look.behind_wide = verdicts_width() / ui_.scale();
    if (answers_here()) look.behind = [this](Ui&, const Area& at, int row) { draw_verdict(at, row); };
    stage::show_matrix(ui_, area, std::move(cells),
                       {.most_wide = 34, .most_tall = 34, .square = true, .least = 14});
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

  void draw_verdict(const Area& at, int row) {
    if (study_.text.wanted.at(static_cast<std::size_t>(row)) < 0) return;
    const Verdict verdict = verdict_at(static_cast<std::size_t>(row));
    float x = ui_.text(at.left + ui_.px(12), at.middle_y(), type::label, c_.text_2, "→ ");
    x = ui_.text(x, at.middle_y(), type::label_hot, verdict.right ? c_.ink : c_.error, verdict.answer);
    ui_.text(x + ui_.px(8), at.middle_y(), type::caption, verdict.right ? c_.text_2 : c_.error, verdict.says);
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
