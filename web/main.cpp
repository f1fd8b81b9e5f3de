// Headlight in a browser's tab.
#include "app/window/run.h"

// web/page.js gives the page's address, and a link to open, which may be empty.
int main(int argc, char** argv) {
  headlight::WindowStart start{headlight::opening_session(headlight::Session{}.model)};
  start.session.altitude = headlight::Altitude::sentence;
  if (argc > 1) start.page = argv[1];
  if (argc > 2) start.link = argv[2];
  start.asked = !start.link.empty();
  return headlight::run_window(start);
}
