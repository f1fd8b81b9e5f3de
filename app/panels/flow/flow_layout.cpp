#include "app/panels/flow/flow_layout.h"

#include <algorithm>
#include <cmath>

#include "app/panels/flow/flow_columns.h"
#include "app/session/attention_paths.h"

namespace headlight {
namespace {

using Kind = FlowColumn::Kind;

// Units: above the rows the columns' titles, below them their notes.
constexpr float above_rows = 66, below_rows = 36, above_parts = 56, below_parts = 10, part_title = 24;
constexpr float widest_pitch = 64, widest_part_pitch = 26, least_pitch = 12;

class Builder {
 public:
  explicit Builder(const FlowInput& input) : input_(input), trace_(input.trace), config_(input.config) {}

  FlowLayout build() {
    place_rows();
    layout_.columns = flow_columns(input_, looseness_);
    if (config_.decoder_layers > 0)
      layout_.cross = mean_weights(trace_, Attention::cross, 0, config_.cross_heads);
    for (const FlowColumn& column : layout_.columns) place(column);
    if (!layout_.columns.empty()) {
      layout_.width = layout_.columns.back().area.right - input_.area.left;
    }
    return std::move(layout_);
  }

 private:
  float px(float units) const { return std::round(units * input_.unit); }
  const std::vector<float>& rows(bool target) const { return target ? layout_.target_y : layout_.source_y; }

  // Both streams share the height; long sentences make it higher than the area.
  void place_rows() {
    const auto sources = static_cast<float>(trace_.words().source.size());
    const auto targets = static_cast<float>(config_.decoder_layers > 0 ? trace_.words().target.size() : 0);
    const float fixed = px(above_rows + below_rows);
    const float room = std::max(input_.area.height() - fixed, std::max(sources, targets) * px(least_pitch));
    layout_.height = room + fixed;
    bottom_ = input_.area.top + layout_.height;
    const float top = input_.area.top + px(above_rows);
    const auto spread = [&](float count) {
      std::vector<float> y;
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
      case Kind::input: {
        const char* stream = column.decoder ? "target." : "source.";
        std::string path = std::string(stream) + "input";
        if (trace_.find(path) < 0)
          path = std::string(stream) + (config_.scaled_embedding ? "scaled" : "embedded");
        station(path, column.decoder, column.area.left);
        break;
      }
      case Kind::folded:
        place_folded(column);
        break;
      case Kind::group: {
        arrive(column.area.left);
        const float x = column.area.right - px(8) - stream_strip().width;
        hand_on(column.area.left, x, column.decoder);
        station(end_of(column.decoder, column.last_layer), column.decoder, x);
        break;
      }
      case Kind::open:
        place_open(column);
        break;
      case Kind::other:
        break;
      case Kind::answer:
        arrive(column.area.left - px(4));
        break;
    }
  }

  StripSize stream_strip() const { return strip_size(config_.d_model, input_.unit); }
  float strip_height() const { return std::max(px(3), std::min(px(14), layout_.per_weight + px(1))); }

  std::string end_of(bool decoder, int layer) const {
    const bool pre = config_.norm_place == NormPlace::pre;
    return (decoder ? "decoder." : "encoder.") + std::to_string(layer) +
           (pre ? ".residual_" : ".normalized_") + (decoder ? "3" : "2");
  }

  // A vector for each word of a stream; what follows begins at its right end.
  void station(const std::string& path, bool target, float x) {
    const StripSize size = stream_strip();
    strips(path, target, x, size, rows(target), strip_height(), FlowStrip::Kind::stream);
    exit_x_ = x + size.width;
    exit_target_ = target;
  }

  void strips(const std::string& path, bool target, float x, const StripSize& size,
              const std::vector<float>& y, float tall, FlowStrip::Kind kind) {
    const int node = trace_.find(path);
    if (node < 0) return;
    const Shape shape = trace_.tape().node(node).shape;
    if (shape.rows < static_cast<int>(y.size())) return;
    for (int i = 0; i < static_cast<int>(y.size()); ++i) {
      layout_.strips.push_back({path, i, std::min(size.numbers, shape.cols), target,
                                Area::at(x, std::round(y[i] - tall / 2), size.width, tall), kind});
    }
  }

  // The stream goes on level from where it left off to `x`.
  void arrive(float x) {
    hand_on(exit_x_, x, exit_target_);
    exit_x_ = x;
  }
  void hand_on(float from, float to, bool target) {
    if (to <= from) return;
    const std::vector<float>& y = rows(target);
    for (int i = 0; i < static_cast<int>(y.size()); ++i) {
      layout_.ribbons.push_back({FlowRibbon::Kind::vector,
                                 {from, y[i]},
                                 {to, y[i]},
                                 0,
                                 layout_.per_weight,
                                 -1,
                                 i,
                                 i,
                                 target,
                                 target,
                                 behind_});
    }
  }

