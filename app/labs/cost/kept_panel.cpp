// What is kept of every token while a model writes on: bars of published models, by how they keep it.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/labs/cost/cost_panel.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/setting_controls.h"
#include "core/figure/numbers.h"
#include "core/labs/cost.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// "8 of 32 heads": whose keys and values are kept.
std::string keeps(const KeptModel& model) {
  const NamedValue kept{"kept", count_text(model.key_value_heads)}, heads{"heads", count_text(model.heads)};
  switch (model.kind) {
    case KeptModel::Kind::each_head:
      return say("MHA: each of {heads} heads", {heads});
    case KeptModel::Kind::groups:
      return say("GQA: {kept} for {heads} heads", {kept, heads});
    case KeptModel::Kind::one_head:
      return say("MQA: one for {heads} heads", {heads});
    case KeptModel::Kind::latent:
      return say("MLA: one vector of {n} numbers", {{"n", count_text(model.latent)}});
    case KeptModel::Kind::window:
      break;
  }
  const NamedValue window{"window", count_text(model.window)};
  return model.sees_all == 0 ? say("window of {window} tokens", {window})
                             : say("window of {window}; {all} of {layers} layers see all",
                                   {window,
                                    {"all", count_text(model.layers_that_see_all())},
                                    {"layers", count_text(model.layers)}});
}

std::string saved_text(const KeptModel& model, double tokens) {
  const double times = model.saved(tokens);
  if (times <= 1) return say("all of it");
  return say("{n} times less", {{"n", measured_text(times, times < 10 ? 2 : 3)}});
}

}  // namespace

void draw_kept(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const double tokens = context.session.labs.get<CostLab>().tokens;
  Area rest = area;
  const Area slider =
      Area::at(rest.left, rest.top, std::min(ui.px(300), rest.width()), number_slide_height(ui));
  slide_setting(context, slider, &CostLab::tokens,
                {.label = "tokens T", .text = count_text(std::lround(tokens))});
  rest.cut_top(number_slide_height(ui), ui.px(14));
  std::string sources;
  double most = 1;
  for (const KeptModel& model : kept_models()) {
    most = std::max(most, model.bytes(tokens));
    sources += (sources.empty() ? "" : " · ") + std::string(model.source);
  }
  const std::string said =
      say("Sizes from {sources}. “Times less” compares with keys and values of every head, for all tokens.",
          {{"sources", sources}});
  const float line = ui.px(16);
  const float foot = ui.wrapped_height(type::caption, said, rest.width(), line);
  ui.wrapped(rest.cut_bottom(foot, ui.px(10)), type::caption, c.text_3, said, line);
  ui.text(rest.cut_top(ui.px(26)), Align::left, type::section, c.ink,
          ui.shortened(type::section,
                       say("Kept of {tokens}, all layers together",
                           {{"tokens", say(several(std::lround(tokens), "{n} token", "{n} tokens"),
                                           {{"n", count_text(std::lround(tokens))}})}}),
                       rest.width()));
  const auto count = static_cast<float>(kept_models().size());
  const float tall = std::min(std::floor(rest.height() / count), ui.px(64));
  const bool narrow = rest.width() < ui.px(560);
  const float names = narrow ? rest.width() : std::min(ui.px(300), std::round(rest.width() * 0.36F));
  const float numbers = ui.px(110);
  for (const KeptModel& model : kept_models()) {
    Area row = rest.cut_top(tall);
    Area left = narrow ? row.cut_top(std::round(tall * 0.6F)) : row.cut_left(names, ui.px(14));
    left = Area::at(left.left, left.middle_y() - ui.px(17), left.width(), ui.px(34));
    ui.text(left.cut_top(ui.px(17)), Align::left, type::label_hot, c.ink, std::string(model.name));
    ui.text(left, Align::left, type::caption, c.text_2,
            ui.shortened(type::caption, keeps(model), left.width()));
    Area right = row.cut_right(numbers, ui.px(10));
    right = Area::at(right.left, right.middle_y() - ui.px(17), right.width(), ui.px(34));
    const double bytes = model.bytes(tokens);
    ui.text(right.cut_top(ui.px(17)), Align::left, type::number_hot, c.ink, quantity_text(bytes, "B"));
    ui.text(right, Align::left, type::caption, c.text_2,
            ui.shortened(type::caption, saved_text(model, tokens), right.width()));
    const float high = std::min(ui.px(20), row.height() - ui.px(4));
    const Area track = Area::at(row.left, row.middle_y() - high / 2, row.width(), high);
    ui.fill(track, c.panel, ui.px(3));
    Area bar = track;
    bar.right = bar.left + std::max(ui.px(1), track.width() * static_cast<float>(bytes / most));
    ui.fill(bar, model.kind == KeptModel::Kind::each_head ? c.first_sentence : c.weights, ui.px(3));
    if (ui.hovered(track))
      ui.tooltip({RichText(std::string(model.name)),
                  RichText(say("{n} a token", {{"n", quantity_text(model.bytes(1), "B", 4)}})),
                  RichText(std::string(model.source))});
  }
}

ClassPicture kept_for_class(double tokens) {
  ClassBars bars{{}, -1};
  double most = 1;
  for (const KeptModel& model : kept_models()) most = std::max(most, model.bytes(tokens));
  // One of each kind, the first.
  std::array<bool, 5> seen{};
  for (const KeptModel& model : kept_models()) {
    bool& known = seen.at(static_cast<std::size_t>(model.kind));
    if (known) continue;
    known = true;
    bars.bars.push_back(
        {std::string(model.name), quantity_text(model.bytes(tokens), "B"), model.bytes(tokens) / most});
  }
  return {.about = say("kept of {n} tokens while it writes:", {{"n", count_text(std::lround(tokens))}}),
          .shows = bars,
          .says = say("Fewer heads with keys of their own, one short vector, or a window: each keeps less.")};
}

}  // namespace headlight
