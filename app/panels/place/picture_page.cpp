// A picture in the place of words: its cells ask, or they are asked.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/picture/picture.h"
#include "app/panels/place/place_parts.h"
#include "app/stage/board.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

constexpr float small_picture = 100;     // units
constexpr Rgb grid_line{110, 110, 110};  // on any picture
constexpr float least_framed = 0.05F;    // a cell with more than this share has a frame

int grid_of(const Page& page) { return page.trace.anatomy().picture->features.grid(); }
// Of a row or a column of weights the cell; -1 of the class token.
int cell_of(const Page& page, int token) {
  return token - (page.trace.anatomy().picture->class_token ? 1 : 0);
}
int token_of(const Page& page, int cell) {
  return cell + (page.trace.anatomy().picture->class_token ? 1 : 0);
}

PictureAsking asking_of(const Page& page) { return {.side = page.side, .weights = page.path("weights")}; }

void paint_grid(Ui& ui, const Area& area, int grid) {
  const float step = area.width() / static_cast<float>(grid);
  for (int i = 1; i < grid; ++i) {
    const float at = step * static_cast<float>(i);
    ui.line(area.left + at, area.top, area.left + at, area.bottom, grid_line, ui.hairline());
    ui.line(area.left, area.top + at, area.right, area.top + at, grid_line, ui.hairline());
  }
}

void outline_cell(Ui& ui, const Area& area, int grid, int cell, Rgb colour, float thick) {
  if (cell < 0) return;
  ui.outline(cell_area(area, grid, cell), colour, thick, ui.px(2));
}

// The cell of a picture that the mouse is on.
int cell_at(const Area& area, int grid, ImVec2 mouse) {
  const float step = area.width() / static_cast<float>(grid);
  const int column = static_cast<int>((mouse.x - area.left) / step);
  const int row = static_cast<int>((mouse.y - area.top) / step);
  return std::clamp(row, 0, grid - 1) * grid + std::clamp(column, 0, grid - 1);
}

// The picture as it is, small: the chosen cell is yellow, a click chooses another one.
void add_small_picture(const Page& page, stage::Scene& scene, const Area& area) {
  const int grid = grid_of(page), chosen = cell_of(page, page.row);
  const RasterPtr image = picture_image(page.context, page.side, area.width());
  scene.add(key("picture asks"), area, [image, grid, chosen](Ui& on, const Area& at) {
    on.image(image, at);
    paint_grid(on, at, grid);
    outline_cell(on, at, grid, chosen, on.colours().focus, on.px(3));
  });
  const Touch touch = page.ui.surface("place/picture", area);
  if (touch.focused) page.ui.focus_ring(area, page.px(3));
  if (touch.hovered) page.ui.hand();
  if (touch.clicked) choose_word(page, token_of(page, cell_at(area, grid, page.ui.mouse())));
}

void add_chip(const Page& page, stage::Scene& scene, const std::string& id, const Area& area,
              const std::string& text, bool chosen) {
  const Type face = page.face(chosen ? type::label_hot : type::label);
  scene.add(key(id), area, [text, chosen, face](Ui& on, const Area& at) {
    const Palette& c = on.colours();
    const bool light = on.theme() == Theme::light;
    if (chosen) on.fill(at, c.focus, on.px(6));
    if (!chosen || light)
      on.outline(at, chosen ? c.ink : c.strong_line, chosen ? on.px(1.5F) : on.hairline(), on.px(6));
    on.text(at, Align::centre, face, chosen && !light ? c.stage : c.ink, text);
  });
}

