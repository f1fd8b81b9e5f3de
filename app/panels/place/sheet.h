// The sheet at the bottom of a small window: what a margin says, folded or pulled up.
#pragma once

namespace headlight::place {

struct PlaceSheet {
  bool up = false;
  void let_go() { *this = {}; }
};

}  // namespace headlight::place
