// What the captions of all labs are made of.
#pragma once

#include <string>
#include <string_view>

#include "core/figure/amounts.h"

namespace headlight {

inline std::string in_curly_quotes(const std::string& text) { return "“" + text + "”"; }
// Where numbers were drawn, so that they can be drawn again.
inline std::string drawn(int seed) { return " (draw " + std::to_string(seed) + ")"; }
inline std::string head_text(std::string_view stack, int layer, int head) {
  return std::string(stack) + " layer " + std::to_string(layer) + ", head " + std::to_string(head);
}

}  // namespace headlight
