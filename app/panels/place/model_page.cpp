// The whole model, its layers folded.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/place/model_parts.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/place_parts.h"
#include "app/widgets/arcs.h"
#include "core/figure/numbers.h"
#include "core/figure/palette.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

// Units of width; on a small window a finger presses it.
float least_layer(const Page& page) { return page.boxes.narrow() ? 36 : page.boxes.presented() ? 44 : 26; }

// Of a layer, in one row: the mean of its heads, and of each head the largest share.
struct HeadsInRow {
  std::vector<float> mean, most;
};
struct KeptRows : KeptOfTrace<std::pair<std::string, int>, HeadsInRow> {};

const HeadsInRow& heads_in_row(const Page& page, const std::string& block, int row) {
  return page.ui.state<KeptRows>().get(page.context.maps[page.side].trace(), {block, row}, [&] {
    HeadsInRow of;
    const Place place = place_of(block + ".head.0.weights");
    const Attention attention = attention_of(place.stack, place.attention);
    const int layer = place.layer.value_or(0), heads = page.trace.anatomy().heads(attention, layer);
    for (int head = 0; head < heads; ++head) {
      const MapRows found =
          page.context.maps[page.side].rows(HeadChoice{attention, layer, head}.path("weights"), row, 1);
      if (!found.has(row)) continue;
      of.mean.resize(static_cast<std::size_t>(found.map->columns));
      float most = 0;
      for (int column = 0; column < found.map->columns; ++column) {
        if (found.map->state(row - found.first, column) != CellState::value) continue;
        const float share = found.map->value(row - found.first, column);
        of.mean[static_cast<std::size_t>(column)] += share / static_cast<float>(heads);
        most = std::max(most, share);
      }
      of.most.push_back(most);
    }
    return of;
  });
}

// Those of the chosen word. What it takes from words out of sight comes from where these are, as one.
void add_chosen_lines(std::vector<Line>& lines, const std::vector<float>& shares, float to,
                      const Rows& asked) {
  float above = 0, below = 0;
  for (int column = 0; column < static_cast<int>(shares.size()); ++column) {
    const float share = shares[static_cast<std::size_t>(column)];
    if (!asked.has(column)) {
      (column < asked.first ? above : below) += share;
    } else if (share >= least_mean_share) {
      lines.push_back({asked.middle(column), to, share, true});
    }
  }
  if (above >= least_mean_share) lines.push_back({asked.top, to, above, true, true});
  if (below >= least_mean_share) lines.push_back({asked.bottom(), to, below, true, true});
}

// What each row of a layer takes from each word, the mean over its heads.
std::vector<Line> lines_of(const Page& page, const std::string& block, const Rows& asks, const Rows& asked,
                           int chosen) {
  std::vector<Line> lines;
  const LayerMaps* const maps = page.context.maps[page.side].layer(block);
  if (maps == nullptr || maps->mean == nullptr) return lines;
  const Heatmap& mean = *maps->mean;
  // Of a very long text it is a small picture, whose cells are no words.
  const bool whole = mean.rows == asks.count && mean.columns == asked.count;
  if (asks.has(chosen) && (!whole || asked.shown < asked.count))
    add_chosen_lines(lines, heads_in_row(page, block, chosen).mean, asks.middle(chosen), asked);
  if (!whole) return lines;
  const bool chosen_is_there = !lines.empty();
  for (int row = asks.first; row < std::min(asks.first + asks.shown, mean.rows); ++row) {
    for (int column = asked.first; column < std::min(asked.first + asked.shown, mean.columns); ++column) {
      if (mean.state(row, column) != CellState::value) continue;
      const float share = mean.value(row, column);
      if (share >= least_mean_share && !(chosen_is_there && row == chosen))
        lines.push_back({asked.middle(column), asks.middle(row), share, row == chosen});
    }
  }
  return lines;
}

