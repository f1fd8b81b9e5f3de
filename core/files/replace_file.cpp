#include "core/files/replace_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <ostream>
#include <string>
#include <system_error>

#include "core/files/file_error.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return std::generic_category().message(error); }

std::string_view hint_for(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free some space or write elsewhere";
    case ENAMETOOLONG:
      return "choose a shorter name";
    default:
      return "choose a folder you may write in";
  }
}

// Follows links, so that a link to a file stays a link.
fs::path destination(const fs::path& path) {
  std::error_code failed;
  if (path.empty() || !path.has_filename()) {
    throw AccessError(path, "this is not the name of a file", "give a file name, such as figure.png");
  }
  fs::path target = path;
  if (fs::is_symlink(path, failed)) {
    target = fs::weakly_canonical(path, failed);
    if (failed) throw AccessError(path, "cannot follow this link: " + failed.message(), "name a file");
  }
  if (fs::is_directory(target, failed)) {
    throw AccessError(path, "cannot write here, this is a folder", "add a file name");
  }
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, failed)) {
    throw AccessError(path, "the folder " + folder.string() + " does not exist", "make it first");
  }
  return target;
}

// Opens a new file nobody else uses, removed again unless it was renamed away.
class Aside {
 public:
  explicit Aside(const fs::path& target) {
    static std::atomic<unsigned> serial{0};
    // Cut, so that a name of the greatest length still finds room beside itself.
    const std::string stem = target.filename().string().substr(0, 200);
    do {
      path_ = target.parent_path() /
              ("." + stem + "." + std::to_string(getpid()) + "-" + std::to_string(serial++) + ".part");
      const int file = open(path_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
      if (file >= 0) {
        close(file);
        return;
      }
    } while (errno == EEXIST);
    const int error = errno;
    throw AccessError(target, "cannot write: " + reason(error), hint_for(error));
  }
  ~Aside() {
    if (!path_.empty()) unlink(path_.c_str());
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

  const fs::path& path() const { return path_; }
  void rename_to(const fs::path& target) {
    if (rename(path_.c_str(), target.c_str()) != 0) {
      const int error = errno;
      throw AccessError(target, "cannot replace the old file: " + reason(error), hint_for(error));
    }
    path_.clear();
  }

 private:
  fs::path path_;
};

void fill(const fs::path& file, const fs::path& shown, const std::function<void(std::ostream&)>& write) {
  errno = 0;
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  if (out) {
    write(out);
    out.close();
  }
  if (!out) {
    const int error = errno != 0 ? errno : EIO;
    throw AccessError(shown, "cannot write: " + reason(error), hint_for(error));
  }
}

}  // namespace

void replace_file(const fs::path& path, const std::function<void(std::ostream&)>& write) {
  const fs::path target = destination(path);
  std::error_code failed;
  const fs::file_status status = fs::status(target, failed);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    fill(target, path, write);
    return;
  }
  Aside aside(target);
  fill(aside.path(), path, write);
  if (fs::exists(status)) fs::permissions(aside.path(), status.permissions(), failed);
  aside.rename_to(target);
}

void replace_file(const fs::path& path, std::span<const char> bytes) {
  replace_file(path, [bytes](std::ostream& out) {
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  });
}

}  // namespace headlight
