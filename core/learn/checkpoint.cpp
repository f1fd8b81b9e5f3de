#include "core/learn/checkpoint.h"

#include <algorithm>
#include <charconv>

#include "core/files/file_error.h"
#include "core/files/safetensors.h"
#include "core/text/in_quotes.h"

namespace headlight {

namespace {

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

}  // namespace headlight
