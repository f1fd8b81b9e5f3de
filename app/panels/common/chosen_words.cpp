#include "app/panels/common/chosen_words.h"

#include "app/panels/common/attention.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/common/stage.h"
#include "app/session/chosen.h"

namespace headlight {
namespace {

void pick(const PanelContext& context, std::vector<int> tokens, bool keys) {
  context.ui.emit(SelectTokensToo{std::move(tokens), keys});
}

}  // namespace

ChosenWords chosen_words(const PanelContext& context, int side, const std::string& path) {
  const TracePtr& trace = context.pictures.trace(side);
  if (trace == nullptr) return {};
  const int focus = row_in_focus(context);
  const std::vector<int> rows =
      focus == context.session.token ? selected_rows(context.session) : std::vector{focus};
  const ShownPlaces shown(context, side, path);
  return chosen_in(
      context.session, rows, side, *trace, path, context.pictures.alignment(),
      {[&](int token) { return shown.row_of(token); }, [&](int token) { return shown.column_of(token); }});
}

std::vector<std::string> together_lines(const PanelContext& context, const std::string& path) {
  if (!selects_several(context.session)) return {};
  std::vector<std::string> lines;
  for (int side = 0; side < 2; ++side) {
    const HeatmapPtr map = shown_map(context, side, path);
    if (map == nullptr) continue;
    std::string line = together_in_words(*map, chosen_words(context, side, path));
    if (context.pictures.two() && !line.empty()) line = side_name(context, side) + ": " + line;
    lines.push_back(std::move(line));
  }
  return lines;
}

void draw_together(const PanelContext& context, const std::string& path, Area& rest) {
  Ui& ui = context.ui;
  const std::vector<std::string> lines = together_lines(context, path);
  Area foot = rest.cut_bottom(ui.px(20) * static_cast<float>(lines.size()));
  for (const std::string& line : lines) {
    const Area place = foot.cut_top(ui.px(20));
    const std::string shown = ui.fitted(type::label, line, place.width());
    ui.text(place, Align::centre, type::label, ui.colours().ink, shown);
    if (shown != line && ui.hovered(place)) ui.tooltip(line);
  }
}

Picks picks(const Ui& ui) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeySuper) return Picks::key_too;
  return io.KeyShift || ui.state<SelectSeveral>().on ? Picks::too : Picks::alone;
}

void pick_row(const PanelContext& context, const std::string& path, int row) {
  const ShownPlaces shown(context, context.session.side, path);
  const int token = shown.token_of_row(row);
  if (picks(context.ui) == Picks::alone) return context.ui.emit(SelectToken{token});
  pick(context, shown.row_with(token), false);
}

void pick_column(const PanelContext& context, const std::string& path, int column) {
  if (picks(context.ui) == Picks::alone) return;
  const ShownPlaces shown(context, context.session.side, path);
  pick(context, shown.column_with(shown.token_of_column(column)), true);
}

}  // namespace headlight