  // One ribbon for each weight worth one. At the receiving end they lie on one another: together they are as
  // wide as a weight of 1.
  void weighted(const Matrix& weights, FlowRibbon like, float from_x, const std::vector<float>& from_y,
                float to_x, const std::vector<float>& to_y) {
    for (int query = 0; query < weights.rows() && query < static_cast<int>(to_y.size()); ++query) {
      float at = to_y[query] - layout_.per_weight / 2;
      for (int key = 0; key < weights.cols() && key < static_cast<int>(from_y.size()); ++key) {
        const float weight = weights(query, key);
        if (!std::isfinite(weight)) continue;
        const float wide = weight * layout_.per_weight;
        if (weight >= least_flow_weight) {
          like.from = {from_x, from_y[key]};
          like.to = {to_x, at + wide / 2};
          like.width = wide;
          like.weight = weight;
          like.from_token = key;
          like.to_token = query;
          layout_.ribbons.push_back(like);
        }
        at += wide;
      }
    }
  }

  void place_folded(const FlowColumn& column) {
    const bool cross = column.attention == Attention::cross;
    arrive(column.area.left);
    const float x = column.area.right - px(8) - stream_strip().width;
    FlowRibbon like;
    like.kind = FlowRibbon::Kind::mean;
    like.from_target = column.decoder && !cross;
    like.to_target = column.decoder;
    like.behind = behind_;
    like.heads = column.heads;
    weighted(mean_weights(trace_, column.attention, column.layer, column.heads), like, column.area.left,
             rows(like.from_target), x, rows(like.to_target));
    station(end_of(column.decoder, column.layer), column.decoder, x);
  }

  void place_open(const FlowColumn& column) {
    const Session& session = input_.session;
    const bool cross = session.attention == Attention::cross;
    const bool asks_target = session.attention != Attention::encoder;
    const bool asked_target = session.attention == Attention::decoder;
    layout_.is_open = true;
    FlowOpen& open = layout_.open;
    open.frame = column.area;
    open.frame.bottom = bottom_;
    OpenWidths w = open_widths(input_, looseness_);
    const float squeeze = std::min(1.0F, column.area.width() / std::max(w.total(), 1.0F));

    arrive(column.area.left);
    float x = column.area.left + w.pad * squeeze;
    open.residual_x = column.area.left + px(6);
    float query_from = exit_x_;
    if (cross) {  // the stream that asks has its own words here
      open.so_far_x = x;
      const float strip_x = x + (w.so_far - stream_strip().width) * squeeze;
      query_from = strip_x + stream_strip().width;
      open.so_far_right = strip_x - px(2);
      x += w.so_far * squeeze;
    }
    x += w.split * squeeze;
    open.strips_x = x;
    place_parts(open, x, w, squeeze, asks_target, asked_target);
    const float map_right = open.map.right;

    // Into the projections.
    const int node = trace_.find(selected_head_path(session, "query"));
    if (cross && node >= 0) {
      const std::string asks = trace_.label(trace_.tape().node(node).inputs[0]).path;
      station(asks, true, query_from - stream_strip().width);
    }
    const float third = std::max(
        1.0F, std::round(5 * input_.unit * layout_.per_weight / (flow_units_per_weight * input_.unit)));
    project(FlowRibbon::Kind::query, query_from, rows(asks_target), query_y_, asks_target, cross ? 0 : -third,
            third);
    project(FlowRibbon::Kind::key, column.area.left, rows(asked_target), key_y_, asked_target,
            cross ? -third / 2 : 0, third);
    project(FlowRibbon::Kind::value, column.area.left, rows(asked_target), value_y_, asked_target,
            cross ? third / 2 : third, third);

    // Out of the mix.
    open.mixed_x = map_right + w.gather * squeeze;
    FlowRibbon like;
    like.kind = FlowRibbon::Kind::mixed;
    like.from_target = asked_target;
    like.to_target = asks_target;
    like.bend = open.map.left + open.map.width() * 0.4F;
    weighted(open.values, like, open.strips_x + w.strip, value_y_, open.mixed_x, rows(asks_target));
    const std::string stack = asks_target ? "decoder." : "encoder.";
    station(stack + std::to_string(session.layer) + (cross ? ".cross_attention" : ".self_attention") +
                ".concatenated",
            asks_target, open.mixed_x);
    open.sum_x = exit_x_ + w.sum * squeeze * 0.6F;
    open.forward_x = exit_x_ + w.sum * squeeze;
    if (w.other > 0) {
      const float x_other = open.forward_x - px(2);
      open.other = {x_other, input_.area.top + px(above_rows), x_other + (w.other - px(6)) * squeeze,
                    bottom_ - px(12)};
      open.forward_x += w.other * squeeze;
    }
    open.forward_right = open.forward_x + w.forward * squeeze;
    open.last_sum_x = open.forward_right + w.sum * squeeze * 0.4F;
    behind_ = true;
    hand_on(exit_x_, open.forward_x, asks_target);
    hand_on(open.forward_right, column.area.right, asks_target);
    exit_x_ = column.area.right;
  }

