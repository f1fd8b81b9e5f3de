// What was made of a folder's files, made again when one of them was written since. From any thread.
#pragma once

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
  template <typename Make>
  const T& get(Make make) const {
    const std::lock_guard lock(mutex_);
    if (!value_) value_.emplace(make());
    return *value_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::optional<T> value_;
};

// A `T` for each folder, made of the folder's path, which reads its files when it is asked for what they say.
template <typename T>
class FolderCache {
 public:
  // `files`: the names of those that a `T` is made of.
  // `instead`: what files it is made of where it is no folder; none where it is one.
  using Instead = std::vector<std::filesystem::path> (*)(const std::filesystem::path& name);
  explicit FolderCache(std::vector<const char*> files, Instead instead = nullptr)
      : files_(std::move(files)), instead_(instead) {}

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
      entry = {std::move(stamps), std::make_shared<T>(folder)};
    return entry.value;
  }

 private:
  struct Entry {
    std::vector<FileStamp> stamps;
    std::shared_ptr<T> value;
  };
  std::vector<const char*> files_;
  Instead instead_ = nullptr;
  std::mutex mutex_;
  std::map<std::filesystem::path::string_type, Entry> all_;
};

}  // namespace headlight
