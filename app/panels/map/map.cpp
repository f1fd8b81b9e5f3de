// The map of the model: encoder and decoder as in Vaswani et al. 2017, figure 1, with what flows between the
// blocks.
#include "app/panels/map/map.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/cause_ribbons.h"
#include "app/panels/common/panels.h"
#include "app/panels/common/stage.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

// The lines and the words of the map.

constexpr std::array word_types = {std::pair{type::lesson, type::small_section},
                                   std::pair{type::body, type::label_hot},
                                   std::pair{type::caption, type::caption_hot}};
constexpr std::size_t most_lines = 3;
constexpr float least_line = 18;  // units

// The corners of a line rounded.
std::vector<ImVec2> rounded(const std::vector<ImVec2>& corners, float radius) {
  std::vector<ImVec2> points;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const ImVec2 at = corners[i];
    if (i == 0 || i + 1 == corners.size()) {
      points.push_back(at);
      continue;
    }
    const auto towards = [&](const ImVec2& other) {
      const float dx = other.x - at.x;
      const float dy = other.y - at.y;
      const float length = std::max(std::hypot(dx, dy), 1e-3F);
      const float r = std::min(radius, length / 2);
      return ImVec2(at.x + dx / length * r, at.y + dy / length * r);
    };
    const ImVec2 a = towards(corners[i - 1]);
    const ImVec2 b = towards(corners[i + 1]);
    constexpr int pieces = 6;
    for (int k = 0; k <= pieces; ++k) {  // a quadratic curve with the corner as its control
      const float t = static_cast<float>(k) / pieces;
      const float u = 1 - t;
      points.emplace_back(u * u * a.x + 2 * u * t * at.x + t * t * b.x,
                          u * u * a.y + 2 * u * t * at.y + t * t * b.y);
    }
  }
  return points;
}

void arrow_head(Ui& ui, ImVec2 from, ImVec2 to, Rgb colour) {
  const float length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1e-3F);
  const ImVec2 along((to.x - from.x) / length, (to.y - from.y) / length);
  const float size = ui.px(6);
  const float half = ui.px(3.5F);
  const ImVec2 base(to.x - along.x * size, to.y - along.y * size);
  ui.polygon(std::array<ImVec2, 3>{{to,
                                    {base.x - along.y * half, base.y + along.x * half},
                                    {base.x + along.y * half, base.y - along.x * half}}},
             colour);
}

Role role_of_axis(Axis axis) {
  switch (info(axis).kind) {
    case AxisKind::tokens:
      return Role::tokens;
    case AxisKind::dimensions:
      return Role::dimensions;
    case AxisKind::vocabulary:
    case AxisKind::single:
      return Role::text_2;
  }
  return Role::text_2;
}

struct Wrapped {
  std::size_t type = 0;
  std::vector<std::vector<std::pair<float, std::size_t>>> lines;  // x and place of each word
  bool fits = false;
};

// The largest type in which the words take few lines; what does not fit into the last one is left out.
Wrapped wrap(const Ui& ui, const std::vector<std::string>& words, float width,
             std::size_t most = most_lines) {
  Wrapped best;
  for (std::size_t t = 0; t < word_types.size(); ++t) {
    Wrapped now{t, {{}}, true};
    const float space = ui.width(word_types[t].first, " ");
    float x = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const float wide = ui.width(word_types[t].first, words[i]);
      const bool last = now.lines.size() == most;
      const float room = last ? width - ui.px(20) : width;
      if (x > 0 && x + wide > room) {
        if (last) {
          now.fits = false;
          break;
        }
        now.lines.emplace_back();
        x = 0;
      }
      now.lines.back().emplace_back(x, i);
      x += wide + space;
    }
    best = std::move(now);
    if (best.fits && best.lines.size() == 1) break;
  }
  return best;
}

}  // namespace

RichText shape_text(const Trace& trace, const std::string& path) {
  const int node = trace.find(path);
  if (node < 0) return {};
  const Node& about = trace.tape().node(node);
  return std::vector<TextRun>{{"[", Role::text_3},
                              {std::to_string(about.shape.rows), role_of_axis(about.label.rows)},
                              {", ", Role::text_3},
                              {std::to_string(about.shape.cols), role_of_axis(about.label.cols)},
                              {"]", Role::text_3}};
}

