#include "train/learn/causal_measures.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "core/text/encode.h"
#include "train/learn/corpus.h"
#include "train/learn/evaluate.h"

namespace headlight {

int head_of_cue(const Model& model, const std::vector<Example>& examples, int layer) {
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

HeadsCarry heads_carry(const Model& model, const HeadPlace& reference,
                       const std::vector<ExchangedCue>& pairs) {
  // The model lives as long as the runs.
  const ModelPtr lent(std::shared_ptr<const void>(), &model);
  std::vector<Example> examples;
  for (const ExchangedCue& pair : pairs) examples.push_back(pair.example);
  std::vector<HeadPlace> named{reference};
  for (int layer = 0; layer < reference.layer; ++layer)
    named.push_back({reference.stack, reference.attention, layer, head_of_cue(model, examples, layer)});

  HeadsCarry carry;
  for (const ExchangedCue& pair : pairs) {
    std::optional<PairRuns> found = runs_of_pair(lent, pair);
    if (!found) continue;
    CausalRuns& runs = found->runs;
    std::vector<Edit> of_named, of_others;
    for (const HeadPlace& head : heads_of(model.anatomy())) {
      if (head.stack != reference.stack) continue;
      const bool is_named = std::find(named.begin(), named.end(), head) != named.end();
      for (Edit& edit : runs.exchange(output_of(head)))
        (is_named ? of_named : of_others).push_back(std::move(edit));
    }
    carry.named += runs.effect(of_named);
    carry.others += runs.effect(of_others);
    ++carry.pairs;
  }
  const double n = std::max(1, carry.pairs);
  carry.named /= n;
  carry.others /= n;
  return carry;
}

std::vector<Measure> causal_measures(const Model& model, const Card& card) {
  const HeadsCarry carry = heads_carry(model, *card.reference_head,
                                       exchanged_cues(model.source(), model.target(), pairs_measured));
  if (carry.pairs == 0) return {};
  return {{"patch_effect_named_heads", carry.named, "", ">= 0.9"},
          {"patch_effect_other_heads", carry.others, "", ""}};
}

}  // namespace headlight
