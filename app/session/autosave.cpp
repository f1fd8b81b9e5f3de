#include "app/session/autosave.h"

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

// A mark is there while its window runs. It is locked as well, and a lock ends with its program: a mark
// without one was left by a window that did not come to its end.
std::unique_ptr<FileLock> lock_left(const fs::path& mark) {
  return FileLock::take(mark, FileLock::Takes::old_file);
}

fs::path saved_in(const fs::path& mark) {
  try {
    const std::string text = read_text(mark);
    return text.starts_with(kept_mark) ? text.substr(kept_mark.size()) : "";
  } catch (const std::exception&) {
    return {};
  }
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
  if (lock_ == nullptr) return;
  std::error_code ignored;
  if (!leaves_) fs::remove(mark_, ignored);
}

bool Autosave::take_up(const fs::path& folder, int place) {
  const fs::path mark = in_place(folder, "running", place, "");
  std::unique_ptr<FileLock> lock = lock_left(mark);
  if (lock == nullptr) return false;
  const fs::path file = in_place(folder, "session", place, ".json");
  try {
    left_behind_ = load_session(file);
  } catch (const std::exception&) {
    return false;  // it ended before anything was kept
  }
  lock_ = std::move(lock);
  file_ = file;
  mark_ = mark;
  // From here on the mark is this window's.
  std::error_code failed;
  ended_badly_ = fs::file_size(mark, failed) == 0;
  left_in_ = saved_in(mark);
  if (!lock_->write("")) ended_badly_ = true;
  return true;
}

bool Autosave::begin(const fs::path& folder, int place) {
  // Whoever writes to a pipe waits until it is read.
  std::error_code ignored;
  const fs::file_status there = fs::status(in_place(folder, "session", place, ".json"), ignored);
  if (fs::exists(there) && !fs::is_regular_file(there)) return false;
  const fs::path mark = in_place(folder, "running", place, "");
  lock_ = FileLock::take(mark, FileLock::Takes::new_file);
  if (lock_ == nullptr) lock_ = lock_left(mark);
  if (lock_ == nullptr) return false;
  file_ = in_place(folder, "session", place, ".json");
  mark_ = mark;
  return true;
}

std::optional<Autosave::Clock::duration> Autosave::keep(const Session& session, Clock::time_point now) {
  if (lock_ == nullptr || kept_ == session) return std::nullopt;
  if (kept_ && now < written_ + rest) return written_ + rest - now;
  if (writing_ && !writing_->done()) return rest;
  writing_.emplace([this, session] {
    try {
      save_session(file_, session);
      failed_ = false;
    } catch (const std::exception&) {
      // A full disk must not end a lesson; the next change tries again.
      failed_ = true;
    }
  });
  written_ = now;
  kept_ = session;
  return std::nullopt;
}

void Autosave::finish() {
  if (writing_) writing_->finish();
}

void Autosave::leave(const Session& session, const fs::path& saved_in) {
  if (lock_ == nullptr) return;
  finish();
  try {
    save_session(file_, session);
    leaves_ = lock_->write(std::string(kept_mark) + saved_in.string());
  } catch (const std::exception&) {
    // A full disk keeps no window open.
  }
}

}  // namespace headlight
