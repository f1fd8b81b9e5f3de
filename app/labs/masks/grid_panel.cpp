// The matrix to paint on: the mouse draws strokes, Space turns the cell that the arrows move.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "app/labs/masks/masks_panel.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Every pair of words: what `cell(query, key)` says of it.
struct PairValue {
  float value = 0;
  CellState state = CellState::value;
};
HeatmapPtr map_of_pairs(const MasksShown& shown, const Scale& scale, NumberFormat format,
                        const std::function<PairValue(int query, int key)>& cell) {
  auto map = std::make_shared<Heatmap>();
  const int tokens = shown.pattern.tokens();
  map->rows = map->columns = tokens;
  map->row_labels = map->column_labels = shown.words;
  for (int query = 0; query < tokens; ++query) {
    for (int key = 0; key < tokens; ++key) {
      const PairValue pair = cell(query, key);
      map->values.push_back(pair.value);
      map->states.push_back(pair.state);
    }
  }
  map->absent_means = "out of reach";
  map->format = format;
  map->scale = scale;
  return map;
}

}  // namespace

HeatmapPtr mask_map(const MasksShown& shown) {
  // What a mask adds to a score: 0, or minus infinity. Pale, since there is nothing between the two.
  const Scale scale{Ramp::sequential, -1, 2.4F, "added to the score", {}, {}};
  // As weights, zeros are blank: a cell to paint has no number.
  return map_of_pairs(shown, scale, NumberFormat::weight, [&](int query, int key) {
    return PairValue{0, shown.pattern(query, key) ? CellState::value : CellState::masked};
  });
}

HeatmapPtr reach_map(const MasksShown& shown) {
  // From below 0, so that its own place is not as pale as the paper.
  const Scale scale{Ramp::sequential, -1, static_cast<float>(shown.lab.layers), "layers", {}, {}};
  const auto tokens = static_cast<std::size_t>(shown.pattern.tokens());
  return map_of_pairs(shown, scale, NumberFormat::score, [&](int query, int key) {
    const std::size_t pair = static_cast<std::size_t>(query) * tokens + static_cast<std::size_t>(key);
    return PairValue{static_cast<float>(shown.needed[pair]),
                     reached(shown, query, key) ? CellState::value : CellState::absent};
  });
}