  // Queries, keys and values one below the other, and the weights beside the queries.
  void place_parts(FlowOpen& open, float x, const OpenWidths& w, float squeeze, bool asks_target,
                   bool asked_target) {
    const Session& session = input_.session;
    const auto queries = static_cast<float>(rows(asks_target).size());
    const auto keys = static_cast<float>(rows(asked_target).size());
    const float top = input_.area.top + px(above_parts);
    const float room = layout_.height - px(above_parts + below_parts) - 3 * px(part_title);
    const float pitch = std::min(room / (queries + 2 * keys), px(widest_part_pitch));
    const float used = 3 * px(part_title) + pitch * (queries + 2 * keys);
    float y = top + std::max(0.0F, std::min((room + 3 * px(part_title) - used) / 2, px(40)));
    const auto part = [&](float& title_y, std::vector<float>& places, float count) {
      title_y = std::round(y + px(part_title) / 2);
      y += px(part_title);
      for (int i = 0; i < static_cast<int>(count); ++i)
        places.push_back(y + pitch * (static_cast<float>(i) + 0.5F));
      y += pitch * count;
    };
    part(open.query_title_y, query_y_, queries);
    const float map_bottom = y;
    part(open.key_title_y, key_y_, keys);
    part(open.value_title_y, value_y_, keys);

    const int heads_numbers = head_numbers();
    const StripSize size = strip_size(heads_numbers, input_.unit);
    const float tall = std::max(1.0F, std::min(px(13), std::floor(pitch - std::max(1.0F, pitch * 0.15F))));
    strips(selected_head_path(session, "query"), asks_target, x, size, query_y_, tall,
           FlowStrip::Kind::query);
    strips(selected_head_path(session, "key"), asked_target, x, size, key_y_, tall, FlowStrip::Kind::key);
    strips(selected_head_path(session, "value"), asked_target, x, size, value_y_, tall,
           FlowStrip::Kind::value);

    open.weights = selected_head_path(session, "weights");
    if (const int node = trace_.find(open.weights); node >= 0) open.values = trace_.read(node).view().map();
    const float left = std::round(x + w.strip + w.link * squeeze);
    const float cell = std::max(1.0F, std::floor(w.map * squeeze / std::max(keys, 1.0F)));
    open.map = {left, std::round(query_y_.empty() ? y : query_y_.front() - pitch / 2), left + cell * keys,
                std::round(map_bottom)};
  }

  int head_numbers() const {
    const int node = trace_.find(selected_head_path(input_.session, "query"));
    return node < 0 ? config_.d_model : trace_.tape().node(node).shape.cols;
  }

  void project(FlowRibbon::Kind kind, float from_x, const std::vector<float>& from_y,
               const std::vector<float>& to_y, bool target, float offset, float wide) {
    for (int i = 0; i < static_cast<int>(std::min(from_y.size(), to_y.size())); ++i) {
      layout_.ribbons.push_back({kind,
                                 {from_x, from_y[i] + offset},
                                 {layout_.open.strips_x, to_y[i]},
                                 0,
                                 wide,
                                 -1,
                                 i,
                                 i,
                                 target,
                                 target,
                                 false});
    }
  }

  const FlowInput& input_;
  const Trace& trace_;
  const TransformerConfig& config_;
  FlowLayout layout_;
  float looseness_ = 1;
  float bottom_ = 0;
  float exit_x_ = 0;
  bool exit_target_ = false;
  bool behind_ = false;
  std::vector<float> query_y_, key_y_, value_y_;
};

}  // namespace

const FlowColumn* FlowLayout::column(FlowColumn::Kind kind) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [kind](const FlowColumn& column) { return column.kind == kind; });
  return found == columns.end() ? nullptr : &*found;
}

FlowLayout lay_out_flow(const FlowInput& input) { return Builder(input).build(); }

Matrix mean_weights(const Trace& trace, Attention attention, int layer, int heads) {
  Matrix mean;
  for (int head = 0; head < heads; ++head) {
    const int node = trace.find(head_path(attention, layer, head, "weights"));
    if (node < 0) return {};
    const Reading weights = trace.read(node);
    if (head == 0) {
      mean = weights.view().map();
    } else {
      mean += weights.view().map();
    }
  }
  return mean / static_cast<float>(std::max(heads, 1));
}

}  // namespace headlight
