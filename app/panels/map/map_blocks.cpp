// The blocks of the map.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/panels/common/cause_ribbons.h"
#include "app/panels/common/interventions.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/common/stage.h"
#include "app/panels/map/map.h"
#include "app/panels/words/answer_marks.h"
#include "app/widgets/heatmap_view.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"

namespace headlight {
namespace {

using Kind = MapBlock::Kind;

// A block of attention opens the view that stands behind the flow: the tabs go from the outside in.
ViewKind attention_view() {
  const auto flow = std::find_if(views().begin(), views().end(),
                                 [](const StageView& view) { return view.kind == ViewKind::flow; });
  return std::next(flow)->kind;
}

void open_head(const PanelContext& context, const MapBlock& block, int head) {
  context.ui.emit(SelectAttention{block.attention});
  context.ui.emit(SelectHead{block.layer, head});
  context.ui.emit(SetView{attention_view()});
}

void explain(const PanelContext& context, const MapBlock& block, const std::string& step) {
  Ui& ui = context.ui;
  std::vector<RichText> lines;
  if (head_is_off(context, stage_side(context), step)) lines.emplace_back("switched off");
  const Trace& trace = *stage_trace(context);
  if (const Site* site = site_of(step)) {
    lines.push_back(RichText(std::string(site->meaning)));
    lines.push_back(in_one_line(equation_of(trace, trace.at(step))));
  }
  RichText shape = shape_text(trace, step);
  shape.runs.insert(shape.runs.begin(), TextRun{step + "  ", Role::text_3});
  lines.push_back(std::move(shape));
  if (block.parameters > 0)
    lines.push_back(
        RichText(std::vector<TextRun>{{count_text(block.parameters) + " parameters", Role::text_3}}));
  ui.tooltip(lines);
}

void explain_and_open(const PanelContext& context, const MapBlock& block, const Touch& touch) {
  if (touch.hovered) {
    context.ui.hand();
    explain(context, block, block.step);
  }
  if (!touch.clicked) return;
  context.ui.emit(GoToStep{block.step});
  context.ui.emit(SetView{ViewKind::steps});
}

// The heads' weights side by side, as large as they fit. Returns the left end.
float draw_heads_of_block(const PanelContext& context, const MapBlock& block, float least_left, bool& over) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float gap = ui.px(6);
  const float room = block.area.right - ui.px(10) - least_left;
  const float tall = block.area.height() - ui.px(12);
  int rows = 1;
  float size = 0;
  int columns = block.heads;
  for (int r = 1; r <= 3; ++r) {
    const int across = (block.heads + r - 1) / r;
    const float n = static_cast<float>(across);
    const float fits = std::floor(std::min((tall - gap * static_cast<float>(r - 1)) / static_cast<float>(r),
                                           (room - gap * (n - 1)) / n));
    if (fits <= size) continue;
    size = fits;
    rows = r;
    columns = across;
  }
  if (size < ui.px(5)) return block.area.right;
  const float wide = size * static_cast<float>(columns) + gap * static_cast<float>(columns - 1);
  const float high = size * static_cast<float>(rows) + gap * static_cast<float>(rows - 1);
  const float left = block.area.right - ui.px(8) - wide;
  const float top = std::round(block.area.middle_y() - high / 2);
  for (int head = 0; head < block.heads; ++head) {
    const int row = head / columns;
    const Area box = Area::at(left + (size + gap) * static_cast<float>(head % columns),
                              top + (size + gap) * static_cast<float>(row), size, size);
    const Touch touch = ui.target("map/" + block.id + "/head/" + std::to_string(head), box);
    const std::string path = info(block.attention).path(block.layer, head, "weights");
    if (const HeatmapPtr map = shown_thumbnail(context, stage_side(context), path))
      thumbnail(ui, map, box, head_is_off(context, stage_side(context), path));
    ui.outline(box.outset(ui.hairline()), c.strong_line, ui.hairline(), ui.px(2));
    const bool chosen = context.session.attention == block.attention &&
                        context.session.layer == block.layer && context.session.head == head;
    if (chosen) ui.outline(box.outset(ui.px(2)), c.ink, ui.px(1.5F), ui.px(3));
    if (touch.focused) ui.focus_ring(box, ui.px(3));
    if (touch.hovered) {
      over = true;
      ui.hand();
      ui.outline(box.outset(ui.px(2)), c.ink, ui.px(1.5F), ui.px(3));
      explain(context, block, info(block.attention).path(block.layer, head, "weights"));
    }
    if (touch.clicked) {
      over = true;
      open_head(context, block, head);
    }
  }
  return left;
}

void ground(Ui& ui, const Area& area, bool here, bool hovered, float radius) {
  const Palette& c = ui.colours();
  ui.fill(area, here ? c.focus_band : hovered ? c.rail : c.panel, radius);
  ui.outline(area,
             here      ? c.focus
             : hovered ? c.text_3
                       : c.strong_line,
             here ? ui.px(2.5F) : ui.hairline(), radius);
}

void draw_attention(const PanelContext& context, const MapBlock& block, bool here) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float radius = ui.px(8);
  // One card behind another: as many heads as there are, at most three.
  for (int behind = std::min(block.heads, 3) - 1; behind > 0; --behind) {
    const float by = ui.px(3) * static_cast<float>(behind);
    const Area card = block.area.moved(by, -by);
    ui.fill(card, c.folded, radius);
    ui.outline(card, c.strong_line, ui.hairline(), radius);
  }
  const Touch touch = ui.target("map/" + block.id, block.area);
  ground(ui, block.area, here, touch.hovered, radius);
  const float left = block.area.left + ui.px(12);
  const Trace& trace = *stage_trace(context);
  const int node = trace.find(info(block.attention).path(block.layer, 0, "query"));
  std::string note = counted(block.heads, "head");
  const float text_room = block.area.right - ui.px(8) - left;
  if (node >= 0) note += " × " + count_text(trace.tape().node(node).shape.cols);
  const std::string count = " · " + count_text(block.parameters);
  const std::string longer = note + " dimensions" + count;
  const float heads_room = ui.px(14) + static_cast<float>(block.heads) * ui.px(38);
  const bool roomy = node >= 0 && ui.width(type::caption, longer) + heads_room <= text_room;
  note = roomy ? longer : note + count;
  std::string title = block.title;
  if (ui.width(type::label_hot, title) > text_room) title = title.substr(0, title.rfind(' '));
  title = ui.shortened(type::label_hot, title, text_room);
  note = ui.shortened(type::caption, note, text_room);
  const float text_right = left + std::max(ui.width(type::label_hot, title), ui.width(type::caption, note));
  bool over = false;
  draw_heads_of_block(context, block, text_right + ui.px(14), over);
  const float y = block.area.middle_y();
  ui.text(left, y - ui.px(9), type::label_hot, c.ink, title);
  ui.text(left, y + ui.px(9), type::caption, c.text_2, note);
  if (touch.focused) ui.focus_ring(block.area, radius);
  if (over) return;
  if (touch.hovered) {
    ui.hand();
    explain(context, block, info(block.attention).path(block.layer, 0, "weights"));
  }
  const bool same = context.session.attention == block.attention && context.session.layer == block.layer;
  if (touch.clicked) open_head(context, block, same ? context.session.head : 0);
}

