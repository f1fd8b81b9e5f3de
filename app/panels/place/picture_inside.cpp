// What a picture is made of for a model: what its convolutions find, and how its places are told apart.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/picture/picture.h"
#include "app/panels/place/otherwise.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/attention_maps.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

std::string cell_in_words(const Page& page, int cell) {
  const int column = column_of_cell(page.context, page.side, cell);
  return cell_said(page.trace.words().source.at(static_cast<std::size_t>(column)));
}

// Squares with gaps between, so many beside each other.

struct Tiling {
  int columns = 1;
  float size = 1, gap = 0;
  Area at(const Area& area, int i) const {
    const int row = i / columns, column = i % columns;
    return Area::at(area.left + static_cast<float>(column) * (size + gap),
                    area.top + static_cast<float>(row) * (size + gap), size, size);
  }
};

// As large as they go into an area's width.
Tiling tiling_across(const Area& area, int columns, float gap) {
  return {columns, std::floor((area.width() + gap) / static_cast<float>(columns)) - gap, gap};
}

// As large as so many of them go into an area.
Tiling tiling_of(const Area& area, int count, float gap) {
  Tiling best{.gap = gap};
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    Tiling tried = tiling_across(area, columns, gap);
    tried.size = std::min(tried.size, std::floor((area.height() + gap) / static_cast<float>(rows)) - gap);
    if (tried.size > best.size) best = tried;
  }
  return best;
}

struct FoundByKernels {
  TracePtr of;
  std::map<std::string, std::vector<HeatmapPtr>> steps;
};

// Each channel of a node [cells, channels] as a map of its own, all on one scale.
std::vector<HeatmapPtr> map_of_each_channel(const Trace& trace, const std::string& path, int side) {
  const Reading values = trace.read(path);
  std::vector<float> all;
  for (int cell = 0; cell < values.shape().rows; ++cell) {
    for (int channel = 0; channel < values.shape().cols; ++channel) all.push_back(values(cell, channel));
  }
  Scale scale = symmetric_scale(all, "value");
  // Behind a ReLU nothing is below zero.
  if (std::none_of(all.begin(), all.end(), [](float value) { return value < 0; }))
    scale = {Ramp::sequential, 0, scale.high, "value", {}, {}};
  std::vector<HeatmapPtr> maps;
  for (int channel = 0; channel < values.shape().cols; ++channel) {
    Heatmap map{.path = path, .rows = side, .columns = side};
    for (int cell = 0; cell < values.shape().rows; ++cell) map.values.push_back(values(cell, channel));
    map.scale = scale;
    map.format = NumberFormat::value;
    maps.push_back(std::make_shared<const Heatmap>(std::move(map)));
  }
  return maps;
}

const std::vector<HeatmapPtr>& found_by_kernels(const Page& page, const FeatureStep& step) {
  FoundByKernels& kept = page.ui.state<FoundByKernels>();
  const TracePtr& trace = page.context.maps[page.side].trace();
  if (kept.of != trace) kept = {trace, {}};
  std::vector<HeatmapPtr>& maps = kept.steps[step.path];
  if (maps.empty()) maps = map_of_each_channel(*trace, step.path, step.cells);
  return maps;
}

struct PlacesAlike {
  TracePtr of;
  std::vector<HeatmapPtr> maps;  // of each cell, its similarity to all others
};

const std::vector<HeatmapPtr>& places_alike(const Page& page) {
  PlacesAlike& kept = page.ui.state<PlacesAlike>();
  const TracePtr& trace = page.context.maps[page.side].trace();
  if (kept.of == trace) return kept.maps;
  kept = {trace, {}};
  const Matrix alike = position_similarity(*trace);
  const int grid = trace->anatomy().picture->features.grid();
  for (Eigen::Index cell = 0; cell < alike.rows(); ++cell) {
    Heatmap map{.path = "source.positions", .rows = grid, .columns = grid};
    for (Eigen::Index other = 0; other < alike.cols(); ++other) map.values.push_back(alike(cell, other));
    map.scale = {Ramp::diverging, -1, 1, "cosine", {}, {}};
    map.format = NumberFormat::value;
    kept.maps.push_back(std::make_shared<const Heatmap>(std::move(map)));
  }
  return kept.maps;
}

