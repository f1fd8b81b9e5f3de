#include "app/panels/map/map.h"

#include "core/layers/sites.h"
#include "core/models/trace.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

using Kind = MapBlock::Kind;

// Units.
constexpr float thin = 23, plain = 30, attention_tall = 48, word_line = 20;
constexpr float usual_gap = 24, short_gap = 17, split_gap = 30, sum_gap = 27, positions_gap = 36,
                frame_gap = 7, card_room = 12;

std::int64_t parameters_of(const Weights& weights, std::string_view prefix) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < weights.count(); ++i) {
    if (weights.spec(i).name.starts_with(prefix)) count += weights.spec(i).shape.size();
  }
  return count;
}

// As the op calls itself: "norm" without a bias only scales.
const char* normalization_title(const Trace& trace, const std::string& path) {
  const Node& node = trace.tape().node(trace.at(path));
  if (node.op->symbol() == normalize(Normalization::rms, 1)->symbol()) return "RMS norm";
  return node.inputs.size() > 2 ? "Layer norm" : "Scale-only norm";
}

class RowsOfStack {
 public:
  RowsOfStack(const MapInput& input, const StackInfo& stack)
      : input_(input),
        trace_(input.trace),
        anatomy_(input.trace.anatomy()),
        stack_(stack),
        at_right_(map_at_right(anatomy_, stack)),
        pre_(normalizes_first(input.trace, stack)),
        stream_(stack.input) {
    collect();
  }
  std::vector<MapRow> take() { return std::move(rows_); }

 private:
  void add_gap(float height, std::string shape_of, bool branch = false) {
    rows_.push_back(
        {.kind = MapRow::Kind::stretch, .height = height, .shape_of = std::move(shape_of), .branch = branch});
  }
  void add_block(Kind kind, float height, std::string id, std::string step, std::string title,
                 std::vector<std::string> stands_for, std::int64_t parameters) {
    MapRow row{.kind = MapRow::Kind::block, .height = height};
    row.block = {.kind = kind,
                 .id = std::move(id),
                 .step = std::move(step),
                 .stands_for = std::move(stands_for),
                 .title = std::move(title),
                 .parameters = parameters,
                 .stack = stack_,
                 .at_right = at_right_};
    rows_.push_back(std::move(row));
  }

  std::string stack() const { return std::string(stack_.name); }
  bool has(const std::string& path) const { return trace_.find(path) >= 0; }
  int layers() const { return stack_.layers; }
  int all_layers() const {
    int count = 0;
    for (const StackInfo& each : anatomy_.stacks) count += each.layers;
    return count;
  }

  void collect() {
    if (anatomy_.picture && stack_.stream == anatomy_.typed())
      add_picture();
    else
      add_words();
    if (has(stream_ + ".positions")) {
      add_sum(stream_ + ".input", {stream_ + ".input", stream_ + ".dropped"});
      rows_.back().height = positions_gap;
      rows_.back().beside = positions();
    }
    if (stack_.layers == 0) return add_summary();
    add_gap(usual_gap, input_of(trace_, stack_));
    for (int l = 0; l < layers();) l = add_layers(l);
    if (pre_) {
      add_normalization(stack() + ".normalized");
      add_gap(usual_gap, stack() + ".normalized");
    }
    if (&stack_ == &anatomy_.stacks.back() && has("logits")) add_output();
  }

  void add_words() {
    const float words = word_line * static_cast<float>(input_.word_lines) + 4;
    add_block(Kind::words, words, stream_ + ".tokens", stream_ + ".tokens", "", {stream_ + ".tokens"}, 0);
    add_gap(usual_gap, stream_ + ".tokens");
    add_block(Kind::embedding, plain, stream_ + ".embedded",
              has(stream_ + ".scaled") ? stream_ + ".scaled" : stream_ + ".embedded", "Embedding",
              {stream_ + ".embedded", stream_ + ".scaled"},
              parameters_of(input_.weights, stream_ + ".embedding"));
  }

  // From pixels to a grid of cells, which are the tokens.
  void add_picture() {
    const FeaturesConfig& features = anatomy_.picture->features;
    add_block(Kind::linear, plain, "picture", "picture", "Picture", {"picture"}, 0);
    add_gap(usual_gap, "picture");
    std::int64_t parameters = parameters_of(input_.weights, "source.class");
    std::vector<std::string> stands_for{"features.grid", "source.with_class"};
    for (int l = 0; l < features.layers(); ++l) {
      stands_for.push_back("features." + std::to_string(l));
      parameters += parameters_of(input_.weights, stands_for.back() + ".");
    }
    add_block(Kind::embedding, plain, "features", "features.grid",
              features.layers() == 1 ? "Convolution" : std::to_string(features.layers()) + " convolutions",
              std::move(stands_for), parameters);
  }

