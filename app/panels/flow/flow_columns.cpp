#include "app/panels/flow/flow_layout.h"

#include <algorithm>
#include <cmath>

#include "core/models/trace.h"

namespace headlight {
namespace {

using Kind = FlowColumn::Kind;

constexpr float widest_strip = 64;
constexpr float least_gap = 8, usual_gap = 22;
constexpr float least_ribbons = 40, usual_ribbons = 84;  // of a folded block
constexpr float bar = 32;

float between(float least, float usual, float looseness) { return least + (usual - least) * looseness; }

// The anatomy of what is drawn.
const Anatomy& has(const FlowInput& input) { return input.trace.anatomy(); }

FlowColumn layer_column(const FlowInput& input, const StackInfo& stack, int layer, Attention attention) {
  FlowColumn column{.kind = Kind::folded,
                    .id = std::string(stack.name) + "." + std::to_string(layer),
                    .stack = &stack,
                    .target = stack.stream == Stream::target,
                    .layer = layer,
                    .last_layer = layer,
                    .attention = attention,
                    .heads = has(input).heads(attention, layer),
                    .mean_of = heads_on(input, attention, layer)};
  for (const AttentionHeads& each : has(input).attentions) {
    if (each.info().stack == stack.name) column.off += each.in(layer)-heads_on(input, each.id, layer);
  }
  return column;
}

// The attention in which a stack reads another one; its own where it reads none.
Attention reading_of(const Anatomy& anatomy, const StackInfo& stack) {
  for (const AttentionHeads& each : anatomy.attentions) {
    if (each.info().stack == stack.name && each.info().crosses()) return each.id;
  }
  return attention_of(stack.name, "");
}

// All columns, each layer one of its own.
std::vector<FlowColumn> all_columns(const FlowInput& input) {
  const Session& session = input.session;
  const AttentionInfo& about = info(session.attention);
  const std::vector<StackInfo>& stacks = has(input).stacks;
  std::vector<FlowColumn> columns;
  if (stacks.empty()) return columns;
  const bool open = !input.closed;
  // From the stack on that the open block asks; it lies alone where it asks itself.
  const auto asked = std::find_if(stacks.begin(), stacks.end(), [&](const StackInfo& stack) {
    return open && stack.stream == about.asked;
  });
  const auto first = asked == stacks.end() ? stacks.begin() : asked;
  for (auto stack = stacks.begin(); stack != first; ++stack) {
    columns.push_back(
        {.kind = Kind::other, .id = std::string(stack->name), .stack = &*stack, .layer = stack->layers - 1});
  }
  const auto add = [&](Kind kind, std::string id, const StackInfo& stack) {
    columns.push_back(
        {.kind = kind, .id = std::move(id), .stack = &stack, .target = stack.stream == Stream::target});
  };
  add(Kind::words, std::string(first->input), *first);
  add(Kind::input, std::string(first->input) + ".input", *first);
  for (auto stack = first; stack != stacks.end(); ++stack) {
    const bool opened = open && about.stack == stack->name;
    // What an attention across asks with comes from below it, not from the stack at its left.
    const int from = opened && about.crosses() ? session.layer : 0;
    for (int l = from; l < stack->layers; ++l) {
      const bool reads = stack != first && l == from;
      columns.push_back(layer_column(input, *stack, l,
                                     reads ? reading_of(has(input), *stack) : attention_of(stack->name, "")));
      if (opened && l == session.layer) columns.back().kind = Kind::open;
    }
  }
  if (input.trace.find("probabilities") >= 0) add(Kind::answer, "answer", stacks.back());
  return columns;
}

class Widths {
 public:
  explicit Widths(const FlowInput& input) : input_(input) {
    strip_ = strip_size(stream_size(input.trace), input.unit).width;
  }

  float of(const FlowColumn& column, float looseness) const {
    switch (column.kind) {
      case Kind::words:
        return column.target ? input_.target_words : input_.words;
      case Kind::input:
        return strip_;
      case Kind::folded:
      case Kind::group:
        return strip_ + px(between(least_ribbons, usual_ribbons, looseness)) + px(12);
      case Kind::open:
        return open_widths(input_, looseness).total();
      case Kind::other:
        return px(bar);
      case Kind::answer:
        return input_.answer;
    }
    return 0;
  }
  float gap(const FlowColumn& before, float looseness) const {
    return before.kind == Kind::words ? px(8) : px(between(least_gap, usual_gap, looseness));
  }
  float total(const std::vector<FlowColumn>& columns, float looseness) const {
    float all = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      all += of(columns[i], looseness);
      if (i + 1 < columns.size()) all += gap(columns[i], looseness);
    }
    return all;
  }

