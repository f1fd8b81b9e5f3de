#include "core/models/folder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "core/files/file_error.h"
#include "core/files/replace_file.h"
#include "core/files/safetensors.h"
#include "core/files/text.h"
#include "core/text/in_quotes.h"

namespace headlight {

namespace fs = std::filesystem;

namespace {

// One weight that is no number makes every value behind it none, and nothing on screen would say why.
void require_numbers(const fs::path& file, const TensorSpec& spec, const Tensor& tensor) {
  const auto bad =
      std::find_if(tensor.data.begin(), tensor.data.end(), [](float value) { return !std::isfinite(value); });
  if (bad == tensor.data.end()) return;
  const auto place = static_cast<int>(bad - tensor.data.begin());
  throw FormatError(file,
                    "\"" + spec.name + "\" holds " + (std::isnan(*bad) ? "NaN" : "an infinity") + " in row " +
                        std::to_string(place / spec.shape.cols) + ", column " +
                        std::to_string(place % spec.shape.cols),
                    "its training went wrong; take weights from before that");
}

}  // namespace

Weights read_weights(const fs::path& file, const TransformerConfig& config) {
  const TensorFile stored = read_safetensors(file);
  const std::string hint = "its config.json belongs to other weights";
  std::map<std::string_view, const Tensor*> named;
  for (const NamedTensor& each : stored.tensors) named.emplace(each.name, &each.tensor);
  Weights weights = Weights::zeros(config);
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const TensorSpec& spec = weights.spec(i);
    const auto found = named.find(spec.name);
    const Tensor* const tensor = found == named.end() ? nullptr : found->second;
    if (tensor == nullptr) throw FormatError(file, "has no tensor \"" + spec.name + "\"", hint);
    if (tensor->shape != std::vector<std::int64_t>{spec.shape.rows, spec.shape.cols}) {
      throw FormatError(file, "\"" + spec.name + "\" should have the shape " + to_string(spec.shape), hint);
    }
    std::copy(tensor->data.begin(), tensor->data.end(), weights.tensor(i).data());
    require_numbers(file, spec, *tensor);
  }
  for (const NamedTensor& tensor : stored.tensors) {
    if (!weights.has(tensor.name))
      throw FormatError(file, "has an unknown tensor " + in_quotes(tensor.name), hint);
  }
  return weights;
}

void write_weights(const fs::path& file, const Weights& weights, StoredType stored) {
  std::vector<NamedTensor> tensors;
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const Matrix& values = weights.tensor(i);
    tensors.push_back({weights.spec(i).name,
                       {{values.rows(), values.cols()}, {values.data(), values.data() + values.size()}}});
  }
  write_safetensors(file, tensors, {}, stored);
}

namespace {

// The size of the weights must be known to fit before memory for them is taken.
void require_size(const fs::path& file, const TransformerConfig& config) {
  std::uintmax_t numbers = 0;
  for (const TensorSpec& spec : tensors_of(config)) numbers += static_cast<std::uintmax_t>(spec.shape.size());
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  if (error)
    throw AccessError(file, "cannot be read: " + error.message(), "the model's folder is not complete");
  if (size < numbers * 2) {
    throw FormatError(file,
                      "is too short for the sizes in config.json (" + std::to_string(numbers) + " numbers)",
                      "copy the model's folder again");
  }
}

}  // namespace

TransformerConfig read_config(const fs::path& folder, void (*require)(const TransformerConfig&)) {
  const fs::path file = folder / "config.json";
  try {
    const TransformerConfig config = config_from_json(read_text(file));
    if (require != nullptr) require(config);
    return config;
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "compare it with a shipped model's");
  }
}

ModelFiles read_model(const fs::path& folder, void (*require)(const TransformerConfig&)) {
  const fs::path weights_file = folder / "model.safetensors";
  const TransformerConfig config = read_config(folder, require);
  WordsFile words = read_words(folder / "words.json");
  if (words.source.size() != config.source_words || words.target.size() != config.target_words) {
    throw FormatError(folder / "words.json",
                      "holds " + std::to_string(words.source.size()) + " and " +
                          std::to_string(words.target.size()) + " words, config.json says " +
                          std::to_string(config.source_words) + " and " + std::to_string(config.target_words),
                      "copy the model's folder again");
  }
  require_size(weights_file, config);
  return {config, read_weights(weights_file, config), std::move(words)};
}

void write_model(const fs::path& folder, const TransformerConfig& config, const Weights& weights,
                 const WordsFile& words, StoredType stored) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw AccessError(folder, "cannot be made: " + error.message(), "choose another folder");
  replace_file(folder / "config.json", std::span<const char>(to_json(config)));
  write_words(folder / "words.json", words);
  write_weights(folder / "model.safetensors", weights, stored);
}

}  // namespace headlight
