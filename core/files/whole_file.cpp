#include "core/files/whole_file.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <mutex>
#include <new>
#include <random>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

#include "core/text/unicode.h"

namespace headlight {
namespace {

std::string one_line(const std::filesystem::path& path, std::string_view what, std::string_view hint) {
  std::string line = path.string() + ": " + std::string(what);
  if (!hint.empty()) line.append("; ").append(hint);
  // Names may hold anything; an error stays one line.
  return printable(line);
}

namespace fs = std::filesystem;

std::string_view hint_for(const std::error_code& error) {
  if (error == std::errc::no_space_on_device) return "free some space or write elsewhere";
  if (error == std::errc::filename_too_long) return "choose a shorter name";
  if (error == std::errc::io_error) return "write elsewhere; this disk may be failing";
  return "choose a folder you may write in";
}

[[noreturn]] void fail(const fs::path& shown, const std::error_code& error,
                       const std::string& what = "cannot write: ") {
  throw AccessError(shown, what + error.message(), hint_for(error));
}

// What the links at `path` lead to, whether that is there or not.
fs::path behind_links(const fs::path& path) {
  constexpr int most = 40;  // as many as the system follows
  fs::path target = path;
  std::error_code failed;
  for (int links = 0; fs::is_symlink(fs::symlink_status(target, failed)); ++links) {
    const fs::path next = fs::read_symlink(target, failed);
    if (links == most) failed = std::make_error_code(std::errc::too_many_symbolic_link_levels);
    if (failed) fail(path, failed, "cannot follow this link: ");
    target = target.parent_path() / next;
  }
  return target;
}

// Where a file is written, links followed, and what is there now.
struct Target {
  fs::path file;
  fs::file_status status = {};

  bool is_ordinary() const { return !fs::exists(status) || fs::is_regular_file(status); }
};

// In a folder one may write in, a read-only file could be replaced; whoever made it so did not want that. Its
// mode is asked too, for the superuser may write everything.
bool is_read_only(const Target& target) {
  constexpr fs::perms writers = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  return (target.status.permissions() & writers) == fs::perms::none || check_writable(target.file);
}

Target target_of(const fs::path& path) {
  if (path.empty() || !path.has_filename()) {
    throw AccessError(path, "this is not the name of a file", "give a file name, such as figure.png");
  }
  std::error_code failed;
  Target target{behind_links(path)};
  const fs::path folder = target.file.has_parent_path() ? target.file.parent_path() : fs::path(".");
  target.status = fs::status(target.file, failed);
  if (target.status.type() == fs::file_type::none) fail(path, failed);
  if (fs::is_directory(target.status)) {
    throw AccessError(path, "cannot write here, this is a folder", "add a file name");
  }
  if (!fs::is_directory(folder, failed)) {
    throw AccessError(path, "the folder " + folder.string() + " does not exist", "make it first");
  }
  if (fs::exists(target.status) && is_read_only(target)) {
    throw AccessError(path, "this file is read-only", "choose another name, or make it writable");
  }
  if (target.is_ordinary()) {
    if (const std::error_code error = check_writable(folder)) fail(path, error);
  }
  return target;
}

// Letters that no other name has.
std::string unique() {
  std::random_device random;
  char letters[9];
  std::snprintf(letters, sizeof letters, "%08x", static_cast<unsigned>(random()));
  return letters;
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

std::string ending_of(const fs::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return ending;
}

void check_replaceable(const fs::path& path) { target_of(path); }

void replace_file(const fs::path& path, const std::function<void(std::ostream&)>& write) {
  check_replaceable(path);
  std::ostringstream out;
  write(out);
  if (!out) throw std::bad_alloc();
  replace_file(path, std::move(out).str());
}

void replace_file(const fs::path& path, std::span<const char> bytes) {
  replace_file(path, Pieces{1, [&](std::size_t) { return bytes; }});
}

void replace_file(const fs::path& path, const Pieces& pieces) {
  const Target target = target_of(path);
  const auto permissions =
      fs::exists(target.status) ? std::optional(target.status.permissions()) : std::nullopt;
  const std::error_code error = target.is_ordinary() ? replace_whole(target.file, pieces, permissions)
                                                     : write_into(target.file, pieces);
  if (error) fail(path, error);
}

namespace {

[[noreturn]] void fail_folder(const fs::path& path, const std::error_code& error) {
  throw AccessError(path, "cannot be made: " + error.message(), "choose another folder");
}

class FolderAside {
 public:
  explicit FolderAside(const fs::path& target)
      : path_(target.parent_path() /
              ("." + target.filename().string().substr(0, 200) + "." + unique() + ".part")) {
    std::error_code error;
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
  const fs::path place = fs::temp_directory_path();
  std::error_code error;
  do {
    path_ = place / ("headlight " + unique());
  } while (!fs::create_directory(path_, error) && !error);
  if (!error) fs::permissions(path_, fs::perms::owner_all, error);
  if (error) {
    throw AccessError(place, "cannot make a folder here: " + error.message(), "set TMPDIR to another place");
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code left_behind;
  fs::remove_all(path_, left_behind);
}

}  // namespace headlight
