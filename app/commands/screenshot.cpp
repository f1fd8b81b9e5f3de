#include <iostream>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/output.h"
#include "core/text/printable.h"

namespace headlight {
namespace {

struct ScreenshotOptions {
  SessionOptions session;
  std::string output;
  std::vector<int> size{1440, 900};
  float scale = 1.0F;
  bool touch = false;
};

int take(const ScreenshotOptions& options, const WindowCommands& window) {
  if (window.screenshot == nullptr) {
    throw std::invalid_argument("screenshot: this build has no window; build the preset \"release\"");
  }
  check_output(options.output, {"screenshot", {".png"}}, options.session);
  const Computed computed = compute_for(options.session);
  const int code = window.screenshot(computed.session, computed.results, options.output, options.size[0],
                                     options.size[1], options.scale, options.touch);
  if (code == 0) std::cout << "wrote " << printable(options.output) << '\n';
  return code;
}

}  // namespace

void add_screenshot(CLI::App& program, Chosen& chosen, const WindowCommands& window) {
  auto options = std::make_shared<ScreenshotOptions>();
  CLI::App* command =
      program.add_subcommand("screenshot", "Draw the window into a picture, without a display");
  add_session_options(*command, options->session);
  command->add_option("-o,--output", options->output, "FILE.png")->required();
  command->add_option("--size", options->size, "WIDTH HEIGHT in pixels; 1440 900 if not given")
      ->expected(2)
      ->check(CLI::Range(320, 7680));
  command->add_option("--scale", options->scale, "Size of everything on screen; 1 on a normal display")
      ->check(CLI::Range(0.5, 4.0));
  command->add_flag("--touch", options->touch, "As where a finger points: larger to press");
  command->callback(
      [options, &chosen, window] { chosen = [options, window] { return take(*options, window); }; });
}

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
