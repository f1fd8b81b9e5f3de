#include "core/files/folder_cache.h"

#include <sys/stat.h>

namespace headlight {

FileStamp stamp_of(const std::filesystem::path& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return {};
  return {.seconds = found.st_mtim.tv_sec,
          .nanoseconds = found.st_mtim.tv_nsec,
          .size = found.st_size,
          .file = found.st_ino};
}

}  // namespace headlight
