#include <memory>

#include "core/figure/drawing.h"

namespace headlight {
namespace {

Rgb of_pixel(std::uint32_t pixel) {
  return {static_cast<std::uint8_t>(pixel >> 16U), static_cast<std::uint8_t>(pixel >> 8U),
          static_cast<std::uint8_t>(pixel)};
}

// One overload for each kind of item.
struct MakeGrey {
  template <typename Item>
  void operator()(Item& item) const {
    if constexpr (requires { item.paint; }) item.paint.colour = grey_of(item.paint.colour);
  }
  void operator()(DrawnGradient& item) const {
    for (Rgb& colour : item.colours) colour = grey_of(colour);
  }
  void operator()(DrawnCells& item) const { item.grey = true; }
  void operator()(DrawnImage& item) const {
    auto grey = std::make_shared<Raster>(*item.image);
    for (std::uint32_t& pixel : grey->pixels) pixel = opaque(grey_of(of_pixel(pixel)));
    item.image = grey;
  }
};

}  // namespace

void make_grey(Drawing& drawing) {
  drawing.grey = true;
  for (DrawnItem& item : drawing.items) std::visit(MakeGrey{}, item);
}

}  // namespace headlight
