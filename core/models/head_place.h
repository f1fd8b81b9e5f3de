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

  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("stack", self.stack);
    visit("attention", self.attention);
    visit("layer", self.layer);
    visit("head", self.head);
  }
};

}  // namespace headlight