 private:
  float px(float units) const { return std::round(units * input_.unit); }
  const FlowInput& input_;
  float strip_ = 0;
};

// Two neighbours that can be one: layers of the same stack, the ones farthest from the open block first.
bool join_some(std::vector<FlowColumn>& columns) {
  const auto is_layer = [](const FlowColumn& column) {
    return column.kind == Kind::folded || column.kind == Kind::group;
  };
  const auto open = std::find_if(columns.begin(), columns.end(),
                                 [](const FlowColumn& column) { return column.kind == Kind::open; });
  const auto open_at = open - columns.begin();
  std::ptrdiff_t best = -1;
  std::ptrdiff_t distance = -1;
  for (std::ptrdiff_t i = 0; i + 1 < static_cast<std::ptrdiff_t>(columns.size()); ++i) {
    if (!is_layer(columns[i]) || !is_layer(columns[i + 1]) || columns[i].stack != columns[i + 1].stack)
      continue;
    // The first decoder layer brings in the encoder.
    if (info(columns[i].attention).crosses()) continue;
    const std::ptrdiff_t far = std::abs(i - open_at);
    if (far <= distance) continue;
    distance = far;
    best = i;
  }
  if (best < 0) return false;
  columns[best].kind = Kind::group;
  columns[best].last_layer = columns[best + 1].last_layer;
  columns[best].off += columns[best + 1].off;
  columns.erase(columns.begin() + best + 1);
  return true;
}

}  // namespace

float OpenWidths::total() const {
  return 2 * pad + so_far + split + strip + link + map + gather + mixed + 2 * sum + forward + other;
}

OpenWidths open_widths(const FlowInput& input, float looseness) {
  const Session& session = input.session;
  const auto px = [&](float least, float usual) {
    return std::round(between(least, usual, looseness) * input.unit);
  };
  const AttentionInfo& about = info(session.attention);
  const auto keys = static_cast<float>(input.trace.tokens(about.asked).size());
  const int stream = stream_size(input.trace);
  const int head_size = columns_of(input.trace, selected_head_path(session, "query"), stream);
  OpenWidths w;
  w.pad = px(10, 16);
  w.split = px(44, 84);
  w.strip = strip_size(head_size, input.unit).width;
  w.link = px(22, 52);
  w.map = px(std::clamp(keys * 9, 40.0F, 200.0F), std::clamp(keys * 16, 48.0F, 300.0F));
  w.gather = px(28, 56);
  w.mixed = strip_size(mixed_numbers(input), input.unit).width;
  w.sum = px(18, 26);
  w.forward = px(28, 52);
  if (about.asked == Stream::target && has(input).find(Attention::cross) != nullptr) w.other = px(30, 34);
  if (about.crosses()) w.so_far = px(34, 48) + input.target_words + strip_size(stream, input.unit).width;
  return w;
}

int mixed_numbers(const FlowInput& input) {
  return columns_of(input.trace, info(input.session.attention).block(input.session.layer) + ".concatenated",
                    stream_size(input.trace));
}

StripSize strip_size(int numbers, float unit) {
  const float per_number = std::max(1.0F, std::floor(widest_strip * unit / static_cast<float>(numbers)));
  const int fits = static_cast<int>(widest_strip * unit / per_number);
  const int shown = std::min(numbers, std::max(fits, 1));
  return {shown, per_number * static_cast<float>(shown)};
}

std::vector<FlowColumn> flow_columns(const FlowInput& input, float& looseness) {
  const Widths widths(input);
  std::vector<FlowColumn> columns = all_columns(input);
  const float room = input.area.width();
  while (widths.total(columns, 0) > room && join_some(columns)) {
  }
  const float least = widths.total(columns, 0);
  const float usual = widths.total(columns, 1);
  looseness = usual > least ? std::clamp((room - least) / (usual - least), -0.3F, 1.6F) : 1;
  const float total = widths.total(columns, looseness);
  float x = input.area.left + std::max(0.0F, std::round((room - total) / 2));
  for (FlowColumn& column : columns) {
    column.area = {x, input.area.top, x + widths.of(column, looseness), input.area.bottom};
    x = column.area.right + widths.gap(column, looseness);
    if (input.from == nullptr) continue;
    const auto was = input.from->find(column.id);
    if (was == input.from->end()) continue;
    const auto glide = [&](float before, float now) {
      return std::round(before + (now - before) * input.progress);
    };
    column.area.left = glide(was->second.left, column.area.left);
    column.area.right = glide(was->second.right, column.area.right);
  }
  return columns;
}

void FlowPen::station(const std::string& path, bool target, float x, const StripSize& size) {
  const float tall = std::max(px(3), std::min(px(14), layout.per_weight + px(1)));
  strips(path, target, x, size, rows(target), tall, FlowStrip::Kind::stream);
  exit_x = x + size.width;
  exit_target = target;
}

