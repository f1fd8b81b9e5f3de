#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "app/labs/lab_work.h"
#include "app/labs/labs_json.h"
#include "app/lessons/check.h"
#include "app/lessons/library.h"
#include "app/session/document.h"
#include "app/session/opening.h"
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
  for (const Problem& advice : advice_on(lesson)) std::cerr << printable(to_string(advice)) << " (advice)\n";
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

// Each lab as a lesson names it, its controls as they are at the start, and its tables. The numbers of some
// are only there on other pages of the lab.
int list_tables() {
  const auto labs = fields_json(Labs{});
  for (const auto& [kind, name] : lab_names()) {
    std::cout << name << "\n  controls: " << labs.value(std::string(name), nlohmann::json::object()).dump()
              << '\n';
    Session session = opening_session("translator");
    show_lab(session, kind);
    const LabWorkPtr work = compute(session, nullptr)->lab;
    if (work == nullptr || work->tables.empty()) std::cout << "  no tables on its first page\n";
    for (const LabTable& table : work == nullptr ? std::vector<LabTable>() : work->tables) {
      if (table.columns.empty()) continue;
      std::cout << "  table(\"" << table.name << "\", 0 to " << table.rows.size() - 1 << ", ...): ";
      for (std::size_t i = 0; i < table.columns.size(); ++i)
        std::cout << (i == 0 ? "" : ", ") << '"' << table.columns[i] << '"';
      std::cout << '\n';
    }
    std::cout << '\n';
  }
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

  CLI::App* listing_tables = command->add_subcommand(
      "tables",
      "The labs for who writes a lesson: their controls, and the tables whose numbers can be quoted");
  listing_tables->callback([&chosen] { chosen = [] { return list_tables(); }; });

  auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* checking = command->add_subcommand("check", "Test every number and claim on the lesson's model");
  checking->add_option("FILE", *files,
                       "Markdown files, or names of shipped lessons; all of these if not given");
  checking->callback([files, &chosen] {
    chosen = [files] { return check_all(files->empty() ? shipped_lesson_files() : *files); };
  });
}

}  // namespace headlight
