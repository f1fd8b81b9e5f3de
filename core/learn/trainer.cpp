#include "core/learn/trainer.h"

#include <thread>

#include "core/models/transformer.h"

namespace headlight {

namespace {

// Sentences are dealt to this many sums whatever the number of cores, so that the rounding is the same.
constexpr std::size_t shards = 2;

ConstView column(const std::vector<float>& ids) { return {ids.data(), {static_cast<int>(ids.size()), 1}}; }

}  // namespace

struct SentenceTapes::Recorded {
  Tape tape;
  int source = 0;
  int target = 0;
  int next = 0;
  int loss = 0;
};

SentenceTapes::SentenceTapes(const TransformerConfig& config, const Weights& weights, float dropout,
                             float smoothing)
    : config_(config),
      weights_(weights),
      dropout_(dropout),
      smoothing_(smoothing),
      gradients_(std::make_unique<Weights>(Weights::zeros(config))) {}
SentenceTapes::~SentenceTapes() = default;
SentenceTapes::SentenceTapes(SentenceTapes&&) noexcept = default;

SentenceTapes::Recorded& SentenceTapes::tape_for(const Pair& pair) {
  std::unique_ptr<Recorded>& recorded = tapes_[{pair.source.size(), pair.target.size()}];
  if (!recorded) {
    recorded = std::make_unique<Recorded>();
    Recording recording(recorded->tape, config_, weights_, dropout_, gradients_.get());
    const int encoded = record_encoder(recording, pair.source);
    const int decoded = record_decoder(recording, pair.target, encoded);
    recorded->loss = record_loss(recording, record_logits(recording, decoded), pair.next, smoothing_);
    recorded->source = *recorded->tape.find("source.tokens");
    recorded->target = *recorded->tape.find("target.tokens");
    recorded->next = *recorded->tape.find("next");
  }
  return *recorded;
}

double SentenceTapes::learn(const Pair& pair, float scale, std::uint32_t noise) {
  Recorded& recorded = tape_for(pair);
  recorded.tape.set(recorded.source, column({pair.source.begin(), pair.source.end()}));
  recorded.tape.set(recorded.target, column({pair.target.begin(), pair.target.end()}));
  recorded.tape.set(recorded.next, column({pair.next.begin(), pair.next.end()}));
  recorded.tape.touch_parameters();
  recorded.tape.set_noise(noise);
  recorded.tape.forward();
  recorded.tape.backward(recorded.loss, scale);
  return static_cast<double>(recorded.tape.value(recorded.loss)(0, 0));
}

Trainer::Trainer(Recipe recipe)
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
  for (std::size_t i = 0; i < shards; ++i) {
    shards_.emplace_back(recipe_.model, *weights_, recipe_.dropout, recipe_.smoothing);
  }
}

double Trainer::advance() {
  const std::vector<int>& batch = batches_.next();
  double words = 0;
  for (const int place : batch) words += static_cast<double>(pairs_[place].next.size());
  const auto scale = static_cast<float>(1.0 / words);
  const std::uint32_t noise =
      hash32(hash32(static_cast<std::uint32_t>(recipe_.seed)) + static_cast<std::uint32_t>(step_));

  std::vector<double> losses(shards, 0.0);
  const auto work = [&](std::size_t shard) {
    Weights& gradients = shards_[shard].gradients();
    for (std::size_t i = 0; i < gradients.count(); ++i) gradients.tensor(i).setZero();
    for (std::size_t i = shard; i < batch.size(); i += shards) {
      const std::uint32_t draw = hash32(noise + static_cast<std::uint32_t>(i));
      losses[shard] += shards_[shard].learn(pairs_[batch[i]], scale, draw);
    }
  };
  if (std::thread::hardware_concurrency() > 1) {
    std::thread other(work, 1);
    work(0);
    other.join();
  } else {
    for (std::size_t shard = 0; shard < shards; ++shard) work(shard);
  }

  Weights& sum = shards_[0].gradients();
  for (std::size_t i = 0; i < sum.count(); ++i) sum.tensor(i) += shards_[1].gradients().tensor(i);
  adam_step(*weights_, sum, moments_, recipe_, step_);
  ++step_;
  return (losses[0] + losses[1]) / words;
}

std::shared_ptr<const Translator> Trainer::model() const {
  return std::make_shared<const Translator>(recipe_.model, *weights_, corpus_->source, corpus_->target);
}

}  // namespace headlight
