#include "app/commands/program.h"

#include <array>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/line/line.h"

namespace headlight {
namespace {

// "headlight 0.1.0, made for x86-64-v3": a package holds it several times.
std::string version() { return "headlight " HEADLIGHT_VERSION ", made for " HEADLIGHT_MADE_FOR; }

// What other programs do: who asks for it here is told where it is.
void add_moved(CLI::App& program, Chosen& chosen) {
  struct Moved {
    const char* name;
    const char* where;
  };
  constexpr std::array moved{
      Moved{"train", "models are trained by headlight-train, a program of its own: train/README.md"},
      Moved{"evaluate", "models are measured by headlight-train, a program of its own: train/README.md"},
      Moved{"bench", "the performance table is measured by headlight_bench: tests/bench/README.md"}};
  for (const Moved& each : moved) {
    CLI::App* command = program.add_subcommand(each.name, each.where)->group("")->allow_extras();
    command->callback(
        [&chosen, where = each.where] { chosen = [where]() -> int { throw std::invalid_argument(where); }; });
  }
}

}  // namespace

int run_program(int argc, const char* const* argv, const WindowCommands& window) {
  CLI::App program(
      "Headlight shows attention at work: every number of a Transformer, from a sentence to its answer.");
  program.name("headlight");
  program.set_version_flag("--version", version(), "Print the version, and the processors it was built for");
  program.require_subcommand(0, 1);
  program.footer(
      "Without a command the window opens; without a display, figures are written instead.\nLayers and heads "
      "are counted from 0.");
  Chosen chosen;
  add_figure(program, chosen, window);
  add_export(program, chosen);
  add_sheet(program, chosen);
  add_trace(program, chosen);
  add_code(program, chosen);
  add_random(program, chosen);
  add_generate(program, chosen);
  add_heads(program, chosen);
  add_models(program, chosen);
  add_lesson(program, chosen);
  add_ask(program, chosen);
  add_glossary(program, chosen);
  add_screenshot(program, chosen, window);
  add_screenshots(program, chosen, window);
  add_describe(program, chosen, window);
  add_open(program, chosen, window);
  add_moved(program, chosen);
  return run_line(program, chosen, argc, argv);
}

}  // namespace headlight
