// Input that is read from files: in memory, since a disk takes longer than all the rest.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace headlight {

// The file with `input`, the same for the whole process.
inline std::filesystem::path input_file(std::string_view input) {
  static const int file = memfd_create("input", MFD_CLOEXEC);
  const auto size = static_cast<ssize_t>(input.size());
  if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, input.data(), input.size(), 0) != size)
    throw std::runtime_error("no memory for the input");
  return "/proc/self/fd/" + std::to_string(file);
}

// A folder of such files, the same for the whole process and one input after the other. Removed at its end.
class InputFolder {
 public:
  InputFolder() : path_("/dev/shm/headlight input " + std::to_string(getpid())) {
    std::filesystem::create_directory(path_);
  }
  ~InputFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  InputFolder(const InputFolder&) = delete;
  InputFolder& operator=(const InputFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  // Another input: what it does not write is not there.
  void begin() {
    ++input_;
    now_.clear();
  }
  void write(const std::string& name, std::string_view bytes) {
    const int file = open((path_ / name).c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    // What was read is kept until a file was written since: each input at another time, whatever the clock.
    const std::timespec time{input_, 0};
    const std::timespec times[2]{time, time};
    if (file < 0 || ::write(file, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()) ||
        futimens(file, times) != 0)
      throw std::runtime_error("no memory for the input");
    close(file);
    now_.insert(name);
  }
  void end() {
    for (const std::string& name : before_) {
      if (!now_.contains(name)) unlink((path_ / name).c_str());
    }
    before_ = now_;
  }

 private:
  std::filesystem::path path_;
  std::time_t input_ = 0;
  std::set<std::string> before_, now_;
};

}  // namespace headlight
