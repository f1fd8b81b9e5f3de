#include "core/files/read_log.h"

#include <mutex>

namespace headlight {
namespace {

struct ReadLog {
  std::mutex mutex;
  std::map<std::string, int> times;
};
ReadLog& read_log() {
  static ReadLog log;
  return log;
}

}  // namespace

std::map<std::string, int> files_read() {
  const std::lock_guard lock(read_log().mutex);
  return read_log().times;
}

void note_read(const std::filesystem::path& file) {
  const std::lock_guard lock(read_log().mutex);
  ++read_log().times[file.string()];
}

}  // namespace headlight
