// The steps of a model outside its heads: which belong together, what they are called, and what each is made
// from. All of it is read off the trace, whatever model made that.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/common/cell_words.h"
#include "app/panels/place/place_parts.h"
#include "core/models/trace.h"

namespace headlight::place {

// A part of the model whose steps stand side by side: what comes before the layers of a stack, one layer of
// it, what comes after all of them.
struct ModelPart {
  enum class Kind { in, layer, out };
  Kind kind = Kind::out;
  const StackInfo* stack = nullptr;  // of the trace's anatomy
  int layer = 0;
  int time = -1;  // of a recurrent layer; -1: what it has for all times
  bool backwards = false;
  bool operator==(const ModelPart&) const = default;
};
ModelPart part_of_model(const Trace& trace, int node);
ModelPart part_of_layer(const Trace& trace, Attention attention, int layer);
// Its steps outside heads, in the order in which they are computed.
std::vector<int> steps_of_part(const Trace& trace, const ModelPart& part);
// Whether a node is one of those that have a page: no head's, and no parameter.
bool is_outside_heads(const Trace& trace, int node);
// Whose words its rows are, or those of its stack; and an attention in which these words ask, `chosen` where
// they do in that.
Stream stream_of_node(const Trace& trace, int node);
Attention attention_of_node(const Trace& trace, int node, Attention chosen);

// The computed nodes that a step is made from: its inputs without what was learned.
std::vector<int> sources_of_node(const Trace& trace, int node);
bool is_feed_forward(const Trace& trace, int node);

// What stands on the stage for a step, from left to right: what goes in, the step, and its neighbours that
// are of the same kind.
struct ChainLink {
  int node = 0;
  std::string sign;  // before it
};
std::vector<ChainLink> chain_of(const Trace& trace, int node);
// The numbers that an activation in the chain, or behind what it adds, lets through; -1: there is none.
int let_through_in(const Trace& trace, const std::vector<ChainLink>& chain);
// The activation that reads these numbers.
int activation_of_node(const Trace& trace, int node);

// The same for what a page shows, kept as long as the trace.
const std::vector<int>& steps_beside(const Page& page, const ModelPart& part);
const std::vector<ChainLink>& chain_shown(const Page& page);

// "hidden", "+": on the shelf. "feed-forward, hidden", "plus after self-attention": in the path.
std::string model_step_called(const Trace& trace, int node);
std::string model_step_in_full(const Trace& trace, int node);
std::string model_part_called(const Page& page, const ModelPart& part);
// Above its column: "the line", "feed-forward adds", "sum", "after the norm".
std::string link_called(const Trace& trace, const std::vector<ChainLink>& chain, std::size_t i);

// The steps of a layer that its page leads to: the sums in their order, the first step of its feed-forward,
// and the activation in that, or the first step again; -1 where it has none.
std::vector<int> sums_of_layer(const Page& page, Attention attention, int layer);
int feed_forward_begin(const Page& page, Attention attention, int layer);
int feed_forward_of_layer(const Page& page, Attention attention, int layer);
// To a step with the word that is chosen; further in with a cell of it.
GoTo to_model_step(const Page& page, int node);
// Of a recurrent layer's step at one time the same one at another; nothing of other steps.
std::optional<GoTo> to_another_time(const Page& page, int time);
// To its layer; from before and behind all layers to the model.
GoTo out_of_model_step(const Page& page);
// The last step of what comes before the layers, and of what comes after them; -1 without one.
int step_of_words_in(const Page& page);
int step_of_words_out(const Page& page);

struct RowNumbers {
  int count = 0, above = 0;              // above zero
  float mean = 0, spread = 0, root = 0;  // of the mean square
};
// Of a row of a node; nothing while it is being made.
std::optional<RowNumbers> numbers_of_row(const Page& page, int node, int row);
// The row of a node that the chosen word has: 0 where it has one row for all words.
int row_in_node(const Page& page, int node);

// The pages: a step, and a cell that is no product.
void add_model_step(const Page& page, stage::Scene& scene);
void add_model_cell(const Page& page, stage::Scene& scene);
// Numbers as bars from one line, as many as there are.
void draw_number_bars(const Page& page, const Area& area, const HeatmapPtr& map, int row, int hot);

}  // namespace headlight::place
