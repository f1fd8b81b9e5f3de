#include "core/files/read_file.h"

#include <fstream>
#include <iterator>
#include <mutex>
#include <new>

#include "core/text/printable.h"

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

std::string read_text(const std::filesystem::path& file, std::uintmax_t most) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) throw AccessError(file, "cannot be read: " + error.message(), "check the name");
  if (size > most) throw FormatError(file, "is far too large for what it should hold");
  note_read(file);
  std::ifstream in(file, std::ios::binary);
  std::string text(size, '\0');
  try {
    text.resize(static_cast<std::size_t>(in.rdbuf()->sgetn(text.data(), static_cast<std::streamsize>(size))));
    text.append(std::istreambuf_iterator<char>(in), {});  // what was added meanwhile
  } catch (const std::ios_base::failure& failed) {
    // A failing disk, in the middle of the file.
    throw AccessError(file, "cannot be read to its end: " + failed.code().message(), "copy the file again");
  }
  if (!in) throw AccessError(file, "cannot be read", "check its permissions");
  return text;
}

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
