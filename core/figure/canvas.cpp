#include "core/figure/canvas.h"

#include <cairo-pdf.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "core/figure/text.h"

namespace headlight {
namespace {

bool is_left_out(const DrawnCells& cells, int column) {
  return cells.left_out == column || cells.map->left_out == column;
}

Rgb ground(const DrawnCells& cells, Theme theme, int row, int column) {
  const Heatmap& map = *cells.map;
  if (map.is_error(row, column)) return palette(theme).error_ground;
  if (map.state(row, column) != CellState::value) return cells.paper;
  if (is_left_out(cells, column)) return left_out_colour(theme);
  return colour_on_scale(cells.scale ? *cells.scale : map.scale, map.value(row, column), theme);
}

}  // namespace

void each_piece(const DrawnCells& cells, Theme theme, const std::function<void(const CellPiece&)>& visit) {
  const double wide = cells.area.width / cells.columns;
  const double tall = cells.area.height / cells.rows;
  for (int i = 0; i < cells.rows; ++i) {
    for (int j = 0; j < cells.columns; ++j) {
      const int row = cells.row + i;
      const int column = cells.column + j;
      CellPiece piece;
      piece.box = {cells.area.x + j * wide, cells.area.y + i * tall, wide - cells.gap, tall - cells.gap};
      piece.state = cells.map->state(row, column);
      piece.error = cells.map->is_error(row, column);
      piece.left_out = piece.state == CellState::value && !piece.error && is_left_out(cells, column);
      piece.colour = shown_colour(cells, mix(ground(cells, theme, row, column), cells.paper, cells.fade));
      visit(piece);
    }
  }
}

std::vector<std::uint32_t> cell_pixels(const DrawnCells& cells, Theme theme) {
  std::vector<std::uint32_t> pixels;
  pixels.reserve(static_cast<std::size_t>(cells.rows) * static_cast<std::size_t>(cells.columns));
  each_piece(cells, theme, [&](const CellPiece& piece) {
    // Too small for a hatch or a dot: the average of one.
    Rgb colour = piece.colour;
    if ((piece.state != CellState::value && !piece.error) || piece.left_out)
      colour = mix(colour, line_of(cells, theme), image_line_share);
    pixels.push_back(0xFF000000U | static_cast<std::uint32_t>(colour.red) << 16U |
                     static_cast<std::uint32_t>(colour.green) << 8U | colour.blue);
  });
  return pixels;
}

Rgb shown_colour(const DrawnCells& cells, Rgb colour) { return cells.grey ? grey_of(colour) : colour; }

Rgb line_of(const DrawnCells& cells, Theme theme) {
  return shown_colour(cells, mix(palette(theme).strong_line, cells.paper, cells.fade));
}

std::vector<std::array<Point, 2>> hatch(const Box& box, const Box& all, bool falling) {
  if (falling) {
    // Rising ones, seen in a mirror that stands at x = 0.
    auto lines =
        hatch({-box.right(), box.y, box.width, box.height}, {-all.right(), all.y, all.width, all.height});
    for (auto& line : lines) {
      for (Point& end : line) end.x = -end.x;
    }
    return lines;
  }
  std::vector<std::array<Point, 2>> lines;
  const double first = std::ceil((box.x + box.y - all.x - all.y) / hatch_apart) * hatch_apart + all.x + all.y;
  const double end = box.right() + box.bottom();
  for (int i = 0; first + i * hatch_apart < end; ++i) {
    const double sum = first + i * hatch_apart;
    // On the line x + y = sum, from the lower left to the upper right edge of the box.
    const double left = std::max(box.x, sum - box.bottom());
    const double right = std::min(box.right(), sum - box.y);
    if (right > left) lines.push_back({Point{left, sum - left}, Point{right, sum - right}});
  }
  return lines;
}

struct Release {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_pattern_t* pattern) const { cairo_pattern_destroy(pattern); }
};
template <typename Kind>
using Held = std::unique_ptr<Kind, Release>;