void draw_map_line(const PanelContext& context, const MapLine& line, bool with_shape) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  Rgb colour = c.plain_ribbon;
  std::string letter;
  switch (line.kind) {
    case MapLine::Kind::stream:
    case MapLine::Kind::residual:
      break;
    case MapLine::Kind::query:
      colour = c.query;
      letter = "Q";
      break;
    case MapLine::Kind::key:
      colour = c.key;
      letter = "K";
      break;
    case MapLine::Kind::value:
      colour = c.value;
      letter = "V";
      break;
  }
  std::vector<ImVec2> corners = line.points;
  const ImVec2 end = corners.back();
  const ImVec2 before = corners[corners.size() - 2];
  if (line.arrow) {  // the stroke ends in the head, not at its tip
    const float length = std::max(std::hypot(end.x - before.x, end.y - before.y), 1e-3F);
    const float back = std::min(ui.px(4), length);
    corners.back() = {end.x - (end.x - before.x) / length * back, end.y - (end.y - before.y) / length * back};
  }
  const float thick = line.kind == MapLine::Kind::residual ? ui.px(1.5F) : ui.px(2);
  if (corners.size() == 2) {
    ui.line(corners[0].x, corners[0].y, corners[1].x, corners[1].y, colour, thick);
  } else {
    ui.lines(rounded(corners, ui.px(8)), colour, thick);
  }
  if (line.arrow) arrow_head(ui, before, end, colour);
  if (!letter.empty()) {
    const bool level = end.y == before.y;
    const ImVec2 at =
        level ? ImVec2(end.x - ui.px(22), end.y + (line.kind == MapLine::Kind::key ? -ui.px(9) : ui.px(9)))
              : ImVec2(end.x + ui.px(6), end.y + ui.px(9));
    ui.text(at.x, at.y, type::caption_hot, colour, letter);
  }
  if (line.shape_of.empty() || !with_shape) return;
  const RichText shape = shape_text(*stage_trace(context), line.shape_of);
  const float left = line.label_ends_there ? ui.width(type::path, type::path, shape) : 0;
  ui.rich(line.label.x - left, line.label.y, type::path, type::path, shape);
}

int map_word_lines(const Ui& ui, const std::vector<std::string>& words, float width) {
  return static_cast<int>(wrap(ui, words, width).lines.size());
}

void draw_map_words(const PanelContext& context, const Area& area, const std::vector<std::string>& words,
                    int focus) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  // What the model says can be longer than what it reads, for which the room is made.
  const auto room = static_cast<std::size_t>(area.height() / ui.px(least_line));
  const Wrapped wrapped = wrap(ui, words, area.width(), std::clamp<std::size_t>(room, 1, most_lines));
  const auto [plain, hot] = word_types[wrapped.type];
  const float line = area.height() / static_cast<float>(wrapped.lines.size());
  float y = area.top + line / 2;
  for (const auto& row : wrapped.lines) {
    if (row.empty()) continue;
    const float wide = row.back().first + ui.width(hot, words[row.back().second]);
    const float left = std::round(area.middle_x() - wide / 2);
    for (const auto& [x, place] : row) {
      const bool in_focus = static_cast<int>(place) == focus;
      const Type face = in_focus ? hot : plain;
      // Bold is wider: it takes of the space at both sides.
      const float over = ui.width(face, words[place]) - ui.width(plain, words[place]);
      ui.text(left + x - over / 2, y, face, c.ink, words[place]);
    }
    if (!wrapped.fits && &row == &wrapped.lines.back())
      ui.text(left + wide + ui.px(4), y, plain, c.text_2, "…");
    y += line;
  }
}

// Layers of the map, folded and unfolded.