// Further out the cells stand one below the other, as words do.
void add_cells_in_rows(const Page& page, stage::Scene& scene) {
  Ui& ui = page.ui;
  const Rows& rows = page.rows;
  const int grid = grid_of(page);
  const float right = page.boxes.words.right - page.px(12), left = right - page.px(18);
  std::vector<std::pair<Area, RasterPtr>> strips;
  for (int row = rows.first; row < rows.first + rows.shown; ++row) {
    if (const int cell = cell_of(page, row); cell >= 0)
      strips.emplace_back(rows.row(row, left, right), picture_cell(page.context, page.side, cell));
  }
  scene.add(key("cells of the picture"), {left, rows.top, right, rows.bottom()},
            [strips](Ui& on, const Area& at) {
              for (const auto& [place, image] : strips)
                on.image(image, {at.left, place.top, at.right, place.bottom});
            });
  const Area list{page.boxes.words.left, rows.top, page.boxes.words.right, rows.bottom()};
  const Touch touch = ui.surface("place/list of words", list);
  if (touch.hovered) ui.hand();
  if (const int pointed = rows.at(ui.mouse().y); touch.clicked && pointed >= 0) choose_word(page, pointed);
  // The chosen one by its place, and the lines of the picture where that leaves room.
  const std::string name = page.asks[static_cast<std::size_t>(page.row)];
  const float middle = rows.has(page.row) ? rows.middle(page.row) : rows.top;
  const float half = page.px(page.boxes.presented() ? 18 : 12);
  if (rows.has(page.row)) {
    const float wide = ui.width(page.face(type::label_hot), name) + page.px(14);
    const float end = cell_of(page, page.row) < 0 ? right + page.px(8) : left - page.px(5);
    add_chip(page, scene, "chosen cell", {end - wide, middle - half, end, middle + half}, name, true);
    if (cell_of(page, page.row) >= 0)
      ui.outline(rows.row(page.row, left, right).outset(page.px(2)), page.c.ink, page.px(1.5F), page.px(2));
  }
  if (touch.focused) ui.focus_ring(list, page.px(4));
  for (int line = 0; line < grid; ++line) {
    const int first = token_of(page, line * grid), last = first + grid - 1;
    if (!rows.has(first) || !rows.has(last)) continue;
    const float y = (rows.middle(first) + rows.middle(last)) / 2;
    if (std::fabs(y - middle) < half + page.px(10)) continue;
    if (page.boxes.presented()) continue;
    ui.text({page.boxes.words.left, y - page.px(9), left - page.px(10), y + page.px(9)}, Align::right,
            page.face(type::caption), page.c.text_2, say("row {n}", {{"n", std::to_string(line + 1)}}));
  }
}

// What a row takes from most, by name: cells and the class token.
std::vector<std::pair<float, int>> largest_shares(const Page& page, std::size_t count) {
  std::vector<std::pair<float, int>> shares;
  const MapRows found = page.context.maps[page.side].rows(page.path("weights"), page.row, 1);
  if (!found.has(page.row)) return shares;
  for (int column = 0; column < found.map->columns; ++column)
    shares.emplace_back(found.map->value(page.row - found.first, column), column);
  const std::size_t kept = std::min(count, shares.size());
  std::partial_sort(shares.begin(), shares.begin() + static_cast<std::ptrdiff_t>(kept), shares.end(),
                    [](const auto& a, const auto& b) { return a.first > b.first; });
  shares.resize(kept);
  return shares;
}

