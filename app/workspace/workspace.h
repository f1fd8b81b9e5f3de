// The session with its history, and the worker that computes off the frame what is shown of it.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/lessons/page.h"
#include "app/session/action.h"
#include "app/session/results.h"
#include "core/platform/background.h"

namespace headlight {

// What is computed for a session; each immutable, both made for the same one.
struct Finished {
  ResultsPtr results;  // never null
  LessonPagePtr page;  // of the open lesson; null without one

  bool operator==(const Finished&) const = default;
};

class Workspace {
 public:
  // `wake` is called from any thread when results are ready (glfwPostEmptyEvent). Of `known` results, what
  // the session needs is not computed again.
  explicit Workspace(Session session, std::function<void()> wake = {}, ResultsPtr known = nullptr);
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  const Session& session() const { return session_; }
  // The newest finished ones; never blocks.
  Finished finished();
  ResultsPtr results() { return finished().results; }
  LessonPagePtr page() { return finished().page; }
  // Waits until they belong to the session: tests, screenshots, the command line.
  ResultsPtr wait();
  // From now on a lesson's page keeps "(being counted)" where it counts over many sentences: for who walks
  // through lessons and looks at something else.
  void leave_uncounted() { counts_ = false; }

  // A model's files have come since: a second translator may be there now.
  void look_again() { worker_.wake(); }
  // What the open lab reads beside the session may have changed (Lab::outside).
  void look_outside() { request(); }

  // Changes of matter (model, sentences, edits) are undone one by one; looking elsewhere between two of them
  // is one entry at most, so that it never buries an edit. What one press of the mouse drags (`gesture`, 0
  // for none) is one change.
  void apply(const Action& action, int gesture = 0);
  // No undoing changes what belongs to the room, the theme and the size of all letters among it.
  // Goes on with what a window before this one left: undoing takes back its edits, then all of it.
  void restore(const Session& left);
  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  void undo();
  void redo();
  // Undoes the last change of matter, wherever one has looked since; nothing without one.
  bool can_take_back() const;
  void take_back();

  // What an opened session asked for that was not there, until something else is done.
  const std::string& notice() const { return notice_; }

 private:
  bool work();
  struct UnderWay;
  Finished compute_all(UnderWay& under_way, const Finished& before);
  void publish(Finished done, std::unique_lock<std::mutex> lock);
  bool hear();
  bool count();
  bool outdated() const { return wanted_ || worker_.stopping(); }
  void request();
  void keep_up();
  void step(std::vector<Session>& from, std::vector<Session>& to);

  // A session that is being computed, in one turn of the worker or in several.
  struct UnderWay {
    Session session;
    WorkPieces pieces;
    UnfinishedPass unfinished;
    std::chrono::steady_clock::time_point begun,
        shown;  // since when, and when it was last said how far it is
  };

  // What session_ was last fitted to: until one of these or the session itself changes, it fits.
  struct Fitted {
    ResultsPtr results = nullptr;
    LessonScriptsPtr scripts = nullptr;

    bool operator==(const Fitted&) const = default;
  };
  void become(Session session);

  Session session_;  // changed by become() alone
  Fitted fitted_;
  std::vector<Session> past_;
  std::vector<Session> future_;
  int gesture_ = 0;                // that made the last change of matter
  std::optional<Session> opened_;  // as it was asked for, until its results are there
  std::string notice_;
  std::function<void()> wake_;

  std::mutex mutex_;
  std::optional<Session> wanted_;
  Finished finished_;
  std::optional<UnderWay> under_way_;
  Session done_;                          // of which `finished_` is; the worker's
  ResultsPtr begun_;                      // what was finished of a computing that is not at its end
  std::optional<PageCounting> counting_;  // of the newest page
  std::atomic<bool> counts_ = true;
  Worker worker_{[this] { return work(); }};  // the last member: it uses the others
};

}  // namespace headlight
