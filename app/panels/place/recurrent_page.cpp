// A network that goes through its words one after another: time runs down. The states of all words and what
// the decoder is given of them; and a cell opened, with its gates.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "app/panels/common/step_names.h"
#include "app/panels/picture/picture.h"
#include "app/panels/place/model_parts.h"
#include "app/panels/place/place_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/formula.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

const Rows& rows_of_lane(const Page& page, const RecurrentLane& lane) {
  return lane.stack->stream == page.attention.asks ? page.rows : page.written_rows;
}
int chosen_in_lane(const Page& page, const RecurrentLane& lane) {
  return lane.stack->stream == page.attention.asks ? page.row : page.written_row;
}

// All states are on one scale.
float most_of_states(const Page& page) {
  float most = 1e-6F;
  for (const RecurrentLane& lane : page.lanes)
    most = std::max(most, page.context.maps[page.side].usual_most(lane.states()));
  return most;
}

stage::Key key_of_lane(std::string_view what, const RecurrentLane& lane) {
  return {.site = stage::number_of(what), .stack = stage::number_of(lane.path), .layer = lane.layer};
}

// What a word hands on to the next one: an arrow from each to the next, strong as far as the chosen word.
void add_chain(stage::Scene& scene, const RecurrentLane& lane, const Rows& rows, int chosen, float x,
               float half) {
  scene.add(key_of_lane("chain", lane), {x - half, rows.top, x + half, rows.bottom()},
            [rows, chosen, backwards = lane.backwards](Ui& on, const Area& at) {
              const Palette& c = on.colours();
              const float middle = at.middle_x(), tip = std::min(on.px(5), rows.pitch * 0.3F);
              for (int row = rows.first; row < rows.first + rows.shown; ++row) {
                const bool came = backwards ? row >= chosen : row <= chosen;
                const bool hot = row == chosen;
                on.disc({middle, rows.middle(row)}, on.px(hot ? 5 : 3), came ? c.ink : c.text_3);
                const int next = backwards ? row - 1 : row + 1;
                if (!rows.has(next)) continue;
                const bool strong = came && !hot;
                const Rgb colour = strong ? c.ink : c.text_3;
                on.line(middle, rows.middle(row), middle, rows.middle(next), colour,
                        on.px(strong ? 2.5F : 1));
                const float end = (rows.middle(row) + rows.middle(next)) / 2;
                const float back = backwards ? tip : -tip;
                on.polygon(std::array<ImVec2, 3>{{{middle, end - back * 0.4F},
                                                  {middle - tip * 0.8F, end + back * 0.6F},
                                                  {middle + tip * 0.8F, end + back * 0.6F}}},
                           colour);
              }
            });
}

// One direction of a layer: its chain and its states, a strip for each word. Returns where the strips end.
float add_lane(const Page& page, stage::Scene& scene, const RecurrentLane& lane, const Area& area,
               float most) {
  const Rows& rows = rows_of_lane(page, lane);
  const int chosen = chosen_in_lane(page, lane);
  const float chain = page.px(18);
  const float x = lane.backwards ? area.right - chain / 2 : area.left + chain / 2;
  Area strips = area;
  (lane.backwards ? strips.right : strips.left) += lane.backwards ? -chain - page.px(4) : chain + page.px(4);
  add_strips(page, scene, lane.states(), page.context.maps[page.side].on_scale(lane.states(), most), rows,
             strips, false, chosen, Role::ink);
  add_chain(scene, lane, rows, chosen, x, chain / 2);
  if (!page.boxes.low)
    add_text(page, scene, {strips.left, rows.top - page.px(18)}, type::caption, page.c.text_2,
             page.ui.shortened(type::caption,
                               lane.stack->stream == page.trace.anatomy().typed()
                                   ? (lane.backwards ? say("from below") : say("read so far"))
                                   : say("written so far"),
                               strips.width()));
  return area.right;
}

