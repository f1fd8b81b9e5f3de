#include "app/lessons/lessons_read.h"

#include <algorithm>
#include <sstream>

#include "app/lessons/lesson.h"
#include "core/files/replace_file.h"
#include "core/files/text.h"

namespace headlight {
namespace {

constexpr std::size_t largest_note = 1 << 16;

// A line each: the step, a blank, the lesson.
StepsReached steps_in(const std::filesystem::path& file) {
  StepsReached reached;
  try {
    std::istringstream lines(read_text(file, largest_note));
    int step = 0;
    std::string name;
    while (lines >> step && lines.get() == ' ' && std::getline(lines, name)) {
      if (step >= 0 && step < static_cast<int>(most_steps)) reached[name] = step;
    }
  } catch (const std::exception&) {
    // None was read yet.
  }
  return reached;
}

void add_furthest(StepsReached& to, const StepsReached& more) {
  for (const auto& [name, step] : more) {
    int& known = to.try_emplace(name, step).first->second;
    known = std::max(known, step);
  }
}

}  // namespace

LessonsRead::LessonsRead(const std::filesystem::path& state_folder)
    : file_(state_folder.empty() ? state_folder : state_folder / "lessons"),
      kept_(state_folder.empty() ? StepsReached{} : steps_in(file_)) {}

void LessonsRead::keep(const StepsReached& reached) {
  if (file_.empty() || reached == kept_) return;
  StepsReached all = steps_in(file_);
  add_furthest(all, reached);
  kept_ = reached;
  std::string text;
  for (const auto& [name, step] : all) {
    if (name.find('\n') == std::string::npos) text += std::to_string(step) + " " + name + "\n";
  }
  try {
    std::filesystem::create_directories(file_.parent_path());
    replace_file(file_, text);
  } catch (const std::exception&) {
    // The list of lessons forgets it, and nothing else.
  }
}

}  // namespace headlight
