// How large a window may be: never larger than the screen that it opens on.
#pragma once

namespace headlight {

struct WindowSize {
  int width = 0, height = 0;
  bool operator==(const WindowSize&) const = default;
};

// What the window system adds to each side of a size that was asked for: its frame and its title.
struct WindowFrame {
  int left = 0, top = 0, right = 0, bottom = 0;
};

// The size to ask for: `wanted`, or the largest below it that, once the window system has made it larger by
// its scale (1.5 at 150 %; below 1 it makes nothing smaller) and framed it, is not larger than `free`, the
// part of the screen that nothing else takes. Where `free` is not known (0 or less) it is `wanted`.
WindowSize fitting_size(WindowSize wanted, WindowSize free, float scale_x, float scale_y,
                        const WindowFrame& frame = {});

}  // namespace headlight