// All that the decoder gets, where it cannot look back.
void add_bottleneck(const Page& page, stage::Scene& scene, float left, float right) {
  const std::string path = bottleneck_of(page.trace);
  const HeatmapPtr map = path.empty() ? nullptr : page.map(path);
  if (map == nullptr) return;
  const float wide = std::min(right - left - page.px(40), page.px(150));
  if (wide < page.px(20)) return;  // no room for a number of it
  const float y = page.boxes.rows + page.px(150);
  const Area box = Area::at((left + right - wide) / 2, y, wide, page.px(64));
  const std::string over = page.trace.anatomy().picture ? say("the whole picture") : say("all that was read");
  const std::string under = say("{n} numbers, no more", {{"n", std::to_string(map->columns)}});
  const Rows& from = page.rows;
  const bool cells = page.trace.anatomy().picture.has_value();
  const float begin = cells ? page.boxes.rows + page.px(65) : from.middle(from.first + from.shown - 1);
  const float end = page.written_rows.middle(page.written_rows.first);
  scene.add(key("bottleneck"), {left, page.boxes.rows, right, page.boxes.page.bottom},
            [=](Ui& on, const Area& at) {
              const Palette& c = on.colours();
              const auto way = [&](ImVec2 a, ImVec2 b) {
                const float half = (a.x + b.x) / 2;
                on.curve({a, {half, a.y}, {half, b.y}, b}, c.ink, on.px(2.5F));
              };
              way({at.left, begin}, {box.left, box.middle_y()});
              way({box.right, box.middle_y()}, {at.right, end});
              on.fill(box, c.panel, on.px(9));
              on.outline(box, c.ink, on.px(2), on.px(9));
              on.cells({.map = map,
                        .rows = map->rows,
                        .columns = map->columns,
                        .area = box.inset(on.px(9), on.px(18)),
                        .paper = c.panel,
                        .unit = on.scale()});
              on.text({at.left, box.top - on.px(26), at.right, box.top - on.px(6)}, Align::centre,
                      type::label_hot, c.ink, over);
              on.text({at.left, box.bottom + on.px(6), at.right, box.bottom + on.px(26)}, Align::centre,
                      type::label, c.text_2, under);
            });
}

// The picture that is read: with attention as light as it is looked at before the chosen word is written.
Area add_read_picture(const Page& page, stage::Scene& scene) {
  const bool looks = page.trace.anatomy().find(Attention::cross) != nullptr;
  const float size = std::min(page.px(page.boxes.narrow() ? 92 : looks ? 280 : 130), page.boxes.rows_tall);
  const Area place = Area::at(page.boxes.stage.left + page.px(4), page.rows.top, size, size);
  PictureAsking asking{.side = page.side, .weights = looks ? page.path("weights") : ""};
  const RasterPtr image = looks ? looked_at_image(page.context, asking, page.row, size)
                                : picture_image(page.context, page.side, size);
  scene.add(key("picture read"), place, [image](Ui& on, const Area& at) { on.image(image, at); });
  if (!page.boxes.low)
    add_text(
        page, scene, {place.left, place.top - page.px(18)}, type::caption, page.c.text_2,
        !looks || page.written_row < 0
            ? say("the picture")
            : page.ui.shortened(type::caption,
                                say("lit: where it looks before it writes “{word}”",
                                    {{"word", page.written[static_cast<std::size_t>(page.written_row)]}}),
                                size + page.px(page.boxes.narrow() ? 20 : 60)));
  return place;
}

}  // namespace