void FlowPen::strips(const std::string& path, bool target, float x, const StripSize& size,
                     const std::vector<float>& y, float tall, FlowStrip::Kind kind) {
  const int node = input.trace.find(path);
  if (node < 0) return;
  const Shape shape = input.trace.tape().node(node).shape;
  const std::vector<int>& words = shown(target);
  if (!words.empty() && shape.rows <= words.back()) return;
  for (int i = 0; i < static_cast<int>(y.size()); ++i) {
    layout.strips.push_back({path, words[i], i, std::min(size.numbers, shape.cols), target,
                             Area::at(x, std::round(y[i] - tall / 2), size.width, tall), kind});
  }
}

void FlowPen::arrive(float x) {
  hand_on(exit_x, x, exit_target);
  exit_x = x;
}

void FlowPen::hand_on(float from, float to, bool target) {
  if (to <= from) return;
  const std::vector<float>& y = rows(target);
  for (int i = 0; i < static_cast<int>(y.size()); ++i) {
    layout.ribbons.push_back({FlowRibbon::Kind::vector,
                              {from, y[i]},
                              {to, y[i]},
                              0,
                              layout.per_weight,
                              -1,
                              i,
                              i,
                              target,
                              target,
                              behind});
  }
}

void FlowPen::weighted(const Matrix& weights, FlowRibbon like, float from_x, const std::vector<float>& from_y,
                       float to_x, const std::vector<float>& to_y) {
  for (int query = 0; query < weights.rows() && query < static_cast<int>(to_y.size()); ++query) {
    float at = to_y[query] - layout.per_weight / 2;
    for (int key = 0; key < weights.cols() && key < static_cast<int>(from_y.size()); ++key) {
      const float weight = weights(query, key);
      if (!std::isfinite(weight)) continue;
      const float wide = weight * layout.per_weight;
      if (weight >= least_flow_weight) {
        like.from = {from_x, from_y[key]};
        like.to = {to_x, at + wide / 2};
        like.width = wide;
        like.weight = weight;
        like.from_token = key;
        like.to_token = query;
        layout.ribbons.push_back(like);
      }
      at += wide;
    }
  }
}

// The open block: queries, keys and values of its head, the weights beside them, and what is mixed from them.

namespace {

constexpr float above_parts = 56, below_parts = 10, part_title = 24, widest_part_pitch = 26;  // units

class OpenBlock {
 public:
  OpenBlock(FlowPen& pen, const FlowColumn& column, float looseness)
      : pen_(pen),
        trace_(pen.input.trace),
        session_(pen.input.session),
        open_(pen.layout.open),
        area_(column.area),
        cross_(info(session_.attention).crosses()),
        asks_target_(info(session_.attention).asks == Stream::target),
        asked_target_(info(session_.attention).asked == Stream::target),
        widths_(open_widths(pen.input, looseness)),
        squeeze_(std::min(1.0F, area_.width() / std::max(widths_.total(), 1.0F))) {}

  void place() {
    pen_.layout.is_open = true;
    open_.frame = area_;
    open_.frame.bottom = pen_.bottom();
    pen_.arrive(area_.left);
    float x = area_.left + widths_.pad * squeeze_;
    open_.residual_x = area_.left + px(6);
    float query_from = pen_.exit_x;
    if (cross_) {  // the stream that asks has its own words here
      const float strip = pen_.stream_strip().width;
      open_.so_far_x = x;
      const float strip_x = x + (widths_.so_far - strip) * squeeze_;
      query_from = strip_x + strip;
      open_.so_far_right = strip_x - px(2);
      x += widths_.so_far * squeeze_;
    }
    x += widths_.split * squeeze_;
    open_.strips_x = x;
    place_parts(x);
    place_projections(query_from);
    place_mix();
    place_forward();
  }

 private:
  float px(float units) const { return pen_.px(units); }