// The lines of a box, whatever its place is at this moment.
stage::Scene::Paint painted(std::vector<Line> lines, const Palette& c, float from, float to, float unit) {
  // Very many of them together are not to be darker than few.
  const float pale = 0.09F * std::min(1.0F, 100.0F / static_cast<float>(lines.size() + 1));
  return [lines = std::move(lines), quiet = c.weights, from, to, unit, pale](Ui& on, const Area& at) {
    for (const bool chosen : {false, true}) {
      for (const Line& line : lines) {
        if (line.chosen != chosen) continue;
        const float thick = std::max(unit * line.share, 1.0F);
        if (line.beyond) {
          const float x = at.left + std::max(from, thick);
          const float y = line.from + (line.from < line.to ? -1 : 1) * on.px(8);
          on.curve({{x, y}, {x, line.to}, {x, line.to}, {at.right - to, line.to}}, quiet, thick, 0.62F);
          continue;
        }
        on.ribbon({at.left + from, line.from}, {at.right - to, line.to}, thick, thick, quiet,
                  chosen ? 0.62F : pale);
      }
    }
  };
}

void draw_plus(Ui& ui, ImVec2 at, bool chosen, float most) {
  const Palette& c = ui.colours();
  const float r = chosen ? ui.px(7) : std::min(ui.px(5), most), arm = r * 0.55F;
  const Rgb colour = chosen ? c.ink : c.text_3;
  ui.disc(at, r, c.stage);
  ui.circle(at, r, colour, chosen ? ui.px(1.5F) : ui.hairline());
  ui.line(at.x - arm, at.y, at.x + arm, at.y, colour, ui.hairline());
  ui.line(at.x, at.y - arm, at.x, at.y + arm, colour, ui.hairline());
}

}  // namespace

void add_streams(stage::Scene& scene, const char* name, const Rows& rows, int chosen, float left, float right,
                 std::vector<float> pluses) {
  std::vector<float> ys;
  for (int row = rows.first; row < rows.first + rows.shown; ++row) ys.push_back(rows.middle(row));
  const int hot = rows.has(chosen) ? chosen - rows.first : -1;
  scene.add(key(name), {left, rows.top, right, rows.bottom()},
            [ys, hot, most = rows.pitch * 0.42F, pluses = std::move(pluses)](Ui& on, const Area& at) {
              const Palette& c = on.colours();
              for (std::size_t i = 0; i < ys.size(); ++i) {
                const bool is_hot = static_cast<int>(i) == hot;
                on.line(at.left, ys[i], at.right, ys[i], is_hot ? c.ink : c.strong_line,
                        is_hot ? on.px(2.5F) : on.hairline());
                for (const float x : pluses) draw_plus(on, {x, ys[i]}, is_hot, most);
              }
            });
}

void add_ribbons(const Page& page, stage::Scene& scene, const stage::Key& key, const Area& area,
                 const std::string& block, const Rows& asks, const Rows& asked, int chosen, float unit) {
  scene.add(key, area, painted(lines_of(page, block, asks, asked, chosen), page.c, 0, 0, unit));
}

GoTo opened(const Page& page, const LayerColumn& column) {
  const bool here = is_chosen_layer(page, column.attention, column.layer);
  const HeadChoice head = here ? page.head : HeadChoice{column.attention, column.layer, 0};
  return {.altitude = Altitude::layer, .head = head, .token = std::max(row_for(page, head.attention), 0)};
}

namespace {

// "Encoder, reads down and up", "LSTM, layer 1".
std::string recurrent_called(const Page& page, const LayerColumn& column) {
  const StackInfo& stack = *page.trace.anatomy().stack(info(column.attention).stack);
  const std::string name(stack.title);
  if (stack.layers > 1)
    return say("{name}, layer {n}", {{"name", name}, {"n", std::to_string(column.layer + 1)}});
  if (!stack.recurrence || page.trace.anatomy().stacks.size() < 2) return name;
  const bool writes = stack.stream != page.trace.anatomy().typed();
  return writes                        ? say("{name}, writes down", {{"name", name}})
         : stack.recurrence->both_ways ? say("{name}, reads down and up", {{"name", name}})
                                       : say("{name}, reads down", {{"name", name}});
}

}  // namespace