void draw_sum(const PanelContext& context, const MapBlock& block, bool here) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Touch touch = ui.target("map/" + block.id, block.area.outset(ui.px(3)));
  const ImVec2 centre(block.area.middle_x(), block.area.middle_y());
  const float r = block.area.width() / 2;
  if (here) ui.disc(centre, r + ui.px(4), c.focus);
  ui.disc(centre, r, here ? c.focus : touch.hovered ? c.rail : c.panel);
  const Rgb line = here ? palette(Theme::light).ink : touch.hovered ? c.ink : c.text_3;
  ui.circle(centre, r, line, ui.px(1.5F));
  const float arm = ui.px(4);
  ui.line(centre.x - arm, centre.y, centre.x + arm, centre.y, line, ui.px(1.5F));
  ui.line(centre.x, centre.y - arm, centre.x, centre.y + arm, line, ui.px(1.5F));
  if (touch.focused) ui.focus_ring(block.area, r);
  explain_and_open(context, block, touch);
}

// Whether the logits are made with the vectors of the words.
bool shares_embedding(const Trace& trace) {
  const std::vector<int>& made_of = trace.tape().node(trace.at("logits")).inputs;
  return std::any_of(made_of.begin(), made_of.end(), [&](int node) {
    return trace.label(node).path ==
           "parameters." + std::string(trace.anatomy().stacks.back().input) + ".embedding";
  });
}

