#include "core/files/file_error.h"

#include <new>

namespace headlight {
namespace {

std::string one_line(const std::filesystem::path& path, std::string_view what, std::string_view hint) {
  std::string line = path.string() + ": " + std::string(what);
  if (!hint.empty()) line.append("; ").append(hint);
  // Names from a damaged file may hold anything; an error stays one line.
  for (char& letter : line) {
    if (static_cast<unsigned char>(letter) < 0x20) letter = ' ';
  }
  return line;
}

}  // namespace

std::string told(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "not enough memory";
  return error.what();
}

FileError::FileError(const std::filesystem::path& path, std::string_view what, std::string_view hint)
    : std::runtime_error(one_line(path, what, hint)) {}

}  // namespace headlight
