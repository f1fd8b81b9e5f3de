// A training run in a file: weights, both moments, and which run it was.
#include <algorithm>
#include <charconv>

#include "core/files/file_error.h"
#include "core/files/safetensors.h"
#include "core/learn/trainer.h"
#include "core/text/in_quotes.h"

namespace headlight {

namespace {

// What must be the same for a run to go on.
std::string run_of(const Recipe& recipe) {
  std::string run = to_json(recipe.model);
  const auto add = [&](const char* name, double value) {
    run += std::string(name) + "=" + std::to_string(value) + ";";
  };
  add("seed", static_cast<double>(recipe.seed));
  add("corpus", static_cast<double>(recipe.corpus.seed));
  add("train", recipe.corpus.train);
  add("steps", recipe.steps);
  add("batch", recipe.batch);
  add("warmup", recipe.warmup);
  add("peak", recipe.peak_rate);
  add("last", recipe.last_rate);
  add("dropout", static_cast<double>(recipe.dropout));
  add("first", recipe.first_steps);
  for (const std::string& kind : recipe.first_kinds) run += kind + ";";
  add("dropout_steps", recipe.dropout_steps);
  add("settle", recipe.settle_steps);
  add("settle_rate", recipe.settle_rate);
  add("sharpen", static_cast<double>(recipe.sharpen));
  add("smoothing", static_cast<double>(recipe.smoothing));
  return run;
}

void put(std::vector<NamedTensor>& tensors, const std::string& prefix, const Weights& weights) {
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const Matrix& values = weights.tensor(i);
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

void Trainer::save(const std::filesystem::path& file) const {
  std::vector<NamedTensor> tensors;
  put(tensors, "weights.", *weights_);
  put(tensors, "first_moment.", moments_.first);
  put(tensors, "second_moment.", moments_.second);
  write_safetensors(
      file, tensors,
      {{"run", run_of(recipe_)}, {"seed", std::to_string(recipe_.seed)}, {"step", std::to_string(step_)}});
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

void Trainer::resume(const std::filesystem::path& file) {
  const TensorFile stored = read_safetensors(file);
  const auto run = stored.metadata.find("run");
  const auto step = stored.metadata.find("step");
  if (run == stored.metadata.end() || step == stored.metadata.end() || run->second != run_of(recipe_)) {
    throw FormatError(file, "belongs to another training run",
                      "remove it to begin again, or give its options");
  }
  int to = -1;
  const std::string& digits = step->second;
  const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), to);
  if (error != std::errc{} || last != digits.data() + digits.size() || to < 0 || to > recipe_.steps) {
    throw FormatError(file,
                      "says that it is at step " + in_quotes(digits) + " of " + std::to_string(recipe_.steps),
                      "remove it to begin again");
  }
  get(stored, "weights.", *weights_, file);
  get(stored, "first_moment.", moments_.first, file);
  get(stored, "second_moment.", moments_.second, file);
  // The order of the sentences depends on the seed alone: walk to where the run was.
  for (; step_ < to; ++step_) next_batch();
  record_tapes();
}

}  // namespace headlight
