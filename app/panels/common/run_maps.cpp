#include "app/panels/common/run_maps.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/panels/common/step_names.h"
#include "core/explain/aggregate.h"
#include "core/explain/dependencies.h"
#include "core/explain/view.h"
#include "core/figure/heatmap.h"

namespace headlight {
namespace {

constexpr Eigen::Index most_cells_in_frame = 600'000;
constexpr float several_times = 6;  // beside the middle row

std::optional<int> first_error_of(const Heatmap& map) {
  for (int cell = 0; cell < map.rows * map.columns; ++cell) {
    if (map.is_error(cell / map.columns, cell % map.columns)) return cell / map.columns;
  }
  return std::nullopt;
}

// Whether a head looks from what was typed.
bool is_of_typed(const Trace& trace, const std::string& weights_path) {
  const StackInfo* const stack = trace.anatomy().stack(place_of(weights_path).stack);
  return stack != nullptr && stack->stream == trace.anatomy().typed();
}

Heatmap thumbnail_of(const Heatmap& map) {
  return thumbnail_of(map, std::min(map.rows, thumbnail_size), std::min(map.columns, thumbnail_size));
}

}  // namespace

bool is_large(const Trace& trace, int node) {
  return trace.tape().node(node).shape.size() > most_cells_in_frame;
}

HeatmapPtr LitMaps::keep(const std::string& name, HeatmapPtr map) {
  maps_.keep(name, map);
  const HeatmapPtr last = flash_ == nullptr ? nullptr : last_.find(name);
  if (last == nullptr || last->rows != map->rows || last->columns != map->columns) return map;
  // What differs enough to be seen: by a fiftieth of the colours.
  const float visible = 0.02F * (map->scale.high - map->scale.low);
  std::vector<char> changed(map->values.size(), 0);
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const float before = last->values[i], after = map->values[i];
    const bool seen = !(std::fabs(after - before) <= visible);
    changed[i] = seen && differs(before, after) ? 1 : 0;
  }
  flash_->changed[map.get()] = std::move(changed);
  return map;
}

void LitMaps::begin_again(Flash* flash) {
  put_out();
  flash_ = flash;
  if (flash != nullptr) std::swap(last_, maps_);
  maps_.clear();
}

void LitMaps::put_out() {
  flash_ = nullptr;
  last_.clear();
}

bool RunMaps::changes(const Run& from, bool computing) const {
  // Only of the same model: another one may read something else, a picture instead of words.
  const bool same_model = from.model == nullptr || from.model == model_;
  const bool stays = from.trace == nullptr && same_model && (computing || !from.error.empty());
  return !stays && from.trace != trace_;
}

bool RunMaps::is_edited(const Run& from) const {
  return from.trace != nullptr && trace_ != nullptr && from.trace->typed() == trace_->typed();
}

void RunMaps::take(const Run& from, Flash* flash) {
  maps_.begin_again(flash);
  work_.forget();
  made_ = {};
  trace_ = from.trace;
  if (model_ != from.model) heads_ = nullptr;
  model_ = from.model;
  unedited_ = from.edited() ? from.unedited : nullptr;
  digests_ = from.digests;
  off_ = from.edited() ? heads_off(*from.trace, from.edits) : std::set<std::string>();
  certainty_ = from.certainty;
  rewritten_ = from.rewritten;
  antecedent_ = from.antecedent;
}

void RunMaps::follow(const Run& from, bool at_once) {
  at_once_ = at_once;
  // The witness is heard after the rest.
  if (from.trace == trace_ && from.certainty.second != certainty_.second) certainty_ = from.certainty;
  work_.follow();
  maps_.settle();
}

HeatmapPtr RunMaps::kept(const std::string& key, Heatmap map) {
  return maps_.keep(key, std::make_shared<const Heatmap>(std::move(map)));
}

void RunMaps::make_long(const std::string& key, std::function<Heatmap()> make) {
  work_.ask(key, [this, key, make = std::move(make)]() -> PictureWork::Keep {
    const HeatmapPtr map = std::make_shared<const Heatmap>(make());
    return [this, key, map, error = first_error_of(*map)] {
      maps_.keep(key, map);
      made_.errors[key] = error;
    };
  });
}

HeatmapPtr RunMaps::of(const TracePtr& from, const std::string& path, const std::string& key) {
  const int node = from == nullptr ? -1 : from->find(path);
  if (node < 0) return nullptr;
  if (HeatmapPtr known = maps_.find(key)) return known;
  if (at_once_ || !is_large(*from, node)) return kept(key, view_of(*from, path));
  make_long(key, [from, path] { return view_of(*from, path); });
  return nullptr;
}

