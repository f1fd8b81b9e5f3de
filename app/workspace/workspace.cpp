#include "app/workspace/workspace.h"

#include <chrono>
#include <utility>

#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/session/lesson_script.h"

namespace headlight {
namespace {

// A lecture has a few hundred; a window that stays open for weeks shall not grow.
constexpr std::size_t most_changes = 1000;

bool belong_to(const Results& results, const Session& session) {
  return belongs_to(*results.document, session) && is_page_of(results.page, session);
}

// The same, while newer ones are computed.
Results marked(const Results& results) {
  auto document = std::make_shared<Document>(*results.document);
  document->computing = true;
  document->progress = 0;
  return {std::move(document), results.page};
}

using Clock = std::chrono::steady_clock;
// From when on it is said how far a computing is, and how often.
constexpr std::chrono::milliseconds long_since(300), between_signs(100);
// What is dragged is shown where it was a moment ago, as long as that does not take too long.
constexpr std::chrono::milliseconds patience(1000);

// Whether what is computed of `side` for `session` is of use for a newer one.
bool is_of_use(const Side& side, const Session& session, const Session& newer, Clock::duration taken) {
  if (session.model != newer.model) return false;
  for (int i = 0; i < 2; ++i) {
    if (sentence_of(newer, i) != side.text) continue;
    if (side.unedited == nullptr || taken < patience) return true;
    const bool lab = !shows_lab(session) || session.labs == newer.labs;
    const int before = sentence_of(session, 0) == side.text ? 0 : 1;
    if (lab && edits_in_force(newer, i) == edits_in_force(session, before)) return true;
  }
  return false;
}

}  // namespace

Workspace::Workspace(Session session, std::function<void()> wake)
    : session_(std::move(session)), wake_(std::move(wake)) {
  read_once(session_.lesson);
  results_ = marked({std::make_shared<const Document>(), nullptr});
  request();
}

Results Workspace::results() {
  Results newest;
  {
    const std::lock_guard lock(mutex_);
    newest = results_;
  }
  const Document& document = *newest.document;
  if (opened_ && !document.computing && belong_to(newest, *opened_)) {
    notice_ = not_there(*std::exchange(opened_, std::nullopt), document);
  }
  // A token or a cell that the new sentence does not have is let go here, not in the history.
  session_ = fitted(std::move(session_), {document, *lesson_scripts(session_.lesson)});
  return newest;
}

DocumentPtr Workspace::wait() {
  worker_.wait();
  return document();
}

void Workspace::apply(const Action& action, int gesture) {
  const auto* open = std::get_if<OpenSession>(&action);
  if (open != nullptr) read_once(open->session.lesson);
  const DocumentPtr known = document();
  const auto* lesson = std::get_if<OpenLesson>(&action);
  const std::string& asked = lesson != nullptr ? lesson->name : session_.lesson;
  Session next = update(session_, action, {*known, *lesson_scripts(asked)});
  const bool looks = same_matter(next, session_);
  if (open != nullptr) {
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
  read_once(left.lesson);
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
    if (!results_.document->computing && belong_to(results_, session_)) return;
    wanted_ = session_;
    results_ = marked(results_);
  }
  worker_.wake();
}

// A lesson that was read again is another one, and the session names it as before.
void Workspace::keep_up() {
  {
    const std::lock_guard lock(mutex_);
    if (results_.document->computing || is_page_of(results_.page, session_)) return;
  }
  request();
}

bool Workspace::work() {
  Session session;
  Results before;
  {
    const std::lock_guard lock(mutex_);
    if (!wanted_) return false;
    // Only the latest request counts; those it replaced are never computed.
    session = *std::exchange(wanted_, std::nullopt);
    before = results_;
  }
  Results done = computed(session, before);
  if (done.document->computing) {
    begun_ = std::move(done.document);
  } else {
    begun_.reset();
    publish(std::move(done), std::unique_lock(mutex_));
    count();
  }
  return true;
}

// Its document is still computing where a newer session has made it useless.
Results Workspace::computed(const Session& session, const Results& before) {
  Cancel cancel;
  const Clock::time_point start = Clock::now();
  Clock::time_point shown = start;
  Computing computing{.begun = begun_, .cancel = &cancel, .progress = {}};
  computing.progress = [&](const Side& side, float share) {
    std::unique_lock lock(mutex_);
    const Clock::time_point now = Clock::now();
    if (worker_.stopping() || (wanted_ && !is_of_use(side, session, *wanted_, now - start))) {
      cancel.request();
    } else if (now - start > long_since && now - shown > between_signs) {
      shown = now;
      auto document = std::make_shared<Document>(*results_.document);
      document->progress = share;
      publish({std::move(document), results_.page}, std::move(lock));
    }
  };
  Results done;
  done.document = compute(session, before.document, computing);
  if (!done.document->computing) done.page = lesson_page(session, done.document, before.page);
  return done;
}

void Workspace::publish(Results done, std::unique_lock<std::mutex> lock) {
  results_ = wanted_ ? marked(done) : std::move(done);
  lock.unlock();
  if (wake_) wake_();
}

// What a lesson counts over many sentences comes later, and never before something newer.
void Workspace::count() {
  std::unique_lock lock(mutex_);
  if (outdated() || results_.page == nullptr || !results_.page->counting) return;
  const Results shown = results_;
  lock.unlock();
  LessonPagePtr page = counted_page(*shown.page, shown.document, [this] {
    const std::lock_guard newest(mutex_);
    return !outdated();
  });
  lock.lock();
  if (page == nullptr || outdated()) return;
  publish({shown.document, std::move(page)}, std::move(lock));
}

}  // namespace headlight