namespace {

constexpr double pi = std::numbers::pi;
constexpr double most_pixels = 32767;  // of a side, in Cairo

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
  Replay(cairo_t* to, const Drawing& drawing) : to_(to), theme_(drawing.theme), typesetter_(drawing.font) {
    typesetter_.follow(to);
  }

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
    path(border_of(item));
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
    const Held<cairo_pattern_t> gradient(
        cairo_pattern_create_linear(box.x, item.towards == Towards::top ? box.bottom() : box.y,
                                    item.towards == Towards::right ? box.right() : box.x,
                                    item.towards == Towards::bottom ? box.bottom() : box.y));
    for (std::size_t i = 0; i < item.colours.size(); ++i) {
      const Rgb colour = item.colours[i];
      cairo_pattern_add_color_stop_rgb(gradient.get(), stop_of(item, i), colour.red / 255.0,
                                       colour.green / 255.0, colour.blue / 255.0);
    }
    cairo_rectangle(to_, box.x, box.y, box.width, box.height);
    cairo_set_source(to_, gradient.get());
    cairo_fill(to_);
  }

  void operator()(const DrawnHatch& item) {
    const Box& box = item.box;
    (*this)(ClipBegin{box});
    const int first = static_cast<int>(std::floor((box.x + box.y) / hatch_apart));
    const int last = static_cast<int>(std::floor((box.right() + box.bottom()) / hatch_apart));
    if (item.falling) {
      for (const auto& [from, end] : hatch(box, {}, true)) {
        cairo_move_to(to_, from.x, from.y);
        cairo_line_to(to_, end.x, end.y);
      }
    } else {
      for (int stripe = first; stripe <= last; ++stripe) {
        const double sum = stripe * hatch_apart;
        cairo_move_to(to_, sum - box.y, box.y);
        cairo_line_to(to_, sum - box.bottom(), box.bottom());
      }
    }
    paint(item.paint, 1);
    (*this)(ClipEnd{});
  }

  void operator()(const DrawnText& item) {
    cairo_save(to_);
    cairo_translate(to_, item.at.x, item.at.y);
    if (item.degrees != 0) {
      cairo_rotate(to_, -item.degrees * pi / 180);
      typesetter_.follow(to_);
    }
    cairo_translate(to_, 0, item.drop);
    set_paint(to_, item.paint.colour, item.paint.alpha);
    typesetter_.draw(to_, item);
    cairo_restore(to_);
    cairo_new_path(to_);  // a text leaves the pen behind it
    if (item.degrees != 0) typesetter_.follow(to_);
  }

  void operator()(const DrawnCells& item) {
    if (as_image(item)) {
      draw_image(item.area, cell_pixels(item, theme_), item.columns, item.rows);
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

  void operator()(const DrawnImage& item) {
    draw_image(item.box, item.image->pixels, item.image->width, item.image->height);
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
      paint({shown_colour(cells, mix(palette(theme_).error, cells.paper, cells.fade))}, width);
    } else if (piece.state == CellState::masked || piece.left_out) {
      for (const auto& [from, end] : hatch(box, cells.area, piece.left_out)) {
        cairo_move_to(to_, from.x, from.y);
        cairo_line_to(to_, end.x, end.y);
      }
      paint({line_of(cells, theme_)}, 1);
    } else if (piece.state == CellState::absent) {
      const double radius = std::min(1.5, 0.25 * std::min(box.width, box.height));
      (*this)(DrawnCircle{{box.x + box.width / 2, box.y + box.height / 2}, radius, {line_of(cells, theme_)}});
    }
  }

  // `pixels` only until this returns: a page that still needs them takes a copy.
  void draw_image(const Box& box, std::vector<std::uint32_t> pixels, int width, int height) {
    cairo_surface_t* image = cairo_image_surface_create_for_data(
        reinterpret_cast<unsigned char*>(pixels.data()), CAIRO_FORMAT_RGB24, width, height, width * 4);
    cairo_save(to_);
    cairo_rectangle(to_, box.x, box.y, box.width, box.height);
    cairo_clip(to_);
    cairo_translate(to_, box.x, box.y);
    cairo_scale(to_, box.width / width, box.height / height);
    cairo_set_source_surface(to_, image, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(to_), CAIRO_FILTER_NEAREST);
    cairo_paint(to_);
    cairo_restore(to_);
    cairo_surface_finish(image);
    cairo_surface_destroy(image);
  }

  cairo_t* to_;
  Theme theme_;
  Typesetter typesetter_;
  int clips_ = 0;
};

void demand(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) {
    throw std::runtime_error(std::string("the figure cannot be drawn: ") + cairo_status_to_string(status));
  }
}

// Cairo hands over bytes; what the stream makes of them shows when the file is closed.
cairo_status_t keep(void* stream, const unsigned char* bytes, unsigned length) {
  auto& out = *static_cast<std::ostream*>(stream);
  out.write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(length));
  return CAIRO_STATUS_SUCCESS;
}

