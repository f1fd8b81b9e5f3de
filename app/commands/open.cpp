#include <cstdlib>
#include <iostream>

#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "app/commands/session_options.h"
#include "core/files/replace_file.h"
#include "core/text/in_quotes.h"

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

namespace fs = std::filesystem;

// headlight.png, .svg and .pdf; headlight-2 and so on where one of them is there already, for nobody named
// them.
std::vector<fs::path> new_figures(const fs::path& folder) {
  for (int number = 1;; ++number) {
    const std::string name = "headlight" + (number == 1 ? "" : "-" + std::to_string(number));
    std::vector<fs::path> files;
    bool taken = false;
    for (const char* ending : {".png", ".svg", ".pdf"}) {
      files.push_back(folder / (name + ending));
      taken = taken || fs::exists(fs::symlink_status(files.back()));
    }
    if (!taken) return files;
  }
}

// What a person gets instead of the window, and why.
int write_figures(const OpenOptions& options, const char* why) {
  const fs::path folder = fs::absolute(options.folder).lexically_normal();
  const std::vector<fs::path> files = new_figures(folder);
  for (const fs::path& file : files) check_replaceable(file);
  const Computed computed = compute_for(options.session);
  for (const fs::path& file : files) save_figure(computed, file);
  std::cout << why << "; figures instead\n";
  if (files.front().stem() != "headlight") std::cout << "kept the figures of that name that were there\n";
  for (const fs::path& file : files) std::cout << "wrote " << printable(file.string()) << '\n';
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
