#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>

#include "core/figure/draw.h"
#include "core/figure/figure.h"
#include "core/figure/figure_numbers.h"
#include "core/files/csv.h"
#include "core/files/file_error.h"
#include "core/files/replace_file.h"

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

void draw_on(cairo_surface_t* surface, double scale, const Figure& figure, const FigureLayout& layout,
             const FigureOptions& options) {
  demand(cairo_surface_status(surface));
  const Context context(cairo_create(surface));
  cairo_scale(context.get(), scale, scale);
  draw_figure(context.get(), figure, layout, options);
  demand(cairo_status(context.get()));
}

void write_png(std::ostream& out, const Figure& figure, const FigureLayout& layout,
               const FigureOptions& options) {
  const cairo_format_t format = options.ground ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32;
  const Surface surface(
      cairo_image_surface_create(format, layout.width * options.scale, layout.height * options.scale));
  draw_on(surface.get(), options.scale, figure, layout, options);
  demand(cairo_surface_write_to_png_stream(surface.get(), keep, &out));
}

void write_vector(std::ostream& out, bool pdf, const Figure& figure, const FigureLayout& layout,
                  const FigureOptions& options) {
  const double width = layout.width * points_per_unit;
  const double height = layout.height * points_per_unit;
  const Surface surface(pdf ? cairo_pdf_surface_create_for_stream(keep, &out, width, height)
                            : cairo_svg_surface_create_for_stream(keep, &out, width, height));
  if (pdf) {
    const RichText& title = figure.title.empty() ? figure.panels.front().title : figure.title;
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, title.plain().c_str());
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_SUBJECT, figure.caption.c_str());
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Headlight");
  }
  draw_on(surface.get(), points_per_unit, figure, layout, options);
  cairo_surface_finish(surface.get());
  demand(cairo_surface_status(surface.get()));
}

std::string lower_case_extension(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return extension;
}

}  // namespace

void write_figure(const Figure& figure, const std::filesystem::path& path, const FigureOptions& options) {
  const std::string extension = lower_case_extension(path);
  if (extension == ".csv" || extension == ".npy") {
    if (figure.panels.empty()) throw std::invalid_argument("figure: there is nothing to write");
    for (const Heatmap& map : figure.panels) check(map);
    if (extension == ".csv") {
      write_csv(path, csv_records(figure));
    } else {
      write_figure_npy(figure, path);
    }
    return;
  }
  if (extension != ".png" && extension != ".svg" && extension != ".pdf") {
    throw FormatError(path, "no figure can be written with this ending",
                      "end the name in .png, .svg, .pdf, .csv or .npy");
  }
  const FigureLayout layout = layout_figure(figure, options);
  replace_file(path, [&](std::ostream& out) {
    if (extension == ".png") {
      write_png(out, figure, layout, options);
    } else {
      write_vector(out, extension == ".pdf", figure, layout, options);
    }
  });
}

}  // namespace headlight
