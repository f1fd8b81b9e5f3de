#include "core/files/png.h"

#include <png.h>

#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace headlight {
namespace {

// Flat areas and letters: no filter and little effort pack them as well as any.
constexpr int level = 3;

void fail(png_structp, const char* message) {
  throw std::runtime_error(std::string("the picture cannot be encoded: ") + message);
}

void ignore(png_structp, const char*) {}

void put(png_structp png, png_bytep bytes, std::size_t count) {
  auto& out = *static_cast<std::ostream*>(png_get_io_ptr(png));
  out.write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(count));
}

void flush(png_structp) {}

class Png {
 public:
  explicit Png(std::ostream& out)
      : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, ignore)) {
    if (png_ == nullptr || (info_ = png_create_info_struct(png_)) == nullptr) {
      png_destroy_write_struct(&png_, nullptr);
      throw std::runtime_error("libpng cannot be started");
    }
    png_set_write_fn(png_, &out, put, flush);
  }
  ~Png() { png_destroy_write_struct(&png_, &info_); }
  Png(const Png&) = delete;
  Png& operator=(const Png&) = delete;

  png_structp png() { return png_; }
  png_infop info() { return info_; }

 private:
  png_structp png_;
  png_infop info_ = nullptr;
};

void convert(std::span<const std::uint32_t> from, bool transparent, std::vector<png_byte>& to) {
  to.clear();
  for (const std::uint32_t pixel : from) {
    const std::uint32_t alpha = pixel >> 24U;
    for (const unsigned shift : {16U, 8U, 0U}) {
      const std::uint32_t channel = pixel >> shift & 255U;
      const bool whole = !transparent || alpha == 255 || alpha == 0;
      to.push_back(static_cast<png_byte>(whole ? channel : (channel * 255 + alpha / 2) / alpha));
    }
    if (transparent) to.push_back(static_cast<png_byte>(alpha));
  }
}

}  // namespace

void write_png(std::ostream& out, std::span<const std::uint32_t> pixels, int width, int height,
               bool transparent) {
  if (width <= 0 || height <= 0 ||
      pixels.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {
    throw std::invalid_argument("write_png: the pixels do not fill the picture");
  }
  Png file(out);
  png_set_IHDR(file.png(), file.info(), static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 8,
               transparent ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(file.png(), level);
  png_set_filter(file.png(), PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_write_info(file.png(), file.info());
  std::vector<png_byte> row;
  row.reserve(static_cast<std::size_t>(width) * 4);
  for (int y = 0; y < height; ++y) {
    convert(pixels.subspan(static_cast<std::size_t>(y) * static_cast<std::size_t>(width),
                           static_cast<std::size_t>(width)),
            transparent, row);
    png_write_row(file.png(), row.data());
  }
  png_write_end(file.png(), file.info());
}

}  // namespace headlight
