// The map of causes: a cell says what one row of one block brings with it, and is the edit that does it.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/labs/causes/causes_panel.h"
#include "app/panels/common/interventions.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/paint.h"
#include "app/session/edits.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

class CausesMap : public CausesMaps {
 public:
  using CausesMaps::CausesMaps;

  void draw() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < study_.maps.size(); ++i) names.push_back(stack_of(i));
    draw_maps(rest_, study_.maps, names,
              {.left_out = "Rows with less effect have no room here. A higher window shows them."},
              [&](std::size_t which, const Area& cells, float labels) { draw_map(which, cells, labels); });
  }

 private:
  // "Encoder"; of a map whose rows are of several stacks all of them.
  std::string stack_of(std::size_t which) const {
    std::string names;
    const auto first = static_cast<std::size_t>(study_.blocks[which].front());
    const auto stream = study_.map.blocks[first].stream;
    for (const StackInfo& stack : study_.to->anatomy().stacks) {
      if (stack.stream != stream) continue;
      names += (names.empty() ? "" : ", ") + std::string(stack.title);
    }
    return names;
  }

  void draw_map(std::size_t which, const Area& cells, float labels) {
    const HeatmapPtr& map = shown_[which];
    const std::string id = "causes/map/" + std::to_string(which);
    HeatmapLook look;
    look.row_label_width = labels;
    look.numbers_from = 14;
    look.some_numbers_from = 0.1F;
    look.selected = keyboard_cell(ui_, id, map->rows, map->columns);
    const HeatmapTouch touch = heatmap(ui_, id, map, cells, look);
    draw_marks(which, cells);
    if (touch.hovered) {
      ui_.hand();
      ui_.tooltip(cell_says(which, *touch.hovered));
    }
    if (touch.clicked) toggle(which, *touch.clicked);
  }

  // Of a row that is shown.
  const CausalMap::Block& block_at(std::size_t which, int row) const {
    const int of_map = rows_[which][static_cast<std::size_t>(row)];
    const int block = study_.blocks[which][static_cast<std::size_t>(of_map)];
    return study_.map.blocks[static_cast<std::size_t>(block)];
  }

  std::vector<RichText> cell_says(std::size_t which, CellAt at) const {
    const Heatmap& map = *shown_[which];
    std::vector<RichText> lines;
    lines.push_back(std::vector<TextRun>{{map.row_label(at.row), Role::ink, true},
                                         {"  at  ", Role::text_3},
                                         {map.column_label(at.column), Role::ink, true}});
    if (map.state(at.row, at.column) != CellState::value) {
      const CausalMap::Block& block = block_at(which, at.row);
      const bool measured = study_.whole || std::any_of(block.effects.begin(), block.effects.end(),
                                                        [](double effect) { return std::isfinite(effect); });
      lines.push_back(
          RichText(measured ? "The other " + kind() + " has no such row: the two differ in length here."
                            : "Not measured yet."));
      return lines;
    }
    const auto effect = static_cast<double>(map.value(at.row, at.column));
    if (study_.alone) {
      lines.push_back(RichText("Changes log P(" + study_.word + ") − log P(" + study_.other + ") by " +
                               cause_with_sign(effect) + "."));
    } else {
      lines.push_back(RichText("Taken from the other " + kind() + " it goes " + cause_effect_text(effect) +
                               " of the way from “" + study_.other + "” to “" + study_.word + "”."));
    }
    lines.push_back(std::vector<TextRun>{
        {edit_at(which, at) ? "Click to take the edit back." : "Click to keep this edit.", Role::text_3}});
    return lines;
  }

  // --- the edits that a cell is: one for each of its rows
  std::vector<SessionEdit> edits_of(std::size_t which, CellAt at) const {
    const CausalMap::Block& block = block_at(which, at.row);
    const int run = context_.session.pair.run(study_.into);
    const CausalRuns& runs = study_.mapping->mapping.runs();
    std::vector<SessionEdit> edits;
    for (const Edit& each : study_.mapping->mapping.edits(block, at.column)) {
      SessionEdit edit(each, true, run);
      // By its place, where that says the same as its numbers: it then follows a change of the words.
      const std::optional<int> row = runs.row_in_clean(block.stream, *each.row);
      if (!study_.alone && row && copied_from(run) == context_.session.pair.run(from()) &&
          same_row(block.path, *row, each.values)) {
        edit.from = *row;
        edit.values.clear();
      }
      edits.push_back(std::move(edit));
    }
    return edits;
  }

  bool same_row(const std::string& path, int row, const std::vector<float>& values) const {
    const int node = study_.from->find(path);
    if (node < 0 || row >= study_.from->tape().node(node).shape.rows) return false;
    const Reading own = study_.from->rows(node, row, 1);
    return std::equal(values.begin(), values.end(), own.view().data, own.view().data + own.shape().cols);
  }

  // The session's edit of the first of its rows.
  std::optional<int> edit_at(std::size_t which, CellAt at) const {
    const CausalMap::Block& block = block_at(which, at.row);
    const Edit place{.path = block.path, .row = at.column * block.together};
    return find_edit(context_.session, place, context_.session.pair.run(study_.into));
  }

  void toggle(std::size_t which, CellAt at) {
    if (shown_[which]->state(at.row, at.column) != CellState::value) return;
    std::vector<SessionEdit> edits = edits_of(which, at);
    if (!edit_at(which, at)) return ui_.emit(AddEdits{std::move(edits)});
    std::vector<int> known;
    for (const SessionEdit& edit : edits) {
      if (const std::optional<int> index = find_edit(context_.session, edit, edit.run))
        known.push_back(*index);
    }
    std::sort(known.rbegin(), known.rend());
    for (const int index : known) ui_.emit(RemoveEdit{index});
  }

  // Around the cells whose edits are kept.
  void draw_marks(std::size_t which, const Area& cells) {
    const Heatmap& map = *shown_[which];
    const float wide = cells.width() / static_cast<float>(map.columns);
    const float tall = cells.height() / static_cast<float>(map.rows);
    const int run = context_.session.pair.run(study_.into);
    for (const SessionEdit& edit : context_.session.edits) {
      if (!edit.on || !edit.is_of(run) || !edit.row) continue;
      for (int row = 0; row < map.rows; ++row) {
        const CausalMap::Block& block = block_at(which, row);
        const int column = *edit.row / block.together;
        if (block.path != edit.path || column >= map.columns) continue;
        ui_.outline(Area::at(cells.left + wide * static_cast<float>(column),
                             cells.top + tall * static_cast<float>(row), wide, tall),
                    c_.focus, ui_.px(2.5F), ui_.px(2));
      }
    }
  }
};

}  // namespace

void draw_cause_map(const PanelContext& context, const Area& area) { CausesMap(context, area).draw(); }

}  // namespace headlight
