// Headlight: the command line, and the window when it was built with one.
#include "app/commands/program.h"

#ifdef HEADLIGHT_WINDOW
#include "app/window/run.h"
#endif

int main(int argc, char** argv) {
#ifdef HEADLIGHT_WINDOW
  const headlight::WindowCommands window{headlight::run_window, headlight::write_screenshot,
                                         headlight::write_screenshots, headlight::write_stage,
                                         headlight::screen_in_words};
#else
  const headlight::WindowCommands window{};
#endif
  return headlight::run_program(argc, argv, window);
}
