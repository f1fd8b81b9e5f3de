// The open session, kept in a file while the program runs: what an unexpected end leaves behind is found at
// the next start.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "app/session/session.h"

namespace headlight {

class Autosave {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds rest{2};  // between two writings

  // Keeps nothing when `folder` is empty, cannot be written, or is in use by another window.
  explicit Autosave(const std::filesystem::path& folder);
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  // The session of a run before this one that did not come to its end.
  const std::optional<Session>& left_behind() const { return left_behind_; }
  // Writes `session` unless that was done already or less than `rest` ago. Returns how long the caller may
  // sleep before it has to ask again; nothing when all is written.
  std::optional<Clock::duration> keep(const Session& session, Clock::time_point now = Clock::now());

 private:
  std::filesystem::path file_, mark_;
  int lock_ = -1;
  std::optional<Session> left_behind_;
  std::optional<Session> kept_;
  Clock::time_point written_;
};

}  // namespace headlight
