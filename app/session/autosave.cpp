#include "app/session/autosave.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <exception>

#include "app/session/session_file.h"

namespace headlight {

// The mark is there while a program runs. It is locked as well, and a lock ends with its program: a mark
// without one was left by a program that did not come to its end.
Autosave::Autosave(const std::filesystem::path& folder) {
  if (folder.empty()) return;
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  file_ = folder / "session.json";
  mark_ = folder / "running";
  const bool marked = std::filesystem::exists(mark_, failed);
  lock_ = open(mark_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock_ < 0) return;
  if (flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    close(lock_);
    lock_ = -1;
    return;
  }
  if (!marked) return;
  try {
    left_behind_ = load_session(file_);
  } catch (const std::exception&) {
    // It ended before anything was kept.
  }
}

Autosave::~Autosave() {
  if (lock_ < 0) return;
  std::error_code ignored;
  std::filesystem::remove(mark_, ignored);
  close(lock_);
}

std::optional<Autosave::Clock::duration> Autosave::keep(const Session& session, Clock::time_point now) {
  if (lock_ < 0 || kept_ == session) return std::nullopt;
  if (kept_ && now < written_ + rest) return written_ + rest - now;
  written_ = now;
  kept_ = session;
  try {
    save_session(file_, session);
  } catch (const std::exception&) {
    // A full disk must not end a lesson; the next change tries again.
  }
  return std::nullopt;
}

}  // namespace headlight
