#include "core/models/decoding.h"

#include <algorithm>
#include <string_view>

#include "core/models/repeats.h"
#include "core/models/transformer.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

bool touches(const std::vector<Edit>& edits, std::string_view start, std::string_view part) {
  return std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) {
    return edit.path.starts_with(start) && edit.path.find(part) != std::string::npos;
  });
}

}  // namespace

std::vector<int> likeliest(ConstView probabilities) {
  std::vector<int> words;
  const auto rows = probabilities.map();
  for (Eigen::Index t = 0; t < rows.rows(); ++t) {
    Eigen::Index best = 0;
    rows.row(t).maxCoeff(&best);
    words.push_back(rows.row(t).allFinite() ? static_cast<int>(best) : no_word);
  }
  return words;
}

Decoding::Decoding(const TransformerConfig& config, const Weights& weights, std::span<const int> source,
                   const std::vector<Edit>& edits)
    : recording_(tape_, config, weights),
      whole_output_(touches(edits, "logits", "") || touches(edits, "probabilities", "")) {
  tape_.set_edits(edits);
  encoded_ = record_encoder(recording_, source);
  encoder_end_ = tape_.size();
}

std::vector<int> Decoding::next(std::span<const int> target, int from) {
  recording_.rewind(encoder_end_);
  decoded_ = record_decoder(recording_, target, encoded_);
  decoder_end_ = tape_.size();
  if (from == 0 || whole_output_) return output(decoded_);
  const int count = static_cast<int>(target.size()) - from;
  return output(tape_.record({"decoder.last", Axis::one, Axis::model}, rows(from, count), {decoded_}));
}

std::vector<int> Decoding::finish() {
  recording_.rewind(decoder_end_);
  return output(decoded_);
}

std::vector<int> Decoding::output(int decoded) {
  const int probabilities = record_probabilities(recording_, record_logits(recording_, decoded));
  tape_.forward();
  return likeliest(tape_.value(probabilities));
}

std::vector<int> greedy(Decoding& decoding, int start, int end, std::span<const int> given,
                        std::span<const int> draft, std::size_t most) {
  std::vector<int> target{start};
  target.insert(target.end(), given.begin(), given.end());
  std::size_t right = std::min(target.size(), most);  // so many words of the target are the search's own
  target.insert(target.end(), draft.begin(), draft.end());
  const auto loops = [&] { return repeated_run(std::span<const int>(target).first(right)) > 0; };
  while (true) {
    if (target.size() > most) target.resize(most);
    const std::vector<int> next = decoding.next(target, static_cast<int>(right) - 1);
    const std::size_t first = target.size() - next.size();  // the place that next[0] stands behind
    while (right < target.size() && !loops() && next[right - 1 - first] == target[right]) ++right;
    const int word = next[right - 1 - first];
    if (word == end || word == no_word || right == most || loops()) {
      if (right == target.size()) return target;
      target.resize(right);
      decoding.next(target, static_cast<int>(right) - 1);
      return target;
    }
    if (right < target.size()) {
      target[right] = word;
    } else {
      target.push_back(word);
    }
    ++right;
  }
}

bool may_look_ahead(const std::vector<Edit>& edits) { return touches(edits, "decoder.", "self_attention"); }

}  // namespace headlight
