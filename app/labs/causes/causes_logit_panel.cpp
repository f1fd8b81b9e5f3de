// The heads' parts of a logit by the words that they look at, and beside them the whole sum.
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/labs/causes/causes_panel.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/paint.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

class CausesLogit : public CausesMaps {
 public:
  using CausesMaps::CausesMaps;

  void draw() {
    if (!study_.parts) {
      ui_.wrapped(rest_, type::body, c_.text_2, study_.no_parts, ui_.px(19));
      return;
    }
    if (study_.logit_words.empty()) {
      ui_.wrapped(rest_, type::body, c_.text_2,
                  "No head adds to this logit by the words it looks at: an edit sets what the heads put out.",
                  ui_.px(19));
      return;
    }
    rest_.cut_top(ui_.wrapped(rest_, type::label_hot, c_.ink, study_.logit_says, ui_.px(18)) + ui_.px(2));
    rest_.cut_top(ui_.wrapped(rest_, type::caption, c_.text_2, what_a_cell_is(), ui_.px(16)) + ui_.px(10));
    const auto [left, right] = two_parts(ui_, rest_, 0.66F, 0.6F);
    std::vector<HeatmapPtr> maps;
    std::vector<std::string> names;
    for (const LogitWords& words : study_.logit_words) {
      maps.push_back(words.map);
      names.emplace_back(about(words.heads.front()).group);
    }
    draw_maps(left, maps, names,
              {.left_out = "Heads that add less have no room here. A higher window shows them.",
               .always = 1,
               .bar_above = true},
              [&](std::size_t which, const Area& cells, float labels) { draw_map(which, cells, labels); });
    draw_cause_sum(context_, right);
  }

 private:
  static const AttentionInfo& about(const HeadPlace& head) {
    return info(attention_of(head.stack, head.attention));
  }

  std::string what_a_cell_is() const {
    return "A cell is the word’s weight in that head times what its value adds to the difference of the two "
           "logits; a row adds up to the head’s bar at the right. The normalizations are held as they were. "
           "Click a cell to see why the head looks there.";
  }

  void draw_map(std::size_t which, const Area& cells, float labels) {
    const HeatmapPtr& map = shown_[which];
    const std::string id = "causes/logit/" + std::to_string(which);
    HeatmapLook look;
    look.row_label_width = labels;
    look.numbers_from = 14;
    look.selected = keyboard_cell(ui_, id, map->rows, map->columns);
    const HeatmapTouch touch = heatmap(ui_, id, map, cells, look);
    // The sums stand apart.
    const float x = std::round(cells.right - cells.width() / static_cast<float>(map->columns));
    const float y = std::round(cells.bottom - cells.height() / static_cast<float>(map->rows));
    ui_.line(x, cells.top, x, cells.bottom, c_.ink, ui_.px(1.5F));
    if (study_.logit_words[which].heads.size() > 1)
      ui_.line(cells.left, y, cells.right, y, c_.ink, ui_.px(1.5F));
    if (touch.hovered) {
      ui_.tooltip(cell_says(which, *touch.hovered));
      if (head_at(which, touch.hovered->row) != nullptr) ui_.hand();
    }
    if (touch.clicked) go_to_score(which, *touch.clicked);
  }

  // Null below the last head.
  const HeadPlace* head_at(std::size_t which, int row) const {
    const auto of_map = static_cast<std::size_t>(rows_[which][static_cast<std::size_t>(row)]);
    const std::vector<HeadPlace>& heads = study_.logit_words[which].heads;
    return of_map < heads.size() ? &heads[of_map] : nullptr;
  }
  // Nothing where the column is of several words.
  std::optional<int> key_at(std::size_t which, int column) const {
    const std::vector<int>& columns = study_.logit_words[which].columns;
    if (column >= static_cast<int>(columns.size())) return std::nullopt;
    const int key = columns[static_cast<std::size_t>(column)];
    return key < 0 ? std::nullopt : std::optional(key);
  }

  void go_to_score(std::size_t which, CellAt at) {
    const HeadPlace* head = head_at(which, at.row);
    if (head == nullptr) return;
    ui_.emit(SelectHead{head->layer, head->head, attention_of(head->stack, head->attention)});
    ui_.emit(SelectToken{study_.question.place});
    change([&](CausesLab& lab) {
      lab.page = CausesLab::Page::score;
      lab.key = key_at(which, at.column).value_or(-1);
    });
  }

  std::vector<RichText> cell_says(std::size_t which, CellAt at) const {
    const Heatmap& map = *shown_[which];
    const double part = static_cast<double>(map.value(at.row, at.column));
    const HeadPlace* head = head_at(which, at.row);
    const std::optional<int> key = key_at(which, at.column);
    std::vector<RichText> lines;
    lines.push_back(std::vector<TextRun>{{map.row_label(at.row), Role::ink, true},
                                         {key ? "  by  " : "  ", Role::text_3},
                                         {map.column_label(at.column), Role::ink, true},
                                         {"   " + cause_with_sign(part), Role::ink}});
    if (head == nullptr) return lines;
    if (const std::optional<double> weight = key ? weight_of(*head, *key) : std::nullopt; weight > 0)
      lines.push_back(RichText("= weight " + weight_alone(static_cast<float>(*weight)) + " times " +
                               cause_with_sign(part / *weight) + ", what its value would add with weight 1"));
    lines.push_back(std::vector<TextRun>{{"Click to see why that head looks there.", Role::text_3}});
    return lines;
  }

  std::optional<double> weight_of(const HeadPlace& head, int key) const {
    const Trace& trace = *context_.results.side(study_.into).trace;
    const int node = trace.find(head_path(head.stack, head.layer, head.attention, head.head, "weights"));
    if (node < 0) return std::nullopt;
    const Shape shape = trace.tape().node(node).shape;
    if (study_.question.place >= shape.rows || key >= shape.cols) return std::nullopt;
    return static_cast<double>(trace.cell({node, study_.question.place, key}));
  }
};

}  // namespace

void draw_logit_words(const PanelContext& context, const Area& area) { CausesLogit(context, area).draw(); }

}  // namespace headlight
