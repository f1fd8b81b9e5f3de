#include "core/learn/trainer.h"

#include "core/models/transformer.h"

namespace headlight {

namespace {

// A pair in columns: words read, words written so far, words that come next.
Teaching translation(float smoothing) {
  return {{"source.tokens", "target.tokens", "next"}, [smoothing](Recording& recording, const Columns& pair) {
            const int encoded = record_encoder(recording, pair[0]);
            const int decoded = record_decoder(recording, pair[1], encoded);
            return record_loss(recording, record_logits(recording, decoded), pair[2], smoothing);
          }};
}

}  // namespace

Trainer::Trainer(const Recipe& recipe)
    : Trainer(recipe, std::make_shared<const Corpus>(make_corpus(recipe.corpus))) {}

Trainer::Trainer(Recipe recipe, std::shared_ptr<const Corpus> corpus)
    : recipe_(std::move(recipe)),
      corpus_(std::move(corpus)),
      pairs_(encode_pairs(corpus_->train, corpus_->source, corpus_->target)),
      batches_(corpus_->train, recipe_.repeated, recipe_.batch, recipe_.seed) {
  recipe_.model.source_words = corpus_->source.size();
  recipe_.model.target_words = corpus_->target.size();
  recipe_.model.check();
  weights_ = std::make_unique<Weights>(Weights::random(recipe_.model, recipe_.seed));
  moments_ = {Weights::zeros(recipe_.model), Weights::zeros(recipe_.model)};
  tapes_ =
      std::make_unique<BatchTapes>(recipe_.model, *weights_, recipe_.dropout, translation(recipe_.smoothing));
}

double Trainer::advance() {
  const std::vector<int>& batch = batches_.next();
  double words = 0;
  for (const int place : batch) words += static_cast<double>(pairs_[place].next.size());
  const auto scale = static_cast<float>(1.0 / words);
  const std::uint32_t noise =
      hash32(hash32(static_cast<std::uint32_t>(recipe_.seed)) + static_cast<std::uint32_t>(step_));

  const auto pair = [&](std::size_t i) {
    const Pair& taught = pairs_[batch[i]];
    return Columns{taught.source, taught.target, taught.next};
  };
  const double loss = tapes_->learn(batch.size(), pair, scale, noise);
  adam_step(*weights_, tapes_->gradients(), moments_, recipe_, step_);
  ++step_;
  return loss / words;
}

std::shared_ptr<const Translator> Trainer::model() const {
  return std::make_shared<const Translator>(recipe_.model, *weights_, corpus_->source, corpus_->target);
}

}  // namespace headlight