void draw_map_folded(const PanelContext& context, const MapBlock& block, bool here) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float radius = ui.px(8);
  const int count = block.last_layer - block.layer + 1;
  for (int behind = std::min(count, 3) - 1; behind > 0; --behind) {
    const float by = ui.px(4) * static_cast<float>(behind);
    const Area card = block.area.moved(by, -by);
    ui.fill(card, c.folded, radius);
    ui.outline(card, c.strong_line, ui.hairline(), radius);
  }
  const Touch touch = ui.target("map/" + block.id, block.area);
  ui.fill(block.area, here ? c.focus_band : touch.hovered ? c.rail : c.folded, radius);
  ui.outline(block.area, here ? c.focus : c.strong_line, here ? ui.px(2.5F) : ui.hairline(), radius);
  const std::string stack(block.stack.name);
  const std::string title = count > 1 ? std::to_string(count) + " × " : "";
  const float left = block.area.left + ui.px(12);
  const float y = block.area.middle_y();
  const float end = ui.text(left, y - ui.px(9), type::label_hot, c.ink, title + block.title);
  const float end_2 = ui.text(left, y + ui.px(9), type::caption, c.text_2, count_text(block.parameters));
  int open = -1;
  const float size = ui.px(22);
  const float gap = ui.px(4);
  const float room = block.area.right - ui.px(10) - std::max(end, end_2) - ui.px(16);
  const int fits = static_cast<int>((room + gap) / (size + gap));
  const int shown = count <= fits ? count : std::max(fits - 1, 0);
  float x = block.area.right - ui.px(10) - static_cast<float>(shown) * (size + gap) + gap;
  if (shown < count && fits > 0) {
    ui.text(block.area.right - ui.px(22), y, type::label, c.text_2, "…");
    x -= size;
  }
  bool over = false;
  for (int i = 0; i < shown && count > 1; ++i) {
    const int layer = block.layer + i;
    const Area box = Area::at(x, std::round(y - size / 2), size, size);
    x += size + gap;
    const Touch pressed = ui.target("map/open/" + stack + "." + std::to_string(layer), box);
    ui.fill(box, pressed.hovered ? c.rail : c.panel, ui.px(5));
    ui.outline(box, pressed.hovered ? c.text_3 : c.hairline, ui.hairline(), ui.px(5));
    ui.text(box, Align::centre, type::path, c.text_2, std::to_string(layer));
    if (pressed.focused) ui.focus_ring(box, ui.px(5));
    if (pressed.hovered) {
      over = true;
      ui.hand();
      ui.tooltip("Unfold layer " + std::to_string(layer));
    }
    if (pressed.clicked) open = layer;
  }
  if (touch.focused) ui.focus_ring(block.area, radius);
  if (touch.hovered && !over) {
    ui.hand();
    ui.tooltip("Unfold layer " + std::to_string(block.layer));
  }
  if (touch.clicked && !over) open = block.layer;
  if (open < 0) return;
  ui.state<MapState>().unfolded[stack + "." + std::to_string(open)] = true;
  ui.state().again = true;
}

void draw_map_frame(const PanelContext& context, const MapFrame& frame, const MapBlock* here) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  ui.fill(frame.area, c.folded, ui.px(12));
  ui.outline(frame.area, c.hairline, ui.hairline(), ui.px(12));
  const bool inside = here != nullptr && here->id.starts_with(frame.id + ".");
  const Touch touch = ui.press("map/fold/" + frame.id, frame.label, {.radius = ui.px(6), .ground = c.rail});
  if (touch.hovered)
    ui.tooltip(std::vector<RichText>{
        RichText("Fold this layer"),
        RichText(std::vector<TextRun>{{count_text(frame.parameters) + " parameters", Role::text_3}})});
  const Align align = frame.at_right ? Align::left : Align::right;
  const Area text = frame.label.inset(ui.px(4), 0);
  ui.text({text.left, text.top, text.right, text.top + ui.px(20)}, align,
          inside ? type::label_hot : type::label, inside ? c.ink : c.text_2, std::string(frame.stack.title));
  ui.text({text.left, text.top + ui.px(18), text.right, text.bottom}, align,
          inside ? type::label_hot : type::label, inside ? c.ink : c.text_2,
          "layer " + std::to_string(frame.layer));
  if (!touch.clicked) return;
  ui.state<MapState>().unfolded[frame.id] = false;
  ui.state().again = true;
}

