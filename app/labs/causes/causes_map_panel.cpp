// Maps of blocks or heads by words; and the map of causes: a cell says what one row of one block brings with
// it, and is the edit that does it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/labs/causes/causes_panel.h"
#include "app/panels/common/interventions.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/session/edits.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Maps of blocks or heads by words, one below the other.

// Maps of some of their rows alone, kept as long as they are shown.
struct CausesCut {
  struct Cut {
    HeatmapPtr of, map;
    std::vector<int> rows;
  };
  std::array<Cut, 2> cuts;
};

}  // namespace

HeatmapPtr rows_of_map(const Heatmap& map, const std::vector<int>& rows, const std::string& others) {
  auto cut = std::make_shared<Heatmap>(map);
  cut->rows = static_cast<int>(rows.size());
  cut->values.clear();
  cut->states.clear();
  cut->row_labels.clear();
  const auto sum_of_others = [&](int column) {
    float sum = 0;
    for (int row = 0; row < map.rows; ++row)
      if (std::find(rows.begin(), rows.end(), row) == rows.end()) sum += map.value(row, column);
    return sum;
  };
  for (const int row : rows) {
    cut->row_labels.push_back(row < 0 ? others : map.row_label(row));
    for (int column = 0; column < map.columns; ++column) {
      cut->values.push_back(row < 0 ? sum_of_others(column) : map.value(row, column));
      cut->states.push_back(row < 0 ? CellState::value : map.state(row, column));
    }
  }
  return cut;
}

void CausesMaps::draw_maps(Area area, const std::vector<HeatmapPtr>& maps,
                           const std::vector<std::string>& names, const MapsLook& look,
                           const std::function<void(std::size_t, const Area&, float)>& draw_cells) {
  if (maps.empty()) return;
  float labels = 0, above = 0;
  int all = 0;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    all += maps[i]->rows;
    labels = std::max(labels, ui_.width(type::label_hot, names[i]) + ui_.px(14));
    for (const std::string& label : maps[i]->row_labels)
      labels = std::max(labels, ui_.width(type::label_hot, label) + ui_.px(14));
  }
  const Scale& scale = maps.front()->scale;
  if (look.bar_above) {
    const Area bar = area.cut_top(ui_.px(24));
    level_colour_bar(ui_, bar.left, bar.middle_y(), scale.label, scale);
  } else {
    labels = std::max(labels, level_colour_bar_width(ui_, scale.label, scale) + ui_.px(10));
  }
  labels = std::min(labels, std::round(area.width() * 0.46F));
  // The letters of the columns lean to the right, beyond the last one.
  const float room = area.width() - labels - ui_.px(30);
  std::vector<float> wides, highs;
  for (const HeatmapPtr& map : maps) {
    wides.push_back(cell_side(room / static_cast<float>(map->columns), ui_.px(46)));
    highs.push_back(std::max(column_labels_height(ui_, *map, wides.back()),
                             ui_.px(wides.size() == 1 && !look.bar_above ? 52 : 26)));
    above += highs.back();
  }
  const float gap = ui_.px(8) * static_cast<float>(maps.size() - 1);
  const int left_out = choose_rows(maps, look.always, all, area.height() - above - gap);
  const float tall =
      cell_side((area.height() - above - gap) / static_cast<float>(all - left_out), ui_.px(26));
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const Area head = area.cut_top(highs[i]);
    draw_name({head.left, head.bottom - ui_.px(24), head.left + labels - ui_.px(10), head.bottom}, names[i],
              static_cast<std::int64_t>(maps[i]->rows) - std::ssize(rows_[i]), look.left_out);
    if (i == 0 && !look.bar_above)
      level_colour_bar(ui_, area.left, head.top + ui_.px(12), scale.label, scale);
    if (rows_[i].empty()) continue;
    const Heatmap& map = *shown_[i];
    const Area cells = Area::at(area.left + labels, area.top, wides[i] * static_cast<float>(map.columns),
                                tall * static_cast<float>(map.rows));
    draw_cells(i, cells, labels);
    area.cut_top(cells.height() + ui_.px(8));
  }
}

// Which rows of each map are shown: where there is no room to read all, those with the largest numbers, and
// the last `always` of each. Returns how many are left out.
int CausesMaps::choose_rows(const std::vector<HeatmapPtr>& maps, int always, int all, float room) {
  struct MapRow {
    float most;
    std::size_t which;
    int row;
  };
  std::vector<MapRow> order;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const Heatmap& map = *maps[i];
    for (int row = 0; row < map.rows; ++row) {
      float most = row >= map.rows - always ? std::numeric_limits<float>::infinity() : 0;
      for (int column = 0; column < map.columns; ++column)
        most = std::max(most, std::fabs(map.value(row, column)));
      order.push_back({most, i, row});
    }
  }
  const float line = std::max(ui_.px(14), ui_.height(type::caption));
  if (static_cast<float>(all) * line > room) {
    std::stable_sort(order.begin(), order.end(),
                     [](const MapRow& a, const MapRow& b) { return a.most > b.most; });
    const auto fit = static_cast<std::size_t>(std::max(4.0F, std::floor(room / line)));
    order.resize(std::min(order.size(), fit));
  }
  for (const MapRow& each : order) rows_[each.which].push_back(each.row);
  auto& cuts = ui_.state<CausesCut>().cuts;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    std::sort(rows_[i].begin(), rows_[i].end());
    if (cuts[i].of != maps[i] || cuts[i].rows != rows_[i])
      cuts[i] = {maps[i], rows_of_map(*maps[i], rows_[i]), rows_[i]};
    shown_[i] = std::ssize(rows_[i]) == maps[i]->rows ? maps[i] : cuts[i].map;
  }
  return all - static_cast<int>(order.size());
}

