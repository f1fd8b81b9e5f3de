#include "core/models/cached_decoding.h"

#include <algorithm>
#include <stdexcept>

#include "core/models/transformer.h"

namespace headlight {

CachedDecoding::CachedDecoding(const TransformerConfig& config, const Weights& weights,
                               std::span<const int> source)
    : recording_(tape_, config, weights) {
  if (config.encoder_layers > 0) encoded_ = record_encoder(recording_, source);
  recording_.keep_in(&cache_);
}

// Words that were computed in one pass are kept together or not at all.
void CachedDecoding::keep_first(std::size_t words) {
  if (words == read_.size()) return;
  const Read& first = read_[words];
  const auto rows = static_cast<std::size_t>(first.first);
  recording_.rewind(first.begin);
  cache_.rewind(first.begin, first.first);
  read_.resize(rows);
}

std::vector<float> CachedDecoding::next(std::span<const int> words) {
  if (words.empty()) throw std::invalid_argument("a decoder reads one word at least");
  std::size_t same = 0;
  while (same < read_.size() && same < words.size() && read_[same].word == words[same]) ++same;
  // The last word's own row is asked for.
  keep_first(std::min(same, words.size() - 1));
  const std::span<const int> behind = words.subspan(read_.size());
  begin_ = tape_.size();
  const int first = static_cast<int>(read_.size());
  const int logits = record_logits(recording_, record_decoder(recording_, behind, encoded_));
  const int probabilities = record_probabilities(recording_, logits);
  tape_.forward();
  cache_.advance(static_cast<int>(behind.size()));
  for (const int word : behind) read_.push_back({word, begin_, first});
  const ConstView value = tape_.value(probabilities);
  const float* const last = value.data + value.shape.size() - value.shape.cols;
  return {last, last + value.shape.cols};
}

}  // namespace headlight