// Beside the lit picture: as it is, what the light means, and the largest shares.
void draw_beside(const Page& page, Area rest, const std::vector<std::pair<float, int>>& shares) {
  Ui& ui = page.ui;
  const float side = std::min(rest.width(), page.px(page.boxes.low ? 70 : 104));
  ui.text(rest.cut_top(page.px(18), page.px(2)), Align::left, type::caption, page.c.text_2,
          say("the picture"));
  const Area whole = rest.cut_top(side, page.px(14));
  const Area picture = Area::at(whole.left, whole.top, side, side);
  ui.image(picture_image(page.context, page.side, side), picture);
  if (page.is_of_cells(page.attention.asks))
    outline_cell(ui, picture, grid_of(page), cell_of(page, page.row), page.c.focus, page.px(2));
  if (!page.boxes.low && !shares.empty()) {
    ui.text(rest.cut_top(page.px(18), page.px(4)), Align::left, type::caption, page.c.text_2,
            say("light: its share"));
    const Area light = rest.cut_top(page.px(8), page.px(2));
    constexpr int steps = 32;
    const float step = side / steps;
    for (int i = 0; i < steps; ++i)
      ui.fill(Area::at(light.left + step * static_cast<float>(i), light.top, step + 0.5F, light.height()),
              mix(Rgb{51, 51, 51}, Rgb{255, 255, 255}, static_cast<float>(i) / (steps - 1)));
    const Area ends = rest.cut_top(page.px(16), page.px(10));
    ui.text(ends.left, ends.middle_y(), type::path, page.c.text_2, "0");
    ui.text({ends.left, ends.top, ends.left + side, ends.bottom}, Align::right, type::path, page.c.text_2,
            number_alone(shares.front().first, NumberFormat::weight));
  }
  ui.text(rest.cut_top(page.px(18), page.px(4)), Align::left, type::caption, page.c.text_2,
          say("takes from"));
  stage::Bars bars{.rows = {},
                   .line = 21,
                   .names = 38,
                   .numbers = 30,
                   .gap = 4,
                   .least_gap = 0,
                   .name = type::caption,
                   .quiet = Role::ink};
  for (const auto& [share, column] : shares)
    if (share >= 0.005F && rest.height() >= page.px(bars.line) * static_cast<float>(bars.rows.size() + 1))
      bars.rows.push_back({page.asked[static_cast<std::size_t>(column)],
                           number_alone(share, NumberFormat::weight), share, page.own()});
  stage::Board board(ui);
  board.add({.look = std::move(bars)});
  board.show(rest);
}

}  // namespace

void add_cells_that_ask(const Page& page, stage::Scene& scene) {
  const Area& words = page.boxes.words;
  const float size = std::min(page.px(small_picture), words.width());
  if (page.altitude < Altitude::head) {
    if (!page.boxes.low && !page.boxes.narrow())
      add_small_picture(page, scene,
                        Area::at(words.right - size, page.boxes.rows - page.px(184), size, size));
    return add_cells_in_rows(page, scene);
  }
  const Area picture = Area::at(words.right - size, page.boxes.rows, size, size);
  add_small_picture(page, scene, picture);
  const int cell = cell_of(page, page.row);
  const bool close = page.boxes.flat && page.trace.anatomy().picture->class_token;  // no room for its name
  if (!close)
    page.ui.text({picture.left, picture.bottom + page.px(8), picture.right, picture.bottom + page.px(26)},
                 Align::left, page.face(type::caption_hot), page.c.ink,
                 cell < 0 ? say("all of it") : cell_said(page.asks[static_cast<std::size_t>(page.row)]));
  if (!page.trace.anatomy().picture->class_token) return;
  const Area chip{picture.left, picture.bottom + page.px(close ? 6 : 40), picture.right,
                  picture.bottom + page.px(close                 ? 42
                                           : page.boxes.narrow() ? 78
                                                                 : 70)};
  add_chip(page, scene, "class token", chip, page.asks.front(), cell < 0);
  if (page.ui.press("place/class", chip, {.radius = page.px(6)}).clicked) choose_word(page, 0);
  if (page.boxes.narrow() || page.boxes.presented()) return;
  page.ui.wrapped({chip.left, chip.bottom + page.px(8), chip.right, page.boxes.page.bottom}, type::caption,
                  page.c.text_2, say("one extra word: it gives the answer"), page.px(17));
}

