#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "app/lessons/glossary.h"
#include "app/lessons/lesson.h"
#include "app/lessons/library.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "core/files/whole_file.h"
#include "core/text/encode.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// As for --lesson: a file, or a shipped one by its name.
std::string file_of(const std::string& name) {
  std::error_code ignored;
  if (std::filesystem::exists(name, ignored)) return name;
  const LessonPtr shipped = find_lesson(name);
  return shipped == nullptr ? name : shipped->file;
}

// One line on stdout for a lesson that is right; a line on stderr for each problem.
bool check(const std::string& name) {
  const std::string file = file_of(name);
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

// By the words alone: no model is read, so it is there at once.
int check_strictly(const std::vector<std::string>& files) {
  std::size_t found = 0;
  std::vector<LessonPtr> before;
  for (const std::string& name : files) {
    const std::string file = file_of(name);
    const LessonPtr lesson = read_lesson(file);
    // What a pupil has read by then: the shipped lessons before it.
    std::vector<LessonPtr> read = before;
    if (files.size() == 1) {
      const std::vector<LessonPtr>& shipped = shipped_lessons();
      const auto here = std::find_if(shipped.begin(), shipped.end(),
                                     [&](const LessonPtr& each) { return each->file == file; });
      if (here != shipped.end()) read.assign(shipped.begin(), here);
    }
    for (const Problem& problem : strict_problems(*lesson, read)) {
      std::cerr << printable(to_string(problem)) << '\n';
      ++found;
    }
    before.push_back(lesson);
  }
  for (const Problem& problem : uncited_measures(before))
    std::cerr << printable(to_string(problem)) << " (advice)\n";
  std::cout << files.size() << (files.size() == 1 ? " lesson" : " lessons") << " read strictly: " << found
            << " found\n";
  return found == 0 ? 0 : exit_code::bad_input;
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
      "For authors of lessons: the controls of each lab, and the tables whose numbers a lesson can quote");
  listing_tables->callback([&chosen] { chosen = [] { return list_tables(); }; });

  auto files = std::make_shared<std::vector<std::string>>();
  auto strict = std::make_shared<bool>(false);
  CLI::App* checking = command->add_subcommand("check", "Test every number and claim on the lesson's model");
  checking->add_flag("--strict", *strict,
                     "Instead, list from the wording alone what says more than its checks show");
  checking->add_option("FILE", *files,
                       "Markdown files, or names of shipped lessons; all of these if not given");
  checking->callback([files, strict, &chosen] {
    chosen = [files, strict] {
      const std::vector<std::string> asked = files->empty() ? shipped_lesson_files() : *files;
      return *strict ? check_strictly(asked) : check_all(asked);
    };
  });
}

namespace {

struct GlossaryOptions {
  std::string word;
  bool json = false;
  bool markdown = false;
};

// The glossary, with all that is wrong with its file said first.
Glossary read_glossary() {
  std::vector<Problem> problems;
  Glossary glossary = parse_glossary(read_text(glossary_file(), largest_glossary), glossary_file(), problems);
  if (problems.empty()) return glossary;
  const std::size_t more = problems.size() - 1;
  throw std::invalid_argument(to_string(problems[0]) +
                              (more == 0 ? "" : " (and " + std::to_string(more) + " more)"));
}

std::vector<std::string> all_names(const Glossary& glossary) {
  std::vector<std::string> names;
  for (const Term& term : glossary.terms()) {
    names.push_back(term.name);
    names.insert(names.end(), term.also.begin(), term.also.end());
  }
  return names;
}

nlohmann::ordered_json json_of(const Term& term) {
  return {{"name", term.name},
          {"group", term.group},
          {"also", term.also},
          {"text", plain_text(term.text)},
          {"see", to_string(term.see)}};
}

void print(const Term& term) {
  std::cout << term.name;
  for (const std::string& name : term.also) std::cout << (&name == term.also.data() ? " (" : ", ") << name;
  std::cout << (term.also.empty() ? "" : ")") << "\n  " << plain_text(term.text) << '\n';
  if (term.see.kind != See::Kind::nowhere) std::cout << "  see " << to_string(term.see) << '\n';
}

int explain(const GlossaryOptions& options) {
  const Glossary glossary = read_glossary();
  if (options.markdown) {
    std::cout << glossary_markdown(glossary);
    return 0;
  }
  if (!options.word.empty()) {
    const Term* term = glossary.find(options.word);
    if (term == nullptr) {
      const std::optional<std::string> nearest = nearest_name(options.word, all_names(glossary));
      throw std::invalid_argument(
          "no term is called " + in_quotes(options.word) +
          (nearest ? "; did you mean " + in_quotes(*nearest) + "?" : "; headlight glossary lists them"));
    }
    if (options.json) {
      std::cout << json_text(json_of(*term)) << '\n';
    } else {
      print(*term);
    }
    return 0;
  }
  auto list = nlohmann::ordered_json::array();
  for (const Term& term : glossary.terms()) {
    if (options.json) {
      list.push_back(json_of(term));
    } else {
      print(term);
    }
  }
  if (options.json) std::cout << json_text(list) << '\n';
  return 0;
}

}  // namespace

void add_glossary(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<GlossaryOptions>();
  CLI::App* command =
      program.add_subcommand("glossary", "What the terms of the field mean, and where to see them");
  command->add_option("WORD", options->word, "A term, by any of its names; all if not given");
  CLI::Option* json = command->add_flag("--json", options->json, "Print them as JSON");
  command->add_flag("--markdown", options->markdown, "Print the page docs/glossary.md")->excludes(json);
  command->callback([options, &chosen] { chosen = [options] { return explain(*options); }; });
}

}  // namespace headlight
