#include "core/figure/draw_drawing.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "core/figure/drawn_cells.h"
#include "core/figure/text.h"

namespace headlight {
namespace {

constexpr double pi = std::numbers::pi;

void set_paint(cairo_t* to, Rgb colour, double alpha = 1) {
  cairo_set_source_rgba(to, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0, alpha);
}

void rounded(cairo_t* to, const Box& box, double radius) {
  const double r = std::min({radius, box.width / 2, box.height / 2});
  if (r <= 0) {
    cairo_rectangle(to, box.x, box.y, box.width, box.height);
    return;
  }
  cairo_new_sub_path(to);
  cairo_arc(to, box.right() - r, box.y + r, r, -pi / 2, 0);
  cairo_arc(to, box.right() - r, box.bottom() - r, r, 0, pi / 2);
  cairo_arc(to, box.x + r, box.bottom() - r, r, pi / 2, pi);
  cairo_arc(to, box.x + r, box.y + r, r, pi, 3 * pi / 2);
  cairo_close_path(to);
}

// One overload for each kind of item.
class Replay {
 public:
  Replay(cairo_t* to, Theme theme) : to_(to), theme_(theme) { ruler_.follow(to); }

  void operator()(const DrawnBox& item) {
    rounded(to_, item.box, item.radius);
    paint(item.paint, item.thickness);
  }

  void operator()(const DrawnLines& item) {
    path(item.points);
    // A mitre would reach beyond the tip of a curve's peak.
    cairo_set_line_join(to_, CAIRO_LINE_JOIN_ROUND);
    paint(item.paint, item.thickness);
    cairo_set_line_join(to_, CAIRO_LINE_JOIN_MITER);
  }

  void operator()(const DrawnCurve& item) {
    cairo_move_to(to_, item.from.x, item.from.y);
    cairo_curve_to(to_, item.from_control.x, item.from_control.y, item.to_control.x, item.to_control.y,
                   item.to.x, item.to.y);
    paint(item.paint, item.thickness);
  }

  void operator()(const DrawnRibbon& item) {
    path(outline_of(item));
    cairo_close_path(to_);
    paint(item.paint, 0);
  }

  void operator()(const DrawnCircle& item) {
    cairo_new_sub_path(to_);
    cairo_arc(to_, item.centre.x, item.centre.y, item.radius, 0, 2 * pi);
    paint(item.paint, item.thickness);
  }

  void operator()(const DrawnPolygon& item) {
    path(item.corners);
    cairo_close_path(to_);
    paint(item.paint, 0);
  }

  void operator()(const DrawnGradient& item) {
    const Box& box = item.box;
    cairo_pattern_t* gradient =
        cairo_pattern_create_linear(box.x, item.towards == Towards::top ? box.bottom() : box.y,
                                    item.towards == Towards::right ? box.right() : box.x,
                                    item.towards == Towards::bottom ? box.bottom() : box.y);
    for (std::size_t i = 0; i < item.colours.size(); ++i) {
      const Rgb colour = item.colours[i];
      cairo_pattern_add_color_stop_rgb(gradient, stop_of(item, i), colour.red / 255.0, colour.green / 255.0,
                                       colour.blue / 255.0);
    }
    cairo_rectangle(to_, box.x, box.y, box.width, box.height);
    cairo_set_source(to_, gradient);
    cairo_fill(to_);
    cairo_pattern_destroy(gradient);
  }

  void operator()(const DrawnHatch& item) {
    const Box& box = item.box;
    (*this)(ClipBegin{box});
    const double last = box.right() + box.bottom();
    for (double sum = std::floor((box.x + box.y) / hatch_apart) * hatch_apart; sum <= last;
         sum += hatch_apart) {
      cairo_move_to(to_, sum - box.y, box.y);
      cairo_line_to(to_, sum - box.bottom(), box.bottom());
    }
    paint(item.paint, 1);
    (*this)(ClipEnd{});
  }

  void operator()(const DrawnText& item) {
    cairo_save(to_);
    cairo_translate(to_, item.at.x, item.at.y);
    if (item.degrees != 0) {
      cairo_rotate(to_, -item.degrees * pi / 180);
      ruler_.follow(to_);
    }
    cairo_translate(to_, 0, item.drop);
    set_paint(to_, item.paint.colour, item.paint.alpha);
    ruler_.draw(to_, item);
    cairo_restore(to_);
    cairo_new_path(to_);  // a text leaves the pen behind it
    if (item.degrees != 0) ruler_.follow(to_);
  }

