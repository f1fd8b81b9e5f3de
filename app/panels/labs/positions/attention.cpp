// The model on stage with another kind of positions: a head before, after, and the difference.
#include <algorithm>
#include <array>

#include "app/panels/labs/positions/parts.h"
#include "app/panels/lines_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/labs/other_positions.h"
#include "core/layers/sites.h"

namespace headlight {
namespace {

const char* said(Positions kind) {
  switch (kind) {
    case Positions::sinusoidal:
      return "sinusoidal";
    case Positions::learned:
      return "a learned table";
    case Positions::appended:
      return "appended";
    case Positions::relative:
      return "a relative bias";
    case Positions::alibi:
      return "ALiBi";
    case Positions::rotary:
      return "RoPE";
    case Positions::none:
      return "no positions";
  }
  return "";
}

// What the model writes with either kind.
void draw_written(const PositionsShown& shown, const Area& area, const Trace& before, const Trace& after) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  Area rest = area;
  const float names = std::max(ui.width(type::label, "as trained"),
                               ui.width(type::label, std::string("with ") + said(shown.lab.kind))) +
                      ui.px(20);
  for (const bool trained : {true, false}) {
    const Area line = rest.cut_top(ui.px(26));
    ui.text(line, Align::left, type::label, c.text_2,
            trained ? std::string("as trained") : std::string("with ") + said(shown.lab.kind));
    line_of_text(ui, {line.left + names, line.top, line.right, line.bottom}, type::lesson, c.ink,
                 written(trained ? before : after));
  }
}

}  // namespace

void draw_other_positions(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const int layer = std::min(shown.lab.layer, shown.config.encoder_layers - 1);
  const int head = std::min(shown.lab.head, shown.config.encoder_heads - 1);
  const std::string path = head_path("encoder", layer, "self_attention", head, "weights");
  Pictures& pictures = shown.cells.pictures;
  const bool other = shown.work.recorded != nullptr && pictures.trace(shown.side) != nullptr;
  Area rest = area;
  if (!other) {
    const std::string why = shown.work.note.empty()
                                ? std::string("These weights were trained with ") + said(shown.lab.kind) +
                                      ". Choose another kind above and see what becomes of this head."
                                : std::string("This kind cannot be applied: ") + shown.work.note + ".";
    rest.cut_top(ui.wrapped(rest, type::body, c.ink, why, ui.px(19)) + ui.px(12));
    if (const HeatmapPtr map = shown.context.pictures.view(shown.side, path))
      titled_map(shown, rest, map, {.title = map->title, .id = "positions/before", .largest = 44});
    return;
  }
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
  const int position = std::min(shown.lab.position, after->rows - 1);
  struct Shown {
    HeatmapPtr map;
    std::string title, note, id;
  };
  const std::array<Shown, 3> maps{
      Shown{before, "as trained", "", "positions/before"},
      Shown{after, said(shown.lab.kind), "  not what it was trained with", "positions/after"},
      Shown{difference, "difference", "", "positions/difference"}};
  float x = rest.left;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const float room = wide + (i == 0 ? labels : bars);
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
    x += room + gap;
  }
}

}  // namespace headlight
