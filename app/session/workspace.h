// The session with its history, and the worker that keeps its document up to date off the frame.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "app/session/action.h"
#include "app/session/document.h"

namespace headlight {

class Workspace {
 public:
  // `wake` is called from the worker's thread when a document is ready (glfwPostEmptyEvent).
  explicit Workspace(Session session, std::function<void()> wake = {});
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  const Session& session() const { return session_; }
  // The newest finished document; never null, never blocks.
  DocumentPtr document();
  // Waits until the document belongs to the session: tests, screenshots, the command line.
  DocumentPtr wait();

  void apply(const Action& action);
  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  void undo();
  void redo();

 private:
  void work();
  void request();

  Session session_;
  std::vector<Session> past_;
  std::vector<Session> future_;
  std::function<void()> wake_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Session> wanted_;
  DocumentPtr document_;
  bool busy_ = false;
  bool stop_ = false;
  std::thread worker_;
};

}  // namespace headlight
