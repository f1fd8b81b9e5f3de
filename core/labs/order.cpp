#include "core/labs/order.h"

#include <algorithm>
#include <numeric>

#include "core/models/run.h"
#include "core/models/transformer.h"

namespace headlight {

Trace::Words reading_words(const Model& model, std::span<const int> tokens) {
  Trace::Words words;
  const bool source = model.anatomy().typed() == Stream::source;
  const Vocabulary& vocabulary = source ? model.source() : model.target();
  (source ? words.source : words.target) = vocabulary.labels_of_text(tokens);
  (source ? words.source_vocabulary : words.target_vocabulary) = vocabulary.labels();
  return words;
}

TracePtr trace_reading(const ModelPtr& model, std::span<const int> tokens, bool positions,
                       std::vector<Edit> edits) {
  TransformerConfig config = model->config();
  // Words whose vectors leave room for appended positions are too short without.
  if (!positions && config.positions == Positions::appended)
    edits.push_back(
        {.path = std::string(model->anatomy().stacks.front().input) + ".positions", .values = {0}});
  else if (!positions)
    config.positions = Positions::none;
  Tape tape;
  Recording recording(tape, config, model->weights());
  record_reading(recording, tokens);
  keep_what_fits(tape);
  tape.set_edits(std::move(edits));
  tape.forward();
  return std::make_shared<const Trace>(std::move(tape), reading_words(*model, tokens), model);
}

std::vector<int> order_of(std::vector<int> order, int count) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return std::is_permutation(order.begin(), order.end(), all.begin(), all.end()) ? order : all;
}

std::vector<int> places_of(std::span<const int> order) {
  std::vector<int> places(order.size());
  for (std::size_t place = 0; place < order.size(); ++place)
    places[static_cast<std::size_t>(order[place])] = static_cast<int>(place);
  return places;
}

Matrix matched_back(ConstView moved, std::span<const int> order, bool columns_too) {
  const auto at = [&](int place) { return order[static_cast<std::size_t>(place)]; };
  Matrix back(moved.shape.rows, moved.shape.cols);
  for (int row = 0; row < moved.shape.rows; ++row) {
    for (int col = 0; col < moved.shape.cols; ++col)
      back(at(row), columns_too ? at(col) : col) = moved(row, col);
  }
  return back;
}

std::vector<Edit> moved_edits(std::vector<Edit> edits, const Trace& trace, std::span<const int> places) {
  const auto at = [&](int word) {
    return word >= 0 && word < static_cast<int>(places.size()) ? places[static_cast<std::size_t>(word)]
                                                               : word;
  };
  // Of an encoder where there is one: a trace of its own has no words of a decoder.
  const Stream read = trace.words().source.empty() ? Stream::target : Stream::source;
  const auto of_words = [read](Axis axis) {
    return info(axis).kind == AxisKind::tokens && info(axis).stream == read;
  };
  for (Edit& edit : edits) {
    const int node = trace.find(edit.path);
    if (node < 0) continue;
    const Label& label = trace.label(node);
    if (edit.row && of_words(label.rows)) edit.row = at(*edit.row);
    if (!of_words(label.cols)) continue;
    if (edit.col) edit.col = at(*edit.col);
    edit.other = at(edit.other);
    if (edit.values.size() != places.size()) continue;
    const std::vector<float> values = edit.values;
    for (std::size_t word = 0; word < values.size(); ++word)
      edit.values[static_cast<std::size_t>(places[word])] = values[word];
  }
  return edits;
}

std::string reading_output_path(const Model& model) {
  const StackInfo& stack = model.anatomy().stacks.front();
  const std::string name(stack.name);
  if (model.config().norm_place == NormPlace::pre) return name + ".normalized";
  return name + "." + std::to_string(stack.layers - 1) + ".normalized_2";
}

}  // namespace headlight
