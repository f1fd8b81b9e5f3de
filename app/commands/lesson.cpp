#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "app/lessons/check.h"
#include "app/lessons/library.h"
#include "core/files/text.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

// One line on stdout for a lesson that is right; a line on stderr for each problem.
bool check(const std::string& name) {
  std::string file = name;
  std::error_code ignored;
  if (!std::filesystem::exists(name, ignored)) {
    // As for --lesson: a shipped one by its name.
    if (const LessonPtr shipped = find_lesson(name)) file = shipped->file;
  }
  std::vector<Problem> problems;
  LessonCount count;
  const Lesson lesson = parse_lesson(read_text(file), file, problems);
  if (problems.empty()) problems = check_lesson(lesson, &count);
  for (const Problem& problem : problems) std::cerr << printable(to_string(problem)) << '\n';
  if (problems.empty()) {
    std::cout << printable(file) << ": " << lesson.steps.size() << " steps, " << count.numbers
              << " numbers read, " << count.claims << " claims true\n";
  }
  return problems.empty();
}

int check_all(const std::vector<std::string>& files) {
  bool right = true;
  for (const std::string& file : files) right = check(file) && right;
  return right ? 0 : exit_code::bad_input;
}

int list(bool json) {
  auto lessons = nlohmann::ordered_json::array();
  std::string group;
  for (const LessonPtr& lesson : shipped_lessons()) {
    if (!json) {
      if (lesson->group != group) {
        std::cout << (group.empty() ? "" : "\n") << lesson->number.substr(0, lesson->number.find('.')) << "  "
                  << lesson->group << "\n\n";
      }
      group = lesson->group;
      std::cout << lesson->number << "  " << lesson->name << ": " << lesson->title << " ("
                << lesson->steps.size() << " steps)\n     " << plain_text(lesson->summary) << '\n';
      continue;
    }
    lessons.push_back({{"number", lesson->number},
                       {"group", lesson->group},
                       {"name", lesson->name},
                       {"title", lesson->title},
                       {"summary", plain_text(lesson->summary)},
                       {"rows", lesson->rows},
                       {"steps", lesson->steps.size()},
                       {"file", lesson->file}});
  }
  if (json) std::cout << json_text(lessons) << '\n';
  return 0;
}

}  // namespace

void add_lesson(CLI::App& program, Chosen& chosen) {
  CLI::App* command = program.add_subcommand("lesson", "List the lessons, or check what they say");
  command->require_subcommand(1);

  auto json = std::make_shared<bool>(false);
  CLI::App* listing = command->add_subcommand("list", "The shipped lessons, in order");
  listing->add_flag("--json", *json, "Print them as JSON");
  listing->callback([json, &chosen] { chosen = [json] { return list(*json); }; });

  auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* checking = command->add_subcommand("check", "Test every number and claim on the lesson's model");
  checking->add_option("FILE", *files,
                       "Markdown files, or names of shipped lessons; all of these if not given");
  checking->callback([files, &chosen] {
    chosen = [files] { return check_all(files->empty() ? shipped_lesson_files() : *files); };
  });
}

}  // namespace headlight
