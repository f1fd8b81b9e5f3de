#include <ostream>
#include <stdexcept>

#include "core/figure/canvas.h"
#include "core/figure/draw_drawing.h"
#include "core/figure/drawing.h"
#include "core/files/file_error.h"
#include "core/files/png.h"
#include "core/files/replace_file.h"

namespace headlight {

RibbonEdges edges_of(const DrawnRibbon& ribbon) {
  // x runs evenly and so does the thickness: their control points are at thirds. The rise 3t^2 - 2t^3 has its
  // own at the ends.
  RibbonEdges edges;
  for (int i = 0; i < 4; ++i) {
    const double share = i / 3.0;
    const double x = ribbon.from.x + (ribbon.to.x - ribbon.from.x) * share;
    const double y = i < 2 ? ribbon.from.y : ribbon.to.y;
    const double half = (ribbon.from_thickness + (ribbon.to_thickness - ribbon.from_thickness) * share) / 2;
    edges.upper.at(i) = {x, y - half};
    edges.lower.at(i) = {x, y + half};
  }
  return edges;
}

void write_drawing(const Drawing& drawing, const std::filesystem::path& path, const DrawingOptions& options) {
  const std::string extension = lower_case_extension(path);
  if (extension != ".png" && extension != ".svg" && extension != ".pdf") {
    throw FormatError(path, "no picture of the stage can be written with this ending",
                      "end the name in .png, .svg, .pdf or .gif");
  }
  if (options.scale < 1 || options.scale > 4) {
    throw std::invalid_argument("the scale of a picture is 1, 2, 3 or 4");
  }
  const DrawPage draw = [&](cairo_t* to) { draw_drawing(to, drawing, options.ground); };
  replace_file(path, [&](std::ostream& out) {
    if (extension == ".png") {
      const Pixels pixels = render_page(drawing.width, drawing.height, options.scale, options.ground, draw);
      write_png(out, pixels.values, pixels.width, pixels.height, !options.ground);
    } else if (extension == ".svg") {
      write_svg(out, drawing, options.ground);
    } else {
      write_pdf_page(out, drawing.width, drawing.height, {drawing.title, ""}, draw);
    }
  });
}

}  // namespace headlight
