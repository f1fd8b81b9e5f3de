#include <algorithm>
#include <cmath>

#include "app/panels/hover.h"
#include "app/panels/lines/lines_view.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

// The titles, the turned labels of the columns and ten rows of them.
constexpr float least_map_height = 166;
constexpr float least_lines_height = 142;

// On a low screen one of the two is shown.
struct OnLowScreen {
  bool maps = false;
};

void draw_one_of_both(const PanelContext& context, Area stage) {
  Ui& ui = context.ui;
  bool& maps = ui.state<OnLowScreen>().maps;
  if (!ui.exporting()) {
    const Area row = stage.cut_bottom(ui.px(28));
    stage.cut_bottom(ui.px(4));
    const char* const label = maps ? "Show the lines instead" : "Show the heatmaps instead";
    const float wide = button_width(ui, label);
    if (button(ui, "lines/other",
               Area::at(std::round(row.middle_x() - wide / 2), row.top, wide, row.height()), label,
               ButtonKind::plain)) {
      maps = !maps;
      ui.state().again = true;
    }
  }
  if (maps) return draw_maps(context, stage);
  draw_attention_lines(context, stage.cut_top(std::min(stage.height(), ui.px(420))));
}

}  // namespace

int row_in_focus(const PanelContext& context) {
  const int hovered = context.ui.state<Hover>().followed_token;
  return hovered >= 0 ? hovered : context.session.token;
}

void follow_hovered_row(Ui& ui) {
  if (ui.state<Hover>().followed_token == ui.state<Hover>().token) return;
  ui.state<Hover>().followed_token = ui.state<Hover>().token;
  ui.state().again = true;
}

std::string sink_note(const std::string& word, const Sink& sink) {
  return weight_alone(sink.share) + " of the weight lies on “" + word +
         "”: often an attention sink, not what the words mean.";
}

const std::string& key_word(const PanelContext& context, int side, const std::string& weights_path, int key) {
  const Place place = place_of(weights_path);
  const Stream asked = info(attention_of(place.stack, place.attention)).asked;
  return context.pictures.trace(side)->tokens(asked).at(static_cast<std::size_t>(key));
}

Asking asking(const PanelContext& context) {
  Asking asking;
  const AttentionInfo& about = info(context.session.attention);
  for (int side = 0; side < 2; ++side) {
    const TracePtr& trace = context.pictures.trace(side);
    if (trace == nullptr) continue;
    // What asks another stream asks for the word that comes next.
    asking.queries.at(side) = about.crosses() ? trace->words().next : trace->tokens(about.asks);
    asking.keys.at(side) = trace->tokens(about.asked);
  }
  return asking;
}

Area stage_within(const Ui& ui, const Area& area) {
  const Area stage = area.inset(ui.px(area.width() >= ui.px(1280) ? 40 : 24), 0);
  const float widest = std::max(ui.px(1360), 1.75F * area.height());
  if (stage.width() <= widest) return stage;
  return Area::at(std::round(stage.middle_x() - widest / 2), stage.top, widest, stage.height());
}

void draw_lines(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area stage = stage_within(ui, area);
  const bool low = area.height() < ui.px(640);
  stage.cut_top(ui.px(low ? 8 : 14));
  draw_head_picker(context, stage.cut_top(head_picker_height(ui, stage.width())));
  stage.cut_bottom(ui.px(low ? 6 : 14));
  const Area answer = stage.cut_bottom(answer_height(context));
  ui.line(stage.left, answer.top, stage.right, answer.top, ui.colours().hairline, ui.hairline());
  stage.cut_bottom(ui.px(low ? 6 : 12));

  // The lines get what the maps do not need, within bounds; both shrink together on a low screen.
  const float room = stage.height();
  const bool four_rows = info(context.session.attention).crosses();
  const float lines =
      std::clamp(std::round(room * (four_rows ? 0.48F : 0.39F)), ui.px(least_lines_height), ui.px(420));
  // Too low for cells one could tell apart beside the lines: one of both.
  if (room - lines >= ui.px(least_map_height)) {
    draw_attention_lines(context, stage.cut_top(lines));
    draw_maps(context, stage);
  } else {
    draw_one_of_both(context, stage);
  }
  draw_answer(context, answer);

  follow_hovered_row(ui);
}

}  // namespace headlight
