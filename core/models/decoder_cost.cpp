#include "core/models/decoder_cost.h"

namespace headlight {

DecoderCost& DecoderCost::operator+=(const DecoderCost& other) {
  projections += other.projections;
  source += other.source;
  pairs += other.pairs;
  feed_forward += other.feed_forward;
  output += other.output;
  return *this;
}

DecoderCost decoder_cost(const TransformerConfig& config, int source, int before, int added) {
  const std::int64_t d = config.d_model;
  const std::int64_t n = added;
  const std::int64_t read = source;
  const auto width = [&](int heads) { return std::int64_t{heads} * config.size_of_head(heads); };
  const std::int64_t own = width(config.decoder_heads);
  DecoderCost layer;
  layer.projections = 4 * n * d * own;
  layer.pairs = 2 * n * (before + n) * own;
  if (config.encoder_layers > 0) {
    const std::int64_t cross = width(config.cross_heads);
    layer.projections += 2 * n * d * cross;
    layer.pairs += 2 * n * read * cross;
    if (before == 0) layer.source = 2 * read * d * cross;
  }
  layer.feed_forward = (config.feed_forward == FeedForward::swiglu ? 3 : 2) * n * d * config.d_ff;
  DecoderCost all;
  for (int l = 0; l < config.decoder_layers; ++l) all += layer;
  all.output = n * d * config.target_words;
  return all;
}

}  // namespace headlight
