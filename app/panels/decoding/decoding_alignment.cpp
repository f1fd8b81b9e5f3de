// The attention that grows by a row with every word.
#include <algorithm>
#include <cmath>

#include "app/panels/decoding/decoding_view.h"
#include "app/panels/labs/lab_matrix.h"
#include "app/panels/step_names.h"

namespace headlight {

void draw_alignment(const DecodingView& view, Area area) {
  Ui& ui = view.ui;
  const Palette& c = view.c;
  const DecodingStudy& study = view.study;
  if (study.alignment == nullptr) return;
  const Heatmap& map = *study.alignment;
  ui.text(area.cut_top(ui.px(24)), Align::left, type::section, c.ink,
          ui.fitted(type::section, study.alignment_title, area.width()));
  ui.text(area.cut_top(ui.px(22)), Align::left, type::caption, c.text_2,
          ui.fitted(type::caption, "a row for each word written, and one for the next", area.width()));
  area.cut_bottom(lab_colour_bar_height(ui));
  const float labels = row_labels_width(ui, map) + ui.px(8);
  const float wide_room = area.width() - labels;
  const float column =
      std::clamp(std::floor(wide_room / static_cast<float>(std::max(1, map.columns))), 1.0F, ui.px(44));
  const float above = column_labels_height(ui, map, column);
  const auto rows = static_cast<float>(map.rows + study.rows_to_come);
  const float tall = std::clamp(std::floor((area.height() - above) / rows), ui.px(2), ui.px(34));
  const Area cells = Area::at(std::round(area.left + labels), std::round(area.top + above),
                              column * static_cast<float>(map.columns), tall * static_cast<float>(map.rows));
  LabMatrix matrix{.id = "decoding/alignment",
                   .map = study.alignment,
                   .path = study.alignment_path,
                   .side = stage_side(view.context)};
  matrix.column_labels = true;
  matrix.row_label_width = labels - ui.px(8);
  matrix.rows = study.alignment_rows;
  if (!study.ended) matrix.focus_row = map.rows - 1;
  lab_matrix(view.context, cells, matrix);
  // Where the rows to come will be.
  for (int row = 0; row < study.rows_to_come; ++row) {
    const Area place =
        Area::at(cells.left, cells.bottom + static_cast<float>(row) * tall, cells.width(), tall);
    ui.outline(place.inset(0, ui.hairline()), c.hairline, ui.hairline(), ui.px(2));
  }
  const Area all{cells.left, cells.top, cells.right,
                 cells.bottom + static_cast<float>(study.rows_to_come) * tall};
  lab_colour_bar(ui, all, map.scale, wide_room);
}

}  // namespace headlight
