#include "app/panels/common/shown_words.h"

#include <algorithm>

#include "app/panels/common/attention.h"

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
          ui.fitted(type::caption, note, rest.width()));
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
  return !merged_ || token < 0 || token >= std::ssize(groups.of) ? token
                                                                 : groups.of[static_cast<std::size_t>(token)];
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

}  // namespace headlight
