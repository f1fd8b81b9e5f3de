// What was made of a folder's files, made again when one of them was written since. From any thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/platform/background.h"
#include "core/platform/files.h"

namespace headlight {

// What is made when it is first asked for. Where making it throws, nothing is kept. From any thread.
template <typename T>
class Lazy {
 public:
  const T& get(auto make) const {
    const std::lock_guard lock(mutex_);
    if (!value_) value_.emplace(make());
    return *value_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::optional<T> value_;
};

// A `T` for each folder, made of the folder's path, which reads its files when it is asked for what they say.
// Of more than `most` folders those are forgotten that nobody holds, the longest unasked first.
template <typename T>
class FolderCache {
 public:
  // `files`: the names of those that a `T` is made of.
  // `instead`: what files it is made of where it is no folder; none where it is one.
  using Instead = std::vector<std::filesystem::path> (*)(const std::filesystem::path& name);
  explicit FolderCache(std::vector<const char*> files, Instead instead = nullptr, std::size_t most = 256)
      : files_(std::move(files)), instead_(instead), most_(most) {}

  std::shared_ptr<T> get(const std::filesystem::path& folder) {
    ++done_here().files;
    std::vector<FileStamp> stamps;
    if (instead_ != nullptr) {
      for (const std::filesystem::path& file : instead_(folder)) stamps.push_back(stamp_of(file));
    }
    if (stamps.empty()) {
      for (const char* const file : files_) stamps.push_back(stamp_of(folder / file));
    }
    const std::lock_guard lock(mutex_);
    Entry& entry = all_[folder.native()];
    if (entry.value == nullptr || entry.stamps != stamps)
      entry = {std::move(stamps), std::make_shared<T>(folder), 0};
    entry.asked = ++asked_;
    std::shared_ptr<T> value = entry.value;
    while (all_.size() > most_ && forget_one()) continue;
    return value;
  }

 private:
  struct Entry {
    std::vector<FileStamp> stamps;
    std::shared_ptr<T> value;
    std::uint64_t asked = 0;
  };

  bool forget_one() {
    auto oldest = all_.end();
    for (auto each = all_.begin(); each != all_.end(); ++each) {
      if (each->second.value.use_count() > 1) continue;
      if (oldest == all_.end() || each->second.asked < oldest->second.asked) oldest = each;
    }
    if (oldest == all_.end()) return false;
    all_.erase(oldest);
    return true;
  }

  std::vector<const char*> files_;
  Instead instead_ = nullptr;
  std::size_t most_;
  std::mutex mutex_;
  std::uint64_t asked_ = 0;
  std::map<std::filesystem::path::string_type, Entry> all_;
};

}  // namespace headlight