HeatmapPtr RunMaps::view(const std::string& path) { return of(trace_, path, path); }

HeatmapPtr RunMaps::by_words(const std::string& path) { return by_words(path, view(path)); }

HeatmapPtr RunMaps::by_words(const std::string& name, const HeatmapPtr& pieces) {
  if (pieces == nullptr || !has_pieces_to_merge(*pieces)) return pieces;
  const std::string key = name + "/by words";
  const HeatmapPtr known = maps_.find(key);
  return known != nullptr ? known : kept(key, headlight::by_words(*pieces));
}

HeatmapPtr RunMaps::before(const std::string& path) { return of(unedited_, path, path + "/before"); }

bool RunMaps::is_long(const std::string& path) const {
  const int node = trace_ == nullptr ? -1 : trace_->find(path);
  return node >= 0 && (is_large(*trace_, node) || digests_.of(node) != nullptr);
}

MapRows RunMaps::rows(const std::string& path, int first, int count) {
  if (!is_long(path)) return {view(path)};
  const int all = trace_->tape().node(trace_->at(path)).shape.rows;
  first = std::clamp(first, 0, all);
  count = std::clamp(count, 0, all - first);
  const std::string key = path + "/rows " + std::to_string(first) + " " + std::to_string(count);
  if (HeatmapPtr known = maps_.find(key)) return {known, first};
  return {kept(key, view_of_rows(*trace_, path, first, count)), first};
}

HeatmapPtr RunMaps::between(const std::string& path, std::span<const int> rows,
                            std::span<const int> columns) {
  const int node = trace_ == nullptr ? -1 : trace_->find(path);
  if (node < 0 || rows.empty()) return nullptr;
  const Shape shape = trace_->tape().node(node).shape;
  if (std::ssize(rows) == shape.rows && std::ssize(columns) == shape.cols) return view(path);
  std::string key = path + "/between";
  for (const std::span<const int> places : {rows, columns}) {
    for (const int place : places) key += " " + std::to_string(place);
    key += ",";
  }
  if (HeatmapPtr known = maps_.find(key)) return known;
  Heatmap some;
  for (const int row : rows) {
    const Heatmap one = with_columns(view_of_rows(*trace_, path, row, 1), columns);
    if (some.rows == 0) {
      some = one;
      continue;
    }
    some.values.insert(some.values.end(), one.values.begin(), one.values.end());
    some.states.insert(some.states.end(), one.states.begin(), one.states.end());
    some.row_labels.push_back(one.row_label(0));
    ++some.rows;
  }
  if (some.scale.ramp == Ramp::diverging) some.scale = symmetric_scale(some.values, some.scale.label);
  return kept(key, std::move(some));
}

const HeadDigest* RunMaps::digest(const std::string& weights_path) {
  const int node = trace_ == nullptr ? -1 : trace_->find(weights_path);
  if (node < 0) return nullptr;
  if (const HeadDigest* known = digests_.of(node)) return known;
  if (!is_long(weights_path)) return nullptr;
  const std::string key = weights_path + "/digest";
  const auto own = made_.digests.find(key);
  if (own != made_.digests.end()) return &own->second;
  const auto antecedent = is_of_typed(*trace_, weights_path) ? antecedent_ : std::nullopt;
  if (at_once_) return &(made_.digests[key] = digest_of(*trace_, node, antecedent));
  work_.ask(key, [this, from = trace_, node, key, antecedent]() -> PictureWork::Keep {
    HeadDigest made = digest_of(*from, node, antecedent);
    return [this, key, made = std::move(made)] { made_.digests[key] = made; };
  });
  return nullptr;
}

HeatmapPtr RunMaps::thumbnail(const std::string& path) {
  if (!is_long(path)) return view(path);
  if (is_of_head(path, SiteId::weights)) {
    const HeadDigest* const known = digest(path);
    return known == nullptr ? nullptr : known->thumbnail;
  }
  const std::string key = path + "/thumbnail";
  if (HeatmapPtr known = maps_.find(key)) return known;
  if (at_once_) return kept(key, thumbnail_of(view_of(*trace_, path)));
  make_long(key, [from = trace_, path] { return thumbnail_of(view_of(*from, path)); });
  return nullptr;
}

