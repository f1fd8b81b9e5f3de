// The model on stage with another kind of positions: a head before, after, and the difference.
#include <algorithm>
#include <array>
#include <utility>

#include "app/labs/positions/kind_words.h"
#include "app/panels/labs/positions/positions_shown.h"
#include "app/panels/lines/lines_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/layers/layers.h"
#include "core/layers/sites.h"
#include "core/models/written.h"

namespace headlight {
namespace {

// The sentence's edits are in force with either kind.
std::string name_before(const PositionsShown& shown) {
  const std::string kind = words_of_kind(shown.config.positions).name;
  const bool edited = !shown.context.document.sides.at(shown.side).edits.empty();
  return (edited ? "edited: " : "as trained: ") + kind;
}
std::string name_after(const PositionsShown& shown) {
  const Positions kind = compared_kind(shown.lab, shown.config);
  return kind == Positions::none ? "without positions" : words_of_kind(kind).name;
}
// What the head's penalty is, where it has one.
std::string slope_after(const PositionsShown& shown, int head) {
  if (compared_kind(shown.lab, shown.config) != Positions::alibi) return "";
  return ", m = " + slope_text(static_cast<double>(slope_of_head(shown.config, head)));
}

// What the model writes with either kind.
void draw_written(const PositionsShown& shown, const Area& area, const Trace& before, const Trace& after) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const std::array lines{std::pair{name_before(shown), &before}, std::pair{name_after(shown), &after}};
  float names = 0;
  for (const auto& [name, trace] : lines) names = std::max(names, ui.width(type::label, name));
  Area rest = area;
  for (const auto& [name, trace] : lines) {
    const Area line = rest.cut_top(area.height() / 2);
    ui.text(line, Align::left, type::label, c.text_2, name);
    line_of_text(ui, {line.left + names + ui.px(20), line.top, line.right, line.bottom}, type::lesson, c.ink,
                 written(*trace));
  }
}

}  // namespace

void draw_other_positions(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const int layer = std::min(shown.lab.layer, shown.config.encoder_layers - 1);
  const int head = std::min(shown.lab.head, shown.config.encoder_heads - 1);
  const std::string path = head_path("encoder", layer, "self_attention", head, "weights");
  Pictures& pictures = shown.cells.pictures;
  if (shown.work.recorded == nullptr || pictures.trace(shown.side) == nullptr) return;
  Area rest = area;
  const HeatmapPtr before = pictures.before(shown.side, path);
  const HeatmapPtr after = pictures.view(shown.side, path);
  const HeatmapPtr difference = pictures.difference(shown.side, path);
  if (before == nullptr || after == nullptr || difference == nullptr) return;
  draw_written(shown, rest.cut_bottom(ui.px(56)), *pictures.unedited(shown.side),
               *pictures.trace(shown.side));
  rest.cut_bottom(ui.px(10));
  const float labels = row_labels_width(ui, *after);
  const float bars =
      std::max(colour_bar_width(ui, after->scale), colour_bar_width(ui, difference->scale)) + ui.px(20);
  const float gap = ui.px(24);
  const float wide = std::floor((rest.width() - labels - 2 * bars - 2 * gap) / 3);
  const int position = shown.word_place();
  struct Shown {
    HeatmapPtr map;
    std::string title, note, id;
  };
  const std::array<Shown, 3> maps{
      Shown{before, name_before(shown), "", "positions/before"},
      Shown{after, name_after(shown), "  the same weights" + slope_after(shown, head), "positions/after"},
      Shown{difference, "difference", "  second − first", "positions/difference"}};
  float x = rest.left;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    // As much for the cells of each.
    const float room = wide + (i == 0 ? labels : colour_bar_width(ui, maps[i].map->scale) + ui.px(20));
    const bool note = ui.width(type::label_hot, maps[i].title) + ui.width(type::label, maps[i].note) <= room;
    titled_map(shown, Area::at(x, rest.top, room, rest.height()), maps[i].map,
               {.title = std::vector<TextRun>{{maps[i].title, Role::ink, true},
                                              {note ? maps[i].note : "", Role::text_2}},
                .id = maps[i].id,
                .path = i == 1 ? path : "",
                .row_labels = i == 0,
                .bar = i > 0,
                .largest = 44,
                .focus_row = position});
    x += wide + (i == 0 ? labels : bars) + gap;
  }
}

}  // namespace headlight
