// Two words of one attention, under the mouse in the grid of heads: it stays while the mouse crosses the
// gaps.
#pragma once

#include <optional>

#include "app/session/session.h"

namespace headlight {

struct HeadPair {
  Attention attention = Attention::encoder;
  int row = 0, column = 0;
};

struct PairUnderMouse {
  std::optional<HeadPair> pair;
  void let_go() { pair.reset(); }
};

}  // namespace headlight