std::vector<FeatureStep> feature_steps(const Page& page) {
  return page.trace.anatomy().picture->features.steps();
}

const FeatureStep& step_shown(const Page& page, const std::vector<FeatureStep>& steps) {
  const int last = static_cast<int>(steps.size()) - 1;
  return steps[static_cast<std::size_t>(std::clamp(page.session.picture_layer, 0, last))];
}

// The chosen cell, where cells ask; the first one else.
int cell_shown(const Page& page) {
  const PictureInfo& picture = *page.trace.anatomy().picture;
  if (!page.is_of_cells(page.attention.asks)) return 0;
  return std::clamp(page.row - (picture.class_token ? 1 : 0), 0, picture.features.cells() - 1);
}

void paint_map(Ui& ui, const HeatmapPtr& map, const Area& area) {
  ui.cells({.map = map,
            .rows = map->rows,
            .columns = map->columns,
            .area = area,
            .paper = ui.colours().stage,
            .unit = ui.scale()});
}

int cell_under_mouse(const Area& area, int grid, ImVec2 mouse) {
  const float step = area.width() / static_cast<float>(grid);
  const int column = std::clamp(static_cast<int>((mouse.x - area.left) / step), 0, grid - 1);
  const int row = std::clamp(static_cast<int>((mouse.y - area.top) / step), 0, grid - 1);
  return row * grid + column;
}

// Title and a line below it; returns what is left.
Area draw_head_of_picture(const Page& page, const std::string& title, const std::string& says) {
  Ui& ui = page.ui;
  Area rest = page.boxes.stage;
  if (page.boxes.presented()) return rest;
  const Type face = page.boxes.low ? type::section : type::written_hot;
  ui.text(rest.cut_top(page.px(page.boxes.low ? 28 : 34)), Align::left, face, page.c.ink,
          ui.shortened(face, title, rest.width()));
  if (!page.boxes.low)
    ui.text(rest.cut_top(page.px(24), page.px(10)), Align::left, type::label, page.c.text_2,
            ui.shortened(type::label, says, rest.width()));
  return rest;
}

}  // namespace

void add_features(const Page& page, stage::Scene& scene) {
  Ui& ui = page.ui;
  const std::vector<FeatureStep> steps = feature_steps(page);
  const FeatureStep& step = step_shown(page, steps);
  const std::vector<HeatmapPtr>& maps = found_by_kernels(page, step);
  if (maps.empty()) return;
  Area rest =
      draw_head_of_picture(page, say("What the convolutions find: {step}", {{"step", step.title}}),
                           say("a picture for each kernel; a cell of it is made from {n} x {n} pixels",
                               {{"n", std::to_string(step.first.side)}}));
  const Area foot = rest.cut_bottom(page.px(28), page.px(6));
  if (!page.boxes.presented())
    level_colour_bar(ui, foot.left, foot.middle_y(), say("one scale for all:"), maps.front()->scale);
  const Tiling tiling = tiling_of(rest, static_cast<int>(maps.size()), page.px(6));
  Area all;
  for (int i = 0; i < static_cast<int>(maps.size()); ++i) {
    const Area tile = tiling.at(rest, i);
    all = i == 0
              ? tile
              : Area{all.left, all.top, std::max(all.right, tile.right), std::max(all.bottom, tile.bottom)};
    scene.add(key("kernel", i), tile,
              [map = maps[static_cast<std::size_t>(i)]](Ui& on, const Area& at) { paint_map(on, map, at); });
  }
  const Touch touch = ui.surface("place/kernels", all);
  if (touch.focused) ui.focus_ring(all, page.px(3));
  for (int i = 0; touch.hovered && i < static_cast<int>(maps.size()); ++i) {
    const Area tile = tiling.at(rest, i);
    if (!tile.contains(ui.mouse())) continue;
    const int cell = cell_under_mouse(tile, step.cells, ui.mouse());
    ui.hand();
    scene.add(key("kernel under the mouse"), tile,
              [](Ui& on, const Area& at) { on.outline(at, on.colours().ink, on.px(2)); });
    ui.tooltip(RichText(say(
        "Kernel {n}, row {row}, column {column}: {value}",
        {{"n", std::to_string(i + 1)},
         {"row", std::to_string(cell / step.cells + 1)},
         {"column", std::to_string(cell % step.cells + 1)},
         {"value", number_alone(maps[static_cast<std::size_t>(i)]->values.at(static_cast<std::size_t>(cell)),
                                NumberFormat::value)}})));
    if (touch.clicked)
      page.go({.altitude = Altitude::cell,
               .cell = CellName{step.path, cell, i},
               .number = -1,
               .path = step.path});
  }
}

