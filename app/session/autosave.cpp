#include "app/session/autosave.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include "app/session/session_file.h"
#include "core/files/read_file.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr int most_windows = 64;
// In the mark of a window that came to its end and left something on purpose; behind it the path of the file
// that it was saved in. Else the mark is empty.
constexpr std::string_view kept_mark = "kept\n";

fs::path in_place(const fs::path& folder, const std::string& name, int place, const std::string& ending) {
  return folder / (name + (place == 1 ? "" : "-" + std::to_string(place)) + ending);
}

bool is_same_file(int file, const fs::path& path) {
  struct stat opened {
  }, named{};
  return fstat(file, &opened) == 0 && stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

// A mark is there while its window runs. It is locked as well, and a lock ends with its program: a mark
// without one was left by a window that did not come to its end. Returns -1 when there is no such mark.
int lock_left(const fs::path& mark) {
  const int file = open(mark.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return -1;
  // Between the two its window may have come to its end and removed it.
  if (flock(file, LOCK_EX | LOCK_NB) == 0 && is_same_file(file, mark)) return file;
  close(file);
  return -1;
}

int lock_new(const fs::path& mark) {
  const int file = open(mark.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  if (flock(file, LOCK_EX | LOCK_NB) == 0 && is_same_file(file, mark)) return file;
  close(file);
  return -1;
}

fs::path saved_in(const fs::path& mark) {
  try {
    const std::string text = read_text(mark);
    return text.starts_with(kept_mark) ? text.substr(kept_mark.size()) : "";
  } catch (const std::exception&) {
    return {};
  }
}

bool write_whole(int file, std::string_view text) {
  return write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

}  // namespace

Autosave::Autosave(const fs::path& folder) {
  if (folder.empty()) return;
  std::error_code failed;
  fs::create_directories(folder, failed);
  for (int place = 1; place <= most_windows; ++place) {
    if (take_up(folder, place)) return;
  }
  for (int place = 1; place <= most_windows; ++place) {
    if (begin(folder, place)) return;
  }
}

Autosave::~Autosave() {
  finish();
  if (lock_ < 0) return;
  std::error_code ignored;
  if (!leaves_) fs::remove(mark_, ignored);
  close(lock_);
}

bool Autosave::take_up(const fs::path& folder, int place) {
  const fs::path mark = in_place(folder, "running", place, "");
  const int lock = lock_left(mark);
  if (lock < 0) return false;
  const fs::path file = in_place(folder, "session", place, ".json");
  try {
    left_behind_ = load_session(file);
  } catch (const std::exception&) {
    // It ended before anything was kept.
    close(lock);
    return false;
  }
  lock_ = lock;
  file_ = file;
  mark_ = mark;
  // From here on the mark is this window's.
  std::error_code failed;
  ended_badly_ = fs::file_size(mark, failed) == 0;
  left_in_ = saved_in(mark);
  if (ftruncate(lock, 0) != 0) ended_badly_ = true;
  return true;
}

bool Autosave::begin(const fs::path& folder, int place) {
  // Whoever writes to a pipe waits until it is read.
  std::error_code ignored;
  const fs::file_status there = fs::status(in_place(folder, "session", place, ".json"), ignored);
  if (fs::exists(there) && !fs::is_regular_file(there)) return false;
  const fs::path mark = in_place(folder, "running", place, "");
  lock_ = lock_new(mark);
  if (lock_ < 0) lock_ = lock_left(mark);
  if (lock_ < 0) return false;
  file_ = in_place(folder, "session", place, ".json");
  mark_ = mark;
  return true;
}

std::optional<Autosave::Clock::duration> Autosave::keep(const Session& session, Clock::time_point now) {
  if (lock_ < 0 || kept_ == session) return std::nullopt;
  if (kept_ && now < written_ + rest) return written_ + rest - now;
  if (writing_.valid() && writing_.wait_for(Clock::duration::zero()) != std::future_status::ready)
    return rest;
  try {
    writing_ = std::async(std::launch::async, [file = file_, session, failed = failed_] {
      try {
        save_session(file, session);
        *failed = false;
      } catch (const std::exception&) {
        // A full disk must not end a lesson; the next change tries again.
        *failed = true;
      }
    });
  } catch (const std::exception&) {
    // Nor may a want of threads.
  }
  written_ = now;
  kept_ = session;
  return std::nullopt;
}

void Autosave::finish() {
  if (writing_.valid()) writing_.wait();
}

void Autosave::leave(const Session& session, const fs::path& saved_in) {
  if (lock_ < 0) return;
  finish();
  try {
    save_session(file_, session);
    leaves_ = write_whole(lock_, std::string(kept_mark) + saved_in.string());
  } catch (const std::exception&) {
    // A full disk keeps no window open.
  }
}

}  // namespace headlight