// "Encoder   3 rows left out"
void CausesMaps::draw_name(const Area& line, const std::string& name, std::int64_t left_out,
                           const char* why) {
  ui_.text(line, Align::left, type::label_hot, c_.ink, name);
  if (left_out == 0) return;
  const float after = line.left + ui_.width(type::label_hot, name) + ui_.px(10);
  line_of_text(
      ui_, {after, line.top, line.right, line.bottom}, type::caption, c_.text_3,
      say(several(left_out, "{n} row left out", "{n} rows left out"), {{"n", count_text(left_out)}}));
  if (ui_.hovered(line)) ui_.tooltip(RichText(why));
}

namespace {

bool has_same_row(const Trace& trace, const std::string& path, int row, const std::vector<float>& values) {
  const int node = trace.find(path);
  if (node < 0 || row >= trace.tape().node(node).shape.rows) return false;
  const Reading own = trace.rows(node, row, 1);
  return std::equal(values.begin(), values.end(), own.view().data, own.view().data + own.shape().cols);
}

// One for each of the rows that a cell stands for.
std::vector<SessionEdit> edits_of_cause(const PanelContext& context, const CausesStudy& study,
                                        const CausalMap::Block& block, int cell) {
  const int run = context.session.pair.run(study.into);
  const CausalRuns& runs = study.mapping->mapping.runs();
  std::vector<SessionEdit> edits;
  for (const Edit& each : study.mapping->mapping.edits(block, cell)) {
    SessionEdit edit(each, true, run);
    // By its place, where that says the same as its numbers: it then follows a change of the words.
    const std::optional<int> row = runs.row_in_clean(block.stream, *each.row);
    if (!study.alone && row && copied_from(run) == context.session.pair.run(1 - study.into) &&
        has_same_row(*study.from, block.path, *row, each.values)) {
      edit.from = *row;
      edit.values.clear();
    }
    edits.push_back(std::move(edit));
  }
  return edits;
}

}  // namespace

std::optional<int> kept_cause(const PanelContext& context, const CausesStudy& study,
                              const CausalMap::Block& block, int cell) {
  const Edit place{.path = block.path, .row = cell * block.together};
  return find_edit(context.session, place, context.session.pair.run(study.into));
}

void toggle_cause(const PanelContext& context, const CausesStudy& study, const CausalMap::Block& block,
                  int cell) {
  std::vector<SessionEdit> edits = edits_of_cause(context, study, block, cell);
  if (!kept_cause(context, study, block, cell)) return context.ui.emit(AddEdits{std::move(edits)});
  std::vector<int> known;
  for (const SessionEdit& edit : edits) {
    if (const std::optional<int> index = find_edit(context.session, edit, edit.run)) known.push_back(*index);
  }
  std::sort(known.rbegin(), known.rend());
  for (const int index : known) context.ui.emit(RemoveEdit{index});
}

namespace {

class CausesMap : public CausesMaps {
 public:
  using CausesMaps::CausesMaps;

  void draw() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < study_.maps.size(); ++i) names.push_back(stack_of(i));
    draw_maps(rest_, study_.maps, names,
              {.left_out = "Rows with smaller effects are left out. Make the window taller to see them."},
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
    const int of_map = rows_[which][row];
    const int block = study_.blocks[which][of_map];
    return study_.map.blocks[block];
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
          RichText(measured ? say("The other {sentence} has no row at this place.", {{"sentence", kind()}})
                            : say("Not measured yet.")));
      return lines;
    }
    const auto effect = static_cast<double>(map.value(at.row, at.column));
    if (study_.alone) {
      lines.push_back(RichText(
          say("Changes log P({word}) − log P({other}) by {amount}.",
              {{"word", study_.word}, {"other", study_.other}, {"amount", cause_with_sign(effect)}})));
    } else {
      lines.push_back(
          RichText(say("Copied from the other {sentence}, it moves the word {share} of the way from "
                       "“{other}” to “{word}”.",
                       {{"sentence", kind()},
                        {"share", cause_effect_text(effect)},
                        {"other", study_.other},
                        {"word", study_.word}})));
    }
    lines.push_back(std::vector<TextRun>{
        {edit_at(which, at) ? "Click to undo this edit." : "Click to keep this edit.", Role::text_3}});
    return lines;
  }

  // The session's edit of the first of its rows.
  std::optional<int> edit_at(std::size_t which, CellAt at) const {
    return kept_cause(context_, study_, block_at(which, at.row), at.column);
  }

  void toggle(std::size_t which, CellAt at) {
    if (shown_[which]->state(at.row, at.column) == CellState::value)
      toggle_cause(context_, study_, block_at(which, at.row), at.column);
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
