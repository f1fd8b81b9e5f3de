// The sentence on its way through the model: vectors as strips of their numbers, attention as ribbons.
#include "app/panels/flow/flow.h"

#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <numeric>

#include "app/panels/common/interventions.h"
#include "app/panels/common/panels.h"
#include "app/panels/common/step_names.h"
#include "app/widgets/controls.h"
#include "app/widgets/ui.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"

namespace headlight {
namespace {

// The blocks of the flow: their grounds, titles and notes, and opening one.

using Kind = FlowColumn::Kind;

void open_block(const PanelContext& context, Attention attention, int layer) {
  const Session& session = context.session;
  const bool same = session.attention == attention && session.layer == layer;
  // Ribbons of causes lie over folded blocks.
  if (session.cause_ribbons) context.ui.emit(ShowCauseRibbons{false});
  context.ui.emit(SelectAttention{attention});
  context.ui.emit(SelectHead{layer, same ? session.head : 0});
  context.ui.state<FlowState>().closed = false;
  context.ui.state().again = true;
}

std::string subtitle(const FlowColumn& column) {
  if (column.kind == Kind::group)
    return std::to_string(column.last_layer - column.layer + 1) + " layers, folded";
  if (info(column.attention).crosses()) return "reads the encoder";
  return counted(column.heads, "head") + ", folded";
}

// What the ribbons are the mean of.
std::string mean_words(const FlowColumn& column) {
  if (column.heads == 1)
    return info(column.attention).crosses() ? std::string(info(column.attention).head) : "its one head";
  if (column.mean_of == 1) return "1 head";
  return "mean of " + counted(column.mean_of, "head");
}

// What the ribbons are the mean of, and how many heads of the block take no part.
std::string note(const Ui& ui, const FlowColumn& column, float room) {
  std::string off = column.off == 0 ? "" : std::to_string(column.off) + " off";
  if (column.kind == Kind::group || column.mean_of == 0) return off;
  const std::string brief = column.mean_of == 1 ? "1 head" : "mean of " + std::to_string(column.mean_of);
  for (std::string all : {mean_words(column), brief}) {
    if (!off.empty()) all.append(", ").append(off);
    if (ui.width(type::caption_hot, all) <= room) return all;
  }
  return off.empty() ? brief : off;
}

// "off: Encoder layer 1, head 0" for each head of the block that takes no part.
std::vector<RichText> names_of_off(const FlowFrame& frame, const FlowColumn& column) {
  std::vector<RichText> lines;
  for (const std::string& path : frame.context.pictures.off(frame.side)) {
    const Place place = place_of(path);
    if (place.stack == column.stack->name && *place.layer >= column.layer &&
        *place.layer <= column.last_layer)
      lines.emplace_back("off: " +
                         head_title(attention_of(place.stack, place.attention), *place.layer, *place.head));
  }
  return lines;
}

void draw_block(const FlowFrame& frame, const FlowColumn& column) {
  Ui& ui = frame.context.ui;
  const Palette& c = ui.colours();
  Area box = column.area;
  box.bottom = box.top + frame.layout.height;
  Touch touch = ui.item("flow/" + column.id, box);
  // The vectors in it take the mouse themselves.
  const bool over_strip =
      touch.hovered && std::any_of(frame.layout.strips.begin(), frame.layout.strips.end(),
                                   [&](const FlowStrip& strip) { return strip.area.contains(ui.mouse()); });
  if (over_strip) touch.hovered = touch.clicked = false;
  ui.fill(box, touch.hovered ? c.rail : c.folded, ui.px(12));
  ui.outline(box, touch.hovered ? c.strong_line : c.hairline, ui.hairline(), ui.px(12));
  if (touch.focused) ui.focus_ring(box, ui.px(12));
  const float room = box.width() - ui.px(14);
  const float x = box.left + ui.px(9);
  ui.text(x, box.top + ui.px(20), type::small_section, c.ink,
          ui.shortened(type::small_section, block_title(column), room));
  ui.text(x, box.top + ui.px(39), type::caption, c.text_3,
          ui.width(type::caption, subtitle(column)) <= room ? subtitle(column) : "folded");
  const bool off = column.off > 0;
  ui.text(x, box.bottom - ui.px(17), off ? type::caption_hot : type::caption, off ? c.text_2 : c.text_3,
          note(ui, column, room));
  if (touch.hovered) {
    ui.hand();
    std::vector<RichText> lines = names_of_off(frame, column);
    lines.emplace(lines.begin(), "Open " + std::string(info(column.attention).title) + ", layer " +
                                     std::to_string(column.kind == Kind::group && frame.layout.is_open &&
                                                            box.right < frame.layout.open.frame.left
                                                        ? column.last_layer
                                                        : column.layer));
    ui.tooltip(lines);
  }
  if (!touch.clicked) return;
  const bool before = frame.layout.is_open && box.right < frame.layout.open.frame.left;
  open_block(frame.context, column.attention, before ? column.last_layer : column.layer);
}

// A bar with its name turned.
void draw_bar(const FlowFrame& frame, const FlowColumn& column) {
  Ui& ui = frame.context.ui;
  const Palette& c = ui.colours();
  Area box = column.area;
  box.bottom = box.top + frame.layout.height;
  const Touch touch = ui.item("flow/" + column.id, box);
  ui.fill(box, touch.hovered ? c.rail : c.folded, ui.px(10));
  ui.outline(box, touch.hovered ? c.strong_line : c.hairline, ui.hairline(), ui.px(10));
  if (touch.focused) ui.focus_ring(box, ui.px(10));
  const std::string title = std::string(column.stack->title) + ", folded; click to open";
  ui.turned(box.middle_x(), box.middle_y() + ui.width(type::label, title) / 2, 90, type::label, c.text_2,
            title);
  if (touch.hovered) {
    ui.hand();
    ui.tooltip("Open the " + std::string(column.stack->name));
  }
  if (touch.clicked) open_block(frame.context, attention_of(column.stack->name, ""), column.layer);
}

void draw_titles(const FlowFrame& frame, const FlowColumn& column) {
  Ui& ui = frame.context.ui;
  const Palette& c = ui.colours();
  const float y = column.area.top + ui.px(20);
  const float y_2 = column.area.top + ui.px(39);
  if (column.kind == Kind::words) {
    const bool typed = column.stack->stream == stage_trace(frame.context)->anatomy().typed();
    std::string title = typed ? tokens_called(frame.context, column.stack->stream) : "So far";
    title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
    ui.text(column.area.right - ui.width(type::small_section, title), y, type::small_section, c.ink, title);
  } else if (column.kind == Kind::input) {
    const int numbers = stream_size(*stage_trace(frame.context));
    ui.text(column.area.left, y, type::small_section, c.ink, "Input");
    // Where the next box begins right behind it, it ends with its column.
    const std::string says = count_text(numbers) + " numbers";
    ui.text(std::min(column.area.left, column.area.right - ui.width(type::caption, says)), y_2, type::caption,
            c.text_3, says);
  } else if (column.kind == Kind::answer) {
    ui.text(column.area.left + ui.px(6), y, type::small_section, c.ink,
            info(stage_trace(frame.context)->anatomy().answer).column);
    ui.text(column.area.right - ui.width(type::caption, "probability"), y_2, type::caption, c.text_3,
            "probability");
  }
}

}  // namespace

std::string block_title(const FlowColumn& column) {
  const std::string stack = std::string(column.stack->title) + " ";
  if (column.last_layer == column.layer) return stack + std::to_string(column.layer);
  return stack + std::to_string(column.layer) + "–" + std::to_string(column.last_layer);
}

void draw_flow_columns(const FlowFrame& frame) {
  Ui& ui = frame.context.ui;
  const Palette& c = ui.colours();
  for (const FlowColumn& column : frame.layout.columns) {
    switch (column.kind) {
      case Kind::words:
      case Kind::input:
      case Kind::answer:
        draw_titles(frame, column);
        break;
      case Kind::folded:
      case Kind::group:
        draw_block(frame, column);
        break;
      case Kind::other:
        draw_bar(frame, column);
        break;
      case Kind::open: {
        const Area& box = frame.layout.open.frame;
        ui.fill(box, c.panel, ui.px(12));
        ui.outline(box, c.strong_line, ui.hairline(), ui.px(12));
        const std::string title = block_title(column);
        const float wide = ui.width(type::small_section, title);
        const Area handle = Area::at(box.left + ui.px(16), box.top + ui.px(26), wide + ui.px(12), ui.px(24));
        const Touch touch = ui.press("flow/" + column.id, handle,
                                     {.radius = ui.px(6), .ground = c.rail, .hint = "Fold this block (Esc)"});
        ui.text(handle.left + ui.px(6), handle.middle_y(), type::small_section, c.ink, title);
        if (touch.clicked) {
          ui.state<FlowState>().closed = true;
          ui.state().again = true;
        }
        break;
      }
    }
  }
}

namespace {

constexpr float heading = 40, legend_height = 34;
constexpr float widest = 1360, usual_height = 700, most_growth = 1.7F;

// A large display gets a large picture in the usual shape: so many times the usual one.
float growth(const Ui& ui, const Area& stage) {
  const float tall = (stage.height() - ui.px(heading + legend_height)) / ui.px(usual_height);
  return std::clamp(std::min(stage.width() / ui.px(widest), tall), 1.0F, most_growth);
}

float word_width(const Ui& ui, const std::vector<std::string>& words, float grown) {
  const Type face = grown >= large_flow ? type::written : type::lesson;
  float wide = ui.px(44);
  for (const std::string& word : words) wide = std::max(wide, ui.width(face, word));
  return std::min(wide, ui.px(104 * grown)) + ui.px(14);
}

// Which block is selected; another one opens where this one closes.
std::string selected_block(const Session& session) {
  return std::to_string(static_cast<int>(session.attention)) + "." + std::to_string(session.layer);
}

// All blocks are folded: as somebody did, or for ribbons that go across them.
bool is_closed(const PanelContext& context, const FlowState& flow) {
  return flow.closed || shows_cause_ribbons(context.session);
}

float opening(const PanelContext& context, bool& fresh) {
  Ui& ui = context.ui;
  FlowState& flow = ui.state<FlowState>();
  const std::string selected = selected_block(context.session);
  if (flow.selected != selected && !flow.selected.empty()) flow.closed = false;
  flow.selected = selected;
  const std::string open = is_closed(context, flow) ? "none" : selected;
  fresh = flow.open != open;
  // Nothing moves from where it was before another view, or before ribbons came or went.
  const bool ribbons = shows_cause_ribbons(context.session);
  const bool stayed = flow.drawn + 1 >= ImGui::GetFrameCount() && ribbons == flow.ribbons;
  if (!stayed) flow.opening = -1;
  if (fresh && stayed && !flow.columns.empty()) {
    flow.from = flow.columns;
    flow.opening = ui.time();
  }
  flow.drawn = ImGui::GetFrameCount();
  flow.ribbons = ribbons;
  flow.open = open;
  return motion(ui, flow.opening, opening_ms);
}

float focusing(const PanelContext& context) {
  Ui& ui = context.ui;
  FlowState& flow = ui.state<FlowState>();
  const int followed = ui.state<Hover>().followed_token;
  const int token = followed >= 0 ? followed : context.session.token;
  if (flow.columns.empty()) flow.focus = token;  // nothing was lit yet that could fade
  if (token != flow.focus) {
    flow.focus_before = flow.focus;
    flow.focus = token;
    flow.focusing = ui.time();
  }
  return motion(ui, flow.focusing, hover_ms);
}

// The magnitude that has the scale's full colour, and whether some lie beyond it.
std::pair<float, bool> most_of(const PanelContext& context, const FlowLayout& layout, int side) {
  float most = 0;
  float largest = 0;
  const std::string* last = nullptr;
  for (const FlowStrip& strip : layout.strips) {
    if (last != nullptr && *last == strip.path) continue;
    last = &strip.path;
    if (const HeatmapPtr map = context.pictures.view(side, strip.path)) {
      most = std::max(most, context.pictures.usual_most(side, strip.path));
      largest = std::max(largest, map->scale.high);
    }
  }
  return {most > 0 ? most : 1, largest > most};
}

// Of a longer sentence some words have rows: so many that follow one another, and of the keys of the word in
// focus the heaviest.
constexpr int most_rows = 60, rows_of_long = 32, far_keys = 8;

// The words of a stream that have rows, moved with the wheel, and to the word in focus where `follows`; empty
// where all have.
std::vector<int> rows_shown(const PanelContext& context, const Area& body, Stream stream, bool follows) {
  const Trace& trace = *stage_trace(context);
  const auto count = static_cast<int>(trace.tokens(stream).size());
  if (count <= most_rows) return {};
  Ui& ui = context.ui;
  const AttentionInfo& about = info(context.session.attention);
  const int token = context.session.token;
  float& at = ui.state().scroll[stream == Stream::source ? "flow/source" : "flow/target"];
  at -= ui.wheel(body) * 3;
  if (follows && token >= 0 && about.asks == stream) at = static_cast<float>(token - rows_of_long / 2);
  at = std::clamp(at, 0.0F, static_cast<float>(count - rows_of_long));
  const int first = static_cast<int>(at);
  std::vector<int> rows(rows_of_long);
  std::iota(rows.begin(), rows.end(), first);
  const int weights = trace.find(selected_head_path(context.session, "weights"));
  if (about.asked != stream || token < 0 || weights < 0 || token >= trace.tape().node(weights).shape.rows)
    return rows;
  const Reading row = trace.rows(weights, token, 1);
  std::vector<int> far;
  for (int key = 0; key < row.shape().cols; ++key) {
    if ((key < first || key >= first + rows_of_long) && row(0, key) >= least_flow_weight) far.push_back(key);
  }
  std::stable_sort(far.begin(), far.end(), [&](int a, int b) { return row(0, a) > row(0, b); });
  far.resize(std::min<std::size_t>(far.size(), far_keys));
  rows.insert(rows.end(), far.begin(), far.end());
  std::sort(rows.begin(), rows.end());
  return rows;
}

// "32 of 1,024 words and 3 that are looked at; the wheel brings others."
std::string says_which(const PanelContext& context, const std::vector<int>& rows, Stream stream) {
  if (rows.empty()) return "";
  const auto count = static_cast<std::int64_t>(stage_trace(context)->tokens(stream).size());
  const auto far = static_cast<int>(rows.size()) - rows_of_long;
  return count_text(rows_of_long) + " of " + count_text(count) + " " + tokens_called(context, stream) +
         (far > 0 ? " and " + count_text(far) + " that they look at" : "") + "; scroll for others.";
}

// What does not fit can be moved with the wheel.
Area scrolled(Ui& ui, const Area& body, const FlowLayout& layout, bool fresh) {
  std::map<std::string, float>& scroll = ui.state().scroll;
  const float most_y = std::max(0.0F, layout.height - body.height()) / ui.scale();
  const float most_x = std::max(0.0F, layout.width - body.width()) / ui.scale();
  const float wheel = most_y > 0   ? ui.wheel(body) * 60
                      : most_x > 0 ? ui.wheel(body, Ui::Way::across) * 60
                                   : 0;
  float& y = scroll["flow"];
  float& x = scroll["flow/x"];
  y = std::clamp(y - wheel, 0.0F, most_y);
  if (most_y == 0) x -= wheel;
  if (fresh && layout.is_open) {  // a block that opens comes into sight
    const float begin = (layout.open.frame.left - body.left) / ui.scale();
    const float end = (layout.open.frame.right - body.right) / ui.scale();
    x = std::clamp(x, std::min(begin, end), std::max(begin, end));
  }
  x = std::clamp(x, 0.0F, most_x);
  return body.moved(-ui.px(x), -ui.px(y));
}

}  // namespace

const std::vector<std::string>& words_of_stream(const Trace& trace, bool target) {
  return target ? trace.words().target : trace.words().source;
}

void draw_flow(const PanelContext& context, const Area& whole) {
  if (context.results.model == nullptr) return;
  Ui& ui = context.ui;
  // On a narrow screen the inspector lies over a part of the stage.
  const Area area{whole.left, whole.top, std::min(whole.right, ui.clip().right), whole.bottom};
  FlowState& flow = ui.state<FlowState>();
  Area stage = area.inset(ui.px(area.width() >= ui.px(1240) ? 40 : 24), 0);
  const float grown = growth(ui, stage);
  if (const float most = std::round(ui.px(widest) * grown); stage.width() > most)
    stage = Area::at(std::round(stage.middle_x() - most / 2), stage.top, most, stage.height());
  const Area top = stage.cut_top(ui.px(heading));
  const Area bottom = stage.cut_bottom(ui.px(legend_height));

  bool fresh = false;
  const float opened = opening(context, fresh);
  const float focused = focusing(context);
  const TracePtr& trace = stage_trace(context);
  const bool moved = flow.followed != context.session.token;
  flow.followed = context.session.token;
  const std::vector<int> sources = rows_shown(context, stage, Stream::source, moved);
  const std::vector<int> targets = rows_shown(context, stage, Stream::target, moved);
  draw_flow_heading(context, top, is_closed(context, flow),
                    says_which(context, sources.empty() ? targets : sources,
                               sources.empty() ? Stream::target : Stream::source));
  FlowInput input{.trace = *trace,
                  .session = context.session,
                  .off = context.pictures.off(stage_side(context)),
                  .closed = is_closed(context, flow),
                  .area = stage,
                  .unit = ui.scale() * grown,
                  .words = word_width(ui, trace->words().source, grown),
                  .target_words = word_width(ui, trace->words().target, grown),
                  .answer = word_width(ui, trace->words().next, grown) + ui.px(54),
                  .from = opened < 1 ? &flow.from : nullptr,
                  .progress = opened,
                  .source_shown = sources,
                  .target_shown = targets,
                  .kept = &context.pictures.kept_rows(stage_side(context))};
  FlowLayout layout = lay_out_flow(input);
  const bool scrolls = layout.height > stage.height() + 1 || layout.width > stage.width() + 1;
  if (scrolls) {
    input.area = scrolled(ui, stage, layout, fresh);
    layout = lay_out_flow(input);
  }
  flow.columns.clear();
  for (const FlowColumn& column : layout.columns) flow.columns[column.id] = column.area;

  const Attention attention = context.session.attention;
  const auto [most, beyond] = most_of(context, layout, stage_side(context));
  const FlowFrame frame{
      .context = context,
      .layout = layout,
      .side = stage_side(context),
      .now = focus_on(layout, attention, flow.focus),
      .before = focus_on(layout, attention, flow.focus_before),
      .focused = focused,
      .most = most,
      .beyond = beyond,
      .opened = opened,
      .large = grown >= large_flow,
      .off = head_is_off(context, stage_side(context), selected_head_path(context.session, "weights"))};
  ui.push_clip({area.left, stage.top, area.right, stage.bottom}, scrolls);
  draw_flow_columns(frame);
  draw_flow_ribbons(frame);
  draw_flow_strips(frame);
  draw_flow_causes(frame);
  if (layout.is_open) draw_flow_open(frame);
  draw_flow_words(frame);
  ui.pop_clip();
  if (scrolls && !ui.exporting()) {
    const Area shown{area.left, stage.top, area.right, stage.bottom};
    const float slack = ui.px(8);  // within the margin
    const Rgb ground = ui.colours().stage;
    if (input.area.left < stage.left - slack) more_beyond(ui, shown, Beyond::left, ground);
    if (input.area.left + layout.width > stage.right + slack) more_beyond(ui, shown, Beyond::right, ground);
    if (input.area.top < stage.top - slack) more_beyond(ui, shown, Beyond::above, ground);
    if (input.area.top + layout.height > stage.bottom + slack) more_beyond(ui, shown, Beyond::below, ground);
  }
  draw_flow_legend(frame, bottom);

  follow_hovered_row(ui);
}

}  // namespace headlight
