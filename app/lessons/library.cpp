#include "app/lessons/library.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>

#include "app/lessons/check.h"
#include "core/files/assets.h"
#include "core/files/text.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = 256 << 10;

// Files that were asked for, also those that cannot be read (null): a frame must not read a file.
struct Kept {
  std::mutex mutex;
  std::map<std::string, LessonPtr> lessons;
};
Kept& kept() {
  static Kept all;
  return all;
}

LessonPtr shipped(const std::string& name) {
  for (const LessonPtr& lesson : shipped_lessons()) {
    if (lesson->name == name) return lesson;
  }
  return nullptr;
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
  for (const auto& entry : fs::directory_iterator(assets_folder() / "lessons", ignored)) {
    const fs::path& file = entry.path();
    if (file.extension() == ".md" && file.filename() != "README.md") files.push_back(file.string());
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
  static const std::vector<LessonPtr> lessons = [] {
    std::vector<LessonPtr> found;
    for (const std::string& file : shipped_lesson_files()) {
      try {
        found.push_back(read_lesson(file));
      } catch (const std::exception&) {
        continue;
      }
    }
    return found;
  }();
  return lessons;
}

LessonPtr find_lesson(const std::string& name) {
  if (name.empty()) return nullptr;
  if (LessonPtr found = shipped(name)) return found;
  const std::lock_guard lock(kept().mutex);
  const auto [at, fresh] = kept().lessons.try_emplace(name);
  if (fresh) {
    try {
      at->second = read_lesson(name);
    } catch (const std::exception&) {
      at->second = nullptr;
    }
  }
  return at->second;
}

std::string open_lesson(const std::string& name) {
  if (shipped(name) != nullptr) return name;
  if (!fs::exists(name) && name.find_first_of("/.") == std::string::npos) {
    std::string names;
    for (const LessonPtr& lesson : shipped_lessons()) names += (names.empty() ? "" : ", ") + lesson->name;
    throw std::invalid_argument("no lesson is called " + in_quotes(name) + "; there are " + names +
                                ", or give a file");
  }
  LessonPtr lesson = read_lesson(name);
  if (const std::vector<Problem> problems = check_lesson(*lesson, nullptr, HeldOut::skipped);
      !problems.empty())
    fail(problems);
  std::string path = fs::absolute(name).lexically_normal().string();
  const std::lock_guard lock(kept().mutex);
  kept().lessons[path] = std::move(lesson);
  return path;
}

}  // namespace headlight
