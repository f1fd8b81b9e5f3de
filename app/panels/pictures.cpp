#include "app/panels/pictures.h"

#include <algorithm>
#include <cmath>

#include "app/labs/lab_work.h"
#include "app/widgets/flash.h"
#include "core/explain/align.h"
#include "core/explain/readers.h"
#include "core/explain/ripple.h"
#include "core/explain/view.h"
#include "core/figure/axes_swapped.h"
#include "core/grammar/find_antecedent.h"

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

}  // namespace

namespace {

std::set<std::string> heads_off(const Side& side) {
  std::set<std::string> off;
  if (!side.edited()) return off;
  for (const Edit& edit : side.edits) {
    const Place place = place_of(edit.path);
    const int node = side.trace->find(edit.path);
    if (place.head && place.part == "output" && node >= 0 && side.trace->read(node).view().map().isZero(0))
      off.insert(edit.path);
  }
  return off;
}

}  // namespace

std::optional<int> Compared::common_row(int side, int row) const {
  const auto& places = rows.at(side);
  const auto found = std::find(places.begin(), places.end(), std::optional(row));
  if (found == places.end()) return std::nullopt;
  return static_cast<int>(found - places.begin());
}

void Pictures::follow(const DocumentPtr& document, Flash& flash, bool still) {
  constexpr double seconds = 0.4;
  flash_ = &flash;
  if (flash.since >= 0 && ImGui::GetTime() - flash.since > seconds) {
    flash = {};
    last_views_.clear();
  }
  for (int side = 0; side < 2; ++side) {
    const Side& from = document->sides.at(side);
    const bool stays = from.trace == nullptr && (document->computing || !from.error.empty());
    if (stays || from.trace == traces_.at(side)) continue;
    const bool edited = from.trace != nullptr && traces_.at(side) != nullptr &&
                        from.trace->words().source == traces_.at(side)->words().source;
    if (!views_.empty()) {
      flash = {};
      last_views_.clear();
      if (edited && !still) {
        last_views_ = std::move(views_);
        flash.since = ImGui::GetTime();
      }
    }
    traces_.at(side) = from.trace;
    unedited_.at(side) = from.edited() ? from.unedited : nullptr;
    off_.at(side) = heads_off(from);
    certainty_.at(side) = from.certainty;
    views_.clear();
    errors_.clear();
    compared_.clear();
    traits_.clear();
    layers_.clear();
  }
  if (document->lab_cells != nullptr) lab().follow(document->lab_cells);
}

Pictures& Pictures::lab() {
  if (lab_ == nullptr) lab_ = std::make_unique<Pictures>();
  return *lab_;
}

HeatmapPtr Pictures::kept(const std::string& key, Heatmap map) {
  HeatmapPtr made = std::make_shared<const Heatmap>(std::move(map));
  views_[key] = made;
  light(key, *made);
  return made;
}

// Lights what differs enough to be seen: by a fiftieth of the colours.
void Pictures::light(const std::string& key, const Heatmap& map) {
  const auto last = last_views_.find(key);
  if (flash_ == nullptr || flash_->since < 0 || last == last_views_.end()) return;
  if (last->second->rows != map.rows || last->second->columns != map.columns) return;
  const float visible = 0.02F * (map.scale.high - map.scale.low);
  std::vector<char> changed(map.values.size(), 0);
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const float before = last->second->values[i];
    const float after = map.values[i];
    const bool seen = !(std::fabs(after - before) <= visible);
    changed[i] = seen && differs(before, after) ? 1 : 0;
  }
  flash_->changed[&map] = std::move(changed);
}

HeatmapPtr Pictures::view(int side, const std::string& path) {
  const TracePtr& from = traces_.at(side);
  if (from == nullptr || from->find(path) < 0) return nullptr;
  const std::string key = std::to_string(side) + path;
  const auto known = views_.find(key);
  return known != views_.end() ? known->second : kept(key, view_of(*from, path));
}

HeatmapPtr Pictures::before(int side, const std::string& path) {
  const TracePtr& from = unedited_.at(side);
  if (from == nullptr || from->find(path) < 0) return nullptr;
  const std::string key = std::to_string(side) + path + "/before";
  const auto known = views_.find(key);
  return known != views_.end() ? known->second : kept(key, view_of(*from, path));
}

