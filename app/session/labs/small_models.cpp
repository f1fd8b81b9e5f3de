#include "app/session/labs/small_models.h"

#include <map>
#include <mutex>
#include <string>

namespace headlight {
namespace {

namespace fs = std::filesystem;

template <typename T>
class Kept {
 public:
  // What `read` makes of the file, unless that is kept since it was written.
  template <typename Read>
  std::shared_ptr<const T> get(const fs::path& file, Read read) {
    std::error_code missing;  // told by `read`
    const fs::file_time_type written = fs::last_write_time(file, missing);
    {
      const std::lock_guard lock(mutex_);
      const auto found = all_.find(file.string());
      if (found != all_.end() && found->second.written == written) return found->second.value;
    }
    std::shared_ptr<const T> value = read();
    const std::lock_guard lock(mutex_);
    all_[file.string()] = {written, value};
    return value;
  }

 private:
  struct Entry {
    fs::file_time_type written;
    std::shared_ptr<const T> value;
  };
  std::mutex mutex_;
  std::map<std::string, Entry> all_;
};

}  // namespace

std::shared_ptr<const Labeller> small_model(const fs::path& folder) {
  static Kept<Labeller> kept;
  return kept.get(folder / "model.safetensors", [&] { return Labeller::load(folder); });
}

std::shared_ptr<const Card> small_models_card(const fs::path& folder) {
  static Kept<Card> kept;
  return kept.get(folder / "card.json", [&] { return std::make_shared<const Card>(load_card(folder)); });
}

}  // namespace headlight