  void operator()(const DrawnCells& item) {
    if (as_image(item)) {
      draw_image(item);
      return;
    }
    // Cells without a gap reach under the next one, so that no seam shows between them.
    const double under = item.gap > 0 ? 0 : 0.25;
    cairo_save(to_);
    cairo_set_antialias(to_, CAIRO_ANTIALIAS_NONE);
    each_piece(item, theme_, [&](const CellPiece& piece) {
      const Box& box = piece.box;
      cairo_rectangle(to_, box.x, box.y, std::min(box.width + under, item.area.right() - box.x),
                      std::min(box.height + under, item.area.bottom() - box.y));
      set_paint(to_, piece.colour);
      cairo_fill(to_);
    });
    cairo_restore(to_);
    each_piece(item, theme_, [&](const CellPiece& piece) { draw_sign(item, piece); });
  }

  void operator()(const ClipBegin& item) {
    cairo_save(to_);
    cairo_rectangle(to_, item.box.x, item.box.y, item.box.width, item.box.height);
    cairo_clip(to_);
    ++clips_;
  }

  void operator()(const ClipEnd&) {
    if (clips_ == 0) return;
    cairo_restore(to_);
    --clips_;
  }

  void finish() {
    for (; clips_ > 0; --clips_) cairo_restore(to_);
  }

 private:
  void path(const std::vector<Point>& points) {
    cairo_new_path(to_);
    for (const Point& point : points) cairo_line_to(to_, point.x, point.y);
  }

  void paint(const Paint& with, double thickness) {
    set_paint(to_, with.colour, with.alpha);
    if (thickness > 0) {
      cairo_set_line_width(to_, thickness);
      cairo_stroke(to_);
    } else {
      cairo_fill(to_);
    }
  }

  // What a cell without a number says instead of a colour.
  void draw_sign(const DrawnCells& cells, const CellPiece& piece) {
    const Box& box = piece.box;
    if (piece.error) {
      const double width = std::min({1.5, box.width / 4, box.height / 4});
      cairo_rectangle(to_, box.x + width / 2, box.y + width / 2, box.width - width, box.height - width);
      paint({mix(palette(theme_).error, cells.paper, cells.fade)}, width);
    } else if (piece.state == CellState::masked) {
      for (const auto& [from, end] : hatch(box, cells.area)) {
        cairo_move_to(to_, from.x, from.y);
        cairo_line_to(to_, end.x, end.y);
      }
      paint({line_of(cells, theme_)}, 1);
    } else if (piece.state == CellState::absent) {
      const double radius = std::min(1.5, 0.25 * std::min(box.width, box.height));
      (*this)(DrawnCircle{{box.x + box.width / 2, box.y + box.height / 2}, radius, {line_of(cells, theme_)}});
    }
  }

  void draw_image(const DrawnCells& cells) {
    std::vector<std::uint32_t> pixels = cell_pixels(cells, theme_);
    cairo_surface_t* image =
        cairo_image_surface_create_for_data(reinterpret_cast<unsigned char*>(pixels.data()),
                                            CAIRO_FORMAT_RGB24, cells.columns, cells.rows, cells.columns * 4);
    cairo_save(to_);
    cairo_rectangle(to_, cells.area.x, cells.area.y, cells.area.width, cells.area.height);
    cairo_clip(to_);
    cairo_translate(to_, cells.area.x, cells.area.y);
    cairo_scale(to_, cells.area.width / cells.columns, cells.area.height / cells.rows);
    cairo_set_source_surface(to_, image, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(to_), CAIRO_FILTER_NEAREST);
    cairo_paint(to_);
    cairo_restore(to_);
    // The pixels go now; a page that still needs them takes a copy.
    cairo_surface_finish(image);
    cairo_surface_destroy(image);
  }

  cairo_t* to_;
  Theme theme_;
  TypeRuler ruler_;
  int clips_ = 0;
};

}  // namespace

void draw_drawing(cairo_t* to, const Drawing& drawing, bool ground) {
  if (ground) {
    set_paint(to, palette(drawing.theme).stage);
    cairo_paint(to);
  }
  Replay replay(to, drawing.theme);
  for (const DrawnItem& item : drawing.items) std::visit(replay, item);
  replay.finish();
}

}  // namespace headlight
