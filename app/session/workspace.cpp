#include "app/session/workspace.h"

#include <utility>

namespace headlight {

Workspace::Workspace(Session session, std::function<void()> wake)
    : session_(std::move(session)), wake_(std::move(wake)) {
  Document nothing_yet;
  nothing_yet.computing = true;
  document_ = std::make_shared<Document>(std::move(nothing_yet));
  request();
  worker_ = std::thread([this] { work(); });
}

Workspace::~Workspace() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  worker_.join();
}

DocumentPtr Workspace::document() {
  DocumentPtr newest;
  {
    const std::lock_guard lock(mutex_);
    newest = document_;
  }
  // A token or a cell that the new sentence does not have is let go here, not in the history.
  session_ = fitted(std::move(session_), *newest);
  return newest;
}

DocumentPtr Workspace::wait() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !wanted_ && !busy_; });
  }
  return document();
}

void Workspace::apply(const Action& action) {
  Session next = update(session_, action, *document());
  if (next == session_) return;
  if (same_content(next, session_)) {
    session_ = std::move(next);
    return;
  }
  past_.push_back(std::exchange(session_, std::move(next)));
  future_.clear();
  request();
}

void Workspace::undo() {
  if (past_.empty()) return;
  future_.push_back(std::exchange(session_, on_screen_of(std::move(past_.back()), session_)));
  past_.pop_back();
  request();
}

void Workspace::redo() {
  if (future_.empty()) return;
  past_.push_back(std::exchange(session_, on_screen_of(std::move(future_.back()), session_)));
  future_.pop_back();
  request();
}

void Workspace::request() {
  {
    const std::lock_guard lock(mutex_);
    if (!document_->computing && belongs_to(*document_, session_)) return;
    wanted_ = session_;
    auto marked = std::make_shared<Document>(*document_);
    marked->computing = true;
    document_ = std::move(marked);
  }
  changed_.notify_all();
}

void Workspace::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stop_ || wanted_; });
    if (stop_) return;
    // Only the latest request counts; those it replaced are never computed.
    const Session session = *std::exchange(wanted_, std::nullopt);
    const DocumentPtr before = document_;
    busy_ = true;
    lock.unlock();
    const DocumentPtr done = compute(session, before);
    lock.lock();
    busy_ = false;
    if (wanted_) {
      auto marked = std::make_shared<Document>(*done);
      marked->computing = true;
      document_ = std::move(marked);
    } else {
      document_ = done;
    }
    changed_.notify_all();
    if (wake_) {
      lock.unlock();
      wake_();
      lock.lock();
    }
  }
}

}  // namespace headlight
