#include "app/panels/unrolled/instead.h"

#include <cmath>

#include "app/panels/step_names.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

bool leads_to_unrolled(const PanelContext& context, const Area& area, std::string_view text) {
  if (draw_instead(context.ui, area, text, "See it unrolled over time"))
    context.ui.emit(SetView{ViewKind::unrolled});
  return true;
}

}  // namespace

bool draw_instead(Ui& ui, const Area& area, std::string_view text, std::string_view label) {
  const float wide = std::min(ui.px(620), area.width() - ui.px(48));
  const float line = ui.px(26);
  const float tall = ui.wrapped_height(type::panel, text, wide, line);
  Area box = Area::at(std::round(area.middle_x() - wide / 2),
                      std::round(area.middle_y() - (tall + ui.px(54)) / 2), wide, tall);
  ui.wrapped(box, type::panel, ui.colours().ink, text, line);
  if (ui.exporting()) return false;
  return button(ui, "instead", Area::at(box.left, box.bottom + ui.px(18), button_width(ui, label), ui.px(36)),
                label, ButtonKind::primary);
}

bool draw_without_attention(const PanelContext& context, const Area& area) {
  const Anatomy& has = stage_trace(context)->anatomy();
  if (!has.attentions.empty() || !has.recurrent()) return false;
  return leads_to_unrolled(context, area,
                           "This model has no attention. What a word knows of the others comes through a "
                           "state that is passed from word to word.");
}

bool draw_flow_through_time(const PanelContext& context, const Area& area) {
  if (!stage_trace(context)->anatomy().recurrent()) return false;
  return leads_to_unrolled(
      context, area,
      "In a recurrent model the words do not go through the layers side by side: its state "
      "goes through them one after another.");
}

}  // namespace headlight