namespace {

constexpr const char* grid_id = "masks/grid";

// What the stroke that is being drawn does.
struct MaskStroke {
  bool masks = false;  // what it touches; else it frees it
};

void paint(const MasksView& view, std::span<const CellAt> cells, bool masks) {
  MaskPattern pattern = view.pattern;
  for (const CellAt& cell : cells) pattern.set(cell.row, cell.column, !masks);
  if (pattern == view.pattern) return;
  change_lab<MasksLab>(view.context, [&](MasksLab& lab) {
    lab.mask = MaskKind::own;
    lab.painted = masked_cells(pattern);
  });
}

std::vector<RichText> tooltip_of(const MasksView& view, CellAt at) {
  const bool seen = view.pattern(at.row, at.column);
  std::vector<RichText> lines;
  lines.push_back(std::vector<TextRun>{{"query ", Role::text_3},
                                       {view.word(at.row), Role::ink, true},
                                       {"   key ", Role::text_3},
                                       {view.word(at.column), Role::ink, true}});
  lines.push_back(RichText(seen ? "visible; click to mask it" : "masked; click to make it visible"));
  return lines;
}

void draw_grid(const MasksView& view, const Area& cells, const HeatmapPtr& map) {
  Ui& ui = view.context.ui;
  const int tokens = view.tokens();
  focus_band(ui, cells.left - row_labels_width(ui, *map), cells.right + ui.px(4), cells, tokens, view.token);
  heatmap_corner(ui, cells, *map);
  const HeatmapLook look{.focus_row = view.token, .selected = keyboard_cell(ui, grid_id, tokens, tokens)};
  const HeatmapTouch touch = heatmap(ui, grid_id, map, cells, look);
  if (touch.hovered) {
    ui.hand();
    ui.tooltip(tooltip_of(view, *touch.hovered));
  }
  if (touch.clicked_row) follow_token(view, *touch.clicked_row);
  follow_mask_stroke(view, grid_id, cells, touch);
}

// --- the controls of the preset

// Which layers have the window: of how many one has none.
bool room_for_layers(const Ui& ui, const Area& area) { return area.width() >= ui.px(210); }

void step_layers_that_see_all(const MasksView& view, Area area) {
  const MasksLab& lab = view.shown.lab;
  if (!lab.all_heads) return;
  constexpr std::array among{0, 2, 3, 4, 6};
  Ui& ui = view.context.ui;
  area = Area::at(area.left, area.top + ui.px(4), std::min(area.width(), ui.px(240)), ui.px(32));
  step_among(view.context, area,
             lab.sees_all == 0 ? say("all layers alike")
                               : say("one layer in {n} sees all", {{"n", std::to_string(lab.sees_all)}}),
             among, &MasksLab::sees_all);
}

void draw_settings(const MasksView& view, Area area) {
  Ui& ui = view.context.ui;
  const MasksLab& lab = view.context.session.labs.get<MasksLab>();
  const Palette& c = ui.colours();
  const bool windows = lab.mask == MaskKind::window || lab.mask == MaskKind::sink;
  const auto line = [&](const std::string& text) {
    ui.wrapped({area.left, area.top + ui.px(4), area.right, area.bottom}, type::body, c.text_2, text,
               ui.px(18));
  };
  if (lab.mask == MaskKind::none) return line(say("Every word sees every word."));
  if (lab.mask == MaskKind::causal) return line(say("No word sees a later one."));
  if (lab.mask == MaskKind::padding) {
    return slide_setting(view.context, area.cut_left(std::min(area.width(), ui.px(220))), &MasksLab::padding,
                         {.label = "padding at the end", .highest = view.tokens() - 1});
  }
  if (!windows) {
    const char* label = "Unmask all";
    const Area place = Area::at(area.left, area.top + ui.px(4), button_width(ui, label), ui.px(32));
    if (button(ui, "masks/clear", place, label, ButtonKind::plain, !lab.painted.empty())) {
      change_lab<MasksLab>(view.context, [](MasksLab& changed) { changed.painted.clear(); });
    }
    return;
  }
  const char* ahead = area.width() >= ui.px(330) ? "no looking ahead" : "causal";
  const float switched = toggle_width(ui) + ui.px(8) + ui.width(type::label, ahead);
  const bool sink = lab.mask == MaskKind::sink;
  const float gap = ui.px(14);
  const float wide = std::min(ui.px(150), (area.width() - switched - gap * (sink ? 2 : 1)) / (sink ? 2 : 1));
  slide_setting(view.context, area.cut_left(wide), &MasksLab::window,
                {.label = "window", .highest = view.tokens()});
  area.cut_left(gap);
  if (sink) {
    slide_setting(view.context, area.cut_left(wide), &MasksLab::sink,
                  {.label = "sink", .highest = view.tokens()});
    area.cut_left(gap);
  }
  area.bottom = area.top + ui.px(40);
  turn_setting(view.context, area, &MasksLab::causal);
  ui.text(area.left + toggle_width(ui) + ui.px(8), area.middle_y(), type::label, c.text_2, ahead);
  area.cut_left(switched + ui.px(18));
  if (room_for_layers(ui, area)) step_layers_that_see_all(view, area);
}

// --- what is said below

std::string memory_text(const MasksView& view) {
  const std::int64_t tokens = view.tokens();
  const int kept = view.shown.in_sight;
  const auto share = std::lround(100.0 * kept / static_cast<double>(tokens * tokens));
  const std::string text =
      say(several(tokens, "{n} of {all} cell is in sight ({share} %).",
                  "{n} of {all} cells are in sight ({share} %)."),
          {{"n", count_text(kept)}, {"all", count_text(tokens * tokens)}, {"share", std::to_string(share)}});
  if (!view.shown.causal)
    return paragraph({text, say("Words look ahead, so all keys must be there at once.")});
  if (!view.shown.written) return text;
  const std::vector<int>& sizes = view.shown.kept;
  const int most = *std::max_element(sizes.begin(), sizes.end());
  return paragraph(
      {text,
       say(several(tokens, "Written word by word, at most {n} of {all} key and value must be kept.",
                   "Written word by word, at most {n} of {all} keys and values must be kept."),
           {{"n", count_text(most)}, {"all", count_text(tokens)}}),
       view.shown.lab.sees_all > 0 && masks_pattern_of_all(view.shown.lab, static_cast<int>(tokens))
           ? say("That is in the layers with the window; the others keep all.")
           : ""});
}

void draw_notes(const MasksView& view, Area area) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  const std::vector<int>& blind = view.shown.blind;
  if (!blind.empty()) {
    const NamedValue word{"word", view.word(blind[0])};
    const std::string text =
        paragraph({blind.size() > 1 ? say("“{word}” and {n} more may look at nothing.",
                                          {word, {"n", count_text(blind.size() - 1)}})
                                    : say("“{word}” may look at nothing.", {word}),
                   say("Softmax of nothing but −∞ is 0/0, not a number (some libraries return 0).")});
    area.cut_top(ui.wrapped(area, type::body, c.error, text, ui.px(18)) + ui.px(6));
    const char* label = blind.size() > 1 ? "Let them look at themselves" : "Let it look at itself";
    if (button(ui, "masks/mend", Area::at(area.left, area.top, button_width(ui, label), ui.px(30)), label,
               ButtonKind::plain)) {
      mend_blind_words(view);
    }
    return;
  }
  ui.wrapped(area, type::body, c.text_2, memory_text(view), ui.px(18));
}

}  // namespace

