#include "app/commands/program.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "core/platform/process.h"
#include "core/text/encode.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// "headlight 0.1.0, made for x86-64-v3": a package holds it several times.
std::string version() { return "headlight " HEADLIGHT_VERSION ", made for " HEADLIGHT_MADE_FOR; }

// The beginning and the end of a long message, where the hint stands.
std::string cut(const std::string& text) {
  constexpr std::size_t begins = 900, ends = 300;
  if (text.size() <= begins + ends) return text;
  const auto whole_letter = [&](std::size_t at) {
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
    return at;
  };
  return text.substr(0, whole_letter(begins)) + " ... " + text.substr(whole_letter(text.size() - ends));
}

// What was typed or read may be in the message: whatever it holds, it is one line that a terminal only shows.
int fail(const std::string& where, std::string what, int code) {
  std::replace(what.begin(), what.end(), '\n', ' ');
  const std::string line = where + ": " + printable(cut(what));
  std::cerr << line << '\n';
  show_failure(line);
  return code;
}

// What a thread could not catch.
[[noreturn]] void end_in_a_line() {
  if (const std::exception_ptr failed = std::current_exception()) {
    try {
      std::rethrow_exception(failed);
    } catch (const std::bad_alloc&) {
      std::fputs("headlight: not enough memory; close other programs, or use a smaller model\n", stderr);
      std::_Exit(exit_code::bad_input);
    } catch (...) {
      // A fault of the program: it leaves its traces.
    }
  }
  std::abort();
}

// The code, unless what was printed got lost: a full disk shows only when the last of it is written.
int printed(const std::string& where, int code) {
  const bool said = static_cast<bool>(std::cout.flush());
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && said) return code;
  return fail(where, "not all of stdout could be written; is the disk full?", exit_code::bad_input);
}

// "headlight figure" once the command is known.
std::string where(const CLI::App& program) {
  const auto chosen = program.get_subcommands();
  return chosen.empty() ? "headlight" : "headlight " + chosen.front()->get_name();
}

// What could have been meant, or nothing when all are far away.
std::string suggestion(const std::string& wrong, const std::vector<std::string>& known) {
  const std::optional<std::string> nearest = nearest_name(wrong, known);
  return nearest ? "; did you mean \"" + *nearest + "\"?" : "";
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

int fail_usage(const CLI::App& program, const CLI::ParseError& error) {
  const auto chosen = program.get_subcommands();
  const CLI::App& command = chosen.empty() ? program : *chosen.front();
  std::vector<std::string> extras = command.remaining();
  // A word that is neither a command nor a file was taken for a file's name first.
  if (const CLI::Option* file = program.get_option_no_throw("FILE"); extras.empty() && file != nullptr)
    extras = file->results();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr || extras.empty()) {
    return fail(where(program), std::string(error.what()) + "; see " + where(program) + " --help",
                exit_code::bad_usage);
  }
  const std::string wrong = extras.front().substr(0, extras.front().find('='));
  if (wrong.starts_with("-")) {
    const std::string hint = suggestion(wrong, option_names(command));
    return fail(
        where(program),
        "unknown option \"" + wrong + "\"" + (hint.empty() ? "; see " + where(program) + " --help" : hint),
        exit_code::bad_usage);
  }
  if (chosen.empty()) {
    const std::string hint = suggestion(wrong, command_names(program));
    return fail("headlight",
                "unknown command \"" + wrong + "\"" + (hint.empty() ? "; see headlight --help" : hint),
                exit_code::bad_usage);
  }
  const bool reads_sentence = command.get_option_no_throw("--sentence") != nullptr;
  return fail(where(program),
              "\"" + wrong + "\" is not expected here; " +
                  (reads_sentence ? "for a text write --sentence before it, or see " : "see ") +
                  where(program) + " --help",
              exit_code::bad_usage);
}

}  // namespace

int run_program(int argc, const char* const* argv, const WindowCommands& window) {
  prepare_process();
  std::set_terminate(end_in_a_line);
  CLI::App program(
      "Headlight shows attention at work: every number of a Transformer, from a sentence to its answer.");
  program.name("headlight");
  program.set_version_flag("--version", version(), "Print the version, and the processors it was built for");
  program.require_subcommand(0, 1);
  program.allow_windows_style_options(false);  // on Windows too, "/" begins a path
  program.footer(
      "Without a command the window opens; without a display, figures are written instead.\nLayers and heads "
      "are counted from 0.");
  Chosen chosen;
  add_figure(program, chosen, window);
  add_export(program, chosen);
  add_sheet(program, chosen);
  add_trace(program, chosen);
  add_evaluate(program, chosen);
  add_train(program, chosen);
  add_random(program, chosen);
  add_generate(program, chosen);
  add_models(program, chosen);
  add_bench(program, chosen, window);
  add_lesson(program, chosen);
  add_glossary(program, chosen);
  add_screenshot(program, chosen, window);
  add_screenshots(program, chosen, window);
  add_open(program, chosen, window);
  require_numbers(program);
  try {
    std::vector<std::string> words = arguments(argc, argv);
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    program.parse(std::move(words));
  } catch (const CLI::Success& help) {
    return printed("headlight", program.exit(help));
  } catch (const CLI::ParseError& error) {
    return fail_usage(program, error);
  }
  try {
    return printed(where(program), chosen());
  } catch (const CLI::ParseError& error) {
    return fail_usage(program, error);  // what only the work itself could know
  } catch (const std::exception& error) {
    return fail(where(program), told(error), exit_code::bad_input);
  }
}

}  // namespace headlight
