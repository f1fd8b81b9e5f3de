#include "core/files/whole_file.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <new>
#include <random>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

#include "core/platform/background.h"
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
    throw AccessError(path, "cannot write here: this is a folder", "add a file name");
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

// ".NAME.x.part" of `path`, as this program names what it writes until it is whole.
bool is_part_of(const fs::path& path, const std::string& name) {
  const std::string begin = "." + path.filename().string().substr(0, 200) + ".", end = ".part";
  if (name.size() <= begin.size() + end.size() || !name.starts_with(begin) || !name.ends_with(end))
    return false;
  const std::string_view own =
      std::string_view(name).substr(begin.size(), name.size() - begin.size() - end.size());
  return own.find_first_not_of("0123456789abcdef-") == std::string_view::npos;
}

// What a program that was killed left beside `path`. What another one is just writing is locked, or new.
void remove_leftovers(const fs::path& path) {
  using namespace std::chrono_literals;
  static std::mutex mutex;
  static std::set<std::string> done;  // once in a run is enough
  {
    const std::lock_guard lock(mutex);
    if (!done.insert(path.string()).second) return;
  }
  std::error_code error;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (auto each = fs::directory_iterator(folder, error); !error && each != fs::directory_iterator();
       each.increment(error)) {
    if (!is_part_of(path, each->path().filename().string())) continue;
    std::error_code gone;
    const fs::file_status status = each->symlink_status(gone);
    const auto age = fs::file_time_type::clock::now() - each->last_write_time(gone);
    if (gone) continue;
    if (fs::is_directory(status) && age > 1h) fs::remove_all(each->path(), gone);
    if (!fs::is_regular_file(status) || age < 1min) continue;
    if (FileLock::take(each->path(), FileLock::Takes::old_file) != nullptr) fs::remove(each->path(), gone);
  }
}

// Letters that no other name has.
std::string unique() {
  std::random_device random;
  char letters[9];
  std::snprintf(letters, sizeof letters, "%08x", static_cast<unsigned>(random()));
  return letters;
}

}  // namespace

FileError::FileError(const std::string& line) : std::runtime_error(line) {}
FileError::FileError(const std::filesystem::path& path, std::string_view what, std::string_view hint)
    : std::runtime_error(one_line(path, what, hint)) {}

namespace {

// What is at the end of a path, where that is no file that can be read.
std::string_view kind_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::directory:
      return "is a folder, not a file";
    case fs::file_type::fifo:
      return "is a pipe, not a file";
    case fs::file_type::socket:
      return "is a socket, not a file";
    case fs::file_type::block:
    case fs::file_type::character:
      return "is a device, not a file";
    default:
      return "is not a file";
  }
}

}  // namespace

std::uintmax_t size_of_file(const fs::path& file) {
  ++done_here().files;
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found)
    throw AccessError(file, "there is no such file", "check the name");
  if (status.type() == fs::file_type::none)
    throw AccessError(file, "cannot be read: " + error.message(), "check the name");
  if (!fs::is_regular_file(status))
    throw AccessError(file, kind_of(status.type()),
                      fs::is_directory(status) ? "name a file in it" : "save its output as a file first");
  const std::uintmax_t size = fs::file_size(file, error);
  if (error) throw AccessError(file, "cannot be read: " + error.message(), "check the name");
  return size;
}

std::ifstream open_file_to_read(const fs::path& file) {
  size_of_file(file);
  std::ifstream in(file, std::ios::binary);
  if (!in) throw AccessError(file, "cannot be read", "check its permissions");
  return in;
}

std::string read_text(const fs::path& file, std::uintmax_t most) {
  const std::uintmax_t size = size_of_file(file);
  if (size > most) throw FormatError(file, "is far too large for a file of this kind");
  std::ifstream in = open_file_to_read(file);
  note_read(file);
  std::string text;
  try {
    // In parts: it may be another size by now, and may have no end.
    constexpr std::size_t part = 1 << 20;
    text.reserve(static_cast<std::size_t>(size) + 1);
    while (text.size() <= most) {
      const std::size_t before = text.size();
      text.resize(before + std::min<std::size_t>(part, static_cast<std::size_t>(size) + 1));
      const std::streamsize got =
          in.rdbuf()->sgetn(text.data() + before, static_cast<std::streamsize>(text.size() - before));
      text.resize(before + static_cast<std::size_t>(got));
      if (got == 0) break;
    }
  } catch (const std::ios_base::failure& failed) {
    // A failing disk, in the middle of the file.
    throw AccessError(file, "cannot be read to the end: " + failed.code().message(), "copy the file again");
  }
  if (text.size() > most) throw FormatError(file, "is far too large for a file of this kind");
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
  if (target.is_ordinary()) remove_leftovers(target.file);
}

namespace {

[[noreturn]] void fail_folder(const fs::path& path, const std::error_code& error) {
  throw AccessError(path, "cannot be made: " + error.message(), "choose another folder");
}

// What is said of a folder aside, said of the folder that it becomes.
std::string with_name_of(std::string text, const fs::path& aside, const fs::path& target) {
  for (std::size_t at = text.find(aside.string()); at != std::string::npos;
       at = text.find(aside.string(), at))
    text.replace(at, aside.string().size(), target.string());
  return text;
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

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && !fs::is_directory(path, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) fail_folder(path, error);
}

void replace_folder(const fs::path& path, const std::function<void(const fs::path& aside)>& write) {
  std::error_code error;
  fs::path target = fs::absolute(path).lexically_normal();
  if (!target.has_filename()) target = target.parent_path();  // "models/mine/"
  fs::create_directories(target.parent_path(), error);
  if (error) fail_folder(path, error);
  const FolderAside aside(target);
  try {
    write(aside.path());
  } catch (const AccessError& failed) {
    throw AccessError(with_name_of(failed.what(), aside.path(), target));
  }
  if (!fs::exists(target, error)) {
    fs::rename(aside.path(), target, error);
    if (error) fail_folder(path, error);
    remove_leftovers(target);
    return;
  }
  for (const auto& entry : fs::directory_iterator(aside.path())) {
    fs::rename(entry.path(), target / entry.path().filename(), error);
    if (error) throw AccessError(target / entry.path().filename(), "cannot be replaced: " + error.message());
  }
  remove_leftovers(target);
}

TemporaryFolder::TemporaryFolder() {
  const fs::path place = fs::temp_directory_path();
  std::error_code error;
  do {
    path_ = place / ("headlight " + unique());
  } while (!fs::create_directory(path_, error) && !error);
  if (!error) fs::permissions(path_, fs::perms::owner_all, error);
  if (error) {
    throw AccessError(place, "cannot make a folder here: " + error.message(), "set TMPDIR to another folder");
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code left_behind;
  fs::remove_all(path_, left_behind);
}

}  // namespace headlight
