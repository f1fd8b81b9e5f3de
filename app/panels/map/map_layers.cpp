// Layers of the map, folded and unfolded.
#include <algorithm>

#include "app/panels/map/map_drawing.h"
#include "app/panels/map/map_state.h"
#include "core/figure/numbers.h"

namespace headlight {

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
  const Touch touch = ui.item("map/" + block.id, block.area);
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
    const Touch pressed = ui.item("map/open/" + stack + "." + std::to_string(layer), box);
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
  const Touch touch = ui.item("map/fold/" + frame.id, frame.label);
  if (touch.hovered) {
    ui.fill(frame.label, c.rail, ui.px(6));
    ui.hand();
    ui.tooltip(std::vector<RichText>{
        RichText("Fold this layer"),
        RichText(std::vector<TextRun>{{count_text(frame.parameters) + " parameters", Role::text_3}})});
  }
  if (touch.focused) ui.focus_ring(frame.label, ui.px(6));
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

}  // namespace headlight
