#include "app/panels/place/model_steps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "app/panels/common/step_names.h"
#include "core/layers/sites.h"
#include "core/tape/ops/ops.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

const Node& node_at(const Trace& trace, int node) { return trace.tape().node(node); }

bool is_op(const Trace& trace, int node, const OpPtr& op) { return node_at(trace, node).op == op; }

// Sums and norms are told together, and so are products with what lies between them.
bool is_of_line(const Trace& trace, int node) { return adds_lines(trace, node) || normalizes(trace, node); }

// Before a step that is made from one other.
std::string sign_of_step(const Trace& trace, int node) {
  const OpPtr& op = node_at(trace, node).op;
  if (op == nullptr) return "";
  if (normalizes(trace, node)) return "÷";
  constexpr std::array told{"ReLU", "GELU", "SiLU", "tanh", "σ", "softmax"};
  const std::string symbol = op->symbol();
  const bool is_told = symbol.starts_with("×") || std::find(told.begin(), told.end(), symbol) != told.end();
  return is_told ? symbol : "›";
}

std::string sign_between(const Trace& trace, int node) {
  if (is_op(trace, node, add())) return "+";
  if (is_op(trace, node, multiply())) return "×";
  return is_op(trace, node, concatenate()) ? "," : "›";
}

// A node and what it is made from; of many sources, as heads are, the first and the last.
std::vector<ChainLink> made_from(const Trace& trace, int node) {
  constexpr std::size_t most = 4;
  const std::vector<int> sources = sources_of_node(trace, node);
  const bool in_rows = std::all_of(sources.begin(), sources.end(), [&](int source) {
    return node_at(trace, source).shape.rows > 1 || node_at(trace, node).shape.rows == 1;
  });
  if (sources.empty() || !in_rows) return {{node, ""}};
  if (sources.size() == 1) return {{sources[0], ""}, {node, sign_of_step(trace, node)}};
  std::vector<ChainLink> chain;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (sources.size() > most && i > 1 && i + 1 < sources.size()) continue;
    const bool skipped = sources.size() > most && i > 1;
    chain.push_back({sources[i], i == 0 ? "" : skipped ? "…" : sign_between(trace, node)});
  }
  chain.push_back({node, "="});
  return chain;
}

struct ModelStepName {
  std::string_view part;
  const char* name;
  const char* in_full;
};
constexpr std::array model_step_names{
    ModelStepName{"tokens", to_be_said("numbers"), to_be_said("word numbers")},
    ModelStepName{"embedded", to_be_said("embedded"), to_be_said("embedded")},
    ModelStepName{"scaled", to_be_said("× √d"), to_be_said("embedded, × √d")},
    ModelStepName{"concatenated", to_be_said("heads"), to_be_said("heads side by side")},
    ModelStepName{"projected", to_be_said("projected"), to_be_said("heads, projected")},
    ModelStepName{"feed_forward.hidden", to_be_said("hidden"), to_be_said("feed-forward, hidden")},
    ModelStepName{"feed_forward.gate", to_be_said("gate"), to_be_said("feed-forward, gate")},
    ModelStepName{"feed_forward.gated", to_be_said("gated"), to_be_said("feed-forward, gated")},
    ModelStepName{"feed_forward.output", to_be_said("output"), to_be_said("feed-forward, output")},
};

const ModelStepName* named(const Trace& trace, int node) {
  const std::string part = place_of(trace.label(node).path).part;
  const auto found = std::find_if(model_step_names.begin(), model_step_names.end(),
                                  [&](const ModelStepName& each) { return each.part == part; });
  return found == model_step_names.end() ? nullptr : &*found;
}

bool is_in_layer(const Trace& trace, int node) { return place_of(trace.label(node).path).layer.has_value(); }

// The sum that the chain is about, as its place in it; its size where it is about none.
std::size_t sum_in(const Trace& trace, const std::vector<ChainLink>& chain) {
  std::size_t i = 0;
  while (i < chain.size() && (chain[i].sign != "=" || !adds_lines(trace, chain[i].node))) ++i;
  return i;
}

// What a sum adds to the line: "self-attention", "feed-forward".
std::string adds_what(const Trace& trace, int sum) {
  const std::vector<int> sources = sources_of_node(trace, sum);
  const Place place = place_of(trace.label(sources.empty() ? sum : sources.back()).path);
  if (!place.attention.empty()) return std::string(info(attention_of(place.stack, place.attention)).kind);
  return say("feed-forward");
}

}  // namespace

