#include "app/panels/common/stage.h"

#include <algorithm>
#include <cmath>

namespace headlight {

int stage_side(const PanelContext& context) {
  const int side = context.session.side;
  return context.pictures.trace(side) != nullptr ? side : 1 - side;
}

const TracePtr& stage_trace(const PanelContext& context) {
  return context.pictures.trace(stage_side(context));
}

std::string own_model(const PanelContext& context, int side) {
  const std::string &name = context.results.side(side).model_name,
                    &other = context.results.side(1 - side).model_name;
  return !context.pictures.two() || name == other ? "" : short_name(name);
}

std::string side_name(const PanelContext& context, int side) {
  if (std::string model = own_model(context, side); !model.empty()) return model;
  const ComparisonNames& names = context.pictures.alignment()->names;
  return names.lead + (side == 0 ? names.first : names.second);
}

bool shows_both(const PanelContext& context) {
  return context.session.sides != Sides::one &&
         context.pictures.compared(shown_path(context.session)) != nullptr;
}

Area stage_within(const Ui& ui, const Area& area) {
  const float margin = area.width() >= ui.px(1280) ? 40 : area.width() >= ui.px(560) ? 24 : 14;
  const Area stage = area.inset(ui.px(margin), 0);
  const float widest = std::max(ui.px(1360), 1.75F * area.height());
  if (stage.width() <= widest) return stage;
  return Area::at(std::round(stage.middle_x() - widest / 2), stage.top, widest, stage.height());
}

std::array<Choice, 2> sentence_choices(const PanelContext& context) {
  const auto name = [&](int side) {
    const std::string whole = side_name(context, side);
    const bool model = !own_model(context, side).empty();
    const float most = context.ui.px(110);
    std::string label = model ? context.ui.fitted_within(type::label_hot, whole, most)
                              : context.ui.fitted(type::label_hot, whole, most);
    return Choice{.label = label, .whole = label == whole ? "" : whole};
  };
  return {name(0), name(1)};
}

float draw_side_choice(const PanelContext& context, const Area& area) {
  if (!context.pictures.two()) return 0;
  Ui& ui = context.ui;
  const std::array<Choice, 2> both = sentence_choices(context);
  const float wide = choices_width(ui, both);
  const Area place =
      Area::at(area.left + ui.px(24), std::round(area.middle_y() - ui.px(15)), wide, ui.px(30));
  const int pressed = choices(ui, "side", place, both, stage_side(context));
  if (pressed >= 0) ui.emit(SelectSide{pressed});
  return wide + ui.px(36);
}

}  // namespace headlight
