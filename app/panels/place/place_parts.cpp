// What the pages of the place draw alike.
#include <algorithm>
#include <string>

#include "app/panels/place/place_parts.h"

namespace headlight::place {

stage::Key key(std::string_view what, int row, int column) {
  return {.site = stage::number_of(what), .row = row, .column = column};
}

stage::Key key_of_layer(std::string_view what, Attention attention, int layer) {
  return {.site = stage::number_of(what), .stack = stage::number_of(info(attention).stack), .layer = layer};
}

void add_cells(const Page& page, stage::Scene& scene, const std::string& path, std::uint32_t part,
               const Area& area, std::function<void()> rest) {
  const HeatmapPtr map = page.context.pictures.thumbnail(page.side, path);
  if (map == nullptr) return;
  stage::Key own = stage::key_of(path);
  own.part = part;
  scene.add(
      own, area, [map](Ui& on, const Area& at) { paint_cells(on, map, at); }, std::move(rest));
}

void paint_cells(Ui& ui, const HeatmapPtr& map, const Area& area) {
  ui.cells({.map = map,
            .rows = map->rows,
            .columns = map->columns,
            .area = area,
            .paper = ui.colours().stage,
            .unit = ui.scale()});
}

bool add_frame(const Page& page, stage::Scene& scene, const std::string& id, const Area& area, bool chosen,
               const std::string& hint) {
  const Touch touch = page.ui.press(id, area, {.radius = page.px(6), .hint = RichText(hint)});
  const bool strong = chosen || touch.hovered;
  scene.add(key(id), area, [strong, chosen](Ui& on, const Area& at) {
    on.outline(at, strong ? on.colours().ink : on.colours().strong_line, chosen ? on.px(2) : on.hairline(),
               on.px(6));
  });
  return touch.clicked;
}

void add_text(const Page& page, stage::Scene& scene, ImVec2 at, Type face, Rgb colour,
              const std::string& text) {
  const float wide = page.ui.width(face, text), half = page.ui.height(face) / 2;
  scene.add(key("text/" + text), {at.x, at.y - half, at.x + wide, at.y + half},
            [=](Ui& on, const Area& box) { on.text(box, Align::left, face, colour, text); });
}

void add_beam(const Page& page, stage::Scene& scene, int row, float right) {
  if (!page.rows.has(row)) return;
  scene.add(key("beam"), page.rows.row(row, page.boxes.words.left, right),
            [](Ui& on, const Area& at) { on.fill(at, on.colours().focus_band, on.px(4)); });
}

void add_thumbnail(const Page& page, stage::Scene& scene, const HeadChoice& head, const Area& area) {
  add_cells(page, scene, head.path("weights"), stage::number_of("thumbnail"), area);
  const bool chosen =
      head.attention == page.head.attention && head.layer == page.head.layer && head.head == page.head.head;
  const std::string id = "place/head/" + head.path("");
  if (add_frame(page, scene, id, chosen ? area.outset(page.px(3)) : area, chosen, head_called(page, head))) {
    page.go({.altitude = std::max(page.altitude, Altitude::head),
             .head = head,
             .token = std::max(row_for(page, head.attention), 0)});
  }
}

std::vector<LayerColumn> layer_columns(const Page& page, float least) {
  std::vector<LayerColumn> columns;
  for (const Attention attention : {Attention::encoder, Attention::decoder}) {
    for (int layer = 0; layer < layers_of(page, attention); ++layer)
      columns.push_back({attention, layer, {}});
  }
  if (columns.empty()) return columns;
  const Area& stage = page.boxes.stage;
  // A recurrent network has a way across between its parts, and before them the picture that it reads.
  const bool recurrent = page.lane >= 0;
  const bool close = page.boxes.narrow();
  const float before = recurrent && page.trace.anatomy().picture ? (close ? 104 : 312) : 0;
  const float left = stage.left + page.px((close ? 6 : 20) + before),
              right = stage.right - page.px(recurrent ? 8
                                            : close   ? 12
                                                      : 36);
  const bool parts = columns.front().attention != columns.back().attention;
  const float usual_gap = columns.size() > 24 ? 4 : columns.size() > 6 ? 10 : 26;
  const float usual_between = recurrent ? 200 : 58;
  const float gap = page.px(close ? std::min(usual_gap, page.is_tight() ? 4.0F : 10.0F) : usual_gap),
              between = parts ? page.px(!close      ? usual_between
                                        : recurrent ? 44
                                                    : 20) -
                                    gap
                              : 0;
  const float room = right - left - between + gap;
  // Of more than there is room for those around the chosen one.
  const int all = static_cast<int>(columns.size());
  const int shown = std::min(all, std::max(1, static_cast<int>(room / std::max(page.px(least) + gap, 1.0F))));
  const auto chosen = std::find_if(columns.begin(), columns.end(), [&](const LayerColumn& each) {
    return is_chosen_layer(page, each.attention, each.layer);
  });
  const int first = std::clamp(static_cast<int>(chosen - columns.begin()) - shown / 2, 0, all - shown);
  const float wide =
      std::min(std::floor(room / static_cast<float>(shown)) - gap, page.px(recurrent ? 320 : 220));
  float x = left;
  for (int i = first; i < first + shown; ++i) {
    LayerColumn& column = columns[static_cast<std::size_t>(i)];
    if (i > first && column.attention == Attention::decoder && column.layer == 0) x += between;
    column.area = {x, stage.top, x + wide, stage.bottom};
    x += wide + gap;
  }
  return columns;
}

}  // namespace headlight::place
