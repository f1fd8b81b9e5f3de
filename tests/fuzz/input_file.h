// Input that is read from a file: one in memory, since a disk takes longer than all the rest.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
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

}  // namespace headlight
