// One step of a head: which steps there are, and the numbers of one that is neither a product nor shares.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "app/panels/common/step_names.h"
#include "app/panels/place/size_letters.h"
#include "app/panels/place/step_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/matrix_view.h"
#include "core/layers/sites.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

bool is_step_edited(const Page& page, const std::string& path) {
  return std::any_of(page.session.edits.begin(), page.session.edits.end(),
                     [&](const SessionEdit& edit) { return edit.path == path && is_in_force(page, edit); });
}

// In a low window by their names alone.
void draw_steps_in_line(const Page& page, const std::vector<std::string>& steps, const Area& line) {
  std::vector<Choice> list;
  int chosen = -1;
  for (const std::string& step : steps) {
    list.emplace_back(step_called(step));
    if (step == page.part) {
      chosen = static_cast<int>(list.size()) - 1;
    } else {
      list.back().colour = colour_of(role_of(page.path(step)), page.c);
    }
    if (is_step_edited(page, page.path(step))) list.back().label += " •";
  }
  // Over the stage where they fit there, else over the words, too.
  while (choices_width(page.ui, list) > line.width() && list.front().beside > 8) {
    for (Choice& each : list) each.beside -= 2;
  }
  const float wide = std::min(choices_width(page.ui, list), line.width());
  const float left = std::max(line.left, std::min(page.boxes.stage.left, line.right - wide));
  const int pressed = choices(page.ui, "place/list of steps", Area::at(left, line.top, wide, line.height()),
                              list, chosen, {.one_stop = true});
  if (pressed >= 0)
    page.go(
        {.altitude = Altitude::step, .token = page.row, .part = steps[static_cast<std::size_t>(pressed)]});
}

void add_steps(const Page& page, stage::Scene& scene) {
  Ui& ui = page.ui;
  const std::vector<std::string> steps = steps_of(page);
  if (const Area line = line_of_steps(page).steps; !line.empty())
    return draw_steps_in_line(page, steps, line);
  const Area& stage = page.boxes.shelf;
  const float each = std::floor(stage.width() / static_cast<float>(steps.size()));
  const bool tight = page.is_tight();
  const float wide = std::min(each - page.px(tight ? 5 : 18), page.px(72));
  const float tall = page.px(page.boxes.low && !page.boxes.narrow() ? 26 : 36);
  std::vector<Area> boxes, frames;
  int chosen = -1;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Area box = Area::at(stage.left + page.px(tight ? 2 : 4) + static_cast<float>(i) * each,
                              stage.top + page.px(5), wide, tall);
    boxes.push_back(box);
    frames.push_back(steps[i] == page.part ? box.outset(page.px(4)) : box);
    if (steps[i] == page.part) chosen = static_cast<int>(i);
  }
  const OneOfMany touch = press_one_of(page.ui, "place/list of steps", frames, chosen);
  if (touch.clicked >= 0)
    page.go({.altitude = Altitude::step,
             .token = page.row,
             .part = steps[static_cast<std::size_t>(touch.clicked)]});
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool here = static_cast<int>(i) == chosen;
    const Area& box = boxes[i];
    const std::string path = page.path(steps[i]);
    add_cells(page, scene, path, stage::number_of("step"), box);
    add_outline(scene, "place/step/" + steps[i], frames[i], here, static_cast<int>(i) == touch.pointed);
    if (is_step_edited(page, path))
      scene.add(key("edited/" + steps[i]), frames[i], [](Ui& on, const Area& at) {
        draw_edit_dot(on, {at.right, at.top});
      });
    const Type name = here ? type::label_hot : type::label;
    // The chosen one has its name, and those whose names have room between their neighbours.
    const bool has_room = here || ui.width(name, step_called(steps[i])) <= each - page.px(8);
    if (!page.boxes.narrow() || (has_room && page.boxes.rows - stage.top > page.px(140)))
      add_text(page, scene,
               {box.middle_x() - ui.width(name, step_called(steps[i])) / 2, box.bottom + page.px(17)}, name,
               here ? page.c.ink : colour_of(role_of(path), page.c), step_called(steps[i]));
    if (i + 1 < steps.size() && !tight)
      scene.add(
          key("then", static_cast<int>(i)), {box.right, box.top, box.left + each, box.bottom},
          [](Ui& on, const Area& at) { on.text(at, Align::centre, type::label, on.colours().text_3, "›"); });
  }
}