  // Queries, keys and values one below the other, and the weights beside the queries.
  void place_parts(float x) {
    const auto queries = static_cast<float>(pen_.rows(asks_target_).size());
    const auto keys = static_cast<float>(pen_.rows(asked_target_).size());
    const float top = pen_.input.area.top + px(above_parts);
    const float room = pen_.layout.height - px(above_parts + below_parts) - 3 * px(part_title);
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
    part(open_.query_title_y, query_y_, queries);
    const float map_bottom = y;
    part(open_.key_title_y, key_y_, keys);
    part(open_.value_title_y, value_y_, keys);

    const StripSize size = strip_size(head_numbers(), pen_.input.unit);
    const float tall = std::max(1.0F, std::min(px(13), std::floor(pitch - std::max(1.0F, pitch * 0.15F))));
    pen_.strips(selected_head_path(session_, "query"), asks_target_, x, size, query_y_, tall,
                FlowStrip::Kind::query);
    pen_.strips(selected_head_path(session_, "key"), asked_target_, x, size, key_y_, tall,
                FlowStrip::Kind::key);
    pen_.strips(selected_head_path(session_, "value"), asked_target_, x, size, value_y_, tall,
                FlowStrip::Kind::value);

    open_.weights = selected_head_path(session_, "weights");
    if (trace_.find(open_.weights) >= 0)
      open_.values = weights_between(pen_.input, session_.attention, open_.weights);
    const float left = std::round(x + widths_.strip + widths_.link * squeeze_);
    const float cell = std::max(1.0F, std::floor(widths_.map * squeeze_ / std::max(keys, 1.0F)));
    open_.map = {left, std::round(query_y_.empty() ? y : query_y_.front() - pitch / 2), left + cell * keys,
                 std::round(map_bottom)};
  }

  int head_numbers() const {
    return columns_of(trace_, selected_head_path(session_, "query"), stream_size(trace_));
  }

  // From the streams into the projections.
  void place_projections(float query_from) {
    const int node = trace_.find(selected_head_path(session_, "query"));
    if (cross_ && node >= 0) {
      const std::string asks = trace_.label(trace_.tape().node(node).inputs[0]).path;
      pen_.station(asks, true, query_from - pen_.stream_strip().width);
    }
    const float unit = pen_.input.unit;
    const float third =
        std::max(1.0F, std::round(5 * unit * pen_.layout.per_weight / (flow_units_per_weight * unit)));
    const std::vector<float>& asked = pen_.rows(asked_target_);
    project(FlowRibbon::Kind::query, query_from, pen_.rows(asks_target_), query_y_, asks_target_,
            cross_ ? 0 : -third, third);
    project(FlowRibbon::Kind::key, area_.left, asked, key_y_, asked_target_, cross_ ? -third / 2 : 0, third);
    project(FlowRibbon::Kind::value, area_.left, asked, value_y_, asked_target_, cross_ ? third / 2 : third,
            third);
  }

  void project(FlowRibbon::Kind kind, float from_x, const std::vector<float>& from_y,
               const std::vector<float>& to_y, bool target, float offset, float wide) {
    for (int i = 0; i < static_cast<int>(std::min(from_y.size(), to_y.size())); ++i) {
      pen_.layout.ribbons.push_back({kind,
                                     {from_x, from_y[i] + offset},
                                     {pen_.layout.open.strips_x, to_y[i]},
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

  // The values on their way into the mix, and the mix of all heads.
  void place_mix() {
    open_.mixed_x = open_.map.right + widths_.gather * squeeze_;
    FlowRibbon like;
    like.kind = FlowRibbon::Kind::mixed;
    like.from_target = asked_target_;
    like.to_target = asks_target_;
    like.bend = open_.map.left + open_.map.width() * 0.4F;
    pen_.weighted(open_.values, like, open_.strips_x + widths_.strip, value_y_, open_.mixed_x,
                  pen_.rows(asks_target_));
    pen_.station(info(session_.attention).block(session_.layer) + ".concatenated", asks_target_,
                 open_.mixed_x, strip_size(mixed_numbers(pen_.input), pen_.input.unit));
  }

  // The two additions and what lies between them.
  void place_forward() {
    const float sum = widths_.sum * squeeze_;
    open_.sum_x = pen_.exit_x + sum * 0.6F;
    open_.forward_x = pen_.exit_x + sum;
    if (widths_.other > 0) {
      const float x = open_.forward_x - px(2);
      open_.other = {x, pen_.input.area.top + px(flow_above_rows), x + (widths_.other - px(6)) * squeeze_,
                     pen_.bottom() - px(12)};
      open_.forward_x += widths_.other * squeeze_;
    }
    open_.forward_right = open_.forward_x + widths_.forward * squeeze_;
    open_.last_sum_x = open_.forward_right + sum * 0.4F;
    pen_.behind = true;
    pen_.hand_on(pen_.exit_x, open_.forward_x, asks_target_);
    pen_.hand_on(open_.forward_right, area_.right, asks_target_);
    pen_.exit_x = area_.right;
  }

  FlowPen& pen_;
  const Trace& trace_;
  const Session& session_;
  FlowOpen& open_;
  const Area area_;
  const bool cross_;
  const bool asks_target_, asked_target_;  // whether the target's words ask and are asked, or the source's
  const OpenWidths widths_;
  const float squeeze_;
  std::vector<float> query_y_, key_y_, value_y_;
};

}  // namespace

void place_open_block(FlowPen& pen, const FlowColumn& column, float looseness) {
  OpenBlock(pen, column, looseness).place();
}

}  // namespace headlight