bool is_outside_heads(const Trace& trace, int node) {
  if (node < 0 || node_at(trace, node).kind == Node::Kind::parameter) return false;
  const Place place = place_of(trace.label(node).path);
  return !place.head && node_at(trace, node).shape.size() > 0;
}

ModelPart part_of_model(const Trace& trace, int node) {
  const std::vector<StackInfo>& stacks = trace.anatomy().stacks;
  if (stacks.empty()) return {};
  const std::string& path = trace.label(node).path;
  const Place place = place_of(path);
  const Site* const site = site_of(path);
  const bool before = site != nullptr && (site->family == Family::stream || site->family == Family::features);
  for (const StackInfo& stack : stacks) {
    if (stack.name == place.stack && place.layer)
      return {ModelPart::Kind::layer, &stack, *place.layer, place.time.value_or(-1),
              place.time && place.backwards};
    if (stack.name == place.stack && &stack != &stacks.back())
      return {ModelPart::Kind::layer, &stack, stack.layers - 1};
    if (before && !place.stack.empty() && (stack.input == place.stack || stack.from == place.stack))
      return {ModelPart::Kind::in, &stack};
  }
  return before ? ModelPart{ModelPart::Kind::in, &stacks.front()}
                : ModelPart{ModelPart::Kind::out, &stacks.back()};
}

ModelPart part_of_layer(const Trace& trace, Attention attention, int layer) {
  return {ModelPart::Kind::layer, trace.anatomy().stack(info(attention).stack), layer};
}

std::vector<int> steps_of_part(const Trace& trace, const ModelPart& part) {
  std::vector<int> steps;
  for (const int node : trace.steps()) {
    if (is_outside_heads(trace, node) && part_of_model(trace, node) == part) steps.push_back(node);
  }
  return steps;
}

Stream stream_of_node(const Trace& trace, int node) {
  const Stream stream = info(trace.label(node).rows).stream;
  if (stream != Stream::none) return stream;
  const ModelPart part = part_of_model(trace, node);
  return part.stack == nullptr ? Stream::source : part.stack->stream;
}

Attention attention_of_node(const Trace& trace, int node, Attention chosen) {
  const Stream stream = stream_of_node(trace, node);
  if (info(chosen).asks == stream) return chosen;
  return stream == Stream::source ? Attention::encoder : Attention::decoder;
}

std::vector<int> sources_of_node(const Trace& trace, int node) {
  std::vector<int> sources;
  for (const int input : node_at(trace, node).inputs) {
    if (node_at(trace, input).kind != Node::Kind::parameter) sources.push_back(input);
  }
  return sources;
}

bool is_feed_forward(const Trace& trace, int node) {
  return place_of(trace.label(node).path).part.starts_with("feed_forward.");
}

std::vector<ChainLink> chain_of(const Trace& trace, int node) {
  constexpr std::size_t most = 4;
  const ModelPart part = part_of_model(trace, node);
  const bool line = is_of_line(trace, node);
  std::vector<ChainLink> chain = made_from(trace, node);
  while (chain.size() > 1 && chain.size() < most && chain[1].sign != "+" && chain[1].sign != ",") {
    const int first = chain.front().node;
    const std::vector<ChainLink> before = made_from(trace, first);
    const bool belongs = is_outside_heads(trace, first) && part_of_model(trace, first) == part &&
                         is_of_line(trace, first) == line;
    if (!belongs || before.size() < 2 || chain.size() + before.size() - 1 > most) break;
    chain.erase(chain.begin());
    chain.insert(chain.begin(), before.begin(), before.end());
  }
  const std::vector<int> steps = steps_of_part(trace, part);
  while (chain.size() < most) {
    const int last = chain.back().node;
    const auto next = std::find_if(steps.begin(), steps.end(), [&](int step) {
      return sources_of_node(trace, step) == std::vector<int>{last} && is_of_line(trace, step) == line;
    });
    if (next == steps.end()) break;
    chain.push_back({*next, sign_of_step(trace, *next)});
  }
  return chain;
}