// Above the numbers of such a step, as far as `bottom`.
void draw_numbers_explained(const Page& page, const Cell& cell, float bottom) {
  const Area& stage = page.boxes.stage;
  const bool low = page.boxes.low;
  const Area shared = line_of_steps(page).dial;
  if ((low && shared.empty()) || page.is_tight()) return;
  Area rest{stage.left, low ? shared.bottom + page.px(6) : stage.top + page.px(76), stage.right, bottom};
  Area line = low ? shared : rest.cut_top(page.px(30), page.px(12));
  Explained explained = page.explained(cell, true);
  if (low) explained.size = DialSize::small;
  draw_dial(explained, line);
  draw_below_dial(page, explained, rest);
}

// The numbers of a step that is no product of two matrices, as they are.
void add_numbers(const Page& page, stage::Scene& scene, const std::string& path) {
  const HeatmapPtr map = page.map(path);
  if (map == nullptr) return;
  const bool of_asked = is_of_asked(page, page.step);
  const Rows& rows = of_asked ? page.asked_rows : page.rows;
  const std::optional<Cell> marked = marked_cell(page);
  if (!marked) return;
  const int row = marked->row, hot = std::min(marked->col, map->columns - 1);
  const bool alone = page.is_tight() && !of_asked;
  const float left = page.boxes.stage.left + (alone ? 0 : page.px(100)), right = page.boxes.stage.right;
  const AxisPlaces columns = lay_out_axis(
      left, right - left, 0, map->columns, hot,
      {.printed = printed_cell(page.ui, printed_width(page.ui, *map), right - left, map->columns),
       .least_strip = 1,
       .most_strip = page.px(6)});
  const float labels = page.of_pairs ? matrix_labels_height(page.ui, *map, columns) : 0;
  scene.add(
      stage::key_of(path),
      {columns.begin_of(columns.shown_first), rows.top, columns.end_of(columns.shown_end - 1), rows.bottom()},
      [map](Ui& on, const Area& at) { paint_cells(on, map, at); },
      [&page, map, rows, columns, row, hot, labels] {
        draw_numbers_explained(page, {page.trace.at(map->path), row, hot}, rows.top - page.px(3) - labels);
        matrix(page.ui, "place/result", map, upright_rows(rows), columns, {.hot_cell = CellAt{row, hot}});
        if (page.of_pairs)
          matrix_column_labels(page.ui, *map, columns, rows.top - page.px(3), hot, Role::ink);
        if (page.boxes.flat) return;
        const Label& label = page.trace.label(page.trace.at(map->path));
        draw_size_letters(page, {{.area = {columns.begin_of(columns.shown_first), rows.top,
                                           columns.end_of(columns.shown_end - 1), rows.bottom()},
                                  .rows = label.rows,
                                  .columns = label.cols,
                                  .row_count = map->rows,
                                  .column_count = map->columns,
                                  .at = ImVec2{columns.start, rows.bottom() + page.px(20)},
                                  .counted = true}});
      });
}

}  // namespace

std::string step_note(const Page& page) {
  if (page.step == SiteId::output && is_off(page, page.head)) return say("switched off: all are 0");
  if (is_step_edited(page, page.path(page.part))) return say("set by hand");
  return is_off(page, page.head) ? say("adds nothing") : "";
}

AxisPlaces upright_rows(const Rows& rows) {
  AxisPlaces places;
  places.count = rows.count;
  places.shown_first = places.lens_first = rows.first;
  places.shown_end = places.lens_end = rows.first + rows.shown;
  places.start = rows.top;
  places.printed = places.strip = rows.pitch;
  return places;
}

bool has_code_choices(const Page& page, float wide) {
  return page.boxes.low && page.session.dial == Dial::code && wide > page.px(560);
}

void draw_below_dial(const Page& page, const Explained& explained, Area rest) {
  if (has_code_choices(page, rest.width())) {
    Area choices = rest.cut_right(page.px(236), page.px(10));
    choices.bottom = std::min(choices.bottom, choices.top + page.px(28));
    Explained usual = explained;
    usual.size = DialSize::usual;
    draw_code_choices(usual, choices);
  }
  draw_step_explained(explained, rest);
}

void add_step(const Page& page, stage::Scene& scene) {
  if (page.boxes.presented()) return add_presented_step(page, scene);
  add_steps(page, scene);
  const std::string path = page.path(page.part);
  const int node = page.trace.find(path);
  const float beam_end =
      page.boxes.stage.left +
      std::round(page.boxes.stage.width() * (page.boxes.low && is_share_step(page.step) ? 0.18F : 0.27F));
  add_beam(page, scene, page.row, beam_end);
  if (is_share_step(page.step)) return add_shares(page, scene);
  if (is_of_asked(page, page.step)) add_asked(page, scene, page.boxes.stage.left);
  if (const std::optional<Product> product =
          node < 0 || page.is_tight() ? std::nullopt : product_of(page.trace, node)) {
    add_step_product(page, scene, *product, path);
  } else {
    add_numbers(page, scene, path);
  }
}

}  // namespace headlight::place
