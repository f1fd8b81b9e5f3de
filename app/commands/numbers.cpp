#include "app/commands/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/text/in_quotes.h"

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
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
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

}  // namespace

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

void require_numbers(CLI::App& program) {
  require_numbers_of(program);
  for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    require_numbers(*command);
  }
}

}  // namespace headlight
