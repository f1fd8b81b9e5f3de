#include "app/session/workspace.h"

#include <utility>

#include "app/lessons/page.h"

namespace headlight {
namespace {

// A lecture has a few hundred; a window that stays open for weeks shall not grow.
constexpr std::size_t most_changes = 1000;

}  // namespace

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
  if (opened_ && !newest->computing && belongs_to(*newest, *opened_)) {
    notice_ = not_there(*std::exchange(opened_, std::nullopt), *newest);
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

void Workspace::apply(const Action& action, int gesture) {
  Session next = update(session_, action, *document());
  const bool looks = same_matter(next, session_);
  if (const auto* open = std::get_if<OpenSession>(&action)) {
    opened_ = open->session;
  } else if (!looks) {
    opened_.reset();
  }
  if (same_content(next, session_)) {
    session_ = std::move(next);
    keep_up();
    return;
  }
  notice_.clear();
  const bool looked = !past_.empty() && same_matter(past_.back(), session_);
  const bool goes_on = !past_.empty() && (looks ? looked : !looked && gesture != 0 && gesture == gesture_);
  if (!goes_on) past_.push_back(session_);
  if (past_.size() > most_changes) past_.erase(past_.begin());
  session_ = std::move(next);
  if (past_.back() == session_) past_.pop_back();
  if (looks) {
    // An edit that was undone can still be redone after a look around.
    while (!future_.empty() && same_matter(future_.back(), session_)) future_.pop_back();
  } else {
    future_.clear();
    gesture_ = gesture;
  }
  request();
}

void Workspace::restore(const Session& left) {
  past_.push_back(std::exchange(session_, left));
  static_cast<Appearance&>(past_.back()) = left;
  if (!left.edits.empty()) {
    past_.push_back(left);
    past_.back().edits.clear();
  }
  request();
}

void Workspace::undo() { step(past_, future_); }
void Workspace::redo() { step(future_, past_); }

void Workspace::step(std::vector<Session>& from, std::vector<Session>& to) {
  if (from.empty()) return;
  to.push_back(std::exchange(session_, on_screen_of(std::move(from.back()), session_)));
  from.pop_back();
  gesture_ = 0;
  opened_.reset();
  notice_.clear();
  request();
}

void Workspace::take_back() {
  if (!past_.empty() && same_matter(past_.back(), session_)) undo();
  undo();
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

// A lesson that was read again is another one, and the session names it as before.
void Workspace::keep_up() {
  {
    const std::lock_guard lock(mutex_);
    if (document_->computing || has_page(*document_, session_)) return;
  }
  request();
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
    DocumentPtr done = compute(session, before);
    lock.lock();
    publish(std::move(done), lock);
    count(lock);
    busy_ = false;
    changed_.notify_all();
  }
}

// Who waits goes on when the window knows, too.
void Workspace::publish(DocumentPtr done, std::unique_lock<std::mutex>& lock) {
  if (wanted_) {
    auto marked = std::make_shared<Document>(*done);
    marked->computing = true;
    document_ = std::move(marked);
  } else {
    document_ = std::move(done);
  }
  if (!wake_) return;
  lock.unlock();
  wake_();
  lock.lock();
}

// What a lesson counts over many sentences comes later, and never before something newer.
void Workspace::count(std::unique_lock<std::mutex>& lock) {
  if (wanted_ || stop_ || document_->page == nullptr || !document_->page->counting) return;
  const DocumentPtr shown = document_;
  lock.unlock();
  const auto page = counted_page(*shown->page, shown, [this] {
    const std::lock_guard newest(mutex_);
    return !wanted_ && !stop_;
  });
  lock.lock();
  if (page == nullptr || wanted_ || stop_) return;
  auto counted = std::make_shared<Document>(*shown);
  counted->page = page;
  publish(std::move(counted), lock);
}

}  // namespace headlight
