// Pages that Cairo draws on, and how they become files. Private to core/figure.
#pragma once

#include <cairo.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace headlight {

// Draws in units; the page is already scaled.
using DrawPage = std::function<void(cairo_t*)>;

struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint32_t> values = {};  // 0xAARRGGBB, colours multiplied with alpha, row by row
};
// A page of `width` x `height` units at `scale` pixels a unit. `opaque`: the page covers everything. Throws
// std::invalid_argument for a picture that is too large.
Pixels render_page(double width, double height, double scale, bool opaque, const DrawPage& draw);

struct PageTexts {
  std::string title, subject;
};
void write_pdf_page(std::ostream& out, double width, double height, const PageTexts& texts,
                    const DrawPage& draw);
void write_svg_page(std::ostream& out, double width, double height, const DrawPage& draw);

}  // namespace headlight
