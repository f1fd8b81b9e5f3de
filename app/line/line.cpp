#include "app/line/line.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "core/platform/portable.h"
#include "core/platform/process.h"
#include "core/text/encode.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

bool is_whole(const std::string& text) {
  const std::size_t digits = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  return text.size() > digits && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(digits), text.end(),
                                             [](char c) { return c >= '0' && c <= '9'; });
}

// What CLI11 reads by strtoull, which takes "-1" for the largest.
bool is_seed(const std::string& text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stopped == end;
}

bool is_finite(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = portable::from_chars(text.data(), end, value);
  return error == std::errc{} && stopped == end && std::isfinite(value);
}

CLI::Validator number(bool (*is)(const std::string&), const char* what) {
  const auto check = [is, what](std::string& text) {
    return is(text) ? std::string() : in_quotes(text) + " is not " + what;
  };
  return {check, ""};
}

void require_numbers_of(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    const std::string type = option->get_type_name();  // "INT", or "INT:INT in [1 - 4]"
    if (type.starts_with("INT") || type.starts_with("UINT"))
      option->check(type.starts_with("INT")
                        ? number(is_whole, "a whole number")
                        : number(is_seed, "a whole number from 0 to 18446744073709551615"));
    if (type.starts_with("FLOAT")) option->check(number(is_finite, "a number"));
  }
}

void require_numbers(CLI::App& program) {
  require_numbers_of(program);
  for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    require_numbers(*command);
  }
}

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

std::string& name_of_program() {
  static std::string name;
  return name;
}

// What a thread could not catch.
[[noreturn]] void end_in_a_line() {
  if (const std::exception_ptr failed = std::current_exception()) {
    try {
      std::rethrow_exception(failed);
    } catch (const std::bad_alloc&) {
      std::fprintf(stderr, "%s: not enough memory; close other programs, or use a smaller model\n",
                   name_of_program().c_str());
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
  return program.get_name() + (chosen.empty() ? "" : " " + chosen.front()->get_name());
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
  // Where a command is required, a word that is none is told of as that, not as the lack of one.
  const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || chosen.empty();
  if (!is_extra || extras.empty()) {
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
    return fail(program.get_name(),
                "unknown command \"" + wrong + "\"" +
                    (hint.empty() ? "; see " + program.get_name() + " --help" : hint),
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

CLI::Validator not_empty(const char* otherwise) {
  const auto check = [otherwise](std::string& text) {
    return text.empty() ? std::string("is empty; ") + otherwise : std::string();
  };
  return {check, ""};
}

CLI::Validator at_least(int least) {
  const auto check = [least](std::string& text) {
    int value = 0;
    // What is no number is refused by require_numbers().
    const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const auto [stopped, error] = std::from_chars(begin, text.data() + text.size(), value);
    if (error != std::errc{} || value >= least) return std::string();
    return text + " is too small; give at least " + std::to_string(least);
  };
  return {check, ""};
}

int run_line(CLI::App& program, const Chosen& chosen, int argc, const char* const* argv) {
  prepare_process();
  name_of_program() = program.get_name();
  std::set_terminate(end_in_a_line);
  program.allow_windows_style_options(false);  // on Windows too, "/" begins a path
  require_numbers(program);
  try {
    std::vector<std::string> words = arguments(argc, argv);
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    program.parse(std::move(words));
  } catch (const CLI::Success& help) {
    return printed(program.get_name(), program.exit(help));
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
