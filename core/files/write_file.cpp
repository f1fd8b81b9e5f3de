// A stream's buffer on a file that is open already, which remembers why the system refused to write.
#include "core/files/write_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <ostream>
#include <streambuf>
#include <string>
#include <system_error>

#include "core/files/read_file.h"

namespace headlight {
namespace {

class FileBuffer : public std::streambuf {
 public:
  // Does not close `file`.
  explicit FileBuffer(int file);

  // The error of the first call that failed; 0 while there was none.
  int error() const { return error_; }

 protected:
  int_type overflow(int_type letter) override;
  int sync() override;
  std::streamsize xsputn(const char* bytes, std::streamsize count) override;

 private:
  bool write_out(const char* bytes, std::streamsize count);

  int file_;
  int error_ = 0;
  std::array<char, 1 << 16> kept_;
};

FileBuffer::FileBuffer(int file) : file_(file) { setp(kept_.data(), kept_.data() + kept_.size()); }

bool FileBuffer::write_out(const char* bytes, std::streamsize count) {
  while (count > 0 && error_ == 0) {
    const ssize_t written = ::write(file_, bytes, static_cast<std::size_t>(count));
    if (written < 0 && errno != EINTR) error_ = errno;
    if (written <= 0) continue;
    bytes += written;
    count -= written;
  }
  return error_ == 0;
}

int FileBuffer::sync() {
  const bool done = write_out(pbase(), pptr() - pbase());
  setp(kept_.data(), kept_.data() + kept_.size());
  return done ? 0 : -1;
}

FileBuffer::int_type FileBuffer::overflow(int_type letter) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(letter, traits_type::eof())) sputc(traits_type::to_char_type(letter));
  return traits_type::not_eof(letter);
}

std::streamsize FileBuffer::xsputn(const char* bytes, std::streamsize count) {
  if (count <= epptr() - pptr()) return std::streambuf::xsputn(bytes, count);
  return sync() == 0 && write_out(bytes, count) ? count : 0;
}

namespace fs = std::filesystem;

std::string_view hint_for(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free some space or write elsewhere";
    case ENAMETOOLONG:
      return "choose a shorter name";
    case EIO:
      return "write elsewhere; this disk may be failing";
    default:
      return "choose a folder you may write in";
  }
}

[[noreturn]] void fail(const fs::path& shown, int error, const std::string& what = "cannot write: ") {
  throw AccessError(shown, what + std::generic_category().message(error), hint_for(error));
}

// What the links at `path` lead to, whether that is there or not.
fs::path behind_links(const fs::path& path) {
  constexpr int most = 40;  // as many as the system follows
  fs::path target = path;
  std::error_code failed;
  for (int links = 0; fs::is_symlink(fs::symlink_status(target, failed)); ++links) {
    const fs::path next = fs::read_symlink(target, failed);
    if (failed || links == most) fail(path, failed ? failed.value() : ELOOP, "cannot follow this link: ");
    target = target.parent_path() / next;
  }
  return target;
}

// Where a file is written, links followed, and what is there now.
struct Target {
  fs::path file, folder;
  fs::file_status status = {};

  bool is_ordinary() const { return !fs::exists(status) || fs::is_regular_file(status); }
};

// In a folder one may write in, a read-only file could be replaced; whoever made it so did not want that. Its
// mode is asked too, for the superuser may write everything.
bool is_read_only(const Target& target) {
  constexpr fs::perms writers = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  return (target.status.permissions() & writers) == fs::perms::none ||
         faccessat(AT_FDCWD, target.file.c_str(), W_OK, AT_EACCESS) != 0;
}

