#include <algorithm>
#include <array>

#include "app/panels/hover.h"
#include "app/panels/step_names.h"
#include "app/panels/steps/step_drawing.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {

namespace {

std::array<Choice, 2> sentences(const PanelContext& context) {
  const auto name = [&](int side) {
    return Choice{context.ui.fitted(type::label_hot, side_name(context, side), context.ui.px(110))};
  };
  return {name(0), name(1)};
}

// One of the sentences, or both in one of two ways.
float draw_sides_choice(const PanelContext& context, const Area& area) {
  if (!context.pictures.two()) return 0;
  Ui& ui = context.ui;
  const Sides sides = context.session.sides;
  const std::array<Choice, 2> one = sentences(context);
  const std::array<Choice, 2> both = {Choice{"both"}, {"difference"}};
  const float wide = std::max(choices_width(ui, one), choices_width(ui, both));
  const auto row = [&](float y) { return Area::at(area.left + ui.px(24), std::round(y), wide, ui.px(30)); };
  const int side = choices(ui, "side", row(area.middle_y() - ui.px(33)), one,
                           sides == Sides::one ? stage_side(context) : -1);
  if (side >= 0) {
    ui.emit(ShowSides{Sides::one});
    ui.emit(SelectSide{side});
  }
  const int pressed = choices(ui, "sides", row(area.middle_y() + ui.px(3)), both,
                              sides == Sides::one    ? -1
                              : sides == Sides::both ? 0
                                                     : 1);
  if (pressed >= 0) ui.emit(ShowSides{pressed == 0 ? Sides::both : Sides::difference});
  return wide + ui.px(36);
}

// Whether a long matrix of the step, or that it is made from, is still being made.
bool waits_for_pictures(const PanelContext& context, const Trace& trace, int node) {
  std::vector<int> shown = trace.tape().node(node).inputs;
  shown.push_back(node);
  const int side = stage_side(context);
  return std::count_if(shown.begin(), shown.end(), [&](int each) {
           const std::string& path = trace.label(each).path;
           return context.pictures.is_long(side, path) && context.pictures.view(side, path) == nullptr;
         }) > 0;
}

}  // namespace

float draw_side_choice(const PanelContext& context, const Area& area) {
  if (!context.pictures.two()) return 0;
  Ui& ui = context.ui;
  const std::array<Choice, 2> both = sentences(context);
  const float wide = choices_width(ui, both);
  const Area place =
      Area::at(area.left + ui.px(24), std::round(area.middle_y() - ui.px(15)), wide, ui.px(30));
  const int pressed = choices(ui, "side", place, both, stage_side(context));
  if (pressed >= 0) ui.emit(SelectSide{pressed});
  return wide + ui.px(36);
}

float cell_growth(const Ui& ui, const Area& area) {
  return std::clamp(std::min(area.width() / ui.px(1360), area.height() / ui.px(680)), 1.0F, 1.7F);
}

void draw_steps(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const TracePtr& trace = stage_trace(context);
  const int node = trace->find(shown_path(context.session));
  if (node < 0) return;
  Area stage = area;
  Area strip = stage.cut_top(step_strip_height(ui));
  strip.cut_left(draw_sides_choice(context, strip));
  draw_step_strip(context, strip);
  ui.line(area.left, strip.bottom, area.right, strip.bottom, ui.colours().hairline, ui.hairline());

  stage = stage.inset(ui.px(24), ui.px(14));
  // A large display gets large matrices, in the shape of the usual one.
  const float widest = std::max(ui.px(1360), 1.75F * stage.height());
  if (stage.width() > widest && !shows_both(context))
    stage = Area::at(std::round(stage.middle_x() - widest / 2), stage.top, widest, stage.height());
  if (waits_for_pictures(context, *trace, node)) {
    map_to_come(ui, stage);
  } else if (shows_both(context)) {
    draw_both_sides(context, stage, trace->label(node).path);
  } else if (const auto product = product_of(*trace, node)) {
    draw_product(context, stage, node, *product);
  } else {
    draw_side_by_side(context, stage, node);
  }

  Hover& hover = ui.state<Hover>();
  if (hover.followed_cell != hover.cell || hover.followed_side != hover.side) {
    hover.followed_cell = hover.cell;
    hover.followed_side = hover.side;
    ui.state().again = true;
  }
}

}  // namespace headlight
