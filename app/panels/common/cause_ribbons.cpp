#include "app/panels/common/cause_ribbons.h"

#include <algorithm>
#include <cmath>

#include "app/session/open_lab.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr float thickness_of_all = 16;  // units: of an effect of 1
constexpr double widest_effect = 1.5;

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
  const bool on = context.session.cause_ribbons;
  if ((!can_show_causes(context) && !on) || left < from) return right;
  const char* const hint =
      on ? "Hide the ribbons" : "Draw ribbons as wide as the measured effect of the other sentence";
  if (!ui.exporting() && small_button(ui, "stage/causes", left, middle_y, "Causes", hint, on))
    ui.emit(ShowCauseRibbons{!on});
  return left;
}

float cause_thickness(const Ui& ui, double effect) {
  const double by = std::min(std::fabs(effect), widest_effect);
  return by < CauseWays::least ? 0 : ui.px(thickness_of_all) * static_cast<float>(by);
}

Rgb cause_colour(const Ui& ui, double effect) {
  return effect < 0 ? ui.colours().first_sentence : ui.colours().second_sentence;
}

namespace {

// Why there are no ribbons.
std::string without_ribbons(const PanelContext& context) {
  if (context.results.computing || context.results.lab == nullptr) return "The effects are being measured.";
  if (!can_show_causes(context))
    return "Effects are measured between two sentences or pictures. Add a second one.";
  return "These two cannot be compared row by row.";
}

}  // namespace

void draw_cause_legend(const PanelContext& context, const Area& line) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float y = std::round(line.middle_y());
  const CauseWays* ways = shown_cause_ways(context);
  if (ways == nullptr) return line_of_text(ui, line, type::caption, c.text_2, without_ribbons(context));
  float x = line.left;
  const auto sample = [&](double effect, const std::string& text) {
    const float tall = cause_thickness(ui, effect);
    if (x + ui.px(32) + ui.width(type::caption, text) > line.right) return;
    ui.fill({x, y - tall / 2, x + ui.px(26), y + tall / 2}, cause_colour(ui, effect), 0, cause_alpha);
    x = ui.text(x + ui.px(32), y, type::caption, c.text_2, text) + ui.px(12);
  };
  std::string way =
      say("Effect: how far from “{other}” to “{word}”", {{"other", ways->other}, {"word", ways->word}});
  const float samples = ui.px(150);
  if (ui.width(type::caption, way) + samples > line.width()) way = "Effect:";
  x = ui.text(x, y, type::caption, c.text_2, way) + ui.px(10);
  sample(1, "1");
  sample(0.5, ".5");
  const bool against = std::any_of(ways->rows.begin(), ways->rows.end(),
                                   [](const CauseWays::Row& row) { return row.effect <= -CauseWays::least; });
  if (against) sample(-0.2, "−.2, the other way");
  if (context.session.view == ViewKind::flow) {
    const std::string weights = "attention weights";
    if (x + ui.px(44) + ui.width(type::caption, weights) <= line.right) {
      ui.fill({x, y - ui.px(4), x + ui.px(26), y + ui.px(4)}, c.weights, 0, 0.25F);
      x = ui.text(x + ui.px(32), y, type::caption, c.text_2, weights) + ui.px(12);
    }
  }
  const std::string left_out = say("effects below {weight} are not drawn",
                                   {{"weight", fixed_text(static_cast<float>(CauseWays::least), 2)}});
  if (x + ui.width(type::caption, left_out) <= line.right) ui.text(x, y, type::caption, c.text_3, left_out);
}

}  // namespace headlight
