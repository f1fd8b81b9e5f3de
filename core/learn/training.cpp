#include "core/learn/training.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "core/files/safetensors.h"
#include "core/files/whole_file.h"
#include "core/models/folder.h"
#include "core/tape/ops/ops.h"
#include "core/text/unicode.h"

namespace headlight {

namespace {

// Up to the peak in `up` steps, then down to `last` of it at the end of `all`.
double wave(double peak, double last, int up, int all, int step) {
  const int done = step + 1;
  if (done < up) return peak * done / up;
  const double progress = static_cast<double>(done - up) / std::max(1, all - up);
  return peak * (last + (1.0 - last) * 0.5 * (1.0 + std::cos(std::numbers::pi * std::min(1.0, progress))));
}

}  // namespace

double Optimization::rate(int step) const {
  const int settles = settles_at();
  if (step < settles) return wave(peak_rate, last_rate, warmup, settles, step);
  const int rest = steps - settles;
  return wave(settle_rate, last_rate, std::min(warmup, rest / 8), rest, step - settles);
}

int Optimization::settles_at() const { return steps - std::min(settle_steps, steps / 10); }

namespace {

// Examples are dealt to this many sums whatever the number of cores, so that the rounding is the same.
constexpr std::size_t shard_count = 2;

}  // namespace

Weights with_equal_heads(Weights weights, const TransformerConfig& config, EqualHeads equal) {
  if (equal == EqualHeads::none) return weights;
  if (config.encoder_heads < 2)
    throw std::invalid_argument("two heads can begin equal only where there are two");
  const int size = config.size_of_head(config.encoder_heads);
  for (int layer = 0; layer < config.encoder_layers; ++layer) {
    const std::string attention = "encoder." + std::to_string(layer) + ".self_attention.";
    for (const char* part : {"query", "key", "value"}) {
      for (const char* of : {".weight", ".bias"}) {
        Matrix& tensor = weights[attention + part + of];
        tensor.middleCols(size, size) = tensor.leftCols(size).eval();
      }
    }
    if (equal == EqualHeads::but_output) continue;
    Matrix& projected = weights[attention + "projected.weight"];
    projected.middleRows(size, size) = projected.topRows(size).eval();
  }
  return weights;
}

int record_loss(const Taping& taping, int logits, std::span<const int> next) {
  const std::vector<float> ids(next.begin(), next.end());
  const Block output{Family::output, "", Stream::target};
  const int wanted = taping.tape.constant(output["next"], {ids.data(), {static_cast<int>(ids.size()), 1}});
  return taping.tape.record(output["loss"], cross_entropy(0), {logits, wanted});
}

struct ExampleTapes::Recorded {
  Tape tape;
  std::vector<int> constants;
  int loss = 0;
  std::int64_t bytes = 0;      // of values and gradients; 0 before the first example
  std::int64_t last_used = 0;  // the number of the last example
};

ExampleTapes::ExampleTapes(const Weights& weights, float dropout, const Teaching& teaching,
                           std::int64_t bytes)
    : weights_(weights),
      dropout_(dropout),
      teaching_(teaching),
      gradients_(std::make_unique<Weights>(Weights::zeros_like(weights))),
      most_bytes_(bytes) {}
ExampleTapes::~ExampleTapes() = default;
ExampleTapes::ExampleTapes(ExampleTapes&&) noexcept = default;

ExampleTapes::Recorded& ExampleTapes::tape_for(const Columns& example) {
  std::vector<std::size_t> lengths;
  for (const std::vector<int>& column : example) lengths.push_back(column.size());
  std::unique_ptr<Recorded>& recorded = tapes_[lengths];
  if (!recorded) {
    recorded = std::make_unique<Recorded>();
    recorded->loss = teaching_.record({recorded->tape, weights_, dropout_, gradients_.get()}, example);
    for (const ExampleConstant& constant : teaching_.constants)
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
  const auto loss = static_cast<double>(recorded.tape.value(recorded.loss)(0, 0));
  recorded.last_used = ++used_;
  if (recorded.bytes == 0) {
    recorded.bytes = 2 * recorded.tape.bytes();
    bytes_ += recorded.bytes;
    while (bytes_ > most_bytes_ && tapes_.size() > 1) drop_oldest();
  }
  return loss;
}

void ExampleTapes::drop_oldest() {
  const auto oldest = std::min_element(tapes_.begin(), tapes_.end(),
                                       [](const Tapes::value_type& a, const Tapes::value_type& b) {
                                         return a.second->last_used < b.second->last_used;
                                       });
  bytes_ -= oldest->second->bytes;
  tapes_.erase(oldest);
}

BatchTapes::BatchTapes(const Weights& weights, float dropout, Teaching teaching)
    : teaching_(std::move(teaching)), second_([this] {
        if (const auto work = std::exchange(work_, nullptr)) work();
        return false;
      }) {
  for (std::size_t i = 0; i < shard_count; ++i) shards_.emplace_back(weights, dropout, teaching_);
}

double BatchTapes::learn(const std::vector<Columns>& examples, float scale, std::uint32_t noise) {
  const auto learn_shard = [&](std::size_t shard) {
    Weights& gradients = shards_[shard].gradients();
    for (std::size_t i = 0; i < gradients.count(); ++i) gradients.tensor(i).setZero();
    double loss = 0;
    for (std::size_t i = shard; i < examples.size(); i += shard_count)
      loss += shards_[shard].learn(examples[i], scale, hash32(noise + static_cast<std::uint32_t>(i)));
    return loss;
  };
  double other = 0;
  work_ = [&] { other = learn_shard(1); };
  second_.wake();
  const double own = learn_shard(0);
  second_.wait();
  Weights& sum = shards_[0].gradients();
  for (std::size_t i = 0; i < sum.count(); ++i) sum.tensor(i) += shards_[1].gradients().tensor(i);
  return own + other;
}

namespace {

double times_faster(TensorSpec::Start start, const Optimization& how) {
  switch (start) {
    case TensorSpec::Start::distances:
      return how.distances_rate;
    case TensorSpec::Start::embedding:
      return how.embedding_rate;
    default:
      return 1;
  }
}

}  // namespace

double length(const Weights& gradients) {
  double sum = 0;
  for (std::size_t i = 0; i < gradients.count(); ++i)
    sum += static_cast<double>(gradients.tensor(i).squaredNorm());
  return std::sqrt(sum);
}

void adam_step(Weights& weights, const Weights& gradients, Moments& moments, const Optimization& how,
               int step) {
  const double norm = length(gradients);
  const float clip = norm > how.clip ? static_cast<float>(how.clip / norm) : 1.0F;
  const auto b1 = static_cast<float>(how.beta_1);
  const auto b2 = static_cast<float>(how.beta_2);
  const double correction_1 = 1.0 - std::pow(how.beta_1, step + 1);
  const double correction_2 = 1.0 - std::pow(how.beta_2, step + 1);
  const auto rate = static_cast<float>(how.rate(step) / correction_1);
  const auto spread = static_cast<float>(1.0 / std::sqrt(correction_2));
  const auto epsilon = static_cast<float>(how.epsilon);
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const auto g = gradients.tensor(i).array() * clip;
    auto m = moments.first.tensor(i).array();
    auto v = moments.second.tensor(i).array();
    m = b1 * m + (1.0F - b1) * g;
    v = b2 * v + (1.0F - b2) * g.square();
    const float own_rate = rate * static_cast<float>(times_faster(weights.spec(i).start, how));
    weights.tensor(i).array() -= own_rate * m / (v.sqrt() * spread + epsilon);
  }
}

LearnedHead::LearnedHead(std::uint64_t seed, const std::function<Weights(Random&)>& first)
    : random(seed),
      weights(first(random)),
      moments{Weights::zeros_like(weights), Weights::zeros_like(weights)} {}

void LearnedHead::learn(BatchTapes& tapes, const std::vector<Columns>& rows, double asked) {
  const Optimization how{.steps = 1000, .warmup = 10, .peak_rate = 0.05, .last_rate = 1};
  const int step = std::min(static_cast<int>(losses.size()), how.steps - 1);
  losses.push_back(tapes.learn(rows, static_cast<float>(1 / asked), 0) / asked);
  adam_step(weights, tapes.gradients(), moments, how, step);
}

namespace {

void put(std::vector<NamedTensor>& tensors, const std::string& prefix, const Weights& weights) {
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const ConstMap values = weights.tensor(i);
    tensors.push_back({prefix + weights.spec(i).name,
                       {{values.rows(), values.cols()}, {values.data(), values.data() + values.size()}}});
  }
}

void get(const TensorFile& stored, const std::string& prefix, Weights& weights,
         const std::filesystem::path& file) {
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const std::string name = prefix + weights.spec(i).name;
    const Tensor* tensor = stored.find(name);
    if (tensor == nullptr || static_cast<Eigen::Index>(tensor->data.size()) != weights.tensor(i).size()) {
      throw FormatError(file, "has no \"" + name + "\" of the right size", "remove it to begin again");
    }
    std::copy(tensor->data.begin(), tensor->data.end(), weights.tensor(i).data());
  }
}

}  // namespace

