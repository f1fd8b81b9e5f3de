#include "app/panels/pictures.h"

#include <algorithm>

#include "core/explain/align.h"
#include "core/explain/view.h"

namespace headlight {
namespace {

// Which of the common places a sentence has: those where its map is not absent throughout.
std::vector<std::optional<int>> own_places(const Heatmap& map, bool rows) {
  const int count = rows ? map.rows : map.columns;
  const int across = rows ? map.columns : map.rows;
  std::vector<std::optional<int>> places;
  int own = 0;
  for (int i = 0; i < count; ++i) {
    bool any = false;
    for (int j = 0; j < across && !any; ++j) {
      any = (rows ? map.state(i, j) : map.state(j, i)) != CellState::absent;
    }
    places.push_back(any ? std::optional(own++) : std::nullopt);
  }
  return places;
}

HeatmapPtr transpose(const Heatmap& map) {
  Heatmap turned = map;
  std::swap(turned.rows, turned.columns);
  std::swap(turned.row_labels, turned.column_labels);
  std::swap(turned.row_axis, turned.column_axis);
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      const auto at = static_cast<std::size_t>(column) * map.rows + row;
      turned.values[at] = map.value(row, column);
      if (!turned.states.empty()) turned.states[at] = map.state(row, column);
    }
  }
  return std::make_shared<const Heatmap>(std::move(turned));
}

}  // namespace

std::optional<int> Compared::common_row(int side, int row) const {
  const auto& places = rows.at(side);
  const auto found = std::find(places.begin(), places.end(), std::optional(row));
  if (found == places.end()) return std::nullopt;
  return static_cast<int>(found - places.begin());
}

void Pictures::follow(const DocumentPtr& document) {
  for (int side = 0; side < 2; ++side) {
    const Side& from = document->sides.at(side);
    const bool stays = from.trace == nullptr && (document->computing || !from.error.empty());
    if (stays || from.trace == traces_.at(side)) continue;
    traces_.at(side) = from.trace;
    views_.clear();
    errors_.clear();
    compared_.clear();
    traits_.clear();
    layers_.clear();
  }
}

HeatmapPtr Pictures::view(int side, const std::string& path) {
  const TracePtr& from = traces_.at(side);
  if (from == nullptr || from->find(path) < 0) return nullptr;
  HeatmapPtr& view = views_[std::to_string(side) + path];
  if (view == nullptr) view = std::make_shared<const Heatmap>(view_of(*from, path));
  return view;
}

HeatmapPtr Pictures::transposed(int side, const std::string& path) {
  const HeatmapPtr plain = view(side, path);
  if (plain == nullptr) return nullptr;
  HeatmapPtr& turned = views_[std::to_string(side) + path + "/transposed"];
  if (turned == nullptr) turned = transpose(*plain);
  return turned;
}

HeatmapPtr Pictures::on_scale(int side, const std::string& path, float most) {
  const HeatmapPtr plain = view(side, path);
  if (plain == nullptr) return nullptr;
  HeatmapPtr& scaled = views_[std::to_string(side) + path + "/on scale"];
  if (scaled == nullptr || scaled->scale.high != most) {
    Heatmap copy = *plain;
    copy.scale.low = -most;
    copy.scale.high = most;
    scaled = std::make_shared<const Heatmap>(std::move(copy));
  }
  return scaled;
}

std::optional<int> Pictures::first_error(int side, const std::string& path) {
  const HeatmapPtr map = view(side, path);
  if (map == nullptr) return std::nullopt;
  const auto [found, fresh] = errors_.try_emplace(std::to_string(side) + path);
  for (int cell = 0; fresh && !found->second && cell < map->rows * map->columns; ++cell) {
    if (map->is_error(cell / map->columns, cell % map->columns)) found->second = cell / map->columns;
  }
  return found->second;
}

const HeadTraits* Pictures::traits(int side, const std::string& weights_path) {
  const HeatmapPtr map = view(side, weights_path);
  if (map == nullptr) return nullptr;
  const auto [found, fresh] = traits_.try_emplace(std::to_string(side) + weights_path);
  if (fresh) {
    const Place place = place_of(weights_path);
    std::optional<Antecedent> antecedent;
    if (place.stack == "encoder") antecedent = find_antecedent(traces_.at(side)->words().source);
    found->second = traits_of(*map, place.attention == "self_attention", antecedent);
  }
  return &found->second;
}

const LayerHeads* Pictures::layer(int side, const std::string& block) {
  const Place place = place_of(block);
  if (traces_.at(side) == nullptr || !place.layer) return nullptr;
  const auto [found, fresh] = layers_.try_emplace(std::to_string(side) + block);
  LayerHeads& all = found->second;
  if (!fresh) return all.mean == nullptr ? nullptr : &all;
  const auto path = [&](int head) {
    return head_path(place.stack, *place.layer, place.attention, head, "weights");
  };
  for (int head = 0; traces_.at(side)->find(path(head)) >= 0; ++head)
    all.heads.push_back(*view(side, path(head)));
  if (all.heads.empty()) return nullptr;
  all.mean = std::make_shared<const Heatmap>(mean_of(all.heads));
  if (place.attention != "self_attention") return &all;
  std::vector<Heatmap> means;
  for (int below = 0; below < *place.layer; ++below) {
    const LayerHeads* under = layer(side, place.stack + "." + std::to_string(below) + "." + place.attention);
    if (under == nullptr) return &all;
    means.push_back(*under->mean);
  }
  means.push_back(*all.mean);
  all.rollout = std::make_shared<const Heatmap>(rollout_of(means));
  return &all;
}

const Compared* Pictures::compared(const std::string& path) {
  if (!two() || traces_[0]->find(path) < 0 || traces_[1]->find(path) < 0) return nullptr;
  std::optional<Compared>& kept = compared_[path];
  if (!kept) {
    Figure figure = comparison_of(*traces_[0], *traces_[1], path);
    kept.emplace();
    for (std::size_t i = 0; i < 3; ++i) {
      kept->maps[i] = std::make_shared<const Heatmap>(std::move(figure.panels.at(i)));
    }
    for (std::size_t side = 0; side < 2; ++side) {
      kept->rows[side] = own_places(*kept->maps[side], true);
      kept->columns[side] = own_places(*kept->maps[side], false);
    }
  }
  return &*kept;
}

}  // namespace headlight