HeatmapPtr RunMaps::difference(const std::string& path) {
  const HeatmapPtr first = before(path);
  const HeatmapPtr second = view(path);
  if (first == nullptr || second == nullptr) return nullptr;
  if (first->rows != second->rows || first->columns != second->columns) return nullptr;
  const std::string key = path + "/difference";
  if (HeatmapPtr known = maps_.find(key)) return known;
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

HeatmapPtr RunMaps::transposed(const std::string& path) {
  const HeatmapPtr plain = view(path);
  if (plain == nullptr) return nullptr;
  const std::string key = path + "/transposed";
  const HeatmapPtr known = maps_.find(key);
  return known != nullptr ? known : kept(key, with_axes_swapped(*plain));
}

const std::vector<Cell>& RunMaps::readers_of(Cell cell, int row) {
  if (!made_.readers || !(made_.read_cell == cell) || made_.read_row != row) {
    made_.readers = trace_ == nullptr ? std::vector<Cell>{} : readers(*trace_, cell, row);
    made_.read_cell = cell;
    made_.read_row = row;
  }
  return *made_.readers;
}

HeatmapPtr RunMaps::on_scale(const std::string& path, float most) {
  const HeatmapPtr plain = view(path);
  if (plain == nullptr) return nullptr;
  const std::string key = path + "/on scale";
  if (HeatmapPtr known = maps_.find(key); known != nullptr && known->scale.high == most) return known;
  Heatmap scaled = *plain;
  scaled.scale.low = -most;
  scaled.scale.high = most;
  return kept(key, std::move(scaled));
}

float RunMaps::usual_most(const std::string& path) {
  const auto known = made_.usual_most.find(path);
  if (known != made_.usual_most.end()) return known->second;
  const HeatmapPtr map = view(path);
  if (map == nullptr) return 0;
  std::vector<float> rows;
  for (int row = 0; row < map->rows; ++row) {
    float most = 0;
    for (int column = 0; column < map->columns; ++column) {
      const float value = std::abs(map->value(row, column));
      if (std::isfinite(value)) most = std::max(most, value);
    }
    rows.push_back(most);
  }
  std::sort(rows.begin(), rows.end());
  const float usual = rows.empty() ? 0 : rows[rows.size() / 2];
  const auto beyond = std::upper_bound(rows.begin(), rows.end(), several_times * usual);
  const float most = usual > 0 ? *(beyond - 1) : map->scale.high;
  return made_.usual_most[path] = most;
}

std::optional<int> RunMaps::first_error(const std::string& path) {
  const auto known = made_.errors.find(path);
  if (known != made_.errors.end()) return known->second;
  const int node = trace_ == nullptr ? -1 : trace_->find(path);
  if (node < 0) return std::nullopt;
  if (const HeadDigest* const of_head = digests_.of(node)) return of_head->first_error;
  if (!at_once_ && is_large(*trace_, node)) return std::nullopt;
  return made_.errors[path] = first_error_of(*view(path));
}

std::optional<Sink> RunMaps::sink(const std::string& weights_path) {
  if (is_long(weights_path)) {
    const HeadDigest* const known = digest(weights_path);
    return known == nullptr ? std::nullopt : known->sink;
  }
  const HeatmapPtr map = view(weights_path);
  if (map == nullptr) return std::nullopt;
  const auto [found, fresh] = made_.sinks.try_emplace(weights_path);
  const auto& given = trace_->anatomy().given;
  if (fresh && (!given || given->are_shares())) found->second = sink_of(*map);
  return found->second;
}

const HeadTraits* RunMaps::traits(const std::string& weights_path) {
  if (is_long(weights_path)) {
    const HeadDigest* const known = digest(weights_path);
    return named(weights_path, known == nullptr ? nullptr : &known->traits);
  }
  return named(weights_path, measured(weights_path, view(weights_path)));
}

const HeadTraits* RunMaps::named(const std::string& weights_path, const HeadTraits* own) {
  const ModelPtr& model = model_;
  if (own == nullptr || model == nullptr) return own;
  std::shared_ptr<const MeasuredHeads>& heads = heads_;
  if (heads == nullptr && at_once_) heads = measured_heads(*model);
  if (heads == nullptr) {
    work_.ask("heads", [this, model]() -> PictureWork::Keep {
      const auto made = measured_heads(*model, [this] { return !work_.turn_is_over(); });
      if (made == nullptr) return nullptr;
      return [this, made] { heads_ = made; };
    });
    return own;
  }
  const auto found = heads->find(weights_path);
  if (found == heads->end()) return own;
  const auto [both, fresh] = made_.named.try_emplace(weights_path, *own);
  if (fresh) {
    const auto& values = found->second.values;
    std::copy(values.begin() + first_measured, values.end(), both->second.values.begin() + first_measured);
  }
  return &both->second;
}

const HeadTraits* RunMaps::called_by(const std::string& weights_path) {
  const HeadTraits* const here = traits(weights_path);
  if (here == nullptr || model_ == nullptr) return here;
  const std::shared_ptr<const MeasuredHeads>& heads = heads_;
  if (heads == nullptr) return nullptr;
  const auto found = heads->find(weights_path);
  return found != heads->end() && found->second[Trait::entropy] ? &found->second : here;
}

const HeadTraits* RunMaps::measured(const std::string& weights_path, const HeatmapPtr& map) {
  if (map == nullptr) return nullptr;
  const auto [found, fresh] = made_.traits.try_emplace(weights_path);
  if (fresh) {
    found->second = traits_of(*map, place_of(weights_path).attention == "self_attention",
                              is_of_typed(*trace_, weights_path) ? antecedent_ : std::nullopt,
                              cell_places(trace_->tape(), {map->rows, map->columns}));
    if (const auto& given = trace_->anatomy().given) found->second = measurable(found->second, *given);
  }
  return &found->second;
}

const LayerMaps* RunMaps::layer(const std::string& block) {
  const Place place = place_of(block);
  if (trace_ == nullptr || !place.layer) return nullptr;
  const std::string first = head_path(place.stack, *place.layer, place.attention, 0, "weights");
  if (trace_->find(first) < 0) return nullptr;
  if (is_long(first)) return long_layer(block);
  if (const auto known = made_.layers.find(block); known != made_.layers.end()) return &known->second;
  const LayerMaps* below = nullptr;
  if (place.attention == "self_attention" && *place.layer > 0)
    below = layer(place.stack + "." + std::to_string(*place.layer - 1) + "." + place.attention);
  // Of a layer that is known by its digest no rollout goes on.
  if (below != nullptr && below->rollout != nullptr && below->rolled.product.empty()) below = nullptr;
  return &(made_.layers[block] = layer_maps(*trace_, off(), block, below));
}

const LayerMaps* RunMaps::long_layer(const std::string& block) {
  const auto known = made_.layers.find(block);
  if (known != made_.layers.end()) return &known->second;
  if (const LayerDigest* const digest = digests_.layer(block)) {
    return &(made_.layers[block] = {
                 {}, digest->numbers, digest->off, digest->mean, digest->hidden, digest->rollout, {}});
  }
  if (at_once_) return &(made_.layers[block] = layer_maps(*trace_, off(), block));
  work_.ask(block, [this, from = trace_, off = off(), block]() -> PictureWork::Keep {
    return [this, block, made = layer_maps(*from, off, block)] { made_.layers[block] = made; };
  });
  return nullptr;
}

const std::vector<Place>& RunMaps::step_places() {
  std::vector<Place>& places = made_.step_places;
  if (places.empty() && trace_ != nullptr) {
    for (const int step : trace_->steps()) places.push_back(place_of(trace_->label(step).path));
  }
  return places;
}

const std::vector<StepGroup>& RunMaps::step_groups() {
  std::vector<StepGroup>& groups = made_.step_groups;
  if (!groups.empty()) return groups;
  const std::vector<Place>& places = step_places();
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::string name = group_of(places[i]);
    // What comes after all layers of a stack goes with the last of them.
    if (!groups.empty() && groups.back().name.starts_with(name + " ")) continue;
    if (groups.empty() || groups.back().name != name)
      groups.push_back({std::move(name), static_cast<int>(i)});
  }
  return groups;
}

std::optional<Hidden> RunMaps::hidden(const std::string& block, std::optional<int> row) {
  const LayerMaps* const all = layer(block);
  if (all == nullptr) return std::nullopt;
  if (!row) return all->hidden;
  const std::string key = block + "/" + std::to_string(*row);
  if (made_.hidden_key == key) return made_.hidden;
  made_.hidden_key = key;
  if (!all->heads.empty()) return made_.hidden = hidden_by_mean(all->heads, *all->mean, row);
  const Place place = place_of(block);
  std::vector<Heatmap> of_row;
  for (const int head : all->numbers) {
    const MapRows read =
        rows(head_path(place.stack, *place.layer, place.attention, head, "weights"), *row, 1);
    if (!read.has(*row)) return made_.hidden = std::nullopt;
    of_row.push_back(*read.map);
  }
  made_.hidden = of_row.empty() ? std::nullopt : hidden_by_mean(of_row, mean_of(of_row));
  if (made_.hidden) made_.hidden->row = *row;
  return made_.hidden;
}

}  // namespace headlight
