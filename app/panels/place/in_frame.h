// Headlight in a frame of somebody else's page.
#pragma once

namespace headlight {

// Set once by the window. The frame shows what its page has chosen: the doors to other rooms are in the menu.
struct InFrame {
  bool on = false;
};

}  // namespace headlight
