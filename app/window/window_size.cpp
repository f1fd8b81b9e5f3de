#include "app/window/window_size.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

int fitting_length(int wanted, int free, float scale) {
  if (free <= 0) return wanted;
  scale = std::isfinite(scale) ? std::max(scale, 1.0F) : 1.0F;
  // As the window system cuts off what is left of a pixel.
  int size = static_cast<int>(std::ceil(static_cast<float>(free) / scale));
  while (size > 1 && static_cast<int>(static_cast<float>(size) * scale) > free) --size;
  return std::min(wanted, size);
}

}  // namespace

WindowSize fitting_size(WindowSize wanted, WindowSize free, float scale_x, float scale_y,
                        const WindowFrame& frame) {
  const auto inner = [](int length, int around) { return length <= 0 ? 0 : std::max(1, length - around); };
  return {fitting_length(wanted.width, inner(free.width, frame.left + frame.right), scale_x),
          fitting_length(wanted.height, inner(free.height, frame.top + frame.bottom), scale_y)};
}

}  // namespace headlight
