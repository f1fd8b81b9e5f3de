#include <cstdlib>
#include <iostream>

#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "app/commands/session_options.h"

namespace headlight {
namespace {

struct OpenOptions {
  SessionOptions session;
  std::string folder = ".";
};

bool has_display() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) {
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') return true;
  }
  return false;
}

// What a person gets instead of the window, and why.
int write_figures(const OpenOptions& options, const char* why) {
  const Computed computed = compute_for(options.session);
  const std::filesystem::path folder = std::filesystem::absolute(options.folder).lexically_normal();
  const std::vector<std::filesystem::path> files{folder / "headlight.png", folder / "headlight.svg",
                                                 folder / "headlight.pdf"};
  for (const auto& file : files) save_figure(computed, file);
  std::cout << why << "; figures instead\n";
  for (const auto& file : files) std::cout << "wrote " << file.string() << '\n';
  return 0;
}

int open(const OpenOptions& options, const WindowCommands& window) {
  if (window.open == nullptr) return write_figures(options, "built without a window");
  if (!has_display())
    return write_figures(options, "no display (neither DISPLAY nor WAYLAND_DISPLAY is set)");
  // With a site, a head or a file to check, the session is computed here, so that a mistake is said on the
  // terminal.
  const SessionOptions& asked = options.session;
  const bool to_check = asked.site || asked.layer || asked.head || asked.file;
  WindowStart start{to_check ? compute_for(asked).session : session_of(asked)};
  start.file = asked.file.value_or("");
  start.asked = asked.model || asked.sentence || asked.compare || to_check;
  return window.open(start);
}

}  // namespace

void add_open(CLI::App& program, Chosen& chosen, const WindowCommands& window) {
  auto options = std::make_shared<OpenOptions>();
  add_session_options(program, options->session);
  program.add_option("--output", options->folder, "The folder for the figures where there is no display")
      ->group("Session");
  program.callback([options, &program, &chosen, window] {
    if (program.get_subcommands().empty()) chosen = [options, window] { return open(*options, window); };
  });
}

}  // namespace headlight
