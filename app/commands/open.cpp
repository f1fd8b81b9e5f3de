#include <cstdlib>
#include <iostream>

#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "app/commands/session_options.h"

namespace headlight {
namespace {

struct Options {
  SessionOptions session;
  std::string folder = ".";
};

bool has_display() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) {
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') return true;
  }
  return false;
}

// What a person without a display gets instead of the window.
int write_figures(const Options& options) {
  const Computed computed = compute_for(options.session);
  const std::filesystem::path folder = std::filesystem::absolute(options.folder).lexically_normal();
  for (const char* name : {"headlight.png", "headlight.svg", "headlight.pdf"}) {
    save_figure(computed, folder / name);
    std::cout << "wrote " << (folder / name).string() << '\n';
  }
  return 0;
}

int open(const Options& options, const WindowCommands& window) {
  if (window.open == nullptr) {
    std::cout << "built without a window; writing the figures instead\n";
    return write_figures(options);
  }
  if (!has_display()) {
    std::cout << "no display (neither DISPLAY nor WAYLAND_DISPLAY is set); writing the figures instead\n";
    return write_figures(options);
  }
  // With a site or a head to check, the session is computed here, so that a mistake is said on the terminal.
  const bool to_check = options.session.site || options.session.layer || options.session.head;
  return window.open(to_check ? compute_for(options.session).session : session_of(options.session));
}

}  // namespace

void add_open(CLI::App& program, Chosen& chosen, const WindowCommands& window) {
  auto options = std::make_shared<Options>();
  add_session_options(program, options->session);
  program.add_option("--output", options->folder, "The folder for the figures where there is no display")
      ->group("Session");
  program.callback([options, &program, &chosen, window] {
    if (program.get_subcommands().empty()) chosen = [options, window] { return open(*options, window); };
  });
}

}  // namespace headlight