void draw_mask_settings(const MasksView& view, const Area& area) { draw_settings(view, area); }

void follow_mask_stroke(const MasksView& view, const std::string& id, const Area& cells,
                        const HeatmapTouch& touch) {
  Ui& ui = view.context.ui;
  const int tokens = view.tokens();
  const std::optional<GridStroke> stroke = stroke_on(ui, id, cells, tokens, tokens, touch);
  if (!stroke) return;
  const CellAt first = stroke->cells.front();
  bool& masks = ui.state<MaskStroke>().masks;
  if (stroke->begins) masks = view.pattern(first.row, first.column);
  paint(view, stroke->cells, masks);
}

void mend_blind_words(const MasksView& view) {
  std::vector<CellAt> cells;
  cells.reserve(view.shown.blind.size());
  for (const int row : view.shown.blind) cells.push_back({row, row});
  paint(view, cells, false);
}

void draw_mask(const MasksView& view, const Area& area) {
  Ui& ui = view.context.ui;
  Area rest = area;
  Area title = rest.cut_top(ui.px(32));
  const std::array scope{Choice{to_be_said("this head")}, Choice{to_be_said("all heads")}};
  ui.text(title, Align::left, type::section, ui.colours().ink, "The mask");
  choose_setting(view.context, title.cut_right(choices_width(ui, scope)), scope, &MasksLab::all_heads);
  rest.cut_top(ui.px(10));
  const Area settings = rest.cut_top(number_slide_height(ui));
  draw_settings(view, settings);
  const MaskKind kind = view.shown.lab.mask;
  constexpr float beside = 290;  // the window's slider and its switch
  if ((kind == MaskKind::window || kind == MaskKind::sink) &&
      settings.width() < ui.px(kind == MaskKind::sink ? beside + 374 : beside + 210))
    step_layers_that_see_all(view, rest.cut_top(ui.px(40)));
  rest.cut_top(ui.px(6));
  const HeatmapPtr& map = view.shown.mask_map;
  // As much as they ever need: cells must not shrink under the brush.
  const Area notes_at_least = rest.cut_bottom(ui.px(96));
  rest.cut_bottom(ui.px(14));
  const Area cells = square_cells(ui, *map, rest, ui.px(38), true);
  draw_grid(view, cells, map);
  draw_notes(view,
             {area.left, std::min(cells.bottom + ui.px(14), notes_at_least.top), area.right, area.bottom});
}

// What reaches a word through several layers: who sees something of whom, as a matrix and as counts.

namespace {

// How many words have come to each row, beside it.
void draw_counts(const MasksView& view, const Area& cells, float width) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  const float tall = cells.height() / static_cast<float>(view.tokens());
  const float left = cells.right + ui.px(12);
  const float numbers = ui.width(type::number_hot, count_text(view.tokens())) + ui.px(8);
  ui.text(left, cells.top - ui.px(10), type::caption, c.text_3, "words");
  const int step =
      std::max(1, static_cast<int>(std::ceil(std::max(ui.px(13), ui.height(type::caption) * 0.86F) / tall)));
  for (int query = 0; query < view.tokens(); ++query) {
    const int count = view.shown.reached[query];
    const float y = cells.top + tall * (static_cast<float>(query) + 0.5F);
    const float share = static_cast<float>(count) / static_cast<float>(view.real);
    const float bar = (width - numbers) * share;
    const float thick = std::max(ui.hairline(), std::min(std::round(tall * 0.55F), ui.px(10)));
    const bool hot = query == view.token;
    ui.fill(Area::at(left, std::round(y - thick / 2), bar, thick), hot ? c.weights : c.plain_ribbon);
    const bool close_to_hot = !hot && std::abs(query - view.token) < step;
    if (hot || (query % step == 0 && !close_to_hot)) {
      ui.text(left + bar + ui.px(6), y, hot ? type::number_hot : type::path, hot ? c.ink : c.text_2,
              count_text(count));
    }
  }
}

// A colour for each number of layers, right-aligned, with the numbers in them; where that is too narrow,
// those of the ends beside them.
constexpr const char* legend_name = "layers";
struct LegendSizes {
  float cell = 0, outside = 0, whole = 0;
};
LegendSizes legend_sizes(const MasksView& view, bool numbered) {
  const Ui& ui = view.context.ui;
  const int layers = view.shown.lab.layers;
  LegendSizes sizes;
  sizes.cell = numbered ? ui.width(type::cell, std::to_string(layers)) + ui.px(8) : ui.px(8);
  sizes.outside = numbered ? 0 : ui.width(type::path, std::to_string(layers)) + ui.px(6);
  sizes.whole = ui.width(type::caption, legend_name) + ui.px(10) + 2 * sizes.outside +
                sizes.cell * static_cast<float>(layers + 1);
  return sizes;
}