void add_recurrent_model(const Page& page, stage::Scene& scene) {
  const std::vector<LayerColumn> columns = layer_columns(page);
  if (columns.empty()) return;
  const Anatomy& has = page.trace.anatomy();
  const bool looks = has.find(Attention::cross) != nullptr;
  const float over = page.px(page.boxes.low && !page.boxes.presented() ? 74 : 130),
              most = most_of_states(page);
  const float end = page.boxes.lines_end;
  const Area picture = has.picture ? add_read_picture(page, scene) : Area{};
  add_beam(page, scene, page.row, columns.front().area.right);
  float across = picture.right, last = 0;
  for (const LayerColumn& column : columns) {
    std::vector<const RecurrentLane*> own;
    for (const RecurrentLane& lane : page.lanes) {
      if (lane.stack->name == info(column.attention).stack && lane.layer == column.layer)
        own.push_back(&lane);
    }
    if (own.empty()) continue;
    const Rows& rows = rows_of_lane(page, *own.front());
    const Area box{column.area.left, page.boxes.rows - over, column.area.right, rows.bottom() + page.px(12)};
    add_layer_box(page, scene, column, box, is_chosen_layer(page, column.attention, column.layer));
    if (page.ui
            .press("place/layer/" + std::string(info(column.attention).stack) + std::to_string(column.layer),
                   box, {.radius = page.px(9), .hint = "Open the cell at the chosen word"})
            .clicked)
      open_layer(page, column.attention, column.layer, Altitude::layer);
    const bool reads = own.front()->stack->stream != page.attention.asks;
    if (reads && looks) {
      const Area way{across + page.px(4), rows.top, box.left - page.px(2), rows.bottom()};
      add_ribbons(page, scene, key_of_layer("bridge", column.attention, column.layer), way,
                  info(Attention::cross).block(column.layer), rows, page.rows, page.written_row,
                  page.px(line_units));
      if (!page.boxes.low) {
        add_text(page, scene,
                 {way.left + page.px(page.boxes.narrow() ? 4 : 20), page.boxes.rows - page.px(42)},
                 type::label_hot, page.c.weights, say("attention"));
        const std::string looks_again = say("looks at all words again");
        if (!page.boxes.narrow() || page.ui.width(type::caption, looks_again) < way.width() - page.px(24))
          add_text(page, scene, {way.left + page.px(20), page.boxes.rows - page.px(20)}, type::caption,
                   page.c.text_2, looks_again);
      }
    }
    if (!looks && column.attention == Attention::decoder && column.layer == 0)
      add_bottleneck(page, scene, across + page.px(2), box.left);
    if (&column == &columns.front() && !has.picture)
      add_streams(scene, "source stream", page.rows, page.row, page.boxes.words.right, box.left + page.px(20),
                  {});
    const float each = (box.width() - page.px(16)) / static_cast<float>(own.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
      const float left = box.left + page.px(10) + each * static_cast<float>(i);
      last = add_lane(page, scene, *own[i], {left, rows.top, left + each - page.px(6), rows.bottom()}, most);
    }
    across = box.right;
  }
  const RecurrentLane& writes = page.lanes.back();
  add_streams(scene, "target stream", rows_of_lane(page, writes), chosen_in_lane(page, writes),
              last + page.px(2), end, {});
  add_group(page, scene, picture.empty() ? columns.front().area.left : picture.left,
            columns.back().area.right, say("Time runs down"),
            looks ? say("a word hands on to the next; attention is the way across")
                  : say("a word hands on to the next, and nothing else"));
}

// --- a cell opened

namespace {

std::string name_of_lane(const RecurrentLane& lane, int layers) {
  std::string name(lane.stack->title);
  if (layers > 1) name += " " + std::to_string(lane.layer + 1);
  return lane.backwards ? say("{name}, from below", {{"name", name}}) : name;
}

// Which of the chains is opened.
void draw_lane_choice(const Page& page, const Area& place) {
  if (page.lanes.size() < 2 || page.ui.exporting()) return;
  std::vector<Choice> all;
  for (const RecurrentLane& lane : page.lanes) all.push_back({name_of_lane(lane, lane.stack->layers)});
  const int pressed =
      choices(page.ui, "place/lanes",
              Area::at(place.left, place.top, std::min(choices_width(page.ui, all), place.width()),
                       choices_height(page.ui, all, place.width(), page.px(page.boxes.narrow() ? 42 : 30))),
              all, page.lane);
  if (pressed < 0) return;
  const RecurrentLane& to = page.lanes[static_cast<std::size_t>(pressed)];
  const bool same = to.stack->stream == page.attention.asks;
  open_lane(page, to, same ? page.row : std::max(page.written_row, 0), Altitude::layer);
}

}  // namespace

