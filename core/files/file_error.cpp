#include "core/files/file_error.h"

#include <new>

#include "core/text/in_quotes.h"

namespace headlight {
namespace {

std::string one_line(const std::filesystem::path& path, std::string_view what, std::string_view hint) {
  std::string line = path.string() + ": " + std::string(what);
  if (!hint.empty()) line.append("; ").append(hint);
  // Names may hold anything; an error stays one line.
  return printable(line);
}

}  // namespace

std::string told(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "not enough memory";
  return error.what();
}

FileError::FileError(const std::filesystem::path& path, std::string_view what, std::string_view hint)
    : std::runtime_error(one_line(path, what, hint)) {}

}  // namespace headlight
