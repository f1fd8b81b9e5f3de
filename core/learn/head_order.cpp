#include "core/learn/head_order.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/learn/evaluate.h"

namespace headlight {

namespace {

// The head of a layer in which "it" gives the deciding word the largest weight, on average.
int head_of_cue(const Translator& model, const std::vector<Example>& examples, int layer) {
  std::vector<double> weights(static_cast<std::size_t>(model.config().encoder_heads), 0.0);
  for (const Example& example : examples) {
    if (!example.reference) continue;
    const TracePtr trace = forced_trace(model, example);
    for (std::size_t head = 0; head < weights.size(); ++head) {
      const std::string path =
          head_path("encoder", layer, "self_attention", static_cast<int>(head), "weights");
      weights[head] += static_cast<double>(trace->read(path)(example.reference->it, example.reference->cue));
    }
  }
  return static_cast<int>(std::max_element(weights.begin(), weights.end()) - weights.begin());
}

}  // namespace

void exchange_heads(Weights& weights, const TransformerConfig& config, int layer, int first, int second) {
  if (first == second) return;
  const Eigen::Index size = config.size_of_head(config.encoder_heads);
  const Eigen::Index from = first * size;
  const Eigen::Index to = second * size;
  const std::string attention = "encoder." + std::to_string(layer) + ".self_attention.";
  for (const char* part : {"query", "key", "value"}) {
    for (const char* kind : {".weight", ".bias"}) {
      Matrix& tensor = weights[attention + part + kind];
      const Matrix kept = tensor.middleCols(from, size);
      tensor.middleCols(from, size) = tensor.middleCols(to, size).eval();
      tensor.middleCols(to, size) = kept;
    }
  }
  Matrix& projected = weights[attention + "projected.weight"];
  const Matrix kept = projected.middleRows(from, size);
  projected.middleRows(from, size) = projected.middleRows(to, size).eval();
  projected.middleRows(to, size) = kept;
}

std::shared_ptr<const Translator> with_heads_in_order(const Translator& model,
                                                      const std::vector<Example>& examples) {
  const HeadPlace reference = find_reference_head(model, examples);
  Weights weights = model.weights();
  for (int layer = 0; layer < model.config().encoder_layers; ++layer) {
    const int first = layer == reference.layer ? reference.head : head_of_cue(model, examples, layer);
    exchange_heads(weights, model.config(), layer, 0, first);
  }
  return std::make_shared<const Translator>(model.config(), std::move(weights), model.source(),
                                            model.target());
}

}  // namespace headlight
