#include "app/session/chosen.h"

#include <algorithm>
#include <optional>

namespace headlight {
namespace {

std::vector<int> places_in_map(const Session& session, const std::vector<int>& tokens, Axis axis, int count,
                               int side, const TraceAlignment* both,
                               const std::function<int(int token)>& place_of) {
  if (info(axis).kind != AxisKind::tokens) return {};
  std::vector<int> places;
  for (const int token : tokens) {
    std::optional<int> there = token;
    if (side != session.side)
      there = both == nullptr ? std::nullopt : both->counterpart(axis, session.side, token);
    if (there && *there >= 0 && *there < count) places.push_back(place_of(*there));
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

}  // namespace

std::vector<int> selected_rows(const Look& look) {
  std::vector<int> rows = look.also_tokens;
  if (look.token >= 0) rows.insert(rows.begin(), look.token);
  return rows;
}

ChosenWords chosen_in(const Session& session, const std::vector<int>& rows, int side, const Trace& trace,
                      const std::string& path, const TraceAlignment* both, const PlacesInMap& places) {
  const int node = trace.find(path);
  if (node < 0) return {};
  const Label& label = trace.label(node);
  const Shape shape = trace.tape().node(node).shape;
  return {places_in_map(session, rows, label.rows, shape.rows, side, both, places.row),
          places_in_map(session, session.key_tokens, label.cols, shape.cols, side, both, places.column)};
}

}  // namespace headlight
