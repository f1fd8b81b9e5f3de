#include "app/lessons/lesson_cache.h"

#include <algorithm>

namespace headlight {
namespace {

std::shared_ptr<const LessonScript> script_of(const Lesson& lesson) {
  auto script = std::make_shared<LessonScript>();
  for (const LessonStep& step : lesson.steps) {
    // An answer that is typed is one, whatever it is.
    const int choices = step.question ? std::max(1, static_cast<int>(step.question->choices.size())) : 0;
    script->push_back({step.session, step.answered, choices, lesson.any_model, step.dial});
  }
  return script;
}

}  // namespace

LessonCache::LessonCache(const std::vector<std::string>& shipped_files,
                         std::function<LessonPtr(const std::string& file)> read)
    : read_(std::move(read)) {
  for (const std::string& file : shipped_files) shipped_.push_back({lesson_name(file), file});
}

LessonPtr LessonCache::find(const std::string& name) {
  if (const std::optional<LessonPtr> known = asked_before(name)) return *known;
  const auto file =
      std::find_if(shipped_.begin(), shipped_.end(), [&](const Shipped& each) { return each.name == name; });
  if (file == shipped_.end()) return nullptr;
  LessonPtr lesson = read_(file->file);  // without the lock
  const std::lock_guard lock(mutex_);
  const auto found = lessons_.find(name);
  return found != lessons_.end() ? found->second : keep(name, std::move(lesson));
}

std::vector<LessonPtr> LessonCache::shipped() {
  std::vector<LessonPtr> all;
  for (const Shipped& each : shipped_) {
    if (LessonPtr lesson = find(each.name)) all.push_back(std::move(lesson));
  }
  return all;
}

std::vector<LessonPtr> LessonCache::read_by_now() const {
  const std::lock_guard lock(mutex_);
  std::vector<LessonPtr> all;
  for (const Shipped& each : shipped_) {
    const auto found = lessons_.find(each.name);
    if (found != lessons_.end() && found->second != nullptr) all.push_back(found->second);
  }
  return all;
}

const std::string* LessonCache::unread() const {
  const auto found = std::find_if(shipped_.begin(), shipped_.end(),
                                  [this](const Shipped& each) { return !was_asked(each.name); });
  return found == shipped_.end() ? nullptr : &found->name;
}

bool LessonCache::is_shipped(const std::string& name) {
  return find(name) != nullptr && std::any_of(shipped_.begin(), shipped_.end(),
                                              [&](const Shipped& each) { return each.name == name; });
}

LessonScriptsPtr LessonCache::scripts() const {
  const std::lock_guard lock(mutex_);
  return scripts_;
}

void LessonCache::put(const std::string& name, LessonPtr lesson) {
  const std::lock_guard lock(mutex_);
  keep(name, std::move(lesson));
}

std::optional<LessonPtr> LessonCache::asked_before(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto found = lessons_.find(name);
  return found == lessons_.end() ? std::nullopt : std::optional(found->second);
}

LessonPtr LessonCache::keep(const std::string& name, LessonPtr lesson) {
  if (lesson != nullptr) {
    auto scripts = std::make_shared<LessonScripts>(*scripts_);
    (*scripts)[name] = script_of(*lesson);
    scripts_ = std::move(scripts);
  }
  return lessons_[name] = std::move(lesson);
}

}  // namespace headlight