void add_layer_box(const Page& page, stage::Scene& scene, const LayerColumn& column, const Area& box,
                   bool chosen) {
  const int layer = column.layer;
  const std::string title =
      say("Layer {n} of {all}",
          {{"n", std::to_string(layer + 1)}, {"all", std::to_string(layers_of(page, column.attention))}});
  const std::string brief = say("Layer {n}", {{"n", std::to_string(layer + 1)}});
  const std::string whole = page.lane < 0 ? title : recurrent_called(page, column);
  const std::string shorter = page.lane < 0 ? brief : whole.substr(0, whole.find(','));
  const Type face = page.face(type::small_section);
  const bool untitled = page.boxes.flat && page.altitude == Altitude::layer;
  const float title_tall = page.px(page.boxes.presented() ? 36 : 32);
  scene.add(key_of_layer("layer", column.attention, layer), box, [=](Ui& on, const Area& at) {
    const Palette& c = on.colours();
    on.fill(at, c.folded, on.px(9), 0.75F);
    on.outline(at, chosen ? c.ink : c.strong_line, chosen ? on.px(2) : on.hairline(), on.px(9));
    if (untitled) return;
    const float room = at.width() - on.px(16);
    const std::string& text = on.width(face, whole) <= room ? whole : shorter;
    const float top = at.top + on.px(10), bottom = at.top + title_tall;
    if (at.width() <= on.px(60) || on.width(face, text) > room + on.px(4)) {
      on.text({at.left, top, at.right, bottom}, Align::centre, face, c.ink, std::to_string(layer + 1));
    } else {
      on.text({at.left + on.px(12), top, at.right, bottom}, Align::left, face, c.ink, text);
    }
  });
}

namespace {

// A dot for each head of a layer: the darker, the more the chosen word takes from one word in it.
void add_head_dots(const Page& page, stage::Scene& scene, const HeadChoice& of, const Area& area) {
  const int row = row_for(page, of.attention);
  if (row < 0 || page.is_tight() || page.boxes.presented() || page.boxes.narrow()) return;
  const std::vector<float>& most = heads_in_row(page, info(of.attention).block(of.layer), row).most;
  constexpr int across = 4;
  const float pitch = std::min(page.px(11), area.width() / across);
  const int lines = (static_cast<int>(most.size()) + across - 1) / across;
  if (most.empty() || static_cast<float>(lines) * pitch > area.height()) return;
  const float wide = pitch * static_cast<float>(across);
  scene.add(key_of_layer("dots", of.attention, of.layer),
            Area::at(area.middle_x() - wide / 2, area.top, wide, pitch * static_cast<float>(lines)),
            [most, pitch](Ui& on, const Area& at) {
              const ColourMap& colours = colour_map(Ramp::sequential, on.theme());
              for (std::size_t i = 0; i < most.size(); ++i) {
                const auto x = static_cast<float>(i % static_cast<std::size_t>(across)),
                           y = static_cast<float>(i / static_cast<std::size_t>(across));
                const ImVec2 middle(at.left + pitch * (x + 0.5F), at.top + pitch * (y + 0.5F));
                on.disc(middle, pitch * 0.4F, colour_at(colours, most[i]));
                on.circle(middle, pitch * 0.4F, on.colours().strong_line, on.hairline());
              }
            });
}

// Where the heads have no room each, one picture of the mean of their weights.
void add_mean_of_heads(const Page& page, stage::Scene& scene, const HeadChoice& of, const Area& area) {
  const std::string block = info(of.attention).block(of.layer);
  const LayerMaps* const maps = page.context.maps[page.side].layer(block);
  if (maps == nullptr || maps->mean == nullptr) return;
  const float size = std::min(area.width() + page.px(16), area.height());
  scene.add(key_of_layer("mean", of.attention, of.layer),
            Area::at(area.middle_x() - size / 2, area.top, size, size),
            [map = maps->mean](Ui& on, const Area& at) { paint_cells(on, map, at); });
  const Area below{area.left - page.px(8), area.top + size + page.px(10), area.right + page.px(8),
                   area.bottom};
  add_head_dots(page, scene, of, below);
}

constexpr float gap_of_heads = 7;
struct FittedHeads {
  float size = 0;  // pixels of a side; 0: they have no room each
  int across = 1;
};
FittedHeads fitted_heads(const Page& page, int count, const Area& area) {
  const float gap = page.px(gap_of_heads);
  FittedHeads best;
  for (int each = 1; each <= count; ++each) {
    const int lines = (count + each - 1) / each;
    const float wide = (area.width() + gap) / static_cast<float>(each) - gap;
    const float tall = (area.height() + gap) / static_cast<float>(lines) - gap;
    if (const float fits = std::floor(std::min({wide, tall, page.px(46)})); fits > best.size)
      best = {fits, each};
  }
  // In a layer that is opened they are what one presses; in the model the layer is.
  const float least = page.is_tight()                                           ? 36
                      : page.boxes.narrow() && page.altitude == Altitude::model ? 28
                                                                                : 16;
  return best.size < page.px(least) ? FittedHeads{} : best;
}

float over_rows(const Page& page) {
  return page.px(page.boxes.presented() ? 130 : page.boxes.low ? 74 : box_over_rows);
}

// In a layer's box, over the rows.
Area room_of_heads(const Page& page, const LayerColumn& column) {
  Area room = column.area.inset(page.px(12), 0);
  room.top = page.boxes.rows - over_rows(page) + page.px(page.boxes.presented() ? 44 : 38);
  room.bottom = page.boxes.rows - page.px(10);
  return room;
}

// What the ribbons from words out of sight are, over the first of them.
void add_name_of_ribbons(const Page& page, stage::Scene& scene, const LayerColumn& first, const Rows& rows) {
  constexpr float much = 0.2F;
  const int row = row_for(page, first.attention);
  if (!rows.has(row) || rows.first == 0 || page.is_tight() || page.boxes.low) return;
  const std::vector<float>& mean = heads_in_row(page, info(first.attention).block(first.layer), row).mean;
  const auto end = mean.begin() + std::min<std::ptrdiff_t>(rows.first, std::ssize(mean));
  if (std::accumulate(mean.begin(), end, 0.0F) < much) return;
  add_text(page, scene, {first.area.left, rows.top - page.px(26)}, type::label_hot, page.c.weights,
           say("from {unit}s above", {{"unit", word_called(page, page.attention.asks)}}));
}

}  // namespace

