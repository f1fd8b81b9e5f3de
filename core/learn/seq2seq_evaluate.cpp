#include "core/learn/seq2seq_evaluate.h"

#include <algorithm>

#include "core/learn/batches.h"
#include "core/models/seq2seq.h"

namespace headlight {

namespace {

int largest(ConstView matrix, int row) {
  Eigen::Index place = 0;
  matrix.map().row(row).maxCoeff(&place);
  return static_cast<int>(place);
}

ConstView computed(Tape& tape, int node) {
  tape.forward();
  return tape.value(node);
}

}  // namespace

ForcedShares forced_shares(const Seq2SeqFiles& model, std::span<const Example> examples,
                           const Progress& progress) {
  ForcedShares shares;
  int aligned = 0;
  int content = 0;
  for (std::size_t e = 0; e < examples.size(); ++e) {
    if (progress && !progress(static_cast<double>(e) / static_cast<double>(examples.size()))) break;
    const Example& example = examples[e];
    const Pair pair = encode_pairs({example}, model.words.source, model.words.target).front();
    Tape tape;
    LayerRecording layers(tape, model.weights);
    Seq2SeqRecording recording(layers, model.config);
    recording.read(pair.source);
    const ConstView logits = computed(tape, recording.write(pair.target));
    bool exact = true;
    for (std::size_t i = 0; i < pair.next.size(); ++i)
      exact = exact && largest(logits, static_cast<int>(i)) == pair.next[i];
    if (example.kind != "ambiguous") shares.exact.add(static_cast<int>(pair.source.size()), exact);
    if (!model.config.attention) continue;
    const ConstView weights = tape.value(tape.find("decoder.0.cross_attention.head.0.weights").value());
    for (std::size_t t = 0; t < example.alignment.size(); ++t) {
      if (example.alignment[t] < 0) continue;
      ++content;
      aligned += largest(weights, static_cast<int>(t)) == example.alignment[t] ? 1 : 0;
    }
  }
  shares.aligned = static_cast<double>(aligned) / std::max(1, content);
  return shares;
}

std::vector<Measure> seq2seq_measures(const ForcedShares& shares, bool attention) {
  std::vector<Measure> measures{{"exact_translation", shares.exact.share(), "", attention ? ">= 0.95" : ""},
                                {"exact_short", shares.exact.share_of_short(), "", ""},
                                {"exact_long", shares.exact.share_of_long(), "", ""}};
  if (attention) measures.push_back({"alignment_accuracy", shares.aligned, "", ">= 0.9"});
  return measures;
}

}  // namespace headlight
