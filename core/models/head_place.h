// A head by its place, as a card names it.
#pragma once

#include <string>

namespace headlight {

struct HeadPlace {
  std::string stack = "encoder";
  std::string attention = "self_attention";
  int layer = 0;
  int head = 0;
  bool operator==(const HeadPlace&) const = default;
};

}  // namespace headlight
