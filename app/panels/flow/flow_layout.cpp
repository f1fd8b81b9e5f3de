#include "app/panels/flow/flow_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headlight {
namespace {

using Kind = FlowColumn::Kind;

// Units; below the rows stand their notes.
constexpr float below_rows = 36, widest_pitch = 64, least_pitch = 12;

class Builder {
 public:
  explicit Builder(const FlowInput& input) : input_(input), trace_(input.trace) {}

  FlowLayout build() {
    place_rows();
    layout_.columns = flow_columns(input_, looseness_);
    if (trace_.anatomy().find(Attention::cross) != nullptr)
      layout_.cross = mean_weights(input_, Attention::cross, 0);
    for (const FlowColumn& column : layout_.columns) place(column);
    if (!layout_.columns.empty()) {
      layout_.width = layout_.columns.back().area.right - input_.area.left;
    }
    return std::move(layout_);
  }

 private:
  float px(float units) const { return pen_.px(units); }

  // Both streams share the height; long sentences make it higher than the area.
  void place_rows() {
    layout_.source_shown = input_.shown(Stream::source);
    layout_.target_shown = input_.shown(Stream::target);
    const auto sources = static_cast<float>(layout_.source_shown.size());
    const auto targets = static_cast<float>(layout_.target_shown.size());
    const float fixed = px(flow_above_rows + below_rows);
    const float room = std::max(input_.area.height() - fixed, std::max(sources, targets) * px(least_pitch));
    layout_.height = room + fixed;
    const float top = input_.area.top + px(flow_above_rows);
    const auto spread = [&](float count) {
      std::vector<float> y;
      y.reserve(static_cast<std::size_t>(count));
      const float pitch = std::min(room / std::max(count, 1.0F), px(widest_pitch));
      const float first = top + (room - pitch * count) / 2 + pitch / 2;
      for (int i = 0; i < static_cast<int>(count); ++i) {
        y.push_back(std::round(first + pitch * static_cast<float>(i)));
      }
      if (count > 0) layout_.pitch = layout_.pitch > 0 ? std::min(layout_.pitch, pitch) : pitch;
      return y;
    };
    layout_.source_y = spread(sources);
    layout_.target_y = spread(targets);
    layout_.per_weight = std::min(flow_units_per_weight * input_.unit, std::floor(layout_.pitch * 0.8F));
  }

  void place(const FlowColumn& column) {
    switch (column.kind) {
      case Kind::words:
        break;
      case Kind::input:
        pen_.station(input_of(trace_, *column.stack), column.target, column.area.left);
        break;
      case Kind::folded:
        place_folded(column);
        break;
      case Kind::group: {
        pen_.arrive(column.area.left);
        const float x = column.area.right - px(8) - pen_.stream_strip().width;
        pen_.hand_on(column.area.left, x, column.target);
        pen_.station(end_of_layer(trace_, *column.stack, column.last_layer), column.target, x);
        break;
      }
      case Kind::open:
        place_open_block(pen_, column, looseness_);
        break;
      case Kind::other:
        break;
      case Kind::answer:
        pen_.arrive(column.area.left - px(4));
        break;
    }
  }

  void place_folded(const FlowColumn& column) {
    pen_.arrive(column.area.left);
    const float x = column.area.right - px(8) - pen_.stream_strip().width;
    FlowRibbon like;
    like.kind = FlowRibbon::Kind::mean;
    like.from_target = info(column.attention).asked == Stream::target;
    like.to_target = column.target;
    like.behind = pen_.behind;
    like.heads = column.heads;
    like.mean_of = column.mean_of;
    pen_.weighted(mean_weights(input_, column.attention, column.layer), like, column.area.left,
                  pen_.rows(like.from_target), x, pen_.rows(like.to_target));
    pen_.station(end_of_layer(trace_, *column.stack, column.layer), column.target, x);
  }

  const FlowInput& input_;
  const Trace& trace_;
  FlowLayout layout_;
  FlowPen pen_{input_, layout_};
  float looseness_ = 1;
};

}  // namespace

const FlowColumn* FlowLayout::column(FlowColumn::Kind kind) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [kind](const FlowColumn& column) { return column.kind == kind; });
  return found == columns.end() ? nullptr : &*found;
}

int FlowLayout::place_of(bool target, int word) const {
  const std::vector<int>& words = shown(target);
  const auto found = std::lower_bound(words.begin(), words.end(), word);
  return found == words.end() || *found != word ? -1 : static_cast<int>(found - words.begin());
}

