#include "core/files/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "core/files/file_error.h"

namespace headlight {

TemporaryFolder::TemporaryFolder() {
  const std::filesystem::path place = std::filesystem::temp_directory_path();
  std::string name = (place / "headlight XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    const int error = errno;
    throw AccessError(place, "cannot make a folder here: " + std::generic_category().message(error),
                      "set TMPDIR to another place");
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code left_behind;
  std::filesystem::remove_all(path_, left_behind);
}

}  // namespace headlight
