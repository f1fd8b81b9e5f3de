// A browser's tab. Files are in memory (the page puts there what comes with Headlight and what a person
// opens), the state lies in the browser's storage, and what is written elsewhere is a download. There are no
// threads: work is done between frames.
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/platform/background.h"
#include "core/platform/files.h"
#include "core/platform/paths.h"
#include "core/platform/process.h"

// In web/system.js.
extern "C" {
void headlight_keep(const char* file, const char* bytes, int size);
void headlight_download(const char* name, const char* bytes, int size);
int headlight_lock(const char* file);
void headlight_choose(int folder);
}

namespace headlight {

namespace fs = std::filesystem;

// As web/page.js fills them.
fs::path program_folder() { return "/"; }
fs::path home_folder() { return "/Downloads"; }
fs::path state_folder() { return "/state"; }
std::vector<fs::path> font_folders() { return {"/fonts"}; }

std::error_code check_writable(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error) && !error) error = std::make_error_code(std::errc::no_such_file_or_directory);
  return error;
}

namespace {

std::string as_one(const Pieces& pieces) {
  std::string whole;
  for (std::size_t i = 0; i < pieces.count; ++i) {
    const std::span<const char> piece = pieces.at(i);
    whole.append(piece.data(), piece.size());
  }
  return whole;
}

std::error_code write_bytes(const fs::path& file, const std::string& bytes) {
  std::ofstream out(file, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return out.flush() ? std::error_code() : std::make_error_code(std::errc::not_enough_memory);
}

}  // namespace

std::error_code write_into(const fs::path& file, const Pieces& pieces) {
  return write_bytes(file, as_one(pieces));
}

std::error_code replace_whole(const fs::path& file, const Pieces& pieces, std::optional<fs::perms>) {
  const std::string bytes = as_one(pieces);
  std::error_code error;
  const bool is_state = file.parent_path() == state_folder();
  // What lies deeper stays until the tab is closed: a training and its models are too much for the storage.
  if (!is_state && file.native().starts_with(state_folder().native() + "/")) return write_bytes(file, bytes);
  // What a person gets is not here as well, unless it was opened.
  if (is_state || fs::exists(file, error)) error = write_bytes(file, bytes);
  if (error) return error;
  const std::string name = file.filename().string();
  (is_state ? headlight_keep : headlight_download)(name.c_str(), bytes.data(),
                                                   static_cast<int>(bytes.size()));
  return {};
}

// Asking for a file takes long here, and those that come with Headlight stay as they are once they are there.
FileStamp stamp_of(const fs::path& file) {
  static std::map<std::string, FileStamp> shipped;
  const std::string& name = file.native();
  if (const auto known = shipped.find(name); known != shipped.end()) return known->second;
  struct stat found {};
  if (stat(name.c_str(), &found) != 0) return {};
  const FileStamp stamp{.seconds = found.st_mtim.tv_sec,
                        .nanoseconds = found.st_mtim.tv_nsec,
                        .size = found.st_size,
                        .file = found.st_ino};
  if (name.starts_with("/assets/")) shipped.emplace(name, stamp);
  return stamp;
}

// Files are in memory as they are.
std::shared_ptr<const MappedFile> MappedFile::open(const fs::path&) { return nullptr; }

bool choose_file() {
  headlight_choose(0);
  return true;
}
bool choose_folder() {
  headlight_choose(1);
  return true;
}

bool asks_for_folders() { return false; }

namespace {

// By the number of the lock.
std::vector<fs::path>& locked() {
  static std::vector<fs::path> files;
  return files;
}

}  // namespace

// Another tab may hold the file: the browser knows.
std::unique_ptr<FileLock> FileLock::take(const fs::path& file, Takes takes) {
  std::error_code unknown;
  if (fs::exists(file, unknown) != (takes == Takes::old_file)) return nullptr;
  if (headlight_lock(file.filename().c_str()) == 0) return nullptr;
  std::unique_ptr<FileLock> lock(new FileLock(static_cast<int>(locked().size())));
  locked().push_back(file);
  if (takes == Takes::new_file) lock->write("");
  return lock;
}

FileLock::~FileLock() = default;  // held until the tab is closed

bool FileLock::write(std::string_view text) {
  return !replace_whole(locked()[static_cast<std::size_t>(file_)],
                        {1, [&](std::size_t) { return std::span<const char>(text); }}, std::nullopt);
}

std::string environment(const char*) { return ""; }
void set_environment(const char*, const std::string&) {}
std::vector<std::string> arguments(int argc, const char* const* argv) {
  return {argv + std::min(argc, 1), argv + argc};
}
bool has_display() { return true; }
bool is_terminal(StandardStream) { return false; }
void prepare_process() {}
void show_failure(const std::string&) {}
bool ask_person(const std::string&) { return false; }

std::string processor_name() { return "a browser"; }
int core_count() { return 1; }
void work_behind_others() {}

namespace {

constexpr std::chrono::milliseconds longest_turn(12);

struct Turn {
  explicit Turn(std::function<bool()> work) : slice(std::move(work)) {}

  void take() {
    begun = std::chrono::steady_clock::now();
    woken = false;
    working = true;
    const bool found = slice();
    working = false;
    woken = woken || found;
  }

  const std::function<bool()> slice;
  bool woken = false, working = false;
  std::chrono::steady_clock::time_point begun;
};

// Of all workers there are; whose turn it was last comes last.
std::vector<Turn*>& turns() {
  static std::vector<Turn*> all;
  return all;
}

}  // namespace

bool work_a_slice() {
  auto& all = turns();
  const auto next = std::find_if(all.begin(), all.end(), [](const Turn* each) { return each->woken; });
  if (next == all.end()) return false;
  Turn* const turn = *next;
  std::rotate(next, next + 1, all.end());
  turn->take();
  return true;
}

struct Worker::Thread : Turn {
  using Turn::Turn;
};

Worker::Worker(std::function<bool()> slice) : thread_(std::make_unique<Thread>(std::move(slice))) {
  turns().push_back(thread_.get());
}
Worker::~Worker() { std::erase(turns(), thread_.get()); }
void Worker::wake() { thread_->woken = true; }
void Worker::wait() {
  while (thread_->woken && !thread_->working) thread_->take();
}
bool Worker::busy() const { return thread_->woken || thread_->working; }
bool Worker::stopping() const { return false; }
bool Worker::turn_is_over() const { return std::chrono::steady_clock::now() - thread_->begun > longest_turn; }

void in_parallel(int count, const std::function<void(int)>& work) {
  for (int i = 0; i < count; ++i) work(i);
}

}  // namespace headlight
