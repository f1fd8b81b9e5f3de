// A folder nobody else has, for files that nobody keeps.
#pragma once

#include <filesystem>
#include <string>

namespace headlight {

// Made empty in the system's folder for temporary files, under a name no other has (mkdtemp), and removed
// with the object. The name has a space, so that whoever forgets quotation marks learns it in a test. Throws
// AccessError when it cannot be made.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace headlight