void add_positions(const Page& page, stage::Scene& scene) {
  Ui& ui = page.ui;
  const PictureInfo& picture = *page.trace.anatomy().picture;
  const int grid = picture.features.grid(), chosen = cell_shown(page);
  const std::vector<HeatmapPtr>& maps = places_alike(page);
  Area rest = draw_head_of_picture(page, say("How a model tells the places of a picture apart"),
                                   say("at the left its cells as words; at the right how alike their places "
                                       "are"));
  const Area foot = rest.cut_bottom(page.px(28), page.px(6));
  const float gap = page.px(32), half = std::floor((rest.width() - gap) / 2);
  const float size = std::min(half, rest.height() - page.px(page.boxes.presented() ? 0 : 24));
  if (size < page.px(60)) return;
  if (!page.boxes.presented()) {
    const Area names = rest.cut_top(page.px(24));
    const std::string words = say("{n} cells, each a word", {{"n", std::to_string(grid * grid)}}),
                      places =
                          maps.empty() ? say("no positions are added") : say("each place beside all others");
    ui.text(names.left, names.middle_y(), type::label_hot, page.c.ink,
            ui.shortened(type::label_hot, words, half));
    ui.text(names.left + half + gap, names.middle_y(), type::label_hot, page.c.ink,
            ui.shortened(type::label_hot, places, half));
  }
  const Area left = Area::at(rest.left, rest.top, size, size),
             right = Area::at(rest.left + half + gap, rest.top, size, size);
  const Tiling tiling = tiling_across(left, grid, page.px(4));
  std::vector<std::pair<Area, RasterPtr>> cells;
  for (int cell = 0; cell < grid * grid; ++cell)
    cells.emplace_back(tiling.at(left, cell), picture_cell(page.context, page.side, cell));
  scene.add(key("cells as words"), left, [cells](Ui& on, const Area&) {
    for (const auto& [place, image] : cells) on.image(image, place);
  });
  if (!maps.empty())
    scene.add(key("places alike"), right, [maps, tiling](Ui& on, const Area& at) {
      for (int cell = 0; cell < static_cast<int>(maps.size()); ++cell)
        paint_map(on, maps[static_cast<std::size_t>(cell)], tiling.at(at, cell));
    });
  const auto mark = [&](const char* what, int cell, Rgb colour) {
    for (const bool of_maps : {false, true}) {
      if (of_maps && maps.empty()) continue;
      const Area tile = tiling.at(of_maps ? right : left, cell).outset(page.px(1));
      scene.add(key(what, of_maps ? 1 : 0), tile,
                [colour](Ui& on, const Area& at) { on.outline(at, colour, on.px(2)); });
    }
  };
  if (page.is_of_cells(page.attention.asks)) mark("chosen place", chosen, page.c.focus);
  const auto follow = [&](const char* id, const Area& area, bool of_maps) {
    const Touch touch = ui.surface(id, area);
    if (touch.focused) ui.focus_ring(area, page.px(3));
    for (int cell = 0; touch.hovered && cell < grid * grid; ++cell) {
      const Area tile = tiling.at(area, cell);
      if (!tile.contains(ui.mouse())) continue;
      mark("pointed place", cell, page.c.ink);
      std::string says = cell_in_words(page, cell);
      if (of_maps) {
        const int other = cell_under_mouse(tile, grid, ui.mouse());
        says = say(
            "Cosine of {a} and {b}: {value}",
            {{"a", says},
             {"b", cell_in_words(page, other)},
             {"value",
              number_alone(maps[static_cast<std::size_t>(cell)]->values.at(static_cast<std::size_t>(other)),
                           NumberFormat::value)}});
      }
      ui.tooltip(RichText(says));
      if (!page.is_of_cells(page.attention.asks)) continue;
      ui.hand();
      if (touch.clicked) choose_word(page, cell + (picture.class_token ? 1 : 0));
    }
  };
  follow("place/cells as words", left, false);
  if (maps.empty()) return;
  follow("place/places alike", right, true);
  if (!page.boxes.presented())
    level_colour_bar(ui, right.left, foot.middle_y(), say("cosine:"), maps.front()->scale);
}

