#include "app/lessons/library.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

#include "app/session/opening.h"
#include "core/files/whole_file.h"
#include "core/platform/paths.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = 256 << 10;

std::shared_ptr<const LessonScript> script_of(const Lesson& lesson) {
  auto script = std::make_shared<LessonScript>();
  for (const LessonStep& step : lesson.steps) {
    // An answer that is typed is one, whatever it is.
    const int choices = step.question ? std::max(1, static_cast<int>(step.question->choices.size())) : 0;
    script->push_back({step.session, step.answered, choices, lesson.any_model});
  }
  return script;
}

// "03" of "03-attention" without the zeros before it.
std::string leading_number(const std::string& name) {
  const std::size_t begin = std::min(name.find_first_not_of('0'), name.size());
  return name.substr(begin, name.find_first_not_of("0123456789", begin) - begin);
}

// With its place in the course: that of its folder, and that of its file in there.
Lesson placed(Lesson lesson) {
  const fs::path file = lesson.file;
  const std::string folder = file.parent_path().filename().string();
  const std::size_t letters = folder.find_first_not_of("0123456789-");
  lesson.group = letters == std::string::npos ? folder : folder.substr(letters);
  std::replace(lesson.group.begin(), lesson.group.end(), '-', ' ');
  lesson.group[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(lesson.group[0])));
  lesson.number = leading_number(folder) + "." + leading_number(file.filename().string());
  return lesson;
}

// What was read, and files that could not be (null). What is handed out stays as it is. A shipped lesson is
// read when it is first asked for: a page shows one of them, and only the list of lessons all.
class LessonCache {
 public:
  LessonCache() {
    for (const std::string& file : shipped_lesson_files()) shipped_.push_back({lesson_name(file), file});
    shipped_.push_back({asked_questions, (assets_folder() / "questions.md").string(), false});
  }

  LessonPtr find(const std::string& name) {
    if (const std::optional<LessonPtr> known = asked_before(name)) return *known;
    const auto file = std::find_if(shipped_.begin(), shipped_.end(),
                                   [&](const Shipped& each) { return each.name == name; });
    if (file == shipped_.end()) return nullptr;
    // Frames take the lock: none waits for a file.
    LessonPtr lesson = read_shipped(*file);
    const std::lock_guard lock(mutex_);
    const auto found = lessons_.find(name);
    return found != lessons_.end() ? found->second : keep(name, std::move(lesson));
  }
  std::vector<LessonPtr> shipped() {
    std::vector<LessonPtr> all;
    for (const Shipped& each : shipped_) {
      LessonPtr lesson = each.of_course ? find(each.name) : nullptr;
      if (lesson != nullptr) all.push_back(std::move(lesson));
    }
    return all;
  }
  std::vector<LessonPtr> read_by_now() const {
    const std::lock_guard lock(mutex_);
    std::vector<LessonPtr> all;
    for (const Shipped& each : shipped_) {
      const auto found = lessons_.find(each.name);
      if (each.of_course && found != lessons_.end() && found->second != nullptr) all.push_back(found->second);
    }
    return all;
  }
  LessonPtr read_by_now(const std::string& name) const { return asked_before(name).value_or(nullptr); }
  // The first that was not asked for yet; null when all were.
  const std::string* unread() const {
    const auto found = std::find_if(shipped_.begin(), shipped_.end(),
                                    [this](const Shipped& each) { return !was_asked(each.name); });
    return found == shipped_.end() ? nullptr : &found->name;
  }
  bool is_shipped(const std::string& name) {
    return find(name) != nullptr && std::any_of(shipped_.begin(), shipped_.end(),
                                                [&](const Shipped& each) { return each.name == name; });
  }
  bool was_asked(const std::string& name) const { return asked_before(name).has_value(); }
  LessonScriptsPtr scripts() const {
    const std::lock_guard lock(mutex_);
    return scripts_;
  }
  void put(const std::string& name, LessonPtr lesson) {
    const std::lock_guard lock(mutex_);
    keep(name, std::move(lesson));
  }

 private:
  struct Shipped {
    std::string name, file;
    bool of_course = true;
  };

  std::optional<LessonPtr> asked_before(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = lessons_.find(name);
    return found == lessons_.end() ? std::nullopt : std::optional(found->second);
  }

