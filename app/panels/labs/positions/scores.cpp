// A score of the first layer, taken apart: word for word, word for place, place for word, place for place.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/labs/positions/positions_maps.h"
#include "app/panels/labs/positions/positions_shown.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/labs/score_parts.h"
#include "core/layers/sites.h"

namespace headlight {
namespace {

// As they stand: in two rows of three.
constexpr std::array parts{"content_content",  "content_position",  "biases",
                           "position_content", "position_position", "parts_sum"};

// Of the sum there is none.
std::optional<double> share_of(const ScoreShares& shares, std::string_view part) {
  for (std::size_t i = 0; i < score_parts.size(); ++i) {
    if (score_parts[i] == part) return shares.share[i];
  }
  return std::nullopt;
}

void draw_figures(const PositionsShown& shown, const Area& area, const ScoreShares& shares_of_parts,
                  bool narrow) {
  Ui& ui = shown.context.ui;
  if (!shown.found().angles) return;
  const PositionsStudy::Angles& angles = *shown.found().angles;
  const Orthogonality &here = angles.sentence, &all = angles.vocabulary;
  const std::string random = fixed_text(static_cast<float>(angles.at_random), 3);
  struct Figure {
    std::string number, says;
  };
  const std::array<Figure, 3> figures{
      Figure{fixed_text(static_cast<float>(here.mean), 3),
             "mean |cosine| of these words and positions; at random: " + random},
      Figure{fixed_text(static_cast<float>(all.mean), 3),
             "of all " + count_text(all.words) + " words with " + count_text(all.places) + " positions, " +
                 fixed_text(static_cast<float>(all.largest), 2) + " at most"},
      Figure{small_number(shares_of_parts.error),
             "is the most that their sum differs from the model's scores"}};
  const char* shares =
      "Percentages: the share of each part in what tells the keys of a row apart, all the softmax sees; "
      "below zero: against the sum";
  if (narrow) {
    const float wide = area.width() / static_cast<float>(figures.size() + 1);
    ui.wrapped({area.right - wide, area.top + ui.px(6), area.right, area.bottom}, type::caption,
               ui.colours().text_2, shares, ui.px(16));
    for (std::size_t i = 0; i < figures.size(); ++i)
      draw_figure(
          ui, Area::at(area.left + wide * static_cast<float>(i), area.top, wide - ui.px(12), area.height()),
          figures[i].number, figures[i].says);
    return;
  }
  float y = area.top;
  for (const Figure& figure : figures)
    y += draw_figure(ui, {area.left, y, area.right, area.bottom}, figure.number, figure.says) + ui.px(4);
  ui.wrapped({area.left, y, area.right, area.bottom}, type::caption, ui.colours().text_2, shares, ui.px(16));
}

struct PartLook {
  std::string id;
  float row_labels = 0;  // their width; 0: none
  bool column_labels = false, bar = false;
  int position = 0;
  std::string path;
};

void part_map(const PositionsShown& shown, const Area& cells, const HeatmapPtr& map, const PartLook& look) {
  Ui& ui = shown.context.ui;
  focus_band(ui, cells.left - look.row_labels, cells.right + ui.px(6), cells, map->rows, look.position);
  const HeatmapTouch touch = heatmap(ui, look.id, map, cells,
                                     {.row_labels = look.row_labels > 0,
                                      .column_labels = look.column_labels,
                                      .row_label_width = look.row_labels,
                                      .focus_row = look.position,
                                      .selected = open_cell_of(shown, look.path),
                                      .node_path = look.path});
  if (touch.clicked_row)
    change_labs(shown.context, [&](Labs& labs) { labs.get<PositionsLab>().position = *touch.clicked_row; });
  if (touch.clicked) ui.emit(SelectCell{{look.path, touch.clicked->row, touch.clicked->column}});
  if (look.bar && shown.tokens() > 1)
    colour_bar(ui,
               {cells.right + ui.px(16), cells.top,
                cells.right + ui.px(16) + colour_bar_width(ui, map->scale), cells.bottom},
               map->scale);
}

}  // namespace

void draw_score_parts(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const std::optional<ScoreShares>& found = shown.found().parts;
  if (!found) {
    ui.wrapped(area, type::body, c.text_2, shown.work.note, ui.px(19));
    return;
  }
  const bool narrow = area.width() < ui.px(820);
  Area rest = area;
  const Area figures = narrow ? rest.cut_bottom(ui.px(112)) : rest.cut_right(ui.px(200));
  if (!narrow) rest.cut_right(ui.px(28));
  draw_figures(shown, figures, *found, narrow);

  const int head = std::min(shown.lab.head, shown.config.encoder_heads - 1);
  const HeatmapPtr first = shown.map(parts[0]);
  if (first == nullptr) return;
  const float labels = row_labels_width(ui, *first);
  const float bar = colour_bar_width(ui, first->scale) + ui.px(20);
  const float gap = ui.px(20);
  const float wide = std::floor((rest.width() - labels - bar - 2 * gap) / 3);
  const int position = shown.word_place();
  const auto columns = static_cast<float>(first->columns), rows = static_cast<float>(first->rows);
  // The labels above the upper row depend on the cells' width, and their height on what these leave.
  const float most = std::min(std::floor(wide / columns), ui.px(40));
  const float column_labels = column_labels_height(ui, *first, most) + ui.px(4);
  const float title = ui.px(24);
  const float tall = std::floor((rest.height() - column_labels - 2 * title - ui.px(10)) / (2 * rows));
  const ImVec2 cell(std::max(1.0F, std::min(most, std::floor(tall * 1.7F))),
                    std::max(1.0F, std::min(tall, std::floor(most * 1.4F))));
  const auto title_of = [&](const char* part) {
    std::vector<TextRun> says{{score_part_title(part), Role::ink, true}};
    if (const std::optional<double> share = share_of(*found, part))
      says.push_back({"  " + per_cent(*share), Role::weights, true});
    return says;
  };
  // One word has cells narrower than the titles.
  float pitch = cell.x * columns;
  for (const char* part : parts) {
    float titled = 0;
    for (const TextRun& run : title_of(part)) titled += ui.width(type::label_hot, run.text);
    pitch = std::max(pitch, titled);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const HeatmapPtr map = shown.map(parts[i]);
    if (map == nullptr) continue;
    const bool left = i % 3 == 0, top = i < 3, last = i == parts.size() - 1;
    const float x = rest.left + labels + (pitch + gap) * static_cast<float>(i % 3);
    const float y = rest.top + title + column_labels + (top ? 0 : cell.y * rows + ui.px(10) + title);
    const Area cells = Area::at(x, y, cell.x * columns, cell.y * rows);
    ui.rich(x, top ? rest.top + ui.px(9) : y - ui.px(13), type::label, type::label_hot, title_of(parts[i]));
    part_map(shown, cells, map,
             {std::string("part/") + parts[i], left ? labels : 0, top, last, position,
              head_path("encoder", 0, "self_attention", head, parts[i])});
  }
}

}  // namespace headlight