void save_checkpoint(const std::filesystem::path& file, const RunKey& run, int step, const Weights& weights,
                     const Moments& moments) {
  std::vector<NamedTensor> tensors;
  put(tensors, "weights.", weights);
  put(tensors, "first_moment.", moments.first);
  put(tensors, "second_moment.", moments.second);
  write_safetensors(file, tensors,
                    {{"run", run.text}, {"seed", std::to_string(run.seed)}, {"step", std::to_string(step)}});
}

std::string key_of(const Optimization& how) {
  std::string key;
  for (const double number : {double(how.steps), double(how.warmup), how.peak_rate, how.last_rate,
                              double(how.settle_steps), how.settle_rate, how.beta_1, how.beta_2, how.epsilon,
                              how.clip, how.distances_rate, how.embedding_rate})
    key += std::to_string(number) + ";";
  if (how.equal_heads == EqualHeads::whole) key += "equal_heads;";
  if (how.equal_heads == EqualHeads::but_output) key += "equal_but_output;";
  return key;
}

std::string key_of(std::initializer_list<int> numbers) {
  std::string key;
  for (const int number : numbers) key += std::to_string(number) + ";";
  return key;
}

std::optional<std::uint64_t> seed_of_checkpoint(const std::filesystem::path& file) {
  const TensorFile stored = read_safetensors(file);
  const auto seed = stored.metadata.find("seed");
  if (seed == stored.metadata.end()) return {};
  std::uint64_t value = 0;
  const std::string& digits = seed->second;
  const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || last != digits.data() + digits.size()) return {};
  return value;
}