Target target_of(const fs::path& path) {
  if (path.empty() || !path.has_filename()) {
    throw AccessError(path, "this is not the name of a file", "give a file name, such as figure.png");
  }
  std::error_code failed;
  Target target{behind_links(path), {}};
  target.folder = target.file.has_parent_path() ? target.file.parent_path() : fs::path(".");
  target.status = fs::status(target.file, failed);
  if (target.status.type() == fs::file_type::none) fail(path, failed.value());
  if (fs::is_directory(target.status)) {
    throw AccessError(path, "cannot write here, this is a folder", "add a file name");
  }
  if (!fs::is_directory(target.folder, failed)) {
    throw AccessError(path, "the folder " + target.folder.string() + " does not exist", "make it first");
  }
  if (fs::exists(target.status) && is_read_only(target)) {
    throw AccessError(path, "this file is read-only", "choose another name, or make it writable");
  }
  if (target.is_ordinary() && faccessat(AT_FDCWD, target.folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    fail(path, errno);
  }
  return target;
}

class File {
 public:
  explicit File(int number) : number_(number) {}
  ~File() {
    if (is_open()) close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_;
};

void fill(const File& file, const fs::path& shown, const std::function<void(std::ostream&)>& write) {
  FileBuffer buffer(file.number());
  std::ostream out(&buffer);
  try {
    write(out);
  } catch (...) {
    // An encoder that could not write knows less about the reason.
    if (buffer.error() != 0) fail(shown, buffer.error());
    throw;
  }
  out.flush();
  if (!out) fail(shown, buffer.error() != 0 ? buffer.error() : EIO);
}

// Waits until what was written is on the disk. Not every file system can.
void settle(const File& file, const fs::path& shown) {
  if (fsync(file.number()) != 0 && errno != EINVAL && errno != ENOTSUP) fail(shown, errno);
}

// The name of a file that is not complete.
class Aside {
 public:
  Aside(const Target& target, const fs::path& shown) : target_(target), shown_(shown) {}
  ~Aside() {
    if (!name_.empty()) unlink(name_.c_str());
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

  bool is_named() const { return !name_.empty(); }
  // Calls `make`, which fails with EEXIST when there is a file of this name, until a name is found. Returns
  // what `make` returned.
  template <typename Make>
  int name(const Make& make) {
    static std::atomic<unsigned> serial{0};
    // Cut, so that a name of the greatest length still finds room beside itself.
    const std::string stem = target_.file.filename().string().substr(0, 200);
    while (true) {
      const fs::path name = target_.folder / ("." + stem + "." + std::to_string(getpid()) + "-" +
                                              std::to_string(serial++) + ".part");
      const int made = make(name.c_str());
      if (made < 0 && errno == EEXIST) continue;
      if (made < 0) fail(shown_, errno);
      name_ = name;
      return made;
    }
  }
  void become_target() {
    if (rename(name_.c_str(), target_.file.c_str()) != 0)
      fail(shown_, errno, "cannot replace the old file: ");
    name_.clear();
  }

 private:
  const Target& target_;
  const fs::path& shown_;
  fs::path name_;
};

// A file without a name: nothing is left of it even when the program is killed. Negative where the file
// system has none, or no way to name it later.
int open_nameless(const fs::path& folder) {
  if (access("/proc/self/fd", X_OK) != 0) return -1;
  return open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

int name_file(const File& file, const char* name) {
  const std::string number = "/proc/self/fd/" + std::to_string(file.number());
  return linkat(AT_FDCWD, number.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

int open_new(const char* name) { return open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666); }

// The names in a folder are kept apart from the files; who may not read it cannot wait for them.
void settle_names(const Target& target, const fs::path& shown) {
  const File folder(open(target.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.is_open()) settle(folder, shown);
}

}  // namespace

std::string ending_of(const fs::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return ending;
}

void check_replaceable(const fs::path& path) { target_of(path); }

void replace_file(const fs::path& path, const std::function<void(std::ostream&)>& write) {
  const Target target = target_of(path);
  if (!target.is_ordinary()) {
    const File file(open(target.file.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.is_open()) fail(path, errno);
    return fill(file, path, write);
  }
  Aside aside(target, path);
  const int nameless = open_nameless(target.folder);
  const File file(nameless >= 0 ? nameless : aside.name(open_new));
  fill(file, path, write);
  if (fs::exists(target.status)) fchmod(file.number(), static_cast<mode_t>(target.status.permissions()));
  settle(file, path);
  if (!aside.is_named()) aside.name([&](const char* name) { return name_file(file, name); });
  aside.become_target();
  settle_names(target, path);
}

void replace_file(const fs::path& path, std::span<const char> bytes) {
  replace_file(path, [bytes](std::ostream& out) {
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  });
}

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
