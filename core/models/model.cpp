#include "core/models/model.h"

#include "core/files/folder_cache.h"
#include "core/models/families.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

// One model in memory.
class SharedModel {
 public:
  explicit SharedModel(fs::path folder) : folder_(std::move(folder)) {}

  ModelPtr get() {
    constexpr std::int64_t small = 8 << 20;  // numbers
    const std::lock_guard lock(mutex_);
    if (ModelPtr held = held_.lock()) return held;
    ModelPtr model = load_model(folder_);
    held_ = model;
    if (model->weights().parameters() <= small) kept_ = model;
    return model;
  }

 private:
  fs::path folder_;
  std::mutex mutex_;
  std::weak_ptr<const Model> held_;
  ModelPtr kept_;
};

}  // namespace

Model::Model(Anatomy anatomy, Weights weights)
    : weights_(std::make_shared<const Weights>(std::move(weights))),
      anatomy_(std::make_shared<const Anatomy>(std::move(anatomy))) {}

ModelPtr load_model(const fs::path& folder) {
  const OutlinePtr outline = outline_of(folder);
  return family_of(*outline).load(*outline);
}

ModelPtr shared_model(const fs::path& folder) {
  static FolderCache<SharedModel> all({"config.json", "words.json", "model.safetensors"});
  return all.get(folder)->get();
}

}  // namespace headlight