int load_checkpoint(const std::filesystem::path& file, const RunKey& run, Weights& weights,
                    Moments& moments) {
  const TensorFile stored = read_safetensors(file);
  const auto key = stored.metadata.find("run");
  const auto step = stored.metadata.find("step");
  if (key == stored.metadata.end() || step == stored.metadata.end() || key->second != run.text) {
    throw FormatError(file, "belongs to another training run",
                      "remove it to begin again, or give its options");
  }
  int to = -1;
  const std::string& digits = step->second;
  const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), to);
  if (error != std::errc{} || last != digits.data() + digits.size() || to < 0 || to > run.steps) {
    throw FormatError(file,
                      "says that it is at step " + in_quotes(digits) + " of " + std::to_string(run.steps),
                      "remove it to begin again");
  }
  get(stored, "weights.", weights, file);
  get(stored, "first_moment.", moments.first, file);
  get(stored, "second_moment.", moments.second, file);
  return to;
}

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
  save_checkpoint(file, run(), step_, weights_, moments_);
}

void Training::resume(const std::filesystem::path& file) {
  const int to = load_checkpoint(file, run(), weights_, moments_);
  // What is learned from depends on the seed alone: walk to where the run was.
  for (; step_ < to; ++step_) skip_batch();
}

void Training::write(const std::filesystem::path& folder) const {
  folder::write(folder, plan_.config, weights_, plan_.words, StoredType::f16);
}

}  // namespace headlight
