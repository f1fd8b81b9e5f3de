#include "core/files/replace_folder.h"

#include <unistd.h>

#include <string>
#include <system_error>

#include "core/files/file_error.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_folder(const fs::path& path, const std::error_code& error) {
  throw AccessError(path, "cannot be made: " + error.message(), "choose another folder");
}

// Of the run that makes it alone: a name that nobody else takes.
class FolderAside {
 public:
  explicit FolderAside(const fs::path& target)
      : path_(target.parent_path() /
              ("." + target.filename().string().substr(0, 200) + "." + std::to_string(getpid()) + ".part")) {
    std::error_code error;
    fs::remove_all(path_, error);
    if (!fs::create_directory(path_, error)) fail_folder(target, error);
  }
  ~FolderAside() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  FolderAside(const FolderAside&) = delete;
  FolderAside& operator=(const FolderAside&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

void replace_folder(const fs::path& path, const std::function<void(const fs::path& aside)>& write) {
  std::error_code error;
  fs::path target = fs::absolute(path).lexically_normal();
  if (!target.has_filename()) target = target.parent_path();  // "models/mine/"
  fs::create_directories(target.parent_path(), error);
  if (error) fail_folder(path, error);
  const FolderAside aside(target);
  write(aside.path());
  if (!fs::exists(target, error)) {
    fs::rename(aside.path(), target, error);
    if (error) fail_folder(path, error);
    return;
  }
  for (const auto& entry : fs::directory_iterator(aside.path())) {
    fs::rename(entry.path(), target / entry.path().filename(), error);
    if (error) throw AccessError(target / entry.path().filename(), "cannot be replaced: " + error.message());
  }
}

}  // namespace headlight
