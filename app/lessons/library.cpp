#include "app/lessons/library.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "app/lessons/lesson_cache.h"
#include "app/session/opening.h"
#include "core/files/whole_file.h"
#include "core/platform/paths.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = 256 << 10;

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

// The course, and the questions that people ask.
std::vector<std::string> shipped_files() {
  std::vector<std::string> files = shipped_lesson_files();
  files.push_back((assets_folder() / "questions.md").string());
  return files;
}

LessonCache& lesson_cache() {
  // Never freed: taking thousands of small pieces apart at the end would take as long as reading some.
  static LessonCache& all = *new LessonCache(shipped_files(), [](const std::string& file) {
    try {
      LessonPtr lesson = read_lesson(file);
      return lesson->name == asked_questions ? lesson : std::make_shared<const Lesson>(placed(*lesson));
    } catch (const std::exception&) {
      return LessonPtr();
    }
  });
  return all;
}

std::vector<LessonPtr> of_course(std::vector<LessonPtr> lessons) {
  std::erase_if(lessons, [](const LessonPtr& each) { return each->name == asked_questions; });
  return lessons;
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
  static const std::vector<LessonPtr> lessons = of_course(lesson_cache().shipped());
  return lessons;
}

bool read_another_lesson() {
  const std::string* const name = lesson_cache().unread();
  if (name != nullptr) find_lesson(*name);
  return name != nullptr;
}

std::vector<LessonPtr> lessons_read() { return of_course(lesson_cache().read_by_now()); }

bool all_lessons_read() { return lesson_cache().unread() == nullptr; }

LessonPtr questions_read() {
  return lesson_cache().was_asked(asked_questions) ? lesson_cache().find(asked_questions) : nullptr;
}

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
