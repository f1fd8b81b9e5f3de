// What the pages of the place draw alike.
#include <algorithm>

#include "app/panels/common/interventions.h"
#include "app/panels/place/place_parts.h"
#include "app/widgets/heatmap_view.h"
#include "core/text/say.h"

namespace headlight::place {

stage::Key key(std::string_view what, int row, int column) {
  return {.site = stage::number_of(what), .row = row, .column = column};
}

stage::Key key_of_layer(std::string_view what, Attention attention, int layer) {
  return {.site = stage::number_of(what), .stack = stage::number_of(info(attention).stack), .layer = layer};
}

stage::Key key_of_word(Stream stream, int place) {
  return key(stream == Stream::source ? "word/source" : "word/target", place);
}

stage::Key key_of_asked(const Page& page, int place) {
  return page.attention.crosses() ? key_of_word(page.attention.asked, place) : key("asked", place);
}

void add_cells(const Page& page, stage::Scene& scene, const std::string& path, std::uint32_t part,
               const Area& area, std::function<void()> rest) {
  const HeatmapPtr map = page.context.maps[page.side].thumbnail(path);
  if (map == nullptr) return;
  stage::Key own = stage::key_of(path);
  own.part = part;
  scene.add(
      own, area, [map](Ui& on, const Area& at) { paint_cells(on, map, at); }, std::move(rest));
}

void paint_cells(Ui& ui, const HeatmapPtr& map, const Area& area, float fade) {
  ui.cells({.map = map,
            .rows = map->rows,
            .columns = map->columns,
            .area = area,
            .fade = fade,
            .paper = ui.colours().stage,
            .unit = ui.scale()});
}

void add_outline(stage::Scene& scene, const std::string& id, const Area& area, bool chosen, bool pointed) {
  const bool strong = chosen || pointed;
  scene.add(key(id), area, [strong, chosen](Ui& on, const Area& at) {
    on.outline(at, strong ? on.colours().ink : on.colours().strong_line, chosen ? on.px(2) : on.hairline(),
               on.px(6));
  });
}

bool add_frame(const Page& page, stage::Scene& scene, const std::string& id, const Area& area, bool chosen,
               const std::string& hint) {
  const Touch touch = page.ui.press(id, area, {.radius = page.px(6), .hint = RichText(hint)});
  add_outline(scene, id, area, chosen, touch.hovered);
  return touch.clicked;
}

LineOfSteps line_of_steps(const Page& page) {
  const Boxes& boxes = page.boxes;
  if (!boxes.low || boxes.flat || boxes.phone() || boxes.presented() || page.ui.exporting()) return {};
  const float top = boxes.stage.top - page.px(2);
  Area line{boxes.words.left + page.px(12), top, boxes.stage.right, top + dial_height(page.ui)};
  LineOfSteps found;
  found.dial = line.cut_right(dial_width(page.ui), page.px(12));
  found.steps = line;
  return found;
}

bool add_thumbnails(const Page& page, stage::Scene& scene, const std::string& id,
                    const std::vector<HeadChoice>& heads, const std::vector<Area>& places) {
  int chosen = -1;
  std::vector<Area> frames = places;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (heads[i].attention != page.head.attention || heads[i].layer != page.head.layer ||
        heads[i].head != page.head.head)
      continue;
    chosen = static_cast<int>(i);
    frames[i] = places[i].outset(page.px(3));
  }
  const OneOfMany touch = press_one_of(page.ui, id, frames, chosen);
  if (!heads.empty())
    page.ui.tell_item(say("Heads of {layer}",
                          {{"layer", layer_called(page, heads.front().attention, heads.front().layer)}}),
                      say("the arrow keys go through them"));
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const HeadChoice& head = heads[i];
    const std::string path = head.path("weights");
    const bool off = is_off(page, head);
    if (const HeatmapPtr map = page.context.maps[page.side].thumbnail(path)) {
      stage::Key own = stage::key_of(path);
      own.part = stage::number_of("thumbnail");
      scene.add(own, places[i], [map, off](Ui& on, const Area& at) {
        paint_cells(on, map, at, off ? off_fade : 0);
        if (off) off_mark(on, at);
      });
    }
    const int place = static_cast<int>(i);
    add_outline(scene, "place/head/" + head.path(""), frames[i], place == chosen, place == touch.pointed);
    if (is_edited(page, head))
      scene.add(key("edited/" + head.path("")), frames[i], [](Ui& on, const Area& at) {
        draw_edit_dot(on, {at.right, at.top});
      });
  }
  if (touch.pointed >= 0)
    page.ui.tooltip(RichText(head_called(page, heads[static_cast<std::size_t>(touch.pointed)])));
  if (touch.clicked >= 0) {
    const HeadChoice& head = heads[static_cast<std::size_t>(touch.clicked)];
    page.go({.altitude = std::max(page.altitude, Altitude::head),
             .head = head,
             .token = std::max(row_for(page, head.attention), 0)});
  }
  return touch.beside;
}

// --- what was changed