void draw_legend(const MasksView& view, const Heatmap& map, const Area& area) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  const int layers = view.shown.lab.layers;
  const bool numbered = legend_sizes(view, true).whole <= area.width();
  const LegendSizes sizes = legend_sizes(view, numbered);
  if (sizes.whole > area.width()) return;
  const float y = area.middle_y();
  float x = ui.text(area.right - sizes.whole, y, type::caption, c.text_3, legend_name) + ui.px(10);
  if (!numbered) ui.text(x, y, type::path, c.text_2, "0");
  x = std::round(x + sizes.outside);
  for (int layer = 0; layer <= layers; ++layer) {
    const Area cell = Area::at(x, std::round(y - ui.px(9)), std::round(sizes.cell), ui.px(18));
    const Rgb colour = colour_at(colour_map(Ramp::sequential, ui.theme()),
                                 position_on_scale(map.scale, static_cast<float>(layer)));
    ui.fill({cell.left, cell.top, cell.right - (numbered ? ui.hairline() : 0), cell.bottom}, colour);
    if (numbered) ui.text(cell, Align::centre, type::cell, text_on(colour), std::to_string(layer));
    x = cell.right;
  }
  if (!numbered) ui.text(x + ui.px(6), y, type::path, c.text_2, std::to_string(layers));
}

}  // namespace

void draw_reach(const MasksView& view, const Area& area) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  Area rest = area;
  Area title = rest.cut_top(number_slide_height(ui));
  if (has_control(view.context, &MasksLab::layers)) {
    slide_setting(view.context, title.cut_right(std::min(ui.px(190), title.width() / 3)), &MasksLab::layers,
                  {.label = "layers L"});
    title.cut_right(ui.px(24));
  }
  title.bottom = title.top + ui.px(32);
  const std::string said = say("What reaches a word through {layers}",
                               {{"layers", say(several(view.shown.lab.layers, "{n} layer", "{n} layers"),
                                               {{"n", count_text(view.shown.lab.layers)}})}});
  const std::string brief =
      say("Reach after {layers}", {{"layers", say(several(view.shown.lab.layers, "{n} layer", "{n} layers"),
                                                  {{"n", count_text(view.shown.lab.layers)}})}});
  const float gap = ui.px(24);
  const bool fits = ui.width(type::section, said) + gap + legend_sizes(view, true).whole <= title.width();
  const std::string& named = fits ? said : brief;
  ui.text(title, Align::left, type::section, c.ink, named);
  const HeatmapPtr& map = view.shown.reach_map;
  title.cut_left(ui.width(type::section, named) + gap);
  const bool beside = legend_sizes(view, false).whole <= title.width();
  if (beside) draw_legend(view, *map, title);
  rest.cut_top(ui.px(6));

  const float counts = ui.px(80);
  const float words = rest.width() - ui.px(120 + 150) > ui.px(220) ? ui.px(220) : 0;
  // The same columns stand over the mask: they are named again where their names leave cells of some size.
  const Area room{rest.left, rest.top, rest.right - counts - words, rest.bottom};
  Area cells = square_cells(ui, *map, room, ui.px(30), true);
  const bool labelled = cells.height() / static_cast<float>(view.tokens()) >= ui.px(13);
  if (!labelled) {
    const Area below{room.left, room.top + ui.px(20), room.right, room.bottom};
    cells = square_cells(ui, *map, below, ui.px(30), false);
  }
  focus_band(ui, cells.left - row_labels_width(ui, *map), cells.right + ui.px(4), cells, view.tokens(),
             view.token);
  const HeatmapTouch touch =
      heatmap(ui, "masks/reach", map, cells, {.column_labels = labelled, .focus_row = view.token});
  if (touch.hovered) ui.tooltip(reach_tooltip(view, *touch.hovered));
  if (touch.clicked) follow_token(view, touch.clicked->row);
  if (touch.clicked_row) follow_token(view, *touch.clicked_row);
  draw_counts(view, cells, counts - ui.px(12));
  if (!beside && !labelled)
    draw_legend(view, *map, {rest.left, cells.top - ui.px(22), cells.right, cells.top});
  const float left = cells.right + counts + ui.px(28);
  if (rest.right - left >= ui.px(150)) draw_reached_words(view, {left, rest.top, rest.right, rest.bottom});
}

}  // namespace headlight