  // What a recurrent decoder is given: the cells to look at and one vector to begin with, or that vector
  // alone.
  void add_summary() {
    const bool looked_at = anatomy_.find(Attention::cross) != nullptr;
    const std::string step = looked_at ? "source.annotations" : "features.summary";
    add_gap(usual_gap, "source.input");
    add_block(Kind::linear, plain, "features.summary", step,
              looked_at ? "Annotations, and their summary" : "Summary",
              {"source.annotations", "features.reduced", "features.summary_sum", "features.summary"},
              parameters_of(input_.weights, "features.reduced.") +
                  parameters_of(input_.weights, "features.summary."));
    add_gap(usual_gap, step);
  }

  bool unfolded(int layer) const {
    const std::string path = stack() + "." + std::to_string(layer);
    if (const auto said = input_.unfolded.find(path); said != input_.unfolded.end()) return said->second;
    if (all_layers() <= 3) return true;
    const Place shown = place_of(input_.shown);
    if (shown.stack == stack() && shown.layer) return *shown.layer == layer;
    return layer == (at_right_ ? layers() - 1 : 0);
  }

  // The layer `first`, or all folded ones from it on; returns the next one.
  int add_layers(int first) {
    if (unfolded(first)) {
      add_layer(first);
      return first + 1;
    }
    int end = first;
    std::vector<std::string> paths;
    std::int64_t parameters = 0;
    for (; end < layers() && !unfolded(end); ++end) {
      paths.push_back(stack() + "." + std::to_string(end));
      parameters += parameters_of(input_.weights, paths.back() + ".");
    }
    std::string id = paths.front();
    add_block(Kind::folded, attention_tall, std::move(id), "",
              end - first == 1 ? "Layer " + std::to_string(first)
                               : "Layers " + std::to_string(first) + "–" + std::to_string(end - 1),
              std::move(paths), parameters);
    MapBlock& block = rows_.back().block;
    block.layer = first;
    block.last_layer = end - 1;
    add_gap(usual_gap + card_room, end_of(end - 1));
    rows_.back().cards_below = true;
    return end;
  }

  std::string end_of(int layer) const { return end_of_layer(trace_, stack_, layer); }

  void add_layer(int layer) {
    const std::string path = stack() + "." + std::to_string(layer);
    MapRow begin{.kind = MapRow::Kind::begin_frame, .height = frame_gap};
    begin.block.id = path;
    begin.block.layer = layer;
    begin.block.parameters = parameters_of(input_.weights, path + ".");
    rows_.push_back(std::move(begin));
    if (stack_.recurrence) return add_recurrent_layer(path, layer);
    if (!has(path + ".residual_1")) return add_whole_layer(path, layer);
    int n = 0;
    for (const AttentionHeads& each : anatomy_.attentions) {
      if (each.info().stack == stack_.name) sub_layer(path, ++n, [&] { add_attention(each, layer); });
    }
    sub_layer(path, ++n, [&] {
      add_gap(pre_ ? short_gap : usual_gap, pre_ ? "" : path + ".normalized_" + std::to_string(n - 1), !pre_);
      add_block(Kind::feed_forward, plain, path + ".feed_forward", path + ".feed_forward.hidden",
                "Feed-forward", {path + ".feed_forward"},
                parameters_of(input_.weights, path + ".feed_forward."));
    });
    rows_.push_back({.kind = MapRow::Kind::end_frame, .height = frame_gap});
    add_gap(usual_gap, end_of(layer));
  }

  // One that is neither recurrent nor a Transformer's.
  void add_whole_layer(const std::string& path, int layer) {
    add_gap(usual_gap, "");
    add_block(Kind::linear, plain, path, end_of(layer), "Layer " + std::to_string(layer),
              nodes_of(path, end_of(layer) + "."), parameters_of(input_.weights, path + "."));
    rows_.push_back({.kind = MapRow::Kind::end_frame, .height = frame_gap});
    add_gap(usual_gap, end_of(layer));
  }