void add_gates(const Page& page, stage::Scene& scene) {
  Ui& ui = page.ui;
  const RecurrentLane& lane = page.lanes[static_cast<std::size_t>(page.lane)];
  const Area& stage = page.boxes.stage;
  const std::vector<std::string> parts = parts_of_cell(page.trace, lane);
  if (!page.boxes.presented()) draw_lane_choice(page, page.boxes.shelf);
  std::string name(title_of(lane.stack->recurrence->cell));
  if (!page.boxes.low) {
    ui.text(stage.left, page.boxes.rows - page.px(150), type::written_hot, page.c.ink,
            say("The {cell} at “{word}”",
                {{"cell", name}, {"word", page.asks[static_cast<std::size_t>(page.row)]}}));
    ui.text(stage.left, page.boxes.rows - page.px(124), type::label, page.c.text_2,
            say("{n} numbers in every strip",
                {{"n", std::to_string(columns_of(page.trace, lane.at(0, "state"), 0))}}));
  }
  add_beam(page, scene, page.row, stage.right);
  const float chain = page.px(24), gap = page.px(page.is_tight() ? 5 : 12);
  const Type name_face = page.face(type::label_hot);
  add_chain(scene, lane, page.rows, page.row, stage.left + page.px(8), page.px(8));
  const auto count = static_cast<float>(parts.size());
  const float wide = std::min(std::floor((stage.width() - chain + gap) / count) - gap, page.px(190));
  const float names = page.boxes.rows - page.px(page.boxes.low ? 30 : 62);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const float left = stage.left + chain + (wide + gap) * static_cast<float>(i);
    const std::string here = lane.at(page.row, parts[i]);
    std::string noun = noun_of(here);
    noun.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(noun.front())));
    // Where there is no room for it, its first letter.
    const bool room = ui.width(name_face, noun) <= wide || wide >= page.px(60);
    add_text(page, scene, {left, names}, name_face, page.c.ink,
             room ? ui.shortened(name_face, noun, wide) : noun.substr(0, 1));
    if (!page.boxes.low) {
      const Formula formula = Formula::parse(equation_of(page.trace, page.trace.at(here)));
      if (formula.measure(ui, FormulaSize::tiny).width <= wide)
        formula.draw(ui, left, names + page.px(34), FormulaSize::tiny);
    }
    // A cell state can be far larger than what goes through a squashing function.
    const bool is_cell = site_id(here) == SiteId::cell;
    const int first = page.rows.first, end = first + page.rows.shown;
    float most = 1;
    for (int time = first; time < end && is_cell; ++time)
      most = std::max(most, page.context.maps[page.side].usual_most(lane.at(time, parts[i])));
    const float tall = std::min(page.px(18), page.rows.pitch - page.px(2));
    const Touch touch =
        ui.surface("place/gate/" + parts[i], {left, page.rows.top, left + wide, page.rows.bottom()});
    if (touch.focused) ui.focus_ring(page.rows.row(page.row, left, left + wide), page.px(4));
    const int pointed = touch.hovered ? page.rows.at(ui.mouse().y) : -1;
    if (pointed >= 0) ui.hand();
    if (touch.clicked && pointed >= 0)
      page.go({.altitude = Altitude::step, .path = lane.at(pointed, parts[i])});
    for (int time = first; time < end; ++time) {
      const std::string path = lane.at(time, parts[i]);
      const HeatmapPtr map = page.context.maps[page.side].on_scale(path, most);
      if (map == nullptr) continue;
      const float y = page.rows.middle(time);
      const bool hot = time == page.row;
      scene.add(stage::key_of(path), {left, y - tall / 2, left + wide, y + tall / 2},
                [map, hot](Ui& on, const Area& at) {
                  on.cells({.map = map,
                            .rows = 1,
                            .columns = map->columns,
                            .area = at,
                            .fade = hot ? 0 : 0.45F,
                            .paper = on.colours().stage,
                            .unit = on.scale()});
                  if (hot) on.outline(at.outset(on.px(1)), on.colours().ink, on.px(2), on.px(2));
                });
    }
  }
}

}  // namespace headlight::place