// A drawing on its way onto a surface.
class Painting {
 public:
  Painting(cairo_surface_t* surface, double scale, const Drawing& drawing, bool ground)
      : surface_(surface), drawing_(drawing), context_(begun(surface)), replay_(context_.get(), drawing) {
    cairo_t* to = context_.get();
    cairo_scale(to, scale, scale);
    if (!ground) return;
    set_paint(to, paper_of(drawing));
    cairo_paint(to);
  }

  bool go_on(const std::function<bool()>& more) {
    for (; next_ < drawing_.items.size(); ++next_) {
      if (more && !more()) return false;
      std::visit(replay_, drawing_.items[next_]);
    }
    replay_.finish();
    demand(cairo_status(context_.get()));
    cairo_surface_flush(surface_);
    return true;
  }

 private:
  static cairo_t* begun(cairo_surface_t* surface) {
    demand(cairo_surface_status(surface));
    return cairo_create(surface);
  }

  cairo_surface_t* surface_;
  const Drawing& drawing_;
  const Held<cairo_t> context_;
  Replay replay_;
  std::size_t next_ = 0;
};

Pixels empty_pixels(const Drawing& drawing, double scale) {
  const double wide = std::round(drawing.width * scale);
  const double tall = std::round(drawing.height * scale);
  if (wide < 1 || tall < 1 || wide > most_pixels || tall > most_pixels) {
    throw std::invalid_argument("a picture must have 1 to 32767 pixels a side; choose another scale or size");
  }
  Pixels pixels{static_cast<int>(wide), static_cast<int>(tall)};
  pixels.values.assign(static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height), 0);
  return pixels;
}

// A surface over these pixels, and what is painted on it.
struct PixelPainting {
  PixelPainting(Pixels& pixels, const Drawing& drawing, double scale, bool ground)
      : surface(cairo_image_surface_create_for_data(reinterpret_cast<unsigned char*>(pixels.values.data()),
                                                    ground ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32,
                                                    pixels.width, pixels.height, pixels.width * 4)),
        painting(surface.get(), scale, drawing, ground) {}

  const Held<cairo_surface_t> surface;
  Painting painting;
};

}  // namespace

struct PixelPainter::State {
  Pixels pixels;
  std::function<bool(const std::function<bool()>& more)> go_on = {};
};

PixelPainter::PixelPainter(const Drawing& drawing, double scale, bool ground)
    : state_(new State{empty_pixels(drawing, scale)}) {
  const auto painting = std::make_shared<PixelPainting>(state_->pixels, drawing, scale, ground);
  state_->go_on = [painting](const std::function<bool()>& more) { return painting->painting.go_on(more); };
}
PixelPainter::~PixelPainter() = default;

bool PixelPainter::go_on(const std::function<bool()>& more) { return state_->go_on(more); }
Pixels PixelPainter::take() { return std::move(state_->pixels); }

Pixels render(const Drawing& drawing, double scale, bool ground) {
  PixelPainter painter(drawing, scale, ground);
  painter.go_on({});
  return painter.take();
}

void write_pdf(std::ostream& out, const Drawing& drawing, bool ground) {
  write_pdf(out, std::span(&drawing, 1), ground);
}

void write_pdf(std::ostream& out, std::span<const Drawing> pages, bool ground) {
  const Drawing& first = pages.front();
  const Held<cairo_surface_t> file(cairo_pdf_surface_create_for_stream(
      keep, &out, first.width * points_per_unit, first.height * points_per_unit));
  cairo_pdf_surface_set_metadata(file.get(), CAIRO_PDF_METADATA_TITLE, first.title.c_str());
  cairo_pdf_surface_set_metadata(file.get(), CAIRO_PDF_METADATA_SUBJECT, first.caption.c_str());
  cairo_pdf_surface_set_metadata(file.get(), CAIRO_PDF_METADATA_CREATOR, "Headlight");
  for (const Drawing& page : pages) {
    cairo_pdf_surface_set_size(file.get(), page.width * points_per_unit, page.height * points_per_unit);
    Painting(file.get(), points_per_unit, page, ground).go_on({});
    cairo_surface_show_page(file.get());
  }
  cairo_surface_finish(file.get());
  demand(cairo_surface_status(file.get()));
}

}  // namespace headlight