void draw_plain(const PanelContext& context, const MapBlock& block, bool here) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float radius = ui.px(7);
  const Touch touch = ui.target("map/" + block.id, block.area);
  ground(ui, block.area, here, touch.hovered, radius);
  const Type face = block.kind == Kind::normalization ? type::label : type::label_hot;
  const float y = block.area.middle_y();
  float left = ui.text(block.area.left + ui.px(12), y, face, c.ink,
                       ui.shortened(face, block.title, block.area.width() - ui.px(18)));
  float right = block.area.right - ui.px(12);
  const std::string count = block.parameters > 0 ? count_text(block.parameters) : "";
  if (left + ui.px(12) + ui.width(type::path, count) <= right) {
    right -= ui.width(type::path, count);
    ui.text(right, y, type::path, c.text_2, count);
  }
  const Trace& trace = *stage_trace(context);
  std::string note;
  if (block.kind == Kind::feed_forward) {
    const std::string around = count_text(stream_size(trace));
    note = around + " → " + count_text(columns_of(trace, block.step, 0)) + " → " + around;
  }
  if (block.kind == Kind::linear && shares_embedding(trace)) note = "shares the embedding's weights";
  if (block.kind == Kind::recurrent)
    note = "state of " + count_text(columns_of(trace, block.step, 0)) + " numbers";
  if (!note.empty() && left + ui.px(36) + ui.width(type::caption, note) < right) {
    left += ui.px(14);
    ui.text(left, y, type::caption, block.kind == Kind::feed_forward ? c.dimensions : c.text_3, note);
  }
  if (touch.focused) ui.focus_ring(block.area, radius);
  explain_and_open(context, block, touch);
}

// The mark of a translation that is not sure, at the right of it, where the words take no more lines for
// that.
void make_room_for_doubt(const PanelContext& context, const std::vector<std::string>& words, Area& line) {
  const Ui& ui = context.ui;
  const int side = stage_side(context);
  const float mark = doubt_mark_width(context, side, type::caption);
  const Area between = line.inset(mark + ui.px(10), 0);
  if (mark == 0 || between.width() < mark ||
      map_word_lines(ui, words, between.width()) > map_word_lines(ui, words, line.width()))
    return;
  draw_doubt_mark(context, side, line.right - mark, line.middle_y(), type::caption);
  line = between;
}

void draw_words(const PanelContext& context, const MapBlock& block, bool here) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Touch touch = ui.target("map/" + block.id, block.area);
  if (here) ground(ui, block.area, true, false, ui.px(7));
  if (touch.hovered && !here) ui.fill(block.area, c.rail, ui.px(7));
  const Trace& trace = *stage_trace(context);
  const Stream stream = block.stack.stream;
  const bool asks = info(context.session.attention).asks == stream;
  const bool written = block.kind == Kind::written;
  const std::vector<std::string>& shown = written ? trace.words().next : trace.tokens(stream);
  Area line = block.area.inset(ui.px(6), 0);
  if (written) make_room_for_doubt(context, shown, line);
  draw_map_words(context, line, shown, asks ? context.session.token : -1);
  if (touch.focused) ui.focus_ring(block.area, ui.px(7));
  explain_and_open(context, block, touch);
  if (touch.hovered && written) ui.tooltip(info(trace.anatomy().answer).meaning);
}

}  // namespace

