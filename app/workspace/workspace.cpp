#include "app/workspace/workspace.h"

#include <utility>

#include "app/lessons/library.h"

namespace headlight {
namespace {

// A lecture has a few hundred; a window that stays open for weeks shall not grow.
constexpr std::size_t most_changes = 1000;

bool belong_to(const Finished& finished, const Session& session) {
  return belongs_to(*finished.results, session) && is_page_of(finished.page, session);
}

// Who goes back keeps the dark screen, the large letters and how cells are explained.
Session as_it_looks(Session session, const Session& screen) {
  session.theme = screen.theme;
  session.scale = screen.scale;
  session.dial = screen.dial;
  session.torch = screen.torch;
  return on_screen_of(std::move(session), screen);
}

// The same, while newer ones are computed.
Finished marked(const Finished& finished) {
  auto results = std::make_shared<Results>(*finished.results);
  results->computing = true;
  results->progress = 0;
  return {std::move(results), finished.page};
}

using Clock = std::chrono::steady_clock;
// From when on it is said how far a computing is, and how often.
constexpr std::chrono::milliseconds long_since(300), between_signs(100);
// What is dragged is shown where it was a moment ago, as long as that does not take too long.
constexpr std::chrono::milliseconds patience(1000);

// Whether what is computed of `run` for `session` is of use for a newer one.
bool is_of_use(const Run& run, const Session& session, const Session& newer, Clock::duration taken) {
  const bool lab = !shows_lab(session) || session.labs == newer.labs;
  const auto is_run = [&](const Session& of, int i) {
    return of.runs[i].text == run.text && of.model_of(i) == run.model_name;
  };
  for (int i = 0; i < static_cast<int>(newer.runs.size()); ++i) {
    // While its model is loaded the text does not matter yet.
    if (run.model == nullptr && newer.model_of(i) == run.model_name) return true;
    if (!is_run(newer, i)) continue;
    if (run.unedited == nullptr || taken < patience) return true;
    int before = 0;
    while (before + 1 < static_cast<int>(session.runs.size()) && !is_run(session, before)) ++before;
    if (lab && edits_in_force(newer, i) == edits_in_force(session, before)) return true;
  }
  return false;
}

}  // namespace

Workspace::Workspace(Session session, std::function<void()> wake, ResultsPtr known)
    : session_(std::move(session)), wake_(std::move(wake)) {
  read_once(session_.lesson);
  finished_ = marked({known ? std::move(known) : std::make_shared<const Results>(), nullptr});
  request();
}

Finished Workspace::finished() {
  Finished newest;
  {
    const std::lock_guard lock(mutex_);
    newest = finished_;
  }
  const Results& results = *newest.results;
  if (opened_ && !results.computing && belong_to(newest, *opened_)) {
    notice_ = clamped_away(*std::exchange(opened_, std::nullopt), results);
  }
  // A token or a cell that the new sentence does not have is let go here, not in the history.
  Fitted fitted{newest.results, lesson_scripts(session_.lesson)};
  if (fitted != fitted_) {
    Session fits = clamped(session_, {results, *fitted.scripts});
    if (fits == session_) fitted_ = std::move(fitted);
    session_ = std::move(fits);
  }
  return newest;
}

void Workspace::become(Session session) {
  session_ = std::move(session);
  fitted_ = {};
}

ResultsPtr Workspace::wait() {
  worker_.wait();
  return results();
}

void Workspace::apply(const Action& action, int gesture) {
  const auto* open = action.get_if<OpenSession>();
  if (open != nullptr) read_once(open->session.lesson);
  const ResultsPtr known = results();
  const auto* lesson = action.get_if<OpenLesson>();
  const std::string& asked = lesson != nullptr ? lesson->name : session_.lesson;
  Session next = update(session_, action, {*known, *lesson_scripts(asked)});
  const bool looks = same_matter(next, session_);
  if (open != nullptr) {
    opened_ = open->session;
  } else if (!looks) {
    opened_.reset();
  }
  if (as_it_looks(next, session_) == session_) {
    become(std::move(next));
    keep_up();
    return;
  }
  notice_.clear();
  const bool looked = !past_.empty() && same_matter(past_.back(), session_);
  const bool goes_on = !past_.empty() && (looks ? looked : !looked && gesture != 0 && gesture == gesture_);
  if (!goes_on) past_.push_back(session_);
  if (past_.size() > most_changes) past_.erase(past_.begin());
  become(std::move(next));
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
  past_.push_back(session_);
  become(left);
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
  to.push_back(session_);
  become(as_it_looks(std::move(from.back()), session_));
  from.pop_back();
  gesture_ = 0;
  opened_.reset();
  notice_.clear();
  request();
}

bool Workspace::can_take_back() const {
  return std::any_of(past_.begin(), past_.end(),
                     [this](const Session& before) { return !same_matter(before, session_); });
}

void Workspace::take_back() {
  if (!can_take_back()) return;
  if (!past_.empty() && same_matter(past_.back(), session_)) undo();
  undo();
}

void Workspace::request() {
  {
    const std::lock_guard lock(mutex_);
    if (!finished_.results->computing && belong_to(finished_, session_)) return;
    wanted_ = session_;
    finished_ = marked(finished_);
  }
  worker_.wake();
}

// A lesson that was read again is another one, and the session names it as before.
void Workspace::keep_up() {
  {
    const std::lock_guard lock(mutex_);
    if (finished_.results->computing || is_page_of(finished_.page, session_)) return;
  }
  request();
}

bool Workspace::work() {
  Session session;
  Finished before;
  {
    std::unique_lock lock(mutex_);
    if (!wanted_) {
      lock.unlock();
      return hear() || count();
    }
    // Only the latest request counts; those it replaced are never computed.
    session = *std::exchange(wanted_, std::nullopt);
    before = finished_;
  }
  if (!under_way_ || under_way_->session != session) {
    const Clock::time_point now = Clock::now();
    const auto turn_is_over = [this] { return worker_.turn_is_over(); };
    under_way_.emplace(UnderWay{session, WorkPieces(turn_is_over), UnfinishedPass(turn_is_over), now, now});
  }
  Finished done = compute_all(*under_way_, before);
  if (done.results->computing) {
    begun_ = std::move(done.results);
    const std::lock_guard lock(mutex_);
    // Its turn is over: the rest comes in the next one.
    if (!wanted_) wanted_ = std::move(session);
  } else {
    under_way_.reset();
    begun_.reset();
    done_ = std::move(session);
    publish(std::move(done), std::unique_lock(mutex_));
  }
  return true;
}

// Its results are still being computed where a newer session has made them useless.
Finished Workspace::compute_all(UnderWay& under_way, const Finished& before) {
  Cancel cancel;
  const Session& session = under_way.session;
  const Clock::time_point start = under_way.begun;
  Computing computing{.begun = begun_,
                      .cancel = &cancel,
                      .progress = {},
                      .pieces = &under_way.pieces,
                      .unfinished = &under_way.unfinished,
                      .witness_later = true};
  // Whether it is time to say how far it is; once it is of no use any more it is cancelled.
  const auto is_time = [&](const Run& run) {
    const std::lock_guard lock(mutex_);
    const Clock::time_point now = Clock::now();
    if (worker_.stopping() || (wanted_ && !is_of_use(run, session, *wanted_, now - start))) {
      cancel.request();
      return false;
    }
    if (now - start <= long_since || now - under_way.shown <= between_signs) return false;
    under_way.shown = now;
    return true;
  };
  computing.progress = [&](const Run& run, float share) {
    if (!is_time(run)) return;
    std::unique_lock lock(mutex_);
    auto results = std::make_shared<Results>(*finished_.results);
    results->progress = share;
    publish({std::move(results), finished_.page}, std::move(lock));
  };
  computing.so_far = [&](const Run& run, float, const std::function<ResultsPtr()>& make) {
    if (!is_time(run)) return;
    ResultsPtr results = make();
    std::unique_lock lock(mutex_);
    publish({std::move(results), finished_.page}, std::move(lock));
  };
  Finished done;
  done.results = compute(session, before.results, computing);
  if (!done.results->computing) done.page = lesson_page(session, done.results, before.page);
  return done;
}

void Workspace::publish(Finished done, std::unique_lock<std::mutex> lock) {
  finished_ = wanted_ ? marked(done) : std::move(done);
  lock.unlock();
  if (wake_) wake_();
}

// A second translator is asked once the first one's answer is on screen. Returns whether it said something.
bool Workspace::hear() {
  std::unique_lock lock(mutex_);
  if (outdated() || finished_.results->computing) return false;
  const Finished shown = finished_;
  lock.unlock();
  ResultsPtr heard = hear_witnesses(shown.results);
  if (heard == nullptr) return false;
  LessonPagePtr page = lesson_page(done_, heard, shown.page);
  lock.lock();
  if (!outdated()) publish({std::move(heard), std::move(page)}, std::move(lock));
  return true;
}

// What a lesson counts over many sentences comes later, and never before something newer. Returns whether
// there was anything to count.
bool Workspace::count() {
  std::unique_lock lock(mutex_);
  if (!counts_ || outdated() || finished_.page == nullptr || !finished_.page->counting) return false;
  const Finished shown = finished_;
  lock.unlock();
  if (!counting_ || counting_->page() != shown.page) counting_.emplace(shown.page, shown.results);
  LessonPagePtr page = counting_->go_on([this] {
    const std::lock_guard newest(mutex_);
    return !outdated() && !worker_.turn_is_over();
  });
  lock.lock();
  if (page == nullptr || outdated()) return true;
  counting_.reset();
  publish({shown.results, std::move(page)}, std::move(lock));
  return true;
}

}  // namespace headlight
