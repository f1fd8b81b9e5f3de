#include "app/panels/flow/flow_columns.h"

#include <algorithm>
#include <cmath>

#include "core/models/stack_nodes.h"

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

}  // namespace headlight