void add_lit_picture(const Page& page, stage::Scene& scene) {
  const Area& stage = page.boxes.stage;
  // On a phone and before a class the lit picture stands alone.
  const bool alone = page.is_tight() || page.boxes.presented();
  const float left =
      stage.left +
      (page.is_tight() ? page.px(34) : std::round(stage.width() * (page.boxes.low ? 0.2F : 0.29F)));
  const float beside = alone ? 0 : page.px(116);
  const float right = page.boxes.presented() ? page.boxes.answer.right : stage.right;
  const float size = std::min(page.boxes.rows_tall, right - left - beside - page.px(alone ? 0 : 18));
  const Area picture = Area::at(left, page.boxes.rows, size, size);
  const int grid = grid_of(page);
  const std::vector<std::pair<float, int>> shares = largest_shares(page, 5);
  for (const auto& [share, column] : shares)
    if (alone)
      page.ui.tell(ToldNumber{page.asked[static_cast<std::size_t>(column)],
                              number_alone(share, NumberFormat::weight), share, picture, say("takes from")});
  const RasterPtr image = looked_at_image(page.context, asking_of(page), page.row, size);
  const std::vector<float> weights = weights_of_cells(page.context, asking_of(page), page.row);
  std::vector<int> framed;
  for (std::size_t cell = 0; cell < weights.size(); ++cell) {
    if (weights[cell] > least_framed) framed.push_back(static_cast<int>(cell));
  }
  const bool own = page.is_of_cells(page.attention.asks);
  const int asks = own ? cell_of(page, page.row) : -1;

  // From who asks to the lit cells.
  ImVec2 from{stage.left - page.px(8), page.rows.has(page.row) ? page.rows.middle(page.row) : stage.top};
  if (own) {
    const float small = page.px(small_picture);
    const Area asked_by = Area::at(page.boxes.words.right - small, page.boxes.rows, small, small);
    from = {page.boxes.words.right,
            asks < 0 ? asked_by.bottom + page.px(55) : cell_area(asked_by, grid, asks).middle_y()};
  } else {
    add_beam(page, scene, page.row, left);
  }
  struct Way {
    ImVec2 to;
    float share;
  };
  std::vector<Way> ways;
  for (const auto& [share, column] : shares) {
    const int cell = cell_of(page, column);
    if (cell < 0 || share < least_framed) continue;
    ways.push_back({{cell_area(picture, grid, cell).left, cell_area(picture, grid, cell).middle_y()}, share});
  }
  scene.add(key("looked at"), picture, [=](Ui& on, const Area& at) {
    on.image(image, at);
    paint_grid(on, at, grid);
    for (const int cell : framed) outline_cell(on, at, grid, cell, Rgb{255, 255, 255}, on.px(2));
    outline_cell(on, at, grid, asks, on.colours().focus, on.px(3));
  });
  scene.add(key("ways to cells"), {from.x, picture.top, left, picture.bottom},
            [from, ways, colour = page.own(), unit = page.px(line_units)](Ui& on, const Area& at) {
              for (const Way& way : ways) {
                const float thick = std::max(unit * way.share, 1.0F);
                on.ribbon(from, {at.right, way.to.y}, thick, thick, colour, 0.9F);
                on.line(at.right, way.to.y, way.to.x, way.to.y, Rgb{200, 200, 200}, on.px(1.5F));
              }
            });
  const Touch touch = page.ui.surface("place/lit picture", picture);
  if (touch.focused) page.ui.focus_ring(picture, page.px(3));
  if (touch.hovered) page.ui.hand();
  if (touch.clicked && page.has(Altitude::step)) {
    const int column = token_of(page, cell_at(picture, grid, page.ui.mouse()));
    page.go({.altitude = Altitude::step,
             .token = page.row,
             .part = "weights",
             .cell = CellName{page.path("weights"), page.row, column}});
  }
  if (alone) return;
  const float top = picture.top - page.px(20);
  draw_beside(page, {picture.right + page.px(18), top, picture.right + page.px(18) + beside, picture.bottom},
              shares);
}

void add_whole_picture(const Page& page, stage::Scene& scene, const Area& area) {
  const float size = std::min({area.width(), area.height(), page.px(360)});
  const Area place = Area::at(area.middle_x() - size / 2, area.middle_y() - size / 2, size, size);
  scene.add(key("picture asks"), place,
            [image = picture_image(page.context, page.side, size)](Ui& on, const Area& at) {
              on.image(image, at);
            });
  if (!page.boxes.presented()) draw_scene_hand(page.context, place, page.side);
}

void show_another_picture(const Page& page) { next_example(page.context, page.side); }

RasterPtr thumbnail_of_cell(const Page& page, int token) {
  const int cell = cell_of(page, token);
  return cell < 0 ? nullptr : picture_cell(page.context, page.side, cell);
}

}  // namespace headlight::place
