#include "core/learn/training.h"

#include "core/learn/checkpoint.h"
#include "core/matrix/random.h"

namespace headlight {

void Training::begin(Plan plan, Weights first) {
  plan_ = std::move(plan);
  weights_ = std::move(first);
  moments_ = {Weights::zeros_like(weights_), Weights::zeros_like(weights_)};
}

double Training::advance() {
  prepare(step_, weights_);
  if (const float dropout = dropout_at(step_); tapes_ == nullptr || dropout != dropout_) {
    dropout_ = dropout;
    tapes_ = std::make_unique<BatchTapes>(weights_, dropout, plan_.teaching);
  }
  const Batch batch = next_batch();
  const std::uint32_t noise =
      hash32(hash32(static_cast<std::uint32_t>(plan_.seed)) + static_cast<std::uint32_t>(step_));
  const double loss = tapes_->learn(batch.examples, static_cast<float>(1.0 / batch.asked), noise);
  adam_step(weights_, tapes_->gradients(), moments_, plan_.how, step_);
  ++step_;
  return loss / batch.asked;
}

void Training::save(const std::filesystem::path& file) const {
  save_checkpoint(file, {plan_.key + key_of(plan_.how), plan_.seed, steps()}, step_, weights_, moments_);
}

void Training::resume(const std::filesystem::path& file) {
  const RunKey run{plan_.key + key_of(plan_.how), plan_.seed, steps()};
  const int to = load_checkpoint(file, run, weights_, moments_);
  // What is learned from depends on the seed alone: walk to where the run was.
  for (; step_ < to; ++step_) skip_batch();
}

}  // namespace headlight
