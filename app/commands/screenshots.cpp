#include <iostream>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/commands/session_options.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

struct ScreenshotsOptions {
  SessionOptions session;
  std::string folder;
};

int take_all(const ScreenshotsOptions& options, const WindowCommands& window) {
  if (window.screenshots == nullptr) {
    throw std::invalid_argument("screenshots: this build has no window; build the preset \"release\"");
  }
  window.screenshots(
      compute_for(options.session).session, options.folder,
      [](const std::filesystem::path& file) { std::cout << "wrote " << printable(file.string()) << '\n'; });
  return 0;
}

}  // namespace

void add_screenshots(CLI::App& program, Chosen& chosen, const WindowCommands& window) {
  auto options = std::make_shared<ScreenshotsOptions>();
  CLI::App* command = program.add_subcommand(
      "screenshots",
      "Draw every view and lab in both themes at the usual sizes, and all of them on one sheet");
  add_session_options(*command, options->session);
  command->add_option("-o,--output", options->folder, "The folder for the pictures")->required();
  command->callback(
      [options, &chosen, window] { chosen = [options, window] { return take_all(*options, window); }; });
}

}  // namespace headlight