bool is_in_force(const Page& page, const SessionEdit& edit) {
  // What is on stage may be from before the edit, and from a sentence that has no such place.
  const int node = page.trace.find(edit.path);
  if (!edit.on || node < 0 || !edit.is_of(page.session.pair.run(page.side))) return false;
  const Shape shape = page.trace.tape().node(node).shape;
  return edit.row.value_or(0) < shape.rows && edit.col.value_or(0) < shape.cols;
}

bool is_off(const Page& page, const HeadChoice& head, std::optional<int> side) {
  return head_is_off(page.context, side.value_or(page.side), head.path("weights"));
}

namespace {

int edits_within(const Page& page, const HeadChoice& head) {
  const std::string within = head.path("");
  return static_cast<int>(std::count_if(
      page.session.edits.begin(), page.session.edits.end(),
      [&](const SessionEdit& edit) { return is_in_force(page, edit) && edit.path.starts_with(within); }));
}

}  // namespace

bool is_edited(const Page& page, const HeadChoice& head) { return edits_within(page, head) > 0; }

std::string edits_called(const Page& page, const HeadChoice& head) {
  if (is_off(page, head)) return say("switched off: adds nothing");
  const int count = edits_within(page, head);
  return count == 0 ? "" : say(several(count, "{n} edit", "{n} edits"), {{"n", std::to_string(count)}});
}

std::vector<CellAt> set_by_hand(const Page& page, const std::string& path, int row) {
  std::vector<CellAt> found;
  const auto add = [&](int column) {
    const CellAt at{row, column};
    if (std::find(found.begin(), found.end(), at) == found.end()) found.push_back(at);
  };
  for (const SessionEdit& edit : page.session.edits) {
    if (!is_in_force(page, edit) || edit.path != path || (edit.row && *edit.row != row)) continue;
    if (edit.row && edit.col) {
      add(*edit.col);
      if (edit.kind == Edit::Kind::swap) add(edit.other);
      if (!edit.keep_sum) continue;
    }
    // Of a whole row, or of all of it: what is another number now.
    const HeatmapPtr before = page.context.maps[page.side].before(path);
    const MapRows now = page.context.maps[page.side].rows(path, row, 1);
    if (before == nullptr || row >= before->rows || !now.has(row)) continue;
    for (int column = 0; column < std::min(before->columns, now.map->columns); ++column) {
      if (now.map->state(row - now.first, column) == CellState::value &&
          std::fabs(now.map->value(row - now.first, column) - before->value(row, column)) > 1e-6F)
        add(column);
    }
  }
  return found;
}

void draw_edit_dot(Ui& ui, ImVec2 at) {
  ui.disc(at, ui.px(5), ui.colours().focus);
  ui.circle(at, ui.px(5), ui.theme() == Theme::light ? ui.colours().ink : ui.colours().stage, ui.px(1.5F));
}

void add_edit_note(const Page& page, stage::Scene& scene, ImVec2 at, const std::string& text) {
  if (text.empty()) return;
  const Type face = page.face(type::label_hot);
  const float half = page.ui.height(face) / 2, wide = page.px(17) + page.ui.width(face, text);
  scene.add(key("edit note"), {at.x, at.y - half, at.x + wide, at.y + half},
            [face, text](Ui& on, const Area& box) {
              draw_edit_dot(on, {box.left + on.px(5), box.middle_y()});
              on.text(box.left + on.px(17), box.middle_y(), face, on.colours().ink, text);
            });
}

void add_text(const Page& page, stage::Scene& scene, ImVec2 at, Type face, Rgb colour,
              const std::string& text) {
  const float wide = page.ui.width(face, text), half = page.ui.height(face) / 2;
  scene.add(key("text/" + text), {at.x, at.y - half, at.x + wide, at.y + half},
            [=](Ui& on, const Area& box) { on.text(box, Align::left, face, colour, text); });
}

void add_factor(stage::Scene& scene, const std::string& path, int row, const Area& area,
                const HeatmapPtr& map) {
  if (map == nullptr || row >= map->rows) return;
  stage::Key key = stage::key_of(path);
  key.row = row;
  key.part = stage::number_of("factor");
  scene.add(
      key, area,
      [map, row](Ui& on, const Area& at) {
        if (at.width() > at.height()) {
          on.cells({.map = map, .row = row, .rows = 1, .columns = map->columns, .area = at});
          return;
        }
        const Heatmap& numbers = *map;
        const float tall = at.height() / static_cast<float>(numbers.columns);
        for (int i = 0; i < numbers.columns; ++i)
          on.cells({.map = map,
                    .row = row,
                    .column = i,
                    .rows = 1,
                    .columns = 1,
                    .area = Area::at(at.left, at.top + tall * static_cast<float>(i), at.width(), tall)});
      },
      [] {});
}

void add_beam(const Page& page, stage::Scene& scene, int row, float right) {
  if (!page.rows.has(row)) return;
  scene.add(key("beam"), page.rows.row(row, page.boxes.words.left, right),
            [](Ui& on, const Area& at) { on.fill(at, on.colours().focus_band, on.px(4)); });
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