  static LessonPtr read_shipped(const Shipped& shipped) {
    try {
      LessonPtr lesson = read_lesson(shipped.file);
      return shipped.of_course ? std::make_shared<const Lesson>(placed(*lesson)) : lesson;
    } catch (const std::exception&) {
      return nullptr;
    }
  }
  LessonPtr keep(const std::string& name, LessonPtr lesson) {
    if (lesson != nullptr) {
      auto scripts = std::make_shared<LessonScripts>(*scripts_);
      (*scripts)[name] = script_of(*lesson);
      scripts_ = std::move(scripts);
    }
    return lessons_[name] = std::move(lesson);
  }

  std::vector<Shipped> shipped_;  // in order
  mutable std::mutex mutex_;
  std::map<std::string, LessonPtr> lessons_;
  LessonScriptsPtr scripts_ = std::make_shared<LessonScripts>();
};
LessonCache& lesson_cache() {
  // Never freed: taking thousands of small pieces apart at the end would take as long as reading some.
  static LessonCache& all = *new LessonCache;
  return all;
}

[[noreturn]] void fail(const std::vector<Problem>& problems) {
  const std::size_t more = problems.size() - 1;
  throw std::invalid_argument(to_string(problems[0]) +
                              (more == 0 ? "" : " (and " + std::to_string(more) + " more)"));
}

}  // namespace

std::vector<std::string> shipped_lesson_files() {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& folder : fs::directory_iterator(assets_folder() / "lessons", ignored)) {
    if (!folder.is_directory(ignored)) continue;
    for (const auto& file : fs::directory_iterator(folder.path(), ignored)) {
      if (file.path().extension() == ".md") files.push_back(file.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

LessonPtr read_lesson(const std::string& file) {
  std::vector<Problem> problems;
  Lesson lesson = parse_lesson(read_text(file, largest_file), file, problems);
  if (!problems.empty()) fail(problems);
  return std::make_shared<const Lesson>(std::move(lesson));
}

const std::vector<LessonPtr>& shipped_lessons() {
  static const std::vector<LessonPtr> lessons = lesson_cache().shipped();
  return lessons;
}

bool read_another_lesson() {
  const std::string* const name = lesson_cache().unread();
  if (name != nullptr) find_lesson(*name);
  return name != nullptr;
}

std::vector<LessonPtr> lessons_read() { return lesson_cache().read_by_now(); }

bool all_lessons_read() { return lesson_cache().unread() == nullptr; }

LessonPtr questions_read() { return lesson_cache().read_by_now(asked_questions); }

LessonPtr find_lesson(const std::string& name) { return name.empty() ? nullptr : lesson_cache().find(name); }

LessonScriptsPtr lesson_scripts(const std::string& name) {
  find_lesson(name);
  return lesson_cache().scripts();
}

void read_once(const std::string& name) {
  if (find_lesson(name) != nullptr || name.empty() || lesson_cache().was_asked(name)) return;
  LessonPtr lesson;
  try {
    lesson = read_lesson(name);
  } catch (const std::exception&) {
    // The rail says that it cannot be read.
  }
  lesson_cache().put(name, std::move(lesson));
}

std::string open_lesson(const std::string& name, const CheckWatch& watch) {
  if (lesson_cache().is_shipped(name)) return name;
  if (!fs::exists(name) && name.find_first_of("/.") == std::string::npos) {
    std::string names;
    for (const LessonPtr& lesson : shipped_lessons()) names += (names.empty() ? "" : ", ") + lesson->name;
    throw std::invalid_argument("no lesson is called " + in_quotes(name) + "; there are " + names +
                                ", or give a file");
  }
  if (const auto kind = kind_of_file(name); kind && *kind != FileKind::lesson)
    throw std::invalid_argument(name + " is not a lesson; lessons are Markdown files (.md)");
  LessonPtr lesson = read_lesson(name);
  if (const std::vector<Problem> problems = check_lesson(*lesson, nullptr, HeldOut::skipped, watch);
      !problems.empty())
    fail(problems);
  std::string path = fs::absolute(name).lexically_normal().string();
  lesson_cache().put(path, std::move(lesson));
  return path;
}

}  // namespace headlight
