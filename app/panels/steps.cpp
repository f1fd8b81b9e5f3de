#include <array>

#include "app/panels/step_names.h"
#include "app/panels/steps_parts.h"
#include "app/widgets/controls.h"

namespace headlight {

float draw_side_choice(const PanelContext& context, const Area& area) {
  if (!context.pictures.two()) return 0;
  Ui& ui = context.ui;
  const auto& first = context.pictures.trace(0)->words().source;
  const auto& second = context.pictures.trace(1)->words().source;
  const auto name = [&](const std::vector<std::string>& words) {
    return ui.fitted(type::label_hot, words.empty() ? "" : "… " + words.back(), ui.px(110));
  };
  const std::array<Choice, 2> sides = {Choice{name(first)}, {name(second)}};
  const float wide = choices_width(ui, sides);
  const Area place =
      Area::at(area.left + ui.px(24), std::round(area.middle_y() - ui.px(16)), wide, ui.px(32));
  const int pressed = choices(ui, "side", place, sides, stage_side(context));
  if (pressed >= 0) ui.emit(SelectSide{pressed});
  return wide + ui.px(36);
}

void draw_steps(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const TracePtr& trace = stage_trace(context);
  const int node = trace->find(shown_path(context.session));
  if (node < 0) return;
  Area stage = area;
  Area strip = stage.cut_top(step_strip_height(ui));
  strip.cut_left(draw_side_choice(context, strip));
  draw_step_strip(context, strip);
  ui.line(area.left, strip.bottom, area.right, strip.bottom, ui.colours().hairline, ui.hairline());

  stage = stage.inset(ui.px(24), ui.px(14));
  const float widest = ui.px(1360);
  if (stage.width() > widest)
    stage = Area::at(std::round(stage.middle_x() - widest / 2), stage.top, widest, stage.height());
  if (const auto product = product_of(*trace, node)) {
    draw_product(context, stage, node, *product);
  } else {
    draw_side_by_side(context, stage, node);
  }

  UiState& state = ui.state();
  if (state.followed_cell != state.hovered_cell) {
    state.followed_cell = state.hovered_cell;
    state.again = true;
  }
}

}  // namespace headlight