HeatmapPtr Pictures::difference(int side, const std::string& path) {
  const HeatmapPtr first = before(side, path);
  const HeatmapPtr second = view(side, path);
  if (first == nullptr || second == nullptr) return nullptr;
  if (first->rows != second->rows || first->columns != second->columns) return nullptr;
  const std::string key = std::to_string(side) + path + "/difference";
  const auto known = views_.find(key);
  if (known != views_.end()) return known->second;
  Heatmap map = *second;
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    map.values[i] -= first->values[i];
    if (!std::isfinite(map.values[i])) {
      map.values[i] = 0;
      if (!map.states.empty()) map.states[i] = CellState::masked;
    }
  }
  map.scale = symmetric_scale(map.values, "difference");
  map.format = NumberFormat::value;
  return kept(key, std::move(map));
}

HeatmapPtr Pictures::transposed(int side, const std::string& path) {
  const HeatmapPtr plain = view(side, path);
  if (plain == nullptr) return nullptr;
  const std::string key = std::to_string(side) + path + "/transposed";
  const auto known = views_.find(key);
  return known != views_.end() ? known->second : kept(key, with_axes_swapped(*plain));
}

const std::vector<Cell>& Pictures::readers_of(int side, Cell cell, int row) {
  const Trace* from = traces_.at(side).get();
  if (read_trace_ != from || !(read_cell_ == cell) || read_row_ != row) {
    readers_ = from == nullptr ? std::vector<Cell>{} : readers(*from, cell, row);
    read_trace_ = from;
    read_cell_ = cell;
    read_row_ = row;
  }
  return readers_;
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
  return measured(side, weights_path, view(side, weights_path), std::to_string(side) + weights_path);
}

const HeadTraits* Pictures::traits_before(int side, const std::string& weights_path) {
  return measured(side, weights_path, before(side, weights_path),
                  std::to_string(side) + weights_path + "/before");
}

const HeadTraits* Pictures::measured(int side, const std::string& weights_path, const HeatmapPtr& map,
                                     const std::string& key) {
  if (map == nullptr) return nullptr;
  const auto [found, fresh] = traits_.try_emplace(key);
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
  const auto path = [&](int head, const char* part) {
    return head_path(place.stack, *place.layer, place.attention, head, part);
  };
  std::vector<Heatmap> off_heads;
  for (int head = 0; traces_.at(side)->find(path(head, "weights")) >= 0; ++head) {
    const bool is_off = off(side).contains(path(head, "output"));
    (is_off ? off_heads : all.heads).push_back(*view(side, path(head, "weights")));
    if (!is_off) all.numbers.push_back(head);
  }
  all.off = static_cast<int>(off_heads.size());
  if (all.all() == 0) return nullptr;
  all.mean = std::make_shared<const Heatmap>(mean_of(all.heads.empty() ? off_heads : all.heads));
  if (place.attention != "self_attention") return &all;
  std::vector<Heatmap> means;
  for (int below = 0; below < *place.layer; ++below) {
    const LayerHeads* under = layer(side, place.stack + "." + std::to_string(below) + "." + place.attention);
    if (under == nullptr) return &all;
    if (!under->heads.empty()) means.push_back(*under->mean);
  }
  if (!all.heads.empty()) means.push_back(*all.mean);
  if (!means.empty()) all.rollout = std::make_shared<const Heatmap>(rollout_of(means));
  return &all;
}

const Compared* Pictures::compared(const std::string& path) {
  if (!two() || traces_[0]->find(path) < 0 || traces_[1]->find(path) < 0) return nullptr;
  std::optional<Compared>& kept = compared_[path];
  if (!kept) {
    Figure figure = comparison_of(*traces_[0], *traces_[1], path);
    kept.emplace();
    for (std::size_t i = 0; i < 3; ++i) {
      kept->maps[i] = this->kept(path + "/compared/" + std::to_string(i), std::move(figure.panels.at(i)));
    }
    for (std::size_t side = 0; side < 2; ++side) {
      kept->rows[side] = own_places(*kept->maps[side], true);
      kept->columns[side] = own_places(*kept->maps[side], false);
    }
  }
  return &*kept;
}

}  // namespace headlight