void draw_map_block(const PanelContext& context, const MapBlock& block, bool here) {
  switch (block.kind) {
    case Kind::attention:
      return draw_attention(context, block, here);
    case Kind::sum:
      return draw_sum(context, block, here);
    case Kind::folded:
      return draw_map_folded(context, block, here);
    case Kind::words:
    case Kind::written:
      return draw_words(context, block, here);
    case Kind::embedding:
    case Kind::positions:
    case Kind::normalization:
    case Kind::feed_forward:
    case Kind::recurrent:
    case Kind::linear:
    case Kind::softmax:
      return draw_plain(context, block, here);
  }
}

namespace {

// Under the lines of the map, the way that the cause takes: behind each block a ribbon as wide as the largest
// measured effect of a row of it, with the word of that row.

const CauseWays::Row* largest_in(const CauseWays& ways, const MapBlock& block) {
  const CauseWays::Row* best = nullptr;
  for (const CauseWays::Row& row : ways.rows) {
    if (!block.stands_for_path(row.path)) continue;
    if (best == nullptr || std::fabs(row.effect) > std::fabs(best->effect)) best = &row;
  }
  return best;
}

// The next block of its stack, upwards: the stream behind a block meets it.
const MapBlock* next_above(const BlockLayout& layout, const MapBlock& block) {
  const MapBlock* nearest = nullptr;
  for (const MapBlock& other : layout.blocks) {
    if (other.stack.name != block.stack.name || other.kind == MapBlock::Kind::positions) continue;
    if (other.area.bottom > block.area.top + 1) continue;
    if (nearest == nullptr || other.area.bottom > nearest->area.bottom) nearest = &other;
  }
  return nearest;
}

// How far the blocks of its stack reach from the stream.
float half_of_column(const BlockLayout& layout, const MapBlock& block) {
  float most = 0;
  for (const MapBlock& other : layout.blocks) {
    const bool words = other.kind == MapBlock::Kind::words || other.kind == MapBlock::Kind::written;
    if (other.stack.name == block.stack.name && !words && other.kind != MapBlock::Kind::positions)
      most = std::max(most, other.area.width() / 2);
  }
  return most;
}

// The line that leaves the end of a stack for the other one.
const MapLine* line_out(const BlockLayout& layout, const MapBlock& block) {
  const auto found = std::find_if(layout.lines.begin(), layout.lines.end(), [&](const MapLine& line) {
    const ImVec2 begin = line.points.front();
    return line.kind == MapLine::Kind::stream && line.points.size() == 3 &&
           std::fabs(begin.x - block.area.middle_x()) < 1 && begin.y < block.area.top + 1;
  });
  return found == layout.lines.end() ? nullptr : &*found;
}

// What the decoder fetches from the encoder goes along its values.
void draw_fetched(Ui& ui, const BlockLayout& layout, const CauseWays& ways) {
  for (const MapBlock& block : layout.blocks) {
    if (block.kind != MapBlock::Kind::attention || !info(block.attention).crosses()) continue;
    const CauseWays::Link* most = nullptr;
    for (const CauseWays::Link& link : ways.links) {
      const bool here = attention_of(link.head.stack, link.head.attention) == block.attention &&
                        link.head.layer == block.layer;
      if (here && (most == nullptr || std::fabs(link.effect) > std::fabs(most->effect))) most = &link;
    }
    if (most == nullptr || cause_thickness(ui, most->effect) == 0) continue;
    for (const MapLine& line : layout.lines) {
      const ImVec2 end = line.points.back();
      if (line.kind == MapLine::Kind::value && std::fabs(end.x - block.area.left) < 1 &&
          end.y > block.area.top && end.y < block.area.bottom)
        ui.lines(line.points, cause_colour(ui, most->effect), cause_thickness(ui, most->effect), cause_alpha);
    }
  }
}

}  // namespace

