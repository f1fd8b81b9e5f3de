// What comes to a word through several layers: who sees something of whom, as a matrix, as counts, over the
// words, and what a writer has to keep.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/panels/labs/lab_parts.h"
#include "app/panels/labs/masks_parts.h"
#include "app/widgets/levers.h"
#include "app/widgets/plot.h"
#include "core/figure/amounts.h"

namespace headlight {
namespace {

int layers_of(const MasksView& view) { return view.context.session.labs.masks.layers; }

bool reached(const MasksView& view, int query, int key) {
  const int needed = view.layers_until(query, key);
  return needed >= 0 && needed <= layers_of(view);
}

int reached_count(const MasksView& view, int query) {
  int count = 0;
  for (int key = 0; key < view.tokens(); ++key) count += reached(view, query, key) ? 1 : 0;
  return count;
}

HeatmapPtr reach_map(const MasksView& view) {
  // From below 0, so that its own place is not as pale as the paper.
  const Scale scale{Ramp::sequential, -1, static_cast<float>(layers_of(view)), "layers", {}, {}};
  return map_of_pairs(view, scale, NumberFormat::score, [&](int query, int key) {
    return PairValue{static_cast<float>(view.layers_until(query, key)),
                     reached(view, query, key) ? CellState::value : CellState::absent};
  });
}

std::string layers_text(int count) { return counted(count, "layer"); }

std::vector<RichText> tooltip_of(const MasksView& view, CellAt at) {
  const int needed = view.layers_until(at.row, at.column);
  std::string said = needed < 0    ? "never, however many layers"
                     : needed == 0 ? "its own place: the residual connection keeps it"
                                   : "after " + layers_text(needed);
  std::vector<RichText> lines;
  lines.push_back(std::vector<TextRun>{{view.word(at.column), Role::ink, true},
                                       {" comes to ", Role::text_3},
                                       {view.word(at.row), Role::ink, true}});
  lines.push_back(RichText(std::move(said)));
  return lines;
}

// How many words have come to each row, beside it.
void draw_counts(const MasksView& view, const Area& cells, float width) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  const float tall = cells.height() / static_cast<float>(view.tokens());
  const float left = cells.right + ui.px(12);
  const float numbers = ui.width(type::number_hot, std::to_string(view.tokens())) + ui.px(8);
  ui.text(left, cells.top - ui.px(10), type::caption, c.text_3, "words");
  const int step =
      std::max(1, static_cast<int>(std::ceil(std::max(ui.px(13), ui.height(type::caption) * 0.86F) / tall)));
  for (int query = 0; query < view.tokens(); ++query) {
    const int count = reached_count(view, query);
    const float y = cells.top + tall * (static_cast<float>(query) + 0.5F);
    const float share = static_cast<float>(count) / static_cast<float>(view.tokens());
    const float bar = (width - numbers) * share;
    const float thick = std::max(ui.hairline(), std::min(std::round(tall * 0.55F), ui.px(10)));
    const bool hot = query == view.token;
    ui.fill(Area::at(left, std::round(y - thick / 2), bar, thick), hot ? c.weights : c.plain_ribbon);
    const bool close_to_hot = !hot && std::abs(query - view.token) < step;
    if (hot || (query % step == 0 && !close_to_hot)) {
      ui.text(left + bar + ui.px(6), y, hot ? type::number_hot : type::path, hot ? c.ink : c.text_2,
              std::to_string(count));
    }
  }
}

std::string verdict(const MasksView& view) {
  const auto all = sees_all_after(view.needed, view.tokens(), view.token);
  if (!all) return "It never sees everything.";
  if (*all == 0) return "It is alone: there is nothing else to see.";
  return "It sees everything after " + layers_text(*all) + ".";
}

// Chips of the words in lines.
struct WordChips {
  std::vector<int> words;  // those that are shown, in their order
  std::vector<Area> places;
  Area more;  // where it says how many are left out
  bool fit = true;
  bool small = false;
};

std::string more_text(const MasksView& view, const std::vector<int>& words) {
  return "and " + std::to_string(view.words.size() - words.size()) + " more";
}

WordChips lay_out_words(const MasksView& view, const Area& area, std::vector<int> words, bool small) {
  const Ui& ui = view.context.ui;
  const Type face = small ? type::caption_hot : type::label_hot;
  const float tall = ui.px(small ? 20 : 24);
  const float apart = ui.px(small ? 2 : 4);
  WordChips chips;
  chips.small = small;
  float x = area.left;
  float y = area.top;
  const auto place = [&](float wide) {
    if (x + wide > area.right && x > area.left) {
      x = area.left;
      y += tall + ui.px(3);
    }
    const Area at = Area::at(x, y, wide, tall);
    x += wide + apart;
    chips.fit = chips.fit && at.bottom <= area.bottom && at.right <= area.right;
    return at;
  };
  for (const int word : words)
    chips.places.push_back(place(ui.width(face, view.word(word)) + ui.px(small ? 8 : 14)));
  if (words.size() < view.words.size())
    chips.more = place(ui.width(small ? type::caption : type::label, more_text(view, words)) + ui.px(4));
  chips.words = std::move(words);
  return chips;
}

// All of them, in smaller type where that is needed; else those that matter most: the word in question and
// what has come to it, from its neighbours on, then the others.
WordChips chosen_words(const MasksView& view, const Area& area) {
  std::vector<int> words(view.words.size());
  std::iota(words.begin(), words.end(), 0);
  for (const bool small : {false, true}) {
    WordChips all = lay_out_words(view, area, words, small);
    if (all.fit) return all;
  }
  std::stable_sort(words.begin(), words.end(), [&](int a, int b) {
    const bool first = reached(view, view.token, a);
    if (first != reached(view, view.token, b)) return first;
    return std::abs(a - view.token) < std::abs(b - view.token);
  });
  while (words.size() > 1) {
    words.pop_back();
    std::vector<int> shown = words;
    std::sort(shown.begin(), shown.end());
    WordChips some = lay_out_words(view, area, std::move(shown), true);
    if (some.fit) return some;
  }
  return {};
}

bool shows_all_reached(const MasksView& view, const Area& area) {
  const std::vector<int> shown = chosen_words(view, area).words;
  const auto lit = [&](int word) { return reached(view, view.token, word); };
  return std::count_if(shown.begin(), shown.end(), lit) == reached_count(view, view.token);
}

// The words; what has come to the word in question is lit. Returns the lower end.
float draw_words(const MasksView& view, const Area& area) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  const WordChips chips = chosen_words(view, area);
  if (chips.words.empty()) return area.top;
  const Type plain = chips.small ? type::caption : type::label;
  const Type hot = chips.small ? type::caption_hot : type::label_hot;
  if (chips.words.size() < view.words.size())
    ui.text(chips.more, Align::right, plain, c.text_2, more_text(view, chips.words));
  for (std::size_t i = 0; i < chips.words.size(); ++i) {
    const int t = chips.words[i];
    const Area& chip = chips.places[i];
    const Touch touch = ui.item("masks/word/" + std::to_string(t), chip);
    if (touch.hovered) {
      ui.hand();
      ui.tooltip(tooltip_of(view, {view.token, t}));
    }
    if (touch.clicked) follow_token(view, t);
    const bool own = t == view.token;
    const bool lit = reached(view, view.token, t);
    if (own) {
      ui.fill(chip, c.focus, ui.px(6));
    } else if (lit) {
      ui.fill(chip, mix(c.stage, c.weights, 0.18F), ui.px(6));
    } else {
      ui.outline(chip, c.hairline, ui.hairline(), ui.px(6));
    }
    if (touch.focused) ui.focus_ring(chip, ui.px(6));
    const Rgb ink = own ? palette(Theme::light).ink : lit ? c.ink : c.text_3;
    ui.text(chip, Align::centre, own || lit ? hot : plain, ink, view.word(t));
  }
  return std::max(chips.places.back().bottom, chips.more.bottom);
}

