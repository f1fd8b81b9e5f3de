// Sessions in files, and where a session goes by itself so that an unexpected end costs nothing.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "core/models/card.h"
#include "core/platform/background.h"
#include "core/platform/files.h"

namespace headlight {

// Throws FileError, or std::invalid_argument naming the file, the line and the field.
Session load_session(const std::filesystem::path& file);
// The old file stays until the new one is complete. Throws AccessError.
void save_session(const std::filesystem::path& file, const Session& session);

// The folder of sessions used last, else the home folder. Remembering it is a courtesy: a failure is no
// error.
std::filesystem::path sessions_folder();
void remember_sessions_folder(const std::filesystem::path& folder);

// The address of the page that links lead to, as it was chosen last: "headlight.html" until then, the file
// that `headlight export --html` and `./run.sh --web` write.
std::string page_of_links();
void remember_page_of_links(const std::string& page);

// The folders whose models were opened lately, kept beside the last session.

// The newest first; folders that are gone are left out.
std::vector<std::string> recent_models();
// What is shipped, behind the model `open` in a folder and those opened lately.
std::vector<CatalogueModel> models_at_hand(const std::string& open);
// Puts the model of a folder first. Of a shipped one, by its name, nothing has to be kept.
void remember_model(const std::string& name_or_folder);

// How Headlight looks, as a person chose it for whatever is open: theme and size. Kept when it changes, so
// that no kind of end loses it.
class LookKept {
 public:
  // Reads what is kept in the folder; an empty path keeps nothing. A file that cannot be read is as none.
  explicit LookKept(const std::filesystem::path& folder);

  const std::optional<Appearance>& look() const { return kept_; }
  // Writes it where it is another one. A full disk loses only this.
  void keep(const Appearance& look);

 private:
  std::filesystem::path file_;
  std::optional<Appearance> kept_;
};

// The open session, kept in a file while the program runs: what was open, saved or not, is found at the next
// start, also after an unexpected end.

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