std::vector<int> FlowInput::shown(Stream stream) const {
  const std::vector<int>& named = stream == Stream::target ? target_shown : source_shown;
  if (!named.empty()) return named;
  std::vector<int> all(trace.tokens(stream).size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

FlowLayout lay_out_flow(const FlowInput& input) { return Builder(input).build(); }

namespace {

bool is_off(const FlowInput& input, Attention attention, int layer, int head) {
  return input.off.contains(info(attention).path(layer, head, "output"));
}

}  // namespace

namespace {

bool all_shown(const FlowInput& input, Attention attention, Shape weights) {
  return static_cast<int>(input.shown(info(attention).asks).size()) >= weights.rows &&
         static_cast<int>(input.shown(info(attention).asked).size()) >= weights.cols;
}

// Of the trace no more than the queries shown, and each of them once while it stays in sight; `make` gives a
// query's weights for all keys.
template <typename Make>
Matrix between(const FlowInput& input, Attention attention, const std::string& name, Make make) {
  const std::vector<int> queries = input.shown(info(attention).asks);
  const std::vector<int> keys = input.shown(info(attention).asked);
  KeptRows::mapped_type own;
  KeptRows::mapped_type& rows = input.kept != nullptr ? (*input.kept)[name] : own;
  std::erase_if(
      rows, [&](const auto& row) { return !std::binary_search(queries.begin(), queries.end(), row.first); });
  Matrix shown(static_cast<Eigen::Index>(queries.size()), static_cast<Eigen::Index>(keys.size()));
  for (Eigen::Index i = 0; i < shown.rows(); ++i) {
    const auto [row, fresh] = rows.try_emplace(queries[i]);
    if (fresh) row->second = make(queries[i]);
    for (Eigen::Index j = 0; j < shown.cols(); ++j) shown(i, j) = row->second(0, keys[j]);
  }
  return shown;
}

Matrix row_of(const FlowInput& input, int node, int query) {
  return input.trace.rows(node, query, 1).view().map();
}

// The weights of an attention's heads that take part.
std::vector<int> nodes_on(const FlowInput& input, Attention attention, int layer) {
  std::vector<int> nodes;
  for (int head = 0; head < input.trace.anatomy().heads(attention, layer); ++head) {
    const int node = input.trace.find(info(attention).path(layer, head, "weights"));
    if (node >= 0 && !is_off(input, attention, layer, head)) nodes.push_back(node);
  }
  return nodes;
}

template <typename Read>
Matrix mean_of(const std::vector<int>& nodes, Read read) {
  Matrix sum = read(nodes.front());
  for (std::size_t i = 1; i < nodes.size(); ++i) sum += read(nodes[i]);
  sum /= static_cast<float>(nodes.size());
  return sum;
}

}  // namespace

Matrix weights_between(const FlowInput& input, Attention attention, const std::string& weights_path) {
  const int node = input.trace.at(weights_path);
  if (all_shown(input, attention, input.trace.tape().node(node).shape))
    return input.trace.read(node).view().map();
  return between(input, attention, weights_path, [&](int query) { return row_of(input, node, query); });
}

Matrix mean_weights(const FlowInput& input, Attention attention, int layer) {
  const std::vector<int> nodes = nodes_on(input, attention, layer);
  if (nodes.empty()) return {};
  if (all_shown(input, attention, input.trace.tape().node(nodes.front()).shape))
    return mean_of(nodes, [&](int node) -> Matrix { return input.trace.read(node).view().map(); });
  return between(input, attention, info(attention).block(layer), [&](int query) {
    return mean_of(nodes, [&](int node) { return row_of(input, node, query); });
  });
}

int heads_on(const FlowInput& input, Attention attention, int layer) {
  int count = 0;
  for (int head = 0; head < input.trace.anatomy().heads(attention, layer); ++head)
    count += is_off(input, attention, layer, head) ? 0 : 1;
  return count;
}

// What belongs to the paths of the word in focus.

namespace {

bool lit(const std::vector<bool>& of, int token) {
  return token >= 0 && token < static_cast<int>(of.size()) && of[token];
}

float weight_at(const Matrix& weights, int query, int key) {
  return query >= 0 && query < weights.rows() && key >= 0 && key < weights.cols() ? weights(query, key)
                                                                                  : 0.0F;
}

}  // namespace

FlowFocus focus_on(const FlowLayout& layout, Attention attention, int token) {
  FlowFocus focus;
  focus.target = info(attention).asks == Stream::target;
  token = layout.place_of(focus.target, token);
  if (token < 0) return focus;
  focus.token = token;
  focus.source_lit.assign(layout.source_y.size(), false);
  focus.target_lit.assign(layout.target_y.size(), false);
  (focus.target ? focus.target_lit : focus.source_lit)[token] = true;
  const bool open_cross = layout.is_open && info(attention).crosses();
  const Matrix& cross = open_cross ? layout.open.values : layout.cross;
  if (focus.target) {
    for (int i = 0; i < static_cast<int>(focus.source_lit.size()); ++i)
      focus.source_lit[i] = weight_at(cross, token, i) >= lit_weight;
  } else {
    for (int i = 0; i < static_cast<int>(focus.target_lit.size()); ++i)
      focus.target_lit[i] = weight_at(cross, i, token) >= lit_weight;
  }
  return focus;
}

bool is_lit(const FlowLayout& layout, const FlowFocus& focus, const FlowRibbon& ribbon) {
  if (focus.token < 0) return true;
  const auto& from = ribbon.from_target ? focus.target_lit : focus.source_lit;
  const auto& to = ribbon.to_target ? focus.target_lit : focus.source_lit;
  switch (ribbon.kind) {
    case FlowRibbon::Kind::vector:
      return lit(from, ribbon.from_token);
    case FlowRibbon::Kind::query:
    case FlowRibbon::Kind::mixed:
      return ribbon.to_token == focus.token;
    case FlowRibbon::Kind::key:
    case FlowRibbon::Kind::value:
      return weight_at(layout.open.values, focus.token, ribbon.from_token) >= lit_weight;
    case FlowRibbon::Kind::mean:
      if (ribbon.from_target != ribbon.to_target)
        return focus.target ? ribbon.to_token == focus.token : ribbon.from_token == focus.token;
      return ribbon.behind ? lit(from, ribbon.from_token) : lit(to, ribbon.to_token);
  }
  return false;
}

bool is_lit(const FlowLayout& layout, const FlowFocus& focus, const FlowStrip& strip) {
  if (focus.token < 0) return true;
  switch (strip.kind) {
    case FlowStrip::Kind::stream:
      return lit(strip.target ? focus.target_lit : focus.source_lit, strip.place);
    case FlowStrip::Kind::query:
      return strip.place == focus.token;
    case FlowStrip::Kind::key:
    case FlowStrip::Kind::value:
      return weight_at(layout.open.values, focus.token, strip.place) >= lit_weight;
  }
  return false;
}

}  // namespace headlight
