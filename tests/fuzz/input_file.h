// Input that is read from a file.
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

#include "core/files/temporary_folder.h"

namespace headlight {

// The file with `input`, the same for the whole process.
inline std::filesystem::path input_file(std::string_view input) {
  static const TemporaryFolder folder;
  const std::filesystem::path file = folder / "input";
  std::ofstream(file, std::ios::binary).write(input.data(), static_cast<std::streamsize>(input.size()));
  return file;
}

}  // namespace headlight