bool shows_means(const Page& page) {
  for (const LayerColumn& column : layer_columns(page, least_layer(page))) {
    if (column.area.empty()) continue;
    const auto count = static_cast<int>(heads_of_layer(page, column.attention, column.layer).size());
    return fitted_heads(page, count, room_of_heads(page, column)).size == 0;
  }
  return false;
}

void add_head_pictures(const Page& page, stage::Scene& scene, const std::vector<HeadChoice>& heads,
                       const Area& area) {
  const auto [size, across] = fitted_heads(page, static_cast<int>(heads.size()), area);
  const float gap = page.px(gap_of_heads);
  const bool of_model = page.altitude == Altitude::model;
  if (size == 0) return add_mean_of_heads(page, scene, heads.front(), area);
  // Those that look back, and those that read: apart, and called so, where there is room for it.
  const auto count = static_cast<int>(heads.size());
  const float apart = page.px(16);
  const bool named = page.altitude == Altitude::layer && page.boxes.form == Form::wide && !page.boxes.low &&
                     heads.front().attention != heads.back().attention && across == count &&
                     static_cast<float>(count) * (size + gap) + apart <= area.width();
  std::vector<Area> places;
  for (int i = 0; i < count; ++i) {
    const HeadChoice& head = heads[static_cast<std::size_t>(i)];
    const bool reads = named && head.attention != heads.front().attention;
    places.push_back(Area::at(area.left + static_cast<float>(i % across) * (size + gap) + (reads ? apart : 0),
                              area.top + static_cast<float>(i / across) * (size + gap), size, size));
    const bool begins = i == 0 || head.attention != heads[static_cast<std::size_t>(i) - 1].attention;
    if (named && begins)
      add_text(page, scene, {places.back().left, places.back().bottom + page.px(12)}, type::caption,
               page.c.text_2, reads ? head_called(page, {head.attention, head.layer, 0}) : say("looks back"));
  }
  const HeadChoice& first = heads.front();
  const std::string layer = std::string(info(first.attention).stack) + std::to_string(first.layer);
  // Between them is the layer's box.
  if (add_thumbnails(page, scene, "place/list of heads/" + layer, heads, places) && of_model)
    page.go(opened(page, {first.attention, first.layer, {}}));
}

