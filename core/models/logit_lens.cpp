#include "core/models/logit_lens.h"

#include <algorithm>

#include "core/layers/layers.h"
#include "core/models/read_trace.h"
#include "core/models/transformer.h"

namespace headlight {
namespace {

std::vector<std::vector<Candidate>> said_of(const TransformerConfig& config, const Weights& weights,
                                            const StackInfo& stack, ConstView stream, bool normalize,
                                            int most) {
  Tape tape;
  Recording recording(tape, config, weights);
  const Block block{Family::stack, std::string(stack.name), stack.stream, stack.stream};
  int x = tape.constant({"stream", Axis::target_token, Axis::model}, stream);
  if (normalize) x = record_normalized(recording, block["normalized"], x);
  const int probabilities = record_probabilities(recording, record_logits(recording, x));
  tape.forward();
  const ConstView all = tape.value(probabilities);
  std::vector<std::vector<Candidate>> said;
  for (int row = 0; row < all.shape.rows; ++row) {
    std::vector<Candidate> words =
        candidates({all.data + row * all.shape.cols, static_cast<std::size_t>(all.shape.cols)}, {});
    words.resize(std::min(words.size(), static_cast<std::size_t>(most)));
    said.push_back(std::move(words));
  }
  return said;
}

}  // namespace

LogitLens logit_lens(const TransformerConfig& config, const Weights& weights, const Trace& trace, int most) {
  LogitLens lens;
  const std::vector<StackInfo>& stacks = trace.anatomy().stacks;
  if (stacks.empty() || trace.find("logits") < 0) return lens;
  const StackInfo& stack = stacks.back();
  const bool normalize = normalizes_first(trace, stack);
  const auto add = [&](std::string name, const std::string& path) {
    if (trace.find(path) < 0) return;
    lens.layers.push_back(
        {std::move(name), path, said_of(config, weights, stack, trace.read(path).view(), normalize, most)});
  };
  add("input", input_of(trace, stack));
  for (int l = 0; l < stack.layers; ++l) add("layer " + std::to_string(l), end_of_layer(trace, stack, l));
  if (!lens.layers.empty()) lens.tokens = trace.tokens(stack.stream);
  return lens;
}

}  // namespace headlight
