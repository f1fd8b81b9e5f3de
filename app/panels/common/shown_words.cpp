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

HeatmapPtr shown_map(const PanelContext& context, int side, const std::string& path) {
  return context.session.merge_pieces ? context.pictures.by_words(side, path)
                                      : context.pictures.view(side, path);
}

HeatmapPtr shown_thumbnail(const PanelContext& context, int side, const std::string& path) {
  const bool words = context.session.merge_pieces && !context.pictures.is_long(side, path);
  return words ? context.pictures.by_words(side, path) : context.pictures.thumbnail(side, path);
}

const Compared* shown_comparison(const PanelContext& context, const std::string& path) {
  return context.pictures.compared(path, context.session.merge_pieces);
}

std::string shown_words_note(const PanelContext& context, int side, const std::string& path) {
  if (!context.session.merge_pieces) return "";
  const HeatmapPtr map = context.pictures.view(side, path);
  return map == nullptr ? "" : words_note(*map);
}

void draw_words_note(const PanelContext& context, int side, const std::string& path, Area& rest) {
  const std::string note = shown_words_note(context, side, path);
  if (note.empty()) return;
  Ui& ui = context.ui;
  ui.text(rest.cut_bottom(ui.px(20)), Align::centre, type::caption, ui.colours().text_2,
          ui.shortened(type::caption, note, rest.width()));
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

int ShownPlaces::first(const Groups& groups, int place) const {
  if (!merged_) return place;
  const auto found = std::find(groups.of.begin(), groups.of.end(), place);
  return found == groups.of.end() ? place : static_cast<int>(found - groups.of.begin());
}

std::vector<int> ShownPlaces::together(const Groups& groups, int token) const {
  return merged_ ? groups.places(group(groups, token)) : std::vector{token};
}

std::optional<float> shown_weight(const PanelContext& context, int side, const std::string& path, int query,
                                  int key) {
  const ShownPlaces places(context, side, path);
  const HeatmapPtr words = places.merged() ? shown_map(context, side, path) : nullptr;
  if (words == nullptr) return weight_of(context, side, path, query, key);
  const int row = places.row_of(query), column = places.column_of(key);
  if (row >= words->rows || column >= words->columns || words->state(row, column) != CellState::value)
    return std::nullopt;
  return words->value(row, column);
}

namespace {

void pick(const PanelContext& context, std::vector<int> tokens, bool keys) {
  context.ui.emit(SelectTokensToo{std::move(tokens), keys});
}

}  // namespace

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

namespace {

constexpr float line_units = 20, gap_units = 6;

}  // namespace

float together_height(const PanelContext& context) {
  if (!selects_several(context.session)) return 0;
  return context.ui.px(gap_units) + context.ui.px(line_units) * (context.pictures.two() ? 2.0F : 1.0F);
}

void draw_together(const PanelContext& context, const std::string& path, Area& rest) {
  Ui& ui = context.ui;
  const std::vector<std::string> lines = together_lines(context, path);
  for (std::size_t i = lines.size(); i-- > 0;) {
    // A second line where one has no room for it.
    const float wide = ui.width(type::label, lines[i]);
    if (wide <= rest.width()) {
      ui.text(rest.cut_bottom(ui.px(line_units)), Align::centre, type::label, ui.colours().ink, lines[i]);
      continue;
    }
    const float line = ui.px(18);
    const float tall = ui.wrapped_height(type::label, lines[i], rest.width(), line);
    ui.wrapped(rest.cut_bottom(tall + ui.px(2)), type::label, ui.colours().ink, lines[i], line);
  }
  if (!lines.empty()) rest.cut_bottom(ui.px(gap_units));
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