void add_group(const Page& page, stage::Scene& scene, float left, float right, const std::string& name,
               const std::string& does) {
  const bool brief = page.boxes.phone() || page.boxes.presented();
  if (page.boxes.low && !brief) return;
  const Ui& ui = page.ui;
  if (brief) {
    // Its name, as near to its boxes as there is room for it.
    const Type face = page.face(type::label_hot);
    const float over = page.px(page.boxes.presented() ? 148 : 92);
    const float x = std::min(left, page.boxes.stage.right - ui.width(face, name));
    add_text(page, scene, {x, page.boxes.rows - over}, face, page.c.ink, name);
    return;
  }
  const float y = page.boxes.rows - page.px(box_over_rows + 27);
  const float x = left + ui.width(type::label_hot, name);
  add_text(page, scene, {left, y}, type::label_hot, page.c.ink, name);
  if (!does.empty() && x + page.px(8) + ui.width(type::label, does) <= right + page.px(30))
    add_text(page, scene, {x + page.px(8), y}, type::label, page.c.text_2, does);
  scene.add(
      key("under/" + name), {left, y + page.px(14), right, y + page.px(16)}, [](Ui& on, const Area& at) {
        on.line(at.left, at.middle_y(), at.right, at.middle_y(), on.colours().strong_line, on.hairline());
      });
}

namespace {

// From the right side of a layer's box to its pluses.
float plus_in(const Page& page, const LayerColumn& column) {
  return std::min(page.px(26), column.area.width() * 0.3F);
}

// Of the texts that a picture is compared with: where the one ends that fits best.
int end_of_best_text(const Trace& trace) {
  const std::vector<int>& best = trace.words().next_ids;
  const int ends = trace.find("text_ends");
  return best.empty() || best.front() < 0 || ends < 0 ? -1
                                                      : static_cast<int>(trace.read(ends)(best.front(), 0));
}

}  // namespace