int activation_of_node(const Trace& trace, int node) {
  const auto found = std::find_if(trace.steps().begin(), trace.steps().end(), [&](int step) {
    const std::vector<int>& inputs = node_at(trace, step).inputs;
    return inputs.size() == 1 && inputs[0] == node && !lets_through(trace, step).empty();
  });
  return found == trace.steps().end() ? -1 : *found;
}

int let_through_in(const Trace& trace, const std::vector<ChainLink>& chain) {
  for (const ChainLink& link : chain) {
    if (!lets_through(trace, link.node).empty()) return sources_of_node(trace, link.node).at(0);
  }
  // Behind what a sum adds.
  const std::size_t sum = sum_in(trace, chain);
  if (sum == chain.size()) return -1;
  int at = sources_of_node(trace, chain[sum].node).back();
  while (is_feed_forward(trace, at)) {
    const std::vector<int> sources = sources_of_node(trace, at);
    if (sources.empty()) return -1;
    if (!lets_through(trace, at).empty()) return sources.front();
    at = sources.front();
  }
  return -1;
}

// --- names

std::string model_step_called(const Trace& trace, int node) {
  if (is_in_layer(trace, node) && adds_lines(trace, node)) return "+";
  if (normalizes(trace, node)) return say("norm");
  if (const std::string through = lets_through(trace, node); !through.empty()) return through;
  if (const ModelStepName* const name = named(trace, node)) return say(name->name);
  return part_title(trace.label(node).path);
}

std::string model_step_in_full(const Trace& trace, int node) {
  if (is_in_layer(trace, node) && adds_lines(trace, node))
    return say("plus after {part}", {{"part", adds_what(trace, node)}});
  if (const std::string through = lets_through(trace, node); !through.empty())
    return is_feed_forward(trace, node) ? say("feed-forward, {step}", {{"step", through}}) : through;
  if (const ModelStepName* const name = named(trace, node)) return say(name->in_full);
  return model_step_called(trace, node);
}

std::string model_part_called(const Page& page, const ModelPart& part) {
  const Anatomy& has = page.trace.anatomy();
  switch (part.kind) {
    case ModelPart::Kind::layer:
      return layer_called(page, attention_of(part.stack->name, ""), part.layer);
    case ModelPart::Kind::in:
      return has.picture && part.stack == &has.stacks.front() ? say("picture in") : say("words in");
    case ModelPart::Kind::out:
      break;
  }
  const bool labels = has.answer == AnswerKind::labels || has.answer == AnswerKind::one_label;
  return labels ? say("answer") : say("words out");
}

std::string link_called(const Trace& trace, const std::vector<ChainLink>& chain, std::size_t i) {
  const int node = chain[i].node;
  const Place place = place_of(trace.label(node).path);
  if (place.head) return say("head {n}", {{"n", std::to_string(*place.head + 1)}});
  const std::size_t sum = is_in_layer(trace, chain.back().node) ? sum_in(trace, chain) : chain.size();
  if (sum < chain.size() && i < sum)
    return i == 0 ? say("the line") : say("{part} adds", {{"part", adds_what(trace, chain[sum].node)}});
  if (is_in_layer(trace, node) && adds_lines(trace, node)) return i == sum ? say("sum") : say("the line");
  if (normalizes(trace, node)) return say("after the norm");
  if (const std::string through = lets_through(trace, node); !through.empty())
    return say("after {step}", {{"step", through}});
  return model_step_called(trace, node);
}

// --- ways to them

namespace {

struct KeptParts : KeptOfTrace<std::tuple<int, std::string, int, int, bool>, std::vector<int>> {};
struct KeptChains : KeptOfTrace<int, std::vector<ChainLink>> {};

}  // namespace

const std::vector<int>& steps_beside(const Page& page, const ModelPart& part) {
  const std::string stack(part.stack == nullptr ? "" : part.stack->name);
  return page.ui.state<KeptParts>().get(
      page.context.maps[page.side].trace(),
      {static_cast<int>(part.kind), stack, part.layer, part.time, part.backwards},
      [&] { return steps_of_part(page.trace, part); });
}

const std::vector<ChainLink>& chain_shown(const Page& page) {
  return page.ui.state<KeptChains>().get(page.context.maps[page.side].trace(), page.node,
                                         [&] { return chain_of(page.trace, page.node); });
}

std::vector<int> sums_of_layer(const Page& page, Attention attention, int layer) {
  std::vector<int> steps = steps_beside(page, part_of_layer(page.trace, attention, layer));
  std::erase_if(steps,
                [&](int node) { return !is_in_layer(page.trace, node) || !adds_lines(page.trace, node); });
  return steps;
}

