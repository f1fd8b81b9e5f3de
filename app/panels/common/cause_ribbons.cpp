#include "app/panels/common/cause_ribbons.h"

#include <algorithm>
#include <cmath>

#include "app/session/open_lab.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

constexpr float thickness_of_all = 16;  // units: of an effect of 1
constexpr double widest_effect = 1.5;

constexpr const char* whole_row = "1, a word’s row";
constexpr const char* by_a_head = ".5, by a head from a word";

}  // namespace

const CauseWays* shown_cause_ways(const PanelContext& context) {
  return cause_ways(context.session, context.results);
}

bool can_show_causes(const PanelContext& context) {
  return context.results.trace(0) != nullptr && context.results.trace(1) != nullptr &&
         context.results.model != nullptr && has_view(context.results.model->anatomy(), ViewKind::causes);
}

float draw_cause_switch(const PanelContext& context, float from, float right, float middle_y) {
  Ui& ui = context.ui;
  const float left = right - small_button_width(ui, "Causes");
  if (!can_show_causes(context) || left < from) return right;
  const bool on = context.session.cause_ribbons;
  const char* const hint = on ? "Without the ribbons of what was measured"
                              : "Draw what comes over from the other sentence, as it is measured";
  if (!ui.exporting() && small_button(ui, "stage/causes", left, middle_y, "Causes", hint, on))
    ui.emit(ShowCauseRibbons{!on});
  return left;
}

float cause_thickness(const Ui& ui, double effect) {
  const double by = std::min(std::fabs(effect), widest_effect);
  return by < CauseWays::least ? 0 : ui.px(thickness_of_all) * static_cast<float>(by);
}

Rgb cause_colour(const Ui& ui, double effect, bool by_head) {
  if (effect < 0) return ui.colours().error;
  return by_head ? ui.colours().weights : ui.colours().text_2;
}

void draw_cause_legend(const PanelContext& context, const Area& line) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float y = std::round(line.middle_y());
  const CauseWays* ways = shown_cause_ways(context);
  if (ways == nullptr) {
    const bool waits = context.results.computing || context.results.lab == nullptr;
    line_of_text(ui, line, type::caption, c.text_2,
                 waits ? "What comes over from the other sentence is being measured."
                       : "Between these two sentences there is no effect to measure row by row.");
    return;
  }
  float x = line.left;
  const auto sample = [&](double effect, bool by_head, const std::string& text) {
    const float tall = cause_thickness(ui, effect);
    if (x + ui.px(32) + ui.width(type::caption, text) > line.right) return;
    ui.fill({x, y - tall / 2, x + ui.px(26), y + tall / 2}, cause_colour(ui, effect, by_head), 0,
            cause_alpha);
    x = ui.text(x + ui.px(32), y, type::caption, c.text_2, text) + ui.px(12);
  };
  std::string way = "Effect, the share of the way from “" + ways->other + "” to “" + ways->word + "”:";
  const float samples = ui.px(110) + ui.width(type::caption, whole_row) + ui.width(type::caption, by_a_head);
  if (ui.width(type::caption, way) + samples > line.width()) way = "Effect:";
  x = ui.text(x, y, type::caption, c.text_2, way) + ui.px(10);
  sample(1, false, whole_row);
  sample(0.5, true, by_a_head);
  const bool against = std::any_of(ways->rows.begin(), ways->rows.end(),
                                   [](const CauseWays::Row& row) { return row.effect <= -CauseWays::least; });
  if (against) sample(-0.2, false, "−.2, the other way");
  const std::string left_out = "below " + fixed_text(static_cast<float>(CauseWays::least), 2) + " not drawn" +
                               (context.session.view == ViewKind::flow ? "; pale: weights" : "");
  if (x + ui.width(type::caption, left_out) <= line.right) ui.text(x, y, type::caption, c.text_3, left_out);
}

}  // namespace headlight
