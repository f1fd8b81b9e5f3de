#include "app/panels/common/shown_words.h"

#include <algorithm>

#include "app/panels/common/stage.h"
#include "app/session/session_figure.h"

namespace headlight {

bool reads_pieces(const PanelContext& context) {
  for (const int side : {0, 1}) {
    const Trace* const trace = context.results.trace(side);
    if (trace != nullptr &&
        (trace->words().source_pieces != nullptr || trace->words().target_pieces != nullptr))
      return true;
  }
  return false;
}

ShownPlaces::ShownPlaces(const PanelContext& context, int side, const std::string& path) {
  if (!context.session.merge_pieces) return;
  const HeatmapPtr map = context.pictures.view(side, path);
  if (map == nullptr || !has_pieces_to_merge(*map)) return;
  merged_ = true;
  rows_ = row_words(*map);
  columns_ = column_words(*map);
}

int ShownPlaces::group(const Groups& groups, int token) const {
  return !merged_ || token < 0 || token >= std::ssize(groups.of) ? token : groups.of[token];
}

std::vector<int> rows_in_focus(const PanelContext& context) {
  const Session& session = context.session;
  std::vector<int> selected = selected_rows(session);
  const int focus = row_in_focus(context);
  const auto has = [focus](const std::vector<int>& places) {
    return std::find(places.begin(), places.end(), focus) != places.end();
  };
  // A word that is pressed has the mouse on it: what it was added to is to be seen all the same.
  const bool is_key = !info(session.attention).crosses() && has(session.key_tokens);
  return focus < 0 || is_key || has(selected) ? selected : std::vector{focus};
}

ChosenWords chosen_words(const PanelContext& context, int side, const std::string& path) {
  const TracePtr& trace = context.pictures.trace(side);
  if (trace == nullptr) return {};
  const ShownPlaces shown(context, side, path);
  return chosen_in(
      context.session, rows_in_focus(context), side, *trace, path, context.pictures.alignment(),
      {[&](int token) { return shown.row_of(token); }, [&](int token) { return shown.column_of(token); }});
}

Picks picks(const Ui& ui) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeySuper) return Picks::key_too;
  return io.KeyShift || ui.state<SelectSeveral>().on ? Picks::too : Picks::alone;
}

}  // namespace headlight
