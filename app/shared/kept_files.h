// What was read of files, read again when one was written since. From any thread.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>

namespace headlight {

template <typename T>
class KeptFiles {
 public:
  // What `read` makes of the file, unless that is kept since it was written.
  template <typename Read>
  std::shared_ptr<const T> get(const std::filesystem::path& file, Read read) {
    std::error_code missing;  // told by `read`
    const auto written = std::filesystem::last_write_time(file, missing);
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
    std::filesystem::file_time_type written;
    std::shared_ptr<const T> value;
  };
  std::mutex mutex_;
  std::map<std::string, Entry> all_;
};

}  // namespace headlight
