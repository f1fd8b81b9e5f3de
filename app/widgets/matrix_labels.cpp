// What stands over the columns of a matrix, and at the part of an axis that is printed.
#include <algorithm>
#include <cmath>

#include "app/widgets/matrix_view.h"

namespace headlight {
namespace {

bool level_labels(const Ui& ui, const Heatmap& map, const AxisPlaces& columns) {
  for (int column = columns.lens_first; column < columns.lens_end; ++column) {
    if (ui.width(type::caption_hot, map.column_label(column)) > columns.printed - ui.px(2)) return false;
  }
  return true;
}

Rgb soft(const Palette& colours, Role role) {
  switch (role) {
    case Role::query:
      return colours.soft_query;
    case Role::key:
      return colours.soft_key;
    case Role::value:
      return colours.soft_value;
    default:
      return colours.focus_band;
  }
}

}  // namespace

float matrix_labels_height(const Ui& ui, const Heatmap& map, const AxisPlaces& columns) {
  // Of all that may come under the lens: nothing moves down when it does.
  AxisPlaces all = columns;
  all.lens_first = columns.shown_first;
  all.lens_end = columns.shown_end;
  if (level_labels(ui, map, all)) return ui.px(26);
  float wide = 0;
  for (int column = all.lens_first; column < all.lens_end; ++column) {
    wide = std::max(wide, ui.width(type::label_hot, map.column_label(column)));
  }
  return std::min(ui.px(84), std::round(wide * 0.75F) + ui.px(16));
}

void matrix_column_labels(Ui& ui, const Heatmap& map, const AxisPlaces& columns, float bottom,
                          std::optional<int> hot, Role role) {
  const bool level = level_labels(ui, map, columns);
  const Palette& c = ui.colours();
  for (int column = columns.lens_first; column < columns.lens_end; ++column) {
    const bool is_hot = hot == column;
    if (!is_hot && columns.printed < ui.px(15)) continue;
    const std::string label = map.column_label(column);
    const Rgb colour = is_hot ? colour_of(role, c) : c.text_2;
    const Area area{columns.begin_of(column), bottom - ui.px(23), columns.end_of(column), bottom - ui.px(3)};
    // The only label of narrow columns stands level over its own.
    if (!level && columns.printed >= ui.px(15)) {
      ui.turned(area.middle_x() - ui.px(2), bottom - ui.px(9), 48, is_hot ? type::label_hot : type::label,
                colour, label);
      continue;
    }
    Type face = is_hot ? type::label_hot : type::label;
    if (ui.width(face, label) > area.width() - ui.px(2)) face = is_hot ? type::caption_hot : type::caption;
    if (is_hot) ui.fill({area.left, area.top, area.right - 1, area.bottom}, soft(c, role), ui.px(4));
    ui.text(area, Align::centre, face, colour, label);
  }
}

void lens_bracket(Ui& ui, const AxisPlaces& axis, float across, bool upright, AxisKind kind, int total) {
  const bool words = kind == AxisKind::tokens || kind == AxisKind::vocabulary;
  const Rgb colour = words ? ui.colours().tokens : ui.colours().dimensions;
  const float from = axis.begin_of(axis.lens_first);
  const float to = axis.end_of(axis.lens_end - 1) - 1;
  if (upright) {
    ui.line(across, from, across, to, colour, ui.px(2));
    return;
  }
  ui.line(from, across, to, across, colour, ui.px(2));
  // What does not fit under the axis is left out: first the total, then the words.
  const float left = axis.start;
  const float right = axis.start + axis.length();
  const std::string range =
      std::to_string(axis.lens_first - axis.first) + " to " + std::to_string(axis.lens_end - 1 - axis.first);
  std::string text = (words ? "words " : "dimensions ") + range;
  if (ui.width(type::caption, text) > right - left) text = range;
  if (ui.width(type::caption, text) > right - left) return;
  const float at = std::min(from, right - ui.width(type::caption, text));
  const float text_end = ui.text(at, across + ui.px(12), type::caption, colour, text);
  const std::string of = "of " + std::to_string(total);
  const float of_left = right - ui.width(type::caption, of);
  if (of_left > text_end + ui.px(8))
    ui.text(of_left, across + ui.px(12), type::caption, ui.colours().text_3, of);
}

}  // namespace headlight
