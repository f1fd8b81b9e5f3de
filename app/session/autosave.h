// The open session, kept in a file while the program runs: what was open, saved or not, is found at the next
// start, also after an unexpected end.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/session/session.h"
#include "core/platform/background.h"
#include "core/platform/files.h"

namespace headlight {

// Each window has a place of its own in the folder: session.json with the mark `running`, session-2.json with
// running-2, and so on. After several unexpected ends each window that is opened takes up one session.
class Autosave {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds rest{2};  // between two writings

  // Keeps nothing when `folder` is empty or cannot be written.
  explicit Autosave(const std::filesystem::path& folder);
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  // Whether nothing is kept: there is no folder that can be written, or the disk has refused the last
  // session.
  bool keeps_nothing() const { return lock_ == nullptr || failed_; }

  // The session of a window before this one that did not come to its end, or that left it on purpose.
  const std::optional<Session>& left_behind() const { return left_behind_; }
  // The file that it was saved in, if it was; empty after an unexpected end.
  const std::filesystem::path& left_in() const { return left_in_; }
  // Whether that window did not come to its end.
  bool ended_badly() const { return ended_badly_; }
  // Lets a job write `session` unless that was done already or less than `rest` ago. Returns how long the
  // caller may sleep before it has to ask again; nothing when all is written or being written.
  std::optional<Clock::duration> keep(const Session& session, Clock::time_point now = Clock::now());
  // Waits for what is being written.
  void finish();
  // At the end: writes `session` at once, and the next window finds it, with the file that it belongs to.
  void leave(const Session& session, const std::filesystem::path& saved_in = {});

 private:
  bool take_up(const std::filesystem::path& folder, int place);
  bool begin(const std::filesystem::path& folder, int place);

  std::filesystem::path file_, mark_;
  bool ended_badly_ = false;
  bool leaves_ = false;
  std::unique_ptr<FileLock> lock_;
  std::optional<Session> left_behind_;
  std::filesystem::path left_in_;
  std::optional<Session> kept_;
  Clock::time_point written_;
  std::atomic<bool> failed_ = false;
  std::optional<Job> writing_;  // the last member: it uses the others
};

}  // namespace headlight