namespace {

constexpr float heading_units = 40;

void draw_heading(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  Area row = area;
  row.cut_left(draw_side_choice(context, {row.left - ui.px(24), row.top, row.right, row.bottom}));
  if (const float left = draw_cause_switch(context, row.left, row.right, row.middle_y()); left < row.right)
    row.right = left - ui.px(16);
  if (shows_cause_ribbons(context.session)) return draw_cause_legend(context, row);
  const char* const tokens = context.results.model->anatomy().picture ? "cells or words" : "words";
  RichText legend = std::vector<TextRun>{{"[", Role::text_3},
                                         {tokens, Role::tokens, true},
                                         {", ", Role::text_3},
                                         {"dimensions", Role::dimensions, true},
                                         {"]: shape of what flows. Numbers in the blocks: ", Role::text_3},
                                         {"learned parameters", Role::text_2, true}};
  const Anatomy& has = context.results.model->anatomy();
  std::string title = has.picture ? counted(has.picture->features.layers(), "convolution") : "";
  for (const StackInfo& stack : has.stacks) {
    if (stack.layers == 0) continue;
    title += (title.empty() ? "" : ", ") + counted(stack.layers, std::string(stack.name) + " layer");
  }
  title += ", " + count_text(context.results.model->weights().parameters()) + " parameters";
  // Where there is no room for both, fewer words.
  const auto legend_width = [&] { return ui.width(type::caption, type::caption_hot, legend); };
  if (ui.width(type::label, title) + ui.px(24) + legend_width() > row.width())
    legend.runs[4].text = "]. In the blocks: ";
  const float wide = legend_width();
  const float room = row.width() - wide - ui.px(24);
  if (ui.width(type::label, title) <= room) ui.text(row.left, row.middle_y(), type::label, c.text_2, title);
  if (row.width() > wide) ui.rich(row.right - wide, row.middle_y(), type::caption, type::caption_hot, legend);
}

// Moves the block of the current step into sight when it became current.
float scrolled(const PanelContext& context, const Area& area, const BlockLayout& layout,
               const MapBlock* here) {
  Ui& ui = context.ui;
  std::string& last = ui.state<MapState>().followed;
  const float most = std::max(0.0F, layout.height - area.height()) / ui.scale();
  float& scroll = ui.state().scroll["map"];  // from the bottom upwards
  const std::string followed = here == nullptr ? "" : here->id;
  if (last != followed && here != nullptr) {
    const float margin = ui.px(60);
    const float low = (area.top + margin - here->area.top) / ui.scale();
    const float high = (area.bottom - margin - here->area.bottom) / ui.scale();
    scroll = std::clamp(scroll, std::min(low, high), std::max(low, high));
  }
  last = followed;
  scroll = std::clamp(scroll + (most > 0 ? ui.wheel(area) * 60 : 0), 0.0F, most);
  return ui.px(scroll);
}

void move(BlockLayout& layout, float y) {
  for (MapBlock& block : layout.blocks) block.area = block.area.moved(0, y);
  for (MapFrame& frame : layout.frames) {
    frame.area = frame.area.moved(0, y);
    frame.label = frame.label.moved(0, y);
  }
  for (MapLine& line : layout.lines) {
    line.label.y += y;
    for (ImVec2& point : line.points) point.y += y;
  }
}

}  // namespace

void draw_map(const PanelContext& context, const Area& area) {
  if (context.results.model == nullptr) return;
  Ui& ui = context.ui;
  const Model& model = *context.results.model;
  Area stage = area.inset(ui.px(area.width() >= ui.px(1280) ? 40 : 24), 0);
  const float widest = ui.px(1360);
  if (stage.width() > widest)
    stage = Area::at(std::round(stage.middle_x() - widest / 2), stage.top, widest, stage.height());
  draw_heading(context, stage.cut_top(ui.px(heading_units), ui.px(4)));
  stage.cut_bottom(ui.px(12));

  const std::string shown = shown_path(context.session);
  const std::vector<StackInfo>& stacks = model.anatomy().stacks;
  const Trace& trace = *stage_trace(context);
  int word_lines = 1;
  for (const StackInfo& stack : stacks) {
    const Area column =
        map_column(stage, ui.scale(), stacks.size() > 1, map_at_right(model.anatomy(), stack));
    const float room = map_words_column(column, ui.scale()).width() - ui.px(12);
    word_lines = std::max(word_lines, map_word_lines(ui, trace.tokens(stack.stream), room));
  }
  BlockLayout layout = lay_out_map({.trace = trace,
                                    .weights = model.weights(),
                                    .area = stage,
                                    .unit = ui.scale(),
                                    .shown = shown,
                                    .unfolded = ui.state<MapState>().unfolded,
                                    .word_lines = word_lines});
  const bool scrolls = layout.height > stage.height();
  // Built from below; what it does not need of a high stage is left above and below it alike.
  const float spare = std::max(0.0F, stage.height() - layout.height);
  move(layout, scrolled(context, stage, layout, layout.block_of(shown)) - std::round(spare / 2));
  const MapBlock* here = layout.block_of(shown);

  ui.push_clip({area.left, stage.top - ui.px(4), area.right, stage.bottom + ui.px(8)}, scrolls);
  for (const MapFrame& frame : layout.frames) draw_map_frame(context, frame, here);
  const std::vector<MapRibbon> ribbons = map_ribbons(context, layout);
  draw_map_causes(context, layout, ribbons);
  for (const MapLine& line : layout.lines) {
    const bool named = std::any_of(ribbons.begin(), ribbons.end(), [&](const MapRibbon& ribbon) {
      return ribbon.row->path == line.shape_of || ribbon.block->stands_for_path(line.shape_of);
    });
    draw_map_line(context, line, !named);
  }
  for (const MapBlock& block : layout.blocks) draw_map_block(context, block, &block == here);
  draw_map_cause_words(context, layout, ribbons);
  ui.pop_clip();
}

}  // namespace headlight
