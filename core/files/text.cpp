#include "core/files/text.h"

#include <fstream>
#include <iterator>

#include "core/files/file_error.h"
#include "core/files/read_log.h"

namespace headlight {

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

}  // namespace headlight