// What must be kept while more and more is written: the table that cannot grow for ever.
void draw_cache(const MasksView& view, const Area& area) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  PlotSeries all{
      .name = "all", .colour = c.text_3, .points = {}, .kind = PlotSeries::Kind::dashed, .thickness = 1.5F};
  PlotSeries kept{.name = "kept", .colour = c.weights, .points = {}};
  const std::vector<int> sizes = cache_sizes(view.pattern);
  for (int t = 0; t < view.tokens(); ++t) {
    all.points.push_back({t + 1.0, t + 1.0});
    kept.points.push_back({t + 1.0, static_cast<double>(sizes[static_cast<std::size_t>(t)])});
  }
  const std::array series{all, kept};
  const double most = std::max(2, view.tokens());
  plot(ui, "masks/cache", area, {.title = "words written", .from = 1, .to = most},
       {.title = "keys and values to keep", .from = 0, .to = most}, series);
}

void draw_field(const MasksView& view, Area area) {
  Ui& ui = view.context.ui;
  const int count = reached_count(view, view.token);
  const bool one_head = !view.context.session.labs.masks.all_heads;
  std::vector<TextRun> said{
      {one_head ? "If every head had this mask: " : "", Role::text_2},
      {"“" + view.word(view.token) + "”", Role::ink, true},
      {" has something of " + std::to_string(count) + " of " + counted(view.tokens(), "word") + ". ",
       Role::ink}};
  // The map tells the verdict, too: it makes room for words that have come there.
  std::vector<TextRun> all = said;
  all.push_back({verdict(view), Role::text_2});
  const float lines = std::ceil(ui.width(type::body, type::label_hot, all) * 1.08F / area.width());
  const Area left{area.left, area.top + lines * ui.px(19) + ui.px(8), area.right, area.bottom};
  if (shows_all_reached(view, left)) said = std::move(all);
  area.cut_top(ui.wrapped_rich(area, type::body, type::label_hot, said, ui.px(19)) + ui.px(8));
  area.top = draw_words(view, area) + ui.px(12);
  const bool written = causal_by_rule(view.context.session.labs.masks, view.pattern) && view.tokens() > 1;
  if (written && area.height() >= ui.px(102) && area.width() >= ui.px(200)) {
    draw_cache(view, {area.left, area.top, area.right, std::min(area.bottom, area.top + ui.px(220))});
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
  const int layers = layers_of(view);
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
  const int layers = layers_of(view);
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

void slide_layers(const MasksView& view, const Area& area) {
  const NumberSlide slide{.label = "layers L",
                          .value = static_cast<double>(layers_of(view)),
                          .lowest = 1,
                          .highest = 12,
                          .usual = static_cast<double>(MasksLab{}.layers)};
  const auto moved = number_slide(view.context.ui, "slide/masks/layers", area, slide);
  if (moved) change_labs(view.context, [&](Labs& labs) { labs.masks.layers = static_cast<int>(*moved); });
}

}  // namespace

void draw_reach(const MasksView& view, const Area& area) {
  Ui& ui = view.context.ui;
  const Palette& c = ui.colours();
  Area rest = area;
  Area title = rest.cut_top(number_slide_height(ui));
  slide_layers(view, title.cut_right(std::min(ui.px(190), title.width() / 3)));
  title.cut_right(ui.px(24));
  title.bottom = title.top + ui.px(32);
  const std::string said = "What comes to a word through " + layers_text(layers_of(view));
  const std::string brief = "Reach after " + layers_text(layers_of(view));
  const float gap = ui.px(24);
  const bool fits = ui.width(type::section, said) + gap + legend_sizes(view, true).whole <= title.width();
  const std::string& named = fits ? said : brief;
  ui.text(title, Align::left, type::section, c.ink, named);
  const HeatmapPtr map = reach_map(view);
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
  if (touch.hovered) ui.tooltip(tooltip_of(view, *touch.hovered));
  if (touch.clicked) follow_token(view, touch.clicked->row);
  if (touch.clicked_row) follow_token(view, *touch.clicked_row);
  draw_counts(view, cells, counts - ui.px(12));
  if (!beside && !labelled)
    draw_legend(view, *map, {rest.left, cells.top - ui.px(22), cells.right, cells.top});
  const float left = cells.right + counts + ui.px(28);
  if (rest.right - left >= ui.px(150)) draw_field(view, {left, rest.top, rest.right, rest.bottom});
}

}  // namespace headlight
