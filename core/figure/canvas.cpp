#include "core/figure/canvas.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <cmath>
#include <memory>
#include <ostream>
#include <stdexcept>

namespace headlight {
namespace {

struct DestroySurface {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct DestroyContext {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, DestroySurface>;
using Context = std::unique_ptr<cairo_t, DestroyContext>;

constexpr double points_per_unit = 0.75;  // 12 units of text are 9 points in print
constexpr double most_pixels = 32767;     // of a side, in Cairo

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

void draw_on(cairo_surface_t* surface, double scale, const DrawPage& draw) {
  demand(cairo_surface_status(surface));
  const Context context(cairo_create(surface));
  cairo_scale(context.get(), scale, scale);
  draw(context.get());
  demand(cairo_status(context.get()));
  cairo_surface_flush(surface);
}

void finish(cairo_surface_t* surface) {
  cairo_surface_finish(surface);
  demand(cairo_surface_status(surface));
}

}  // namespace

Pixels render_page(double width, double height, double scale, bool opaque, const DrawPage& draw) {
  const double wide = std::round(width * scale);
  const double tall = std::round(height * scale);
  if (wide < 1 || tall < 1 || wide > most_pixels || tall > most_pixels) {
    throw std::invalid_argument("a picture has 1 to 32767 pixels a side; choose a smaller scale or size");
  }
  Pixels pixels{static_cast<int>(wide), static_cast<int>(tall)};
  pixels.values.assign(static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height), 0);
  const Surface surface(cairo_image_surface_create_for_data(
      reinterpret_cast<unsigned char*>(pixels.values.data()),
      opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, pixels.width, pixels.height, pixels.width * 4));
  draw_on(surface.get(), scale, draw);
  return pixels;
}

void write_pdf_page(std::ostream& out, double width, double height, const PageTexts& texts,
                    const DrawPage& draw) {
  const Surface surface(
      cairo_pdf_surface_create_for_stream(keep, &out, width * points_per_unit, height * points_per_unit));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, texts.title.c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_SUBJECT, texts.subject.c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Headlight");
  draw_on(surface.get(), points_per_unit, draw);
  finish(surface.get());
}

void write_svg_page(std::ostream& out, double width, double height, const DrawPage& draw) {
  const Surface surface(
      cairo_svg_surface_create_for_stream(keep, &out, width * points_per_unit, height * points_per_unit));
  draw_on(surface.get(), points_per_unit, draw);
  finish(surface.get());
}

}  // namespace headlight
