#include "app/panels/common/trace_maps.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lab/lab_work.h"
#include "app/panels/common/step_names.h"
#include "app/widgets/widget_state.h"
#include "core/explain/aggregate.h"
#include "core/explain/dependencies.h"
#include "core/explain/digest.h"
#include "core/explain/view.h"
#include "core/figure/heatmap.h"

namespace headlight {
namespace {

// More cells than are read, coloured and lit within a frame: a matrix of some 800 words by as many.
constexpr Eigen::Index most_cells_in_frame = 600'000;
constexpr float several_times = 6;  // beside the middle row

bool is_large(const Trace& trace, int node) {
  return trace.tape().node(node).shape.size() > most_cells_in_frame;
}

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

std::optional<CellAt> Compared::common(int side, int row, int column) const {
  const auto at_row = rows.common(side, row), at_column = columns.common(side, column);
  return at_row && at_column ? std::optional(CellAt{*at_row, *at_column}) : std::nullopt;
}

std::optional<CellAt> Compared::own(int side, CellAt at) const {
  const auto &row = rows.own.at(side).at(at.row), &column = columns.own.at(side).at(at.column);
  return row && column ? std::optional(CellAt{*row, *column}) : std::nullopt;
}

void TraceMaps::follow(const ResultsPtr& results, Flash& flash, bool still) {
  constexpr double seconds = 0.4;
  flash_ = &flash;
  if (flash.since >= 0 && ImGui::GetTime() - flash.since > seconds) {
    flash = {};
    last_views_.clear();
  }
  for (int side = 0; side < 2; ++side) {
    const Run& from = results->side(side);
    // Only of the same model: another one may read something else, a picture instead of words.
    const bool same_model = from.model == nullptr || from.model == models_.at(side);
    const bool stays = from.trace == nullptr && same_model && (results->computing || !from.error.empty());
    // The witness is heard after the rest.
    if (from.trace == traces_.at(side) && from.certainty.second != certainty_.at(side).second)
      certainty_.at(side) = from.certainty;
    if (stays || from.trace == traces_.at(side)) continue;
    const bool edited = from.trace != nullptr && traces_.at(side) != nullptr &&
                        from.trace->typed() == traces_.at(side)->typed();
    if (!views_.empty()) {
      flash = {};
      last_views_.clear();
      if (edited && !still) {
        last_views_ = std::exchange(views_, KeptMaps(most_bytes));
        flash.since = ImGui::GetTime();
      }
    }
    traces_.at(side) = from.trace;
    if (models_.at(side) != from.model) heads_.at(side) = nullptr;
    models_.at(side) = from.model;
    unedited_.at(side) = from.edited() ? from.unedited : nullptr;
    digests_.at(side) = from.digests;
    unedited_digests_.at(side) = from.edited() ? from.unedited_digests : HeadDigests();
    off_.at(side) = from.edited() ? heads_off(*from.trace, from.edits) : std::set<std::string>();
    certainty_.at(side) = from.certainty;
    rewritten_.at(side) = from.rewritten;
    antecedent_.at(side) = from.antecedent;
    forget_all();
  }
  const bool same = results->trace(0) == traces_[0].get() && results->trace(1) == traces_[1].get();
  if (same && alignment_ == nullptr) alignment_ = results->alignment;
  work_.follow();
  views_.settle();
  settle_compared();
  if (results->lab_cells != nullptr) {
    if (at_once_) {
      lab().follow(results->lab_cells);
    } else {
      lab().follow(results->lab_cells, unlit_, true);
    }
  }
  // What a lab recorded of a long text has the size of a trace or two. What is still being made of it is
  // given up, and waited for by nobody.
  static const ResultsPtr nothing = std::make_shared<const Results>();
  if (lab_ != nullptr && results->lab_cells == nullptr && !results->computing)
    lab_->follow(nothing, unlit_, true);
}

void TraceMaps::settle_compared() {
  std::size_t bytes = 0;
  for (const auto& [name, kept] : compared_) {
    if (!kept.made) continue;
    for (const HeatmapPtr& map : kept.made->maps) bytes += bytes_of(*map);
  }
  if (bytes > most_bytes)
    std::erase_if(compared_, [this](const auto& each) { return each.second.seen < frame_; });
  ++frame_;
}

void TraceMaps::forget_all() {
  work_.forget();
  views_.clear();
  errors_.clear();
  usual_most_.clear();
  compared_.clear();
  alignment_.reset();
  traits_.clear();
  named_.clear();
  layers_.clear();
  sinks_.clear();
  own_digests_.clear();
  step_places_ = {};
  step_groups_ = {};
  hidden_ = {};
}

TraceMaps& TraceMaps::lab() {
  if (lab_ == nullptr) lab_ = std::make_unique<TraceMaps>();
  return *lab_;
}

HeatmapPtr TraceMaps::kept(const std::string& key, Heatmap map) {
  HeatmapPtr made = std::make_shared<const Heatmap>(std::move(map));
  views_.keep(key, made);
  light(key, *made);
  return made;
}

void TraceMaps::make_long(const std::string& key, std::function<Heatmap()> make) {
  work_.ask(key, [this, key, make = std::move(make)]() -> PictureWork::Keep {
    const HeatmapPtr map = std::make_shared<const Heatmap>(make());
    return [this, key, map, error = first_error_of(*map)] {
      views_.keep(key, map);
      errors_[key] = error;
    };
  });
}

HeatmapPtr TraceMaps::of(const TracePtr& from, const std::string& path, const std::string& key) {
  const int node = from == nullptr ? -1 : from->find(path);
  if (node < 0) return nullptr;
  if (HeatmapPtr known = views_.find(key)) return known;
  if (at_once_ || !is_large(*from, node)) return kept(key, view_of(*from, path));
  make_long(key, [from, path] { return view_of(*from, path); });
  return nullptr;
}

// Lights what differs enough to be seen: by a fiftieth of the colours.
void TraceMaps::light(const std::string& key, const Heatmap& map) {
  if (flash_ == nullptr || flash_->since < 0) return;
  const HeatmapPtr last = last_views_.find(key);
  if (last == nullptr || last->rows != map.rows || last->columns != map.columns) return;
  const float visible = 0.02F * (map.scale.high - map.scale.low);
  std::vector<char> changed(map.values.size(), 0);
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const float before = last->values[i];
    const float after = map.values[i];
    const bool seen = !(std::fabs(after - before) <= visible);
    changed[i] = seen && differs(before, after) ? 1 : 0;
  }
  flash_->changed[&map] = std::move(changed);
}

HeatmapPtr TraceMaps::view(int side, const std::string& path) {
  return of(traces_.at(side), path, std::to_string(side) + path);
}

HeatmapPtr TraceMaps::by_words(int side, const std::string& path) {
  return by_words(side, path, view(side, path));
}

HeatmapPtr TraceMaps::by_words(int side, const std::string& name, const HeatmapPtr& pieces) {
  if (pieces == nullptr || !has_pieces_to_merge(*pieces)) return pieces;
  const std::string key = std::to_string(side) + name + "/by words";
  const HeatmapPtr known = views_.find(key);
  return known != nullptr ? known : kept(key, headlight::by_words(*pieces));
}

HeatmapPtr TraceMaps::before(int side, const std::string& path) {
  return of(unedited_.at(side), path, std::to_string(side) + path + "/before");
}

bool TraceMaps::is_long(int side, const std::string& path) const {
  const TracePtr& from = traces_.at(side);
  const int node = from == nullptr ? -1 : from->find(path);
  return node >= 0 && (is_large(*from, node) || digests_.at(side).of(node) != nullptr);
}

MapRows TraceMaps::rows(int side, const std::string& path, int first, int count) {
  const TracePtr& from = traces_.at(side);
  if (!is_long(side, path)) return {view(side, path)};
  const int all = from->tape().node(from->at(path)).shape.rows;
  first = std::clamp(first, 0, all);
  count = std::clamp(count, 0, all - first);
  const std::string key =
      std::to_string(side) + path + "/rows " + std::to_string(first) + " " + std::to_string(count);
  if (HeatmapPtr known = views_.find(key)) return {known, first};
  return {kept(key, view_of_rows(*from, path, first, count)), first};
}

HeatmapPtr TraceMaps::between(int side, const std::string& path, std::span<const int> rows,
                              std::span<const int> columns) {
  const TracePtr& from = traces_.at(side);
  const int node = from == nullptr ? -1 : from->find(path);
  if (node < 0 || rows.empty()) return nullptr;
  const Shape shape = from->tape().node(node).shape;
  if (std::ssize(rows) == shape.rows && std::ssize(columns) == shape.cols) return view(side, path);
  std::string key = std::to_string(side) + path + "/between";
  for (const std::span<const int> places : {rows, columns}) {
    for (const int place : places) key += " " + std::to_string(place);
    key += ",";
  }
  if (HeatmapPtr known = views_.find(key)) return known;
  Heatmap some;
  for (const int row : rows) {
    const Heatmap one = with_columns(view_of_rows(*from, path, row, 1), columns);
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

const HeadDigest* TraceMaps::digest(int side, const std::string& weights_path) {
  const TracePtr& from = traces_.at(side);
  const int node = from == nullptr ? -1 : from->find(weights_path);
  if (node < 0) return nullptr;
  if (const HeadDigest* known = digests_.at(side).of(node)) return known;
  if (!is_long(side, weights_path)) return nullptr;
  const std::string key = std::to_string(side) + weights_path + "/digest";
  const auto own = own_digests_.find(key);
  if (own != own_digests_.end()) return &own->second;
  const auto antecedent = is_of_typed(*from, weights_path) ? antecedent_.at(side) : std::nullopt;
  if (at_once_) return &(own_digests_[key] = digest_of(*from, node, antecedent));
  work_.ask(key, [this, from, node, key, antecedent]() -> PictureWork::Keep {
    HeadDigest made = digest_of(*from, node, antecedent);
    return [this, key, made = std::move(made)] { own_digests_[key] = made; };
  });
  return nullptr;
}

HeatmapPtr TraceMaps::thumbnail(int side, const std::string& path) {
  if (!is_long(side, path)) return view(side, path);
  const TracePtr& from = traces_.at(side);
  if (is_of_head(path, SiteId::weights)) {
    const HeadDigest* const known = digest(side, path);
    return known == nullptr ? nullptr : known->thumbnail;
  }
  const std::string key = std::to_string(side) + path + "/thumbnail";
  if (HeatmapPtr known = views_.find(key)) return known;
  if (at_once_) return kept(key, thumbnail_of(view_of(*from, path)));
  make_long(key, [from, path] { return thumbnail_of(view_of(*from, path)); });
  return nullptr;
}

HeatmapPtr TraceMaps::difference(int side, const std::string& path) {
  const HeatmapPtr first = before(side, path);
  const HeatmapPtr second = view(side, path);
  if (first == nullptr || second == nullptr) return nullptr;
  if (first->rows != second->rows || first->columns != second->columns) return nullptr;
  const std::string key = std::to_string(side) + path + "/difference";
  if (HeatmapPtr known = views_.find(key)) return known;
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

HeatmapPtr TraceMaps::transposed(int side, const std::string& path) {
  const HeatmapPtr plain = view(side, path);
  if (plain == nullptr) return nullptr;
  const std::string key = std::to_string(side) + path + "/transposed";
  const HeatmapPtr known = views_.find(key);
  return known != nullptr ? known : kept(key, with_axes_swapped(*plain));
}

const std::vector<Cell>& TraceMaps::readers_of(int side, Cell cell, int row) {
  const Trace* from = traces_.at(side).get();
  if (read_trace_ != from || !(read_cell_ == cell) || read_row_ != row) {
    readers_ = from == nullptr ? std::vector<Cell>{} : readers(*from, cell, row);
    read_trace_ = from;
    read_cell_ = cell;
    read_row_ = row;
  }
  return readers_;
}

namespace {

HeatmapPtr scaled(const HeatmapPtr& plain, float most) {
  Heatmap copy = *plain;
  copy.scale.low = -most;
  copy.scale.high = most;
  return std::make_shared<const Heatmap>(std::move(copy));
}

}  // namespace

HeatmapPtr TraceMaps::rescaled(const HeatmapPtr& plain, const std::string& key, float most) {
  if (plain == nullptr) return nullptr;
  HeatmapPtr known = views_.find(key);
  if (known == nullptr || known->scale.high != most) {
    known = scaled(plain, most);
    views_.keep(key, known);
  }
  return known;
}

HeatmapPtr TraceMaps::on_scale(int side, const std::string& path, float most) {
  return rescaled(view(side, path), std::to_string(side) + path + "/on scale", most);
}

float TraceMaps::usual_most(int side, const std::string& path) {
  const std::string key = std::to_string(side) + path;
  const auto known = usual_most_.find(key);
  if (known != usual_most_.end()) return known->second;
  const HeatmapPtr map = view(side, path);
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
  return usual_most_[key] = most;
}

std::optional<int> TraceMaps::first_error(int side, const std::string& path) {
  const std::string key = std::to_string(side) + path;
  const auto known = errors_.find(key);
  if (known != errors_.end()) return known->second;
  const TracePtr& from = traces_.at(side);
  const int node = from == nullptr ? -1 : from->find(path);
  if (node < 0) return std::nullopt;
  if (const HeadDigest* const of_head = digests_.at(side).of(node)) return of_head->first_error;
  if (!at_once_ && is_large(*from, node)) return std::nullopt;
  return errors_[key] = first_error_of(*view(side, path));
}

std::optional<Sink> TraceMaps::sink(int side, const std::string& weights_path) {
  if (is_long(side, weights_path)) {
    const HeadDigest* const known = digest(side, weights_path);
    return known == nullptr ? std::nullopt : known->sink;
  }
  const HeatmapPtr map = view(side, weights_path);
  if (map == nullptr) return std::nullopt;
  const auto [found, fresh] = sinks_.try_emplace(std::to_string(side) + weights_path);
  const auto& given = traces_.at(side)->anatomy().given;
  if (fresh && (!given || given->are_shares())) found->second = sink_of(*map);
  return found->second;
}

const HeadTraits* TraceMaps::traits(int side, const std::string& weights_path) {
  const std::string key = std::to_string(side) + weights_path;
  if (is_long(side, weights_path)) {
    const HeadDigest* const known = digest(side, weights_path);
    return named(side, weights_path, known == nullptr ? nullptr : &known->traits, key);
  }
  return named(side, weights_path, measured(side, weights_path, view(side, weights_path), key), key);
}

const HeadTraits* TraceMaps::named(int side, const std::string& weights_path, const HeadTraits* own,
                                   const std::string& key) {
  const ModelPtr& model = models_.at(side);
  if (own == nullptr || model == nullptr) return own;
  std::shared_ptr<const MeasuredHeads>& heads = heads_.at(side);
  if (heads == nullptr && at_once_) heads = measured_heads(*model);
  if (heads == nullptr) {
    work_.ask("heads/" + std::to_string(side), [this, side, model]() -> PictureWork::Keep {
      const auto made = measured_heads(*model, [this] { return !work_.turn_is_over(); });
      if (made == nullptr) return nullptr;
      return [this, side, made] { heads_.at(side) = made; };
    });
    return own;
  }
  const auto found = heads->find(weights_path);
  if (found == heads->end()) return own;
  const auto [both, fresh] = named_.try_emplace(key, *own);
  if (fresh) {
    const auto& values = found->second.values;
    std::copy(values.begin() + first_measured, values.end(), both->second.values.begin() + first_measured);
  }
  return &both->second;
}

const HeadTraits* TraceMaps::called_by(int side, const std::string& weights_path) {
  const HeadTraits* const here = traits(side, weights_path);
  if (here == nullptr || models_.at(side) == nullptr) return here;
  const std::shared_ptr<const MeasuredHeads>& heads = heads_.at(side);
  if (heads == nullptr) return nullptr;
  const auto found = heads->find(weights_path);
  return found != heads->end() && found->second[Trait::entropy] ? &found->second : here;
}

const HeadTraits* TraceMaps::measured(int side, const std::string& weights_path, const HeatmapPtr& map,
                                      const std::string& key) {
  if (map == nullptr) return nullptr;
  const auto [found, fresh] = traits_.try_emplace(key);
  if (fresh) {
    found->second =
        traits_of(*map, place_of(weights_path).attention == "self_attention",
                  is_of_typed(*traces_.at(side), weights_path) ? antecedent_.at(side) : std::nullopt,
                  cell_places(traces_.at(side)->tape(), {map->rows, map->columns}));
    if (const auto& given = traces_.at(side)->anatomy().given)
      found->second = measurable(found->second, *given);
  }
  return &found->second;
}

const LayerMaps* TraceMaps::layer(int side, const std::string& block) {
  const Place place = place_of(block);
  const TracePtr& from = traces_.at(side);
  if (from == nullptr || !place.layer) return nullptr;
  const std::string first = head_path(place.stack, *place.layer, place.attention, 0, "weights");
  if (from->find(first) < 0) return nullptr;
  if (is_long(side, first)) return long_layer(side, block);
  const std::string key = std::to_string(side) + block;
  if (const auto known = layers_.find(key); known != layers_.end()) return &known->second;
  const LayerMaps* below = nullptr;
  if (place.attention == "self_attention" && *place.layer > 0)
    below = layer(side, place.stack + "." + std::to_string(*place.layer - 1) + "." + place.attention);
  // Of a layer that is known by its digest no rollout goes on.
  if (below != nullptr && below->rollout != nullptr && below->rolled.product.empty()) below = nullptr;
  return &(layers_[key] = layer_maps(*from, off(side), block, below));
}

const LayerMaps* TraceMaps::long_layer(int side, const std::string& block) {
  const std::string key = std::to_string(side) + block;
  const auto known = layers_.find(key);
  if (known != layers_.end()) return &known->second;
  if (const LayerDigest* const digest = digests_.at(side).layer(block)) {
    return &(
        layers_[key] = {{}, digest->numbers, digest->off, digest->mean, digest->hidden, digest->rollout, {}});
  }
  if (at_once_) return &(layers_[key] = layer_maps(*traces_.at(side), off(side), block));
  work_.ask(key, [this, key, from = traces_.at(side), off = off(side), block]() -> PictureWork::Keep {
    return [this, key, made = layer_maps(*from, off, block)] { layers_[key] = made; };
  });
  return nullptr;
}

const std::vector<Place>& TraceMaps::step_places(int side) {
  std::vector<Place>& places = step_places_.at(side);
  const TracePtr& from = traces_.at(side);
  if (places.empty() && from != nullptr) {
    for (const int step : from->steps()) places.push_back(place_of(from->label(step).path));
  }
  return places;
}

const std::vector<StepGroup>& TraceMaps::step_groups(int side) {
  std::vector<StepGroup>& groups = step_groups_.at(side);
  if (!groups.empty()) return groups;
  const std::vector<Place>& places = step_places(side);
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::string name = group_of(places[i]);
    // What comes behind all layers of a stack goes with the last of them.
    if (!groups.empty() && groups.back().name.starts_with(name + " ")) continue;
    if (groups.empty() || groups.back().name != name)
      groups.push_back({std::move(name), static_cast<int>(i)});
  }
  return groups;
}

std::optional<Hidden> TraceMaps::hidden(int side, const std::string& block, std::optional<int> row) {
  const LayerMaps* const all = layer(side, block);
  if (all == nullptr) return std::nullopt;
  if (!row) return all->hidden;
  const std::string key = std::to_string(side) + block + "/" + std::to_string(*row);
  if (hidden_.key == key) return hidden_.found;
  hidden_.key = key;
  if (!all->heads.empty()) return hidden_.found = hidden_by_mean(all->heads, *all->mean, row);
  const Place place = place_of(block);
  std::vector<Heatmap> of_row;
  for (const int head : all->numbers) {
    const MapRows read =
        rows(side, head_path(place.stack, *place.layer, place.attention, head, "weights"), *row, 1);
    if (!read.has(*row)) return hidden_.found = std::nullopt;
    of_row.push_back(*read.map);
  }
  hidden_.found = of_row.empty() ? std::nullopt : hidden_by_mean(of_row, mean_of(of_row));
  if (hidden_.found) hidden_.found->row = *row;
  return hidden_.found;
}

const TraceAlignment* TraceMaps::alignment() {
  if (alignment_ == nullptr && two())
    alignment_ = std::make_shared<const TraceAlignment>(alignment_of(*traces_[0], *traces_[1]));
  return alignment_.get();
}

const Compared* TraceMaps::compared(const std::string& path, bool words) {
  if (!two() || traces_[0]->find(path) < 0 || traces_[1]->find(path) < 0) return nullptr;
  const std::string name = words ? path + "/by words" : path;
  KeptCompared& entry = compared_[name];
  entry.seen = frame_;
  std::optional<Compared>& kept = entry.made;
  if (kept) return &*kept;
  const auto make = [first = traces_[0], second = traces_[1], path, words] {
    ComparedFigure figure = comparison_of(*first, *second, path, words);
    Compared made{{}, std::move(figure.rows), std::move(figure.columns)};
    for (std::size_t i = 0; i < 3; ++i)
      made.maps[i] = std::make_shared<const Heatmap>(std::move(figure.panels.at(i)));
    return made;
  };
  const bool large =
      is_large(*traces_[0], traces_[0]->at(path)) || is_large(*traces_[1], traces_[1]->at(path));
  if (large && !at_once_) {
    work_.ask(name + "/compared", [this, name, make]() -> PictureWork::Keep {
      return [this, name, made = make()] { compared_[name] = {made, frame_}; };
    });
    return nullptr;
  }
  kept = make();
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string key = name + "/compared/" + std::to_string(i);
    views_.keep(key, kept->maps[i]);
    light(key, *kept->maps[i]);
  }
  return &*kept;
}

}  // namespace headlight
