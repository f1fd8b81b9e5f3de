// What a class is handed: `headlight export`, a page to open or a package for a learning platform, and
// `headlight sheet`, a sheet to print.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <set>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/output.h"
#include "app/lessons/course.h"
#include "app/lessons/handout.h"
#include "app/lessons/lesson.h"
#include "app/lessons/library.h"
#include "app/session/session_export.h"
#include "core/exercises/work_sheet.h"
#include "core/figure/numbers.h"
#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/platform/paths.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  SessionOptions session;
  std::string html;
  std::string scorm;
  std::string page;  // the template
  bool only = false;
};

constexpr const char* always_inside = "translator";  // the first screen needs it

std::string megabytes(std::size_t bytes) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f MB", static_cast<double>(bytes) / 1e6);
  return text.data();
}

// The folder of `assets/models` that a file is in; empty for any other file.
std::string shipped_folder_of(const fs::path& file) {
  const fs::path models = fs::absolute(assets_folder() / "models").lexically_normal();
  const fs::path whole = fs::absolute(file).lexically_normal();
  const auto [end, rest] = std::mismatch(models.begin(), models.end(), whole.begin(), whole.end());
  return end == models.end() && rest != whole.end() ? rest->string() : "";
}

// The shipped models whose weights were read to show what is put inside: all steps of its lesson.
std::set<std::string> models_needed(const Session& session) {
  if (const LessonPtr lesson = find_lesson(session.lesson)) check_lesson(*lesson, nullptr, HeldOut::skipped);
  std::set<std::string> needed;
  for (const auto& [file, times] : files_read()) {
    if (ending_of(file) == ".safetensors") needed.insert(shipped_folder_of(file));
  }
  needed.erase("");
  needed.erase(always_inside);
  return needed;
}

// Of the lesson that is named: without one a learning platform has nothing to hear of.
LessonPtr lesson_of_course(const ExportOptions& options, const Session& session) {
  if (options.scorm.empty()) return nullptr;
  const LessonPtr lesson = find_lesson(session.lesson);
  if (lesson == nullptr)
    throw std::invalid_argument("a package for a learning platform needs a lesson: --lesson NAME");
  return lesson;
}

int write_page(const ExportOptions& options) {
  const bool only_needed = options.only || !options.scorm.empty();
  const std::string& output = options.scorm.empty() ? options.html : options.scorm;
  check_output(output, options.scorm.empty() ? Endings{"page", {".html"}} : Endings{"package", {".zip"}},
               options.session);
  const fs::path place = options.page.empty() ? page_template() : fs::path(options.page);
  std::error_code missing;
  if (fs::equivalent(place, output, missing))
    throw AccessError(output, "this is the template itself, which would be lost", "choose another name");
  std::string page = whole_page(read_text(place, largest_page));
  const Session session = compute_for(options.session).session;
  const LessonPtr course = lesson_of_course(options, session);
  const Handout handout = handout_of(session);
  const std::set<std::string> needed = only_needed ? models_needed(session) : std::set<std::string>{};
  std::vector<PagePack> left_out;
  try {
    page = handout_page(std::move(page), handout, only_needed ? &needed : nullptr, &left_out);
    if (course) page = course_of(std::move(page), *course, handout.session.lesson);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(place.string() + " " + error.what());
  }
  replace_file(output, page);
  std::cout << "wrote " << printable(output) << " (" << megabytes(page.size()) << ")\n";
  if (!handout.files.empty())
    std::cout << "inside, of your own: " << counted(static_cast<std::int64_t>(handout.files.size()), "file")
              << '\n';
  for (const PackedFile& file : handout.files)
    std::cout << "  " << printable(file.path.substr(1)) << " (" << megabytes(file.bytes.size()) << ")\n";
  std::size_t saved = 0;
  std::string names;
  for (const PagePack& pack : left_out) {
    saved += pack.letters;
    names += (names.empty() ? "" : ", ") + pack.name.substr(0, pack.name.find('.'));
  }
  if (saved > 0) std::cout << "left out (" << megabytes(saved) << "): " << printable(names) << '\n';
  return 0;
}

}  // namespace

void add_export(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = program.add_subcommand(
      "export", "Write Headlight itself as one page that opens with a session, a lesson or a model");
  add_session_options(*command, options->session);
  CLI::Option* html = command->add_option("--html", options->html,
                                          "FILE.html, which any browser from 2023 or later can open");
  command
      ->add_option("--scorm", options->scorm,
                   "FILE.zip, a lesson for a learning platform (SCORM 1.2), which hears how it went")
      ->excludes(html);
  command->add_option("--template", options->page,
                      "The headlight.html to put it into; if not given, the one built for a browser");
  command->add_flag(
      "--only", options->only,
      "Leave out the models that the page does not show, to save megabytes; --scorm always does");
  command->callback([options, &chosen] {
    if (options->html.empty() && options->scorm.empty()) throw CLI::RequiredError("--html FILE.html");
    chosen = [options] { return write_page(*options); };
  });
}

namespace {

struct SheetRequest {
  SessionOptions session;
  std::string output;
  std::string paper = "a4";
  bool answers = false, answers_only = false, all = false;
};

int write_sheet(const SheetRequest& options) {
  check_output(options.output, {"work sheet", {".pdf"}}, options.session);
  const Computed computed = compute_for(options.session, Second::only_when_asked);
  const WorkSheet sheet =
      work_sheet_of(computed.session, *computed.results, options.all ? SheetSteps::all : SheetSteps::one);
  write_work_sheet(sheet, options.output,
                   {.paper = options.paper == "letter" ? Paper::letter : Paper::a4,
                    .answers = options.answers_only ? Answers::alone
                               : options.answers    ? Answers::behind
                                                    : Answers::without});
  std::cout << "wrote " << printable(options.output) << " ("
            << counted(static_cast<std::int64_t>(sheet.tasks.size()), "task") << ")\n";
  return 0;
}

}  // namespace

void add_sheet(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<SheetRequest>();
  CLI::App* command = program.add_subcommand(
      "sheet", "Write a work sheet: a step to calculate by hand, with numbers and blanks");
  add_session_options(*command, options->session);
  command->add_option("-o,--output", options->output, "FILE.pdf")->required();
  CLI::Option* behind = command->add_flag("--answers", options->answers, "With the answers on extra pages");
  command->add_flag("--answers-only", options->answers_only, "Only the answers")->excludes(behind);
  command->add_flag(
      "--whole-head", options->all,
      "Tasks from all steps of the head, or of the lab, one of each kind; otherwise only from one step");
  command->add_option("--paper", options->paper, "a4 or letter; a4 if not given")
      ->check(CLI::IsMember({"a4", "letter"}));
  command->callback([options, &chosen] { chosen = [options] { return write_sheet(*options); }; });
}

}  // namespace headlight
