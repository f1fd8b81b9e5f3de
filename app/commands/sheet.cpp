#include <iostream>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/output.h"
#include "app/session/session_sheet.h"
#include "core/exercises/work_sheet.h"
#include "core/figure/numbers.h"
#include "core/text/printable.h"

namespace headlight {
namespace {

struct SheetRequest {
  SessionOptions session;
  std::string output;
  std::string paper = "a4";
  bool answers = false, answers_only = false, all = false;
};

int write(const SheetRequest& options) {
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
  CLI::Option* behind = command->add_flag("--answers", options->answers, "The answers too, on pages behind");
  command->add_flag("--answers-only", options->answers_only, "The answers alone")->excludes(behind);
  command->add_flag(
      "--whole-head", options->all,
      "Tasks from all steps of the head, or of the lab, each kind once; not from one step alone");
  command->add_option("--paper", options->paper, "a4 or letter; a4 if not given")
      ->check(CLI::IsMember({"a4", "letter"}));
  command->callback([options, &chosen] { chosen = [options] { return write(*options); }; });
}

}  // namespace headlight
