#include "core/learn/example_tapes.h"

#include <algorithm>
#include <thread>

#include "core/matrix/random.h"

namespace headlight {

namespace {

// Examples are dealt to this many sums whatever the number of cores, so that the rounding is the same.
constexpr std::size_t shard_count = 2;

}  // namespace

struct ExampleTapes::Recorded {
  Tape tape;
  std::vector<int> constants;
  int loss = 0;
};

ExampleTapes::ExampleTapes(const Weights& weights, float dropout, const Teaching& teaching)
    : weights_(weights),
      dropout_(dropout),
      teaching_(teaching),
      gradients_(std::make_unique<Weights>(Weights::zeros_like(weights))) {}
ExampleTapes::~ExampleTapes() = default;
ExampleTapes::ExampleTapes(ExampleTapes&&) noexcept = default;

ExampleTapes::Recorded& ExampleTapes::tape_for(const Columns& example) {
  std::vector<std::size_t> lengths;
  for (const std::vector<int>& column : example) lengths.push_back(column.size());
  std::unique_ptr<Recorded>& recorded = tapes_[lengths];
  if (!recorded) {
    recorded = std::make_unique<Recorded>();
    recorded->loss = teaching_.record({recorded->tape, weights_, dropout_, gradients_.get()}, example);
    for (const TaughtConstant& constant : teaching_.constants)
      recorded->constants.push_back(recorded->tape.find(constant.path).value());
  }
  return *recorded;
}

double ExampleTapes::learn(const Columns& example, float scale, std::uint32_t noise) {
  Recorded& recorded = tape_for(example);
  for (std::size_t i = 0; i < example.size(); ++i) {
    std::vector<float> numbers(example[i].size());
    std::transform(example[i].begin(), example[i].end(), numbers.begin(), teaching_.constants[i]);
    const int constant = recorded.constants[i];
    recorded.tape.set(constant, {numbers.data(), recorded.tape.node(constant).shape});
  }
  recorded.tape.touch_parameters();
  recorded.tape.set_noise(noise);
  recorded.tape.forward();
  recorded.tape.backward(recorded.loss, scale);
  return static_cast<double>(recorded.tape.value(recorded.loss)(0, 0));
}

BatchTapes::BatchTapes(const Weights& weights, float dropout, Teaching teaching)
    : teaching_(std::move(teaching)) {
  for (std::size_t i = 0; i < shard_count; ++i) shards_.emplace_back(weights, dropout, teaching_);
}

double BatchTapes::learn(const std::vector<Columns>& examples, float scale, std::uint32_t noise) {
  std::vector<double> losses(shard_count, 0.0);
  const auto work = [&](std::size_t shard) {
    Weights& gradients = shards_[shard].gradients();
    for (std::size_t i = 0; i < gradients.count(); ++i) gradients.tensor(i).setZero();
    for (std::size_t i = shard; i < examples.size(); i += shard_count) {
      losses[shard] +=
          shards_[shard].learn(examples[i], scale, hash32(noise + static_cast<std::uint32_t>(i)));
    }
  };
  if (std::thread::hardware_concurrency() > 1) {
    std::thread other(work, 1);
    work(0);
    other.join();
  } else {
    for (std::size_t shard = 0; shard < shard_count; ++shard) work(shard);
  }
  Weights& sum = shards_[0].gradients();
  for (std::size_t i = 0; i < sum.count(); ++i) sum.tensor(i) += shards_[1].gradients().tensor(i);
  return losses[0] + losses[1];
}

}  // namespace headlight
