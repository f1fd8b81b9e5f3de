// The open session, kept in a file while the program runs: what an unexpected end leaves behind is found at
// the next start.
#pragma once

#include <chrono>
#include <filesystem>
#include <future>
#include <optional>

#include "app/session/session.h"

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

  // The session of a window before this one that did not come to its end.
  const std::optional<Session>& left_behind() const { return left_behind_; }
  // Lets a thread write `session` unless that was done already or less than `rest` ago. Returns how long the
  // caller may sleep before it has to ask again; nothing when all is written or being written.
  std::optional<Clock::duration> keep(const Session& session, Clock::time_point now = Clock::now());
  // Waits for what is being written.
  void finish();

 private:
  bool take_up(const std::filesystem::path& folder, int place);
  bool begin(const std::filesystem::path& folder, int place);

  std::filesystem::path file_, mark_;
  int lock_ = -1;
  std::optional<Session> left_behind_;
  std::optional<Session> kept_;
  Clock::time_point written_;
  std::future<void> writing_;
};

}  // namespace headlight