  // What it looks at in another stack, its cells, and what its output is chosen by where there is a readout.
  void add_recurrent_layer(const std::string& path, int layer) {
    for (const AttentionHeads& each : anatomy_.attentions) {
      if (each.info().stack == stack_.name) add_attention(each, layer);
    }
    add_gap(usual_gap, "");
    const Recurrence& recurrence = *stack_.recurrence;
    const std::string readout = path + ".readout";
    const std::string cells = std::string(title_of(recurrence.cell)) + " cells";
    add_block(Kind::recurrent, attention_tall, path, path + ".states",
              recurrence.both_ways ? cells + ", both directions" : cells, nodes_of(path, readout),
              parameters_of(input_.weights, path + ".input.") +
                  parameters_of(input_.weights, path + ".state.") +
                  parameters_of(input_.weights, path + ".backwards.") +
                  parameters_of(input_.weights, path + ".bridge."));
    if (has(readout)) {
      add_gap(usual_gap, path + ".states");
      add_block(Kind::linear, plain, readout, readout, "Readout",
                {readout, readout + "_input", readout + "_sum"},
                parameters_of(input_.weights, readout + "."));
    }
    rows_.push_back({.kind = MapRow::Kind::end_frame, .height = frame_gap});
    add_gap(usual_gap, end_of(layer));
  }

  // The nodes of a layer, what follows a dot left out, but for those of its attention and its readout.
  std::vector<std::string> nodes_of(const std::string& path, const std::string& readout) const {
    std::vector<std::string> nodes;
    for (const int step : trace_.steps()) {
      const std::string& each = trace_.label(step).path;
      if (!each.starts_with(path + ".") || each.starts_with(readout) || !place_of(each).attention.empty())
        continue;
      std::string node = each.substr(0, each.find('.', path.size() + 1));
      if (nodes.empty() || nodes.back() != node) nodes.push_back(std::move(node));
    }
    return nodes;
  }

  // norm(x + f(x)), or x + f(norm(x)); `f` opens the gap below it, from where the residual path leaves when
  // the norm stands behind.
  template <typename F>
  void sub_layer(const std::string& path, int n, F f) {
    const std::string residual = path + ".residual_" + std::to_string(n);
    const std::string normalized = path + ".normalized_" + std::to_string(n);
    if (pre_) {
      add_gap(short_gap, "", true);
      add_normalization(normalized);
    }
    f();
    add_sum(residual, {residual});
    if (!pre_) add_normalization(normalized);
  }

  MapBlock positions() const {
    const bool learned = input_.weights.has(stream_ + ".positions");
    return {.kind = Kind::positions,
            .id = stream_ + ".positions",
            .step = stream_ + ".positions",
            .stands_for = {stream_ + ".positions"},
            .title = learned ? "Learned positions" : "Positions",
            .parameters = learned ? parameters_of(input_.weights, stream_ + ".positions") : 0,
            .stack = stack_,
            .at_right = at_right_};
  }

  void add_attention(const AttentionHeads& attention, int layer) {
    const bool crosses = attention.info().crosses();
    const std::string id = attention.info().block(layer);
    MapRow split{.kind = MapRow::Kind::split, .height = split_gap};
    split.branch = !pre_;
    split.block.attention = attention.id;
    rows_.push_back(std::move(split));
    add_block(Kind::attention, attention_tall, id, "",
              crosses            ? attention.info().title
              : attention.causal ? "Masked self-attention"
                                 : "Self-attention",
              {id}, parameters_of(input_.weights, id + "."));
    MapBlock& block = rows_.back().block;
    block.attention = attention.id;
    block.layer = layer;
    block.heads = attention.in(layer);
  }

  void add_normalization(const std::string& path) {
    add_block(Kind::normalization, thin, path, path, normalization_title(trace_, path), {path},
              parameters_of(input_.weights, path + "."));
  }

  void add_sum(std::string path, std::vector<std::string> stands_for) {
    MapRow row{.kind = MapRow::Kind::sum, .height = sum_gap};
    row.block.kind = Kind::sum;
    row.block.id = row.block.step = std::move(path);
    row.block.stands_for = std::move(stands_for);
    row.block.stack = stack_;
    row.block.at_right = at_right_;
    rows_.push_back(std::move(row));
  }

  void add_output() {
    add_block(Kind::linear, plain, "logits", "logits", "Linear", {"logits"},
              parameters_of(input_.weights, "output."));
    add_gap(usual_gap, "logits");
    add_block(Kind::softmax, plain, "probabilities", "probabilities", "Softmax", {"probabilities"}, 0);
    add_gap(usual_gap, "probabilities");
    add_block(Kind::written, word_line * static_cast<float>(input_.word_lines) + 4, "written",
              "probabilities", "", {}, 0);
  }

  const MapInput& input_;
  const Trace& trace_;
  const Anatomy& anatomy_;
  const StackInfo& stack_;
  bool at_right_;
  bool pre_;
  std::string stream_;
  std::vector<MapRow> rows_;
};

}  // namespace

std::vector<MapRow> map_rows(const MapInput& input, const StackInfo& stack) {
  return RowsOfStack(input, stack).take();
}

}  // namespace headlight
