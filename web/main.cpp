// Headlight in a browser's tab.
#include <emscripten.h>

#include "app/window/run.h"

namespace {

headlight::WindowStart begun;

// The window in a turn of its own: the tab answers in between.
void open_window(void*) { headlight::run_window(begun); }

}  // namespace

// web/page.js gives the page's address, and a link to open, which may be empty.
int main(int argc, char** argv) {
  begun.session = headlight::opening_session(headlight::Session{}.model);
  begun.session.altitude = headlight::Altitude::sentence;
  if (argc > 1) begun.page = argv[1];
  if (argc > 2) begun.link = argv[2];
  begun.asked = !begun.link.empty();
  emscripten_async_call(open_window, nullptr, 0);
  return 0;
}