int feed_forward_begin(const Page& page, Attention attention, int layer) {
  for (const int node : steps_beside(page, part_of_layer(page.trace, attention, layer))) {
    if (is_feed_forward(page.trace, node)) return node;
  }
  return -1;
}

int feed_forward_of_layer(const Page& page, Attention attention, int layer) {
  for (const int node : steps_beside(page, part_of_layer(page.trace, attention, layer))) {
    if (is_feed_forward(page.trace, node) && !lets_through(page.trace, node).empty()) return node;
  }
  return feed_forward_begin(page, attention, layer);
}

GoTo to_model_step(const Page& page, int node) {
  const Stream stream = stream_of_node(page.trace, node);
  GoTo to{.altitude = Altitude::step, .path = page.trace.label(node).path};
  if (place_of(*to.path).time) return to;
  if (stream == page.attention.asks) {
    to.token = page.row;
  } else if (const int row = row_for(page, attention_of_node(page.trace, node, Attention::cross)); row >= 0) {
    to.token = row;
  }
  return to;
}

std::optional<GoTo> to_another_time(const Page& page, int time) {
  if (page.node < 0 || page.lane < 0) return std::nullopt;
  const Place place = place_of(page.trace.label(page.node).path);
  if (!place.time) return std::nullopt;
  const std::string path = page.lanes[static_cast<std::size_t>(page.lane)].at(time, place.part);
  if (page.trace.find(path) < 0) return std::nullopt;
  return GoTo{.altitude = page.altitude == Altitude::product ? Altitude::cell : page.altitude,
              .cell = page.cell() == nullptr
                          ? std::nullopt
                          : std::optional(CellName{path, page.cell()->row, page.cell()->col}),
              .path = path};
}

GoTo out_of_model_step(const Page& page) {
  const ModelPart part = part_of_model(page.trace, page.node);
  if (part.kind != ModelPart::Kind::layer) return {.altitude = Altitude::model};
  GoTo to{.altitude = Altitude::layer};
  const bool chosen = info(page.head.attention).stack == part.stack->name && page.head.layer == part.layer;
  if (!chosen && page.lane < 0) to.head = HeadChoice{attention_of(part.stack->name, ""), part.layer, 0};
  return to;
}

int step_of_words_in(const Page& page) {
  const std::vector<StackInfo>& stacks = page.trace.anatomy().stacks;
  if (stacks.empty()) return -1;
  const std::vector<int> steps = steps_beside(page, {ModelPart::Kind::in, &stacks.front()});
  return steps.empty() ? -1 : steps.back();
}

int step_of_words_out(const Page& page) {
  const std::vector<StackInfo>& stacks = page.trace.anatomy().stacks;
  if (stacks.empty()) return -1;
  const std::vector<int> steps = steps_beside(page, {ModelPart::Kind::out, &stacks.back()});
  return steps.empty() ? -1 : steps.back();
}

int row_in_node(const Page& page, int node) {
  const Shape shape = node_at(page.trace, node).shape;
  const bool of_words = shape.rows == static_cast<int>(page.asks.size()) &&
                        info(page.trace.label(node).rows).stream == page.attention.asks;
  return of_words ? page.row : 0;
}

std::optional<RowNumbers> numbers_of_row(const Page& page, int node, int row) {
  const MapRows found = page.context.maps[page.side].rows(page.trace.label(node).path, row, 1);
  if (!found.has(row)) return std::nullopt;
  RowNumbers numbers;
  double sum = 0, squares = 0;
  for (int column = 0; column < found.map->columns; ++column) {
    const auto value = static_cast<double>(found.map->value(row - found.first, column));
    if (!std::isfinite(value)) continue;
    ++numbers.count;
    numbers.above += value > 0 ? 1 : 0;
    sum += value;
    squares += value * value;
  }
  if (numbers.count == 0) return std::nullopt;
  const double mean = sum / numbers.count, square = squares / numbers.count;
  numbers.mean = static_cast<float>(mean);
  numbers.spread = static_cast<float>(std::sqrt(std::max(square - mean * mean, 0.0)));
  numbers.root = static_cast<float>(std::sqrt(square));
  return numbers;
}

}  // namespace headlight::place