Telling telling_of_picture(const Page& page) {
  const PictureInfo& picture = *page.trace.anatomy().picture;
  if (shown_otherwise(page) == Otherwise::features) {
    Telling telling{.title = say("What the convolutions find")};
    const std::vector<FeatureStep> steps = feature_steps(page);
    const FeatureStep& step = step_shown(page, steps);
    telling.paragraphs.push_back(told(
        "A kernel is a small table of numbers that slides over the picture. Where the picture is like it, "
        "the sum is large."));
    telling.paragraphs.push_back(told("{step}: {n} kernels, and of each a map of {cells} by {cells} cells.",
                                      {{"step", word_run(step.title)},
                                       {"n", word_run(std::to_string(found_by_kernels(page, step).size()))},
                                       {"cells", word_run(std::to_string(step.cells))}}));
    telling.next = say("Click a cell of a map to see its sum.");
    return telling;
  }
  Telling telling{.title = say("Where is a cell?")};
  telling.paragraphs.push_back(
      told("A picture is cut into {n} cells, each made from {side} x {side} pixels. They are read as words.",
           {{"n", word_run(std::to_string(picture.features.cells()))},
            {"side", word_run(std::to_string(picture.features.steps().back().first.side))}}));
  const std::vector<HeatmapPtr>& maps = places_alike(page);
  if (maps.empty()) {
    telling.paragraphs.push_back(told("This model adds nothing that says where a cell is."));
    return telling;
  }
  telling.paragraphs.push_back(
      told("To each a row of numbers is added that stands for its place. The cosine of "
           "two such rows says how alike they are: 1 the same, 0 nothing in common."));
  const int cell = cell_shown(page);
  const Heatmap& map = *maps.at(static_cast<std::size_t>(cell));
  int best = -1;
  for (int other = 0; other < static_cast<int>(map.values.size()); ++other) {
    if (other != cell && (best < 0 || map.values[static_cast<std::size_t>(other)] >
                                          map.values[static_cast<std::size_t>(best)]))
      best = other;
  }
  if (best >= 0)
    telling.paragraphs.push_back(
        told("Most like {cell} is {other}: {value}.",
             {{"cell", word_run(cell_in_words(page, cell))},
              {"other", word_run(cell_in_words(page, best))},
              {"value",
               word_run(number_alone(map.values[static_cast<std::size_t>(best)], NumberFormat::value))}}));
  if (page.is_of_cells(page.attention.asks)) telling.next = say("Click a cell to choose it.");
  return telling;
}

Area draw_feature_steps(const Page& page, const Area& margin) {
  Area rest = margin;
  if (page.ui.exporting() || !page.trace.anatomy().picture) return rest;
  if (shown_otherwise(page) == Otherwise::features) {
    std::vector<Choice> list;
    for (const FeatureStep& step : feature_steps(page)) list.push_back(Choice{step.title});
    const float tall = choices_height(page.ui, list, rest.width(), page.px(32));
    const int last = static_cast<int>(list.size()) - 1;
    const int pressed = choices(page.ui, "place/feature step", rest.cut_bottom(tall, page.px(10)), list,
                                std::clamp(page.session.picture_layer, 0, last));
    if (pressed >= 0) page.ui.emit(ShowOfPicture{PictureShows::features, pressed});
  }
  const std::array<Choice, 3> list{Choice{to_be_said("the lines")}, Choice{to_be_said("features")},
                                   Choice{to_be_said("places")}};
  const float tall = choices_height(page.ui, list, rest.width(), page.px(32));
  const int pressed = choices(page.ui, "place/picture shows", rest.cut_bottom(tall, page.px(10)), list,
                              static_cast<int>(page.session.picture_shows));
  if (pressed >= 0)
    page.ui.emit(ShowOfPicture{static_cast<PictureShows>(pressed), page.session.picture_layer});
  return rest;
}

}  // namespace headlight::place