std::vector<MapRibbon> map_ribbons(const PanelContext& context, const BlockLayout& layout) {
  const CauseWays* ways = shown_cause_ways(context);
  std::vector<MapRibbon> ribbons;
  if (ways == nullptr) return ribbons;
  for (const MapBlock& block : layout.blocks) {
    const CauseWays::Row* row = largest_in(*ways, block);
    if (row == nullptr || cause_thickness(context.ui, row->effect) == 0) continue;
    MapRibbon ribbon{.block = &block, .row = row};
    const float x = block.area.middle_x();
    if (const MapBlock* above = next_above(layout, block)) {
      ribbon.points = {{x, block.area.top}, {x, above->area.bottom}};
      ribbon.label_y = above->kind == MapBlock::Kind::sum ? above->area.middle_y()
                                                          : (above->area.bottom + block.area.top) / 2;
    } else if (const MapLine* out = line_out(layout, block)) {
      ribbon.points = out->points;
      ribbon.points.front().y = block.area.top;
      // Below the ribbon, not on it.
      const float half = (cause_thickness(context.ui, row->effect) + context.ui.height(type::path)) / 2;
      ribbon.label_y = out->points[1].y + half;
      ribbons.push_back(std::move(ribbon));
      continue;
    } else {
      continue;
    }
    const auto labelled = std::find_if(layout.lines.begin(), layout.lines.end(), [&](const MapLine& line) {
      return line.shape_of == row->path || block.stands_for_path(line.shape_of);
    });
    if (labelled != layout.lines.end()) ribbon.label_y = labelled->label.y;
    ribbons.push_back(std::move(ribbon));
  }
  return ribbons;
}

void draw_map_causes(const PanelContext& context, const BlockLayout& layout,
                     const std::vector<MapRibbon>& ribbons) {
  const CauseWays* ways = shown_cause_ways(context);
  if (ways == nullptr) return;
  Ui& ui = context.ui;
  draw_fetched(ui, layout, *ways);
  for (const MapRibbon& ribbon : ribbons)
    ui.lines(ribbon.points, cause_colour(ui, ribbon.row->effect), cause_thickness(ui, ribbon.row->effect),
             cause_alpha);
}

void draw_map_cause_words(const PanelContext& context, const BlockLayout& layout,
                          const std::vector<MapRibbon>& ribbons) {
  if (ribbons.empty()) return;
  Ui& ui = context.ui;
  const Trace& trace = *stage_trace(context);
  for (const MapRibbon& ribbon : ribbons) {
    const CauseWays::Row& row = *ribbon.row;
    const std::string word = trace.label(trace.label(trace.at(row.path)).rows, row.row);
    const std::string effect = fixed_text(static_cast<float>(row.effect), 2);
    // On the side of the stream where no residual path is, in its own column.
    const float away = ui.px(14);
    const float room = half_of_column(layout, *ribbon.block) - away;
    std::string says = effect;
    for (const std::string& longer : {effect + " at “" + word + "”", effect + " “" + word + "”"}) {
      if (ui.width(type::path, longer) > room) continue;
      says = longer;
      break;
    }
    if (says == effect) says = ui.shortened(type::path, effect + " “" + word + "”", room);
    const float x = ribbon.block->area.middle_x();
    const float left = ribbon.block->at_right ? x - away - ui.width(type::path, says) : x + away;
    ui.text(left, std::round(ribbon.label_y), type::path, ui.colours().ink, says);
  }
}

}  // namespace headlight
