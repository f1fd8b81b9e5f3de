// Places in a picture. Units are pixels at scale 1, y down.
#pragma once

namespace headlight {

struct Point {
  double x = 0, y = 0;
};

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

}  // namespace headlight