void add_model(const Page& page, stage::Scene& scene) {
  if (page.lane >= 0) return add_recurrent_model(page, scene);
  std::vector<LayerColumn> columns = layer_columns(page, least_layer(page));
  const std::size_t all_layers = columns.size();
  std::erase_if(columns, [](const LayerColumn& each) { return each.area.empty(); });
  const bool encodes = page.attention.asks == Stream::source;
  const Rows source = encodes ? page.rows : Rows{};
  const bool texts = page.trace.anatomy().texts;
  const int target_row = texts ? end_of_best_text(page.trace) : page.written_row;
  const auto target_tokens = static_cast<int>(page.trace.words().target.size());
  const Rows target = texts ? rows_of(page.boxes, page.ui, target_tokens, target_row) : page.written_rows;
  const int source_row = row_for(page, Attention::encoder);
  const float over = over_rows(page);
  const float foot = page.px(12);
  std::vector<float> source_pluses, target_pluses;
  bool decodes = false;
  float source_end = page.boxes.stage.right;
  float target_begin = encodes ? page.boxes.stage.right : page.boxes.words.right;
  for (const LayerColumn& column : columns) {
    const bool encoder = column.attention == Attention::encoder;
    (encoder ? source_pluses : target_pluses).push_back(column.area.right - plus_in(page, column));
    if (encoder) source_end = column.area.right + page.px(18);
    decodes |= !encoder;
    if (!encoder) target_begin = std::min(target_begin, column.area.left + page.px(14));
  }
  // Without a decoder the lines go on to the answer, and without an answer they end.
  if (!decodes && answers_in_words(page.answers())) source_end = page.boxes.lines_end;
  for (const LayerColumn& column : columns) {
    const Rows& rows = column.attention == Attention::encoder ? source : target;
    Area box = column.area;
    box.top = page.boxes.rows - over;
    box.bottom = std::max(source.bottom(), rows.bottom()) + foot;
    add_layer_box(page, scene, column, box, is_chosen_layer(page, column.attention, column.layer));
    if (page.ui
            .press("place/layer/" + std::string(info(column.attention).stack) + std::to_string(column.layer),
                   box, {.radius = page.px(9), .hint = "Open this layer"})
            .clicked)
      page.go(opened(page, column));
  }
  add_beam(page, scene, page.row, encodes ? source_end : page.boxes.stage.right);
  if (encodes)
    add_streams(scene, "source stream", source, source_row, page.boxes.words.right, source_end,
                source_pluses);
  if (decodes)
    add_streams(scene, "target stream", target, target_row, target_begin,
                texts ? columns.back().area.right + page.px(18) : page.boxes.lines_end, target_pluses);
  for (const LayerColumn& column : columns) {
    const bool encoder = column.attention == Attention::encoder;
    const float from = std::min(page.px(14), column.area.width() * 0.12F);
    const float to = plus_in(page, column) + std::min(page.px(8), column.area.width() * 0.12F);
    const Rows& rows = encoder ? source : target;
    const Area box{column.area.left, rows.top, column.area.right, rows.bottom()};
    const float unit = page.is_of_cells(page.attention.asks)
                           ? page.px(line_units_of_cells)
                           : page.px(line_units) * std::min(1.0F, rows.pitch / page.px(34) * 1.3F);
    scene.add(key_of_layer("lines", column.attention, column.layer), box,
              painted(lines_of(page, info(column.attention).block(column.layer), rows, rows,
                               encoder ? source_row : target_row),
                      page.c, from, to, unit));
    if (encoder || !encodes || texts) continue;
    // What the decoder reads of the encoder comes from where that ends.
    const Area bridge{source_end, rows.top, column.area.right, rows.bottom()};
    scene.add(
        key_of_layer("bridge", column.attention, column.layer), bridge,
        painted(lines_of(page, info(Attention::cross).block(column.layer), target, source, page.written_row),
                page.c, 0, to, unit));
  }
  add_name_of_ribbons(page, scene, columns.front(), encodes ? source : target);
  for (const LayerColumn& column : columns)
    add_head_pictures(page, scene, heads_of_layer(page, column.attention, column.layer),
                      room_of_heads(page, column));
  // Before the layers and behind them.
  const auto end = [&](const char* id, float left, float right, const Rows& rows, int step,
                       const std::string& hint) {
    if (step < 0 || right - left < page.px(12)) return;
    if (page.ui
            .press(id, {left, rows.top, right, rows.bottom()}, {.radius = page.px(6), .hint = RichText(hint)})
            .clicked)
      page.go(to_model_step(page, step));
  };
  end("place/words in", page.boxes.words.right + page.px(4), columns.front().area.left - page.px(4),
      page.rows, step_of_words_in(page), say("Open how words become numbers"));
  end("place/words out", columns.back().area.right + page.px(6), page.boxes.answer.left - page.px(14),
      decodes ? target : source, step_of_words_out(page), say("Open how the answer is chosen"));
  const auto decoder = std::find_if(columns.begin(), columns.end(), [](const LayerColumn& each) {
    return each.attention == Attention::decoder;
  });
  if (columns.size() < all_layers) {
    const LayerColumn &first = columns.front(), &last = columns.back();
    add_group(page, scene, first.area.left, last.area.right,
              say("Layers {first} to {last}",
                  {{"first", std::to_string(first.layer + 1)}, {"last", std::to_string(last.layer + 1)}}),
              say("of {all}: the map below goes to the others", {{"all", std::to_string(all_layers)}}));
    return;
  }
  if (decoder != columns.begin())
    add_group(page, scene, columns.front().area.left, std::prev(decoder)->area.right,
              std::string(page.trace.anatomy().stack("encoder")->title),
              page.english                   ? say("reads the English")
              : page.trace.anatomy().picture ? say("reads the picture")
                                             : "");
  if (decoder != columns.end())
    add_group(page, scene, decoder->area.left, columns.back().area.right,
              page.only_writes()
                  ? say(several(page.layers, "{n} layer", "{n} layers"), {{"n", std::to_string(page.layers)}})
                  : std::string(page.trace.anatomy().stack("decoder")->title),
              page.english ? say("writes French")
              : texts      ? say("reads the texts")
              : page.answers() == AnswerKind::next_token
                  ? say("says what comes next, for every {unit}",
                        {{"unit", word_called(page, page.attention.asks)}})
                  : say("writes word after word"));
}

}  // namespace headlight::place
