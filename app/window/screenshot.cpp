#include <cairo.h>

#include <cstdio>
#include <memory>
#include <ostream>
#include <stdexcept>

#include "app/window/gl_backend.h"
#include "app/window/offscreen.h"
#include "app/window/render.h"
#include "app/window/run.h"
#include "core/files/replace_file.h"

namespace headlight {
namespace {

void write_png(std::vector<std::uint32_t> pixels, int width, int height, const std::filesystem::path& path) {
  const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface(
      cairo_image_surface_create_for_data(reinterpret_cast<unsigned char*>(pixels.data()), CAIRO_FORMAT_RGB24,
                                          width, height, width * 4),
      cairo_surface_destroy);
  cairo_status_t status = CAIRO_STATUS_SUCCESS;
  replace_file(path, [&](std::ostream& out) {
    const cairo_write_func_t write = [](void* to, const unsigned char* data, unsigned int length) {
      static_cast<std::ostream*>(to)->write(reinterpret_cast<const char*>(data), length);
      return CAIRO_STATUS_SUCCESS;
    };
    status = cairo_surface_write_to_png_stream(surface.get(), write, &out);
  });
  if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(cairo_status_to_string(status));
}

}  // namespace

int write_screenshot(const Session& session, const std::filesystem::path& path, int width, int height,
                     float scale) {
  try {
    Workspace workspace(session);
    workspace.wait();
    const Offscreen target(width, height);
    GlCells cells;
    Screen screen(workspace, cells, upload_fonts);
    const GlBackend backend;
    // The first frame measures what the second one places (scrolling to the step shown).
    constexpr int frames = 3;
    for (int i = 0; i < frames; ++i) render_frame(screen, cells, width, height, scale);
    write_png(target.pixels(), width, height, path);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "headlight: %s\n", error.what());
    return 1;
  }
}

}  // namespace headlight
