// Every head of every layer beside the one that is selected.
#include "app/panels/heads/head_words.h"
#include "app/panels/heads/heads_view.h"
#include "app/panels/lines/lines_view.h"

namespace headlight {

std::string layer_title(Attention attention, int layer) {
  return std::string(info(attention).layer) + " " + std::to_string(layer);
}

std::string head_title(Attention attention, int layer, int head) {
  return layer_title(attention, layer) + ", " + std::string(info(attention).head) + " " +
         std::to_string(head);
}

std::string trait_number(Trait trait, std::optional<float> value) {
  if (!value) return "–";
  return number_alone(*value, info(trait).is_share ? NumberFormat::weight : NumberFormat::value);
}

std::string says(const Strongest& most) {
  return std::string(info(most.trait).says) + "  " + trait_number(most.trait, most.value) +
         (most.trait == Trait::entropy ? " bits" : "");
}

namespace {

// The selected head's lines; while a head of the grid has the keyboard, that one's.
void open_with_enter(const PanelContext& context) {
  Ui& ui = context.ui;
  const WidgetState& state = ui.state();
  if (state.overlay != Overlay::none) return;
  const bool on_head = state.focus.starts_with("grid/");
  if (state.focus_visible && !on_head) return;
  if (ui.take(Key::enter) == 0) return;
  if (state.focus_visible) {
    const Place place = place_of(state.focus.substr(5));
    if (place.layer && place.head)
      ui.emit(SelectHead{*place.layer, *place.head, attention_of(place.stack, place.attention)});
  }
  ui.emit(SetView{ViewKind::lines});
}

}  // namespace

void draw_heads(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  open_with_enter(context);
  const float margin = ui.px(area.width() >= ui.px(1280) ? 40 : 24);
  Area stage = area.inset(margin, ui.px(12));
  const float widest = ui.px(1520);
  if (stage.width() > widest)
    stage = Area::at(std::round(stage.middle_x() - widest / 2), stage.top, widest, stage.height());

  // Where an inspector leaves too little for both, the head it looks into stays.
  if (area.width() >= ui.px(740)) {
    Area grid = stage.cut_left(std::round(stage.width() * (area.width() < ui.px(1100) ? 0.52F : 0.5F)));
    grid.right -= ui.px(20);
    ui.line(stage.left, area.top, stage.left, area.bottom, ui.colours().hairline, ui.hairline());
    stage.left += ui.px(20);
    draw_head_grid(context, grid);
  }
  draw_head_detail(context, stage);
  follow_hovered_row(ui);
}

}  // namespace headlight
