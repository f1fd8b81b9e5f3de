#include "core/models/checkpoints.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <system_error>

#include "core/models/foreign.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_checkpoints = 1000, most_in_folder = 100'000;
// Before the number, the longer ones first.
constexpr std::array<std::string_view, 8> before_step{
    "checkpoint-", "checkpoint_", "checkpoint", "global_step", "ckpt-", "ckpt_", "ckpt", "step"};

// A folder that has one of these is a model, whatever else lies in it.
constexpr std::array weights_of_folder{"model.safetensors", "model.safetensors.index.json",
                                       "pytorch_model.bin", "pytorch_model.bin.index.json"};

bool is_model(const fs::path& name) {
  std::error_code ignored;
  if (names_model_file(name)) return names_gguf(name) || fs::exists(config_file_of(name), ignored);
  return fs::exists(name / "config.json", ignored);
}

}  // namespace

std::optional<std::int64_t> step_in_name(const fs::path& name) {
  const bool file = names_gguf(name) || names_torch(name);
  const std::string whole = (file ? name.stem() : name.filename()).string();
  std::string_view text = whole;
  const auto* const found = std::find_if(before_step.begin(), before_step.end(),
                                         [&](std::string_view each) { return text.starts_with(each); });
  if (found == before_step.end()) return std::nullopt;
  text.remove_prefix(found->size());
  if (text.starts_with('-') || text.starts_with('_')) text.remove_prefix(1);
  std::int64_t step = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), step);
  if (text.starts_with('-') || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return step;
}

std::vector<Checkpoint> checkpoints_in(const fs::path& folder) {
  std::vector<Checkpoint> all;
  std::error_code failed;
  std::size_t looked_at = 0;
  for (auto at = fs::directory_iterator(folder, failed); !failed && at != fs::directory_iterator();
       at.increment(failed)) {
    if (++looked_at > most_in_folder) break;
    const std::optional<std::int64_t> step = step_in_name(at->path());
    if (step) all.push_back({at->path(), *step});
  }
  std::sort(all.begin(), all.end(), [](const Checkpoint& a, const Checkpoint& b) {
    return a.step != b.step ? a.step < b.step : a.model < b.model;
  });
  std::vector<Checkpoint> models;
  for (const Checkpoint& each : all) {
    if (models.size() == most_checkpoints) break;
    const bool again = !models.empty() && models.back().step == each.step;
    if (!again && is_model(each.model)) models.push_back(each);
  }
  return models;
}

std::vector<Checkpoint> checkpoints_beside(const fs::path& model) {
  const fs::path own = model.has_filename() ? model : model.parent_path();
  if (!step_in_name(own)) return {};
  std::vector<Checkpoint> all = checkpoints_in(own.has_parent_path() ? own.parent_path() : fs::path("."));
  return all.size() > 1 ? all : std::vector<Checkpoint>{};
}

fs::path last_checkpoint_or(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return folder;
  if (fs::exists(folder / "config.json", ignored) &&
      std::any_of(weights_of_folder.begin(), weights_of_folder.end(),
                  [&](const char* name) { return fs::exists(folder / name, ignored); }))
    return folder;
  const std::vector<Checkpoint> all = checkpoints_in(folder);
  return all.empty() ? folder : all.back().model;
}

}  // namespace headlight
