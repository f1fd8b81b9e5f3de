// The blocks of the flow: their grounds, titles and notes, and opening one.
#include <algorithm>

#include "app/panels/flow/flow_frame.h"
#include "app/panels/flow/flow_state.h"
#include "app/panels/heads/head_words.h"
#include "app/panels/step_names.h"
#include "core/figure/amounts.h"
#include "core/models/stack_nodes.h"

namespace headlight {
namespace {

using Kind = FlowColumn::Kind;

void open_block(const PanelContext& context, Attention attention, int layer) {
  const Session& session = context.session;
  const bool same = session.attention == attention && session.layer == layer;
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
          ui.fitted(type::small_section, block_title(column), room));
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
  const std::string title = std::string(column.stack->title) + ", folded: click to open";
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
    const char* title = typed ? "Words" : "So far";
    ui.text(column.area.right - ui.width(type::small_section, title), y, type::small_section, c.ink, title);
  } else if (column.kind == Kind::input) {
    const int numbers = stream_size(*stage_trace(frame.context));
    ui.text(column.area.left, y, type::small_section, c.ink, "Input");
    // Where the next box begins right behind it, it ends with its column.
    const std::string says = std::to_string(numbers) + " numbers";
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
        const Touch touch = ui.item("flow/" + column.id, handle);
        if (touch.hovered) {
          ui.hand();
          ui.fill(handle, c.rail, ui.px(6));
          ui.tooltip("Fold this block (Esc)");
        }
        if (touch.focused) ui.focus_ring(handle, ui.px(6));
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

}  // namespace headlight
