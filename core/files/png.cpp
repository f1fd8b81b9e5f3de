#include "core/files/png.h"

#include <png.h>

#include <cstdint>
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

void convert(std::span<const std::uint32_t> from, bool transparent, png_byte* to) {
  for (const std::uint32_t pixel : from) {
    const std::uint32_t alpha = pixel >> 24U;
    const bool whole = !transparent || alpha == 255 || alpha == 0;
    for (const unsigned shift : {16U, 8U, 0U}) {
      const std::uint32_t channel = pixel >> shift & 255U;
      *to++ = static_cast<png_byte>(whole ? channel : (channel * 255 + alpha / 2) / alpha);
    }
    if (transparent) *to++ = static_cast<png_byte>(alpha);
  }
}

}  // namespace

struct PngWriter::State {
  State(std::ostream& out, bool has_alpha, std::size_t row_bytes)
      : png(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, ignore)),
        transparent(has_alpha),
        row(row_bytes) {
    if (png == nullptr || (info = png_create_info_struct(png)) == nullptr) {
      png_destroy_write_struct(&png, nullptr);
      throw std::runtime_error("libpng cannot be started");
    }
    png_set_write_fn(png, &out, put, flush);
  }
  ~State() { png_destroy_write_struct(&png, &info); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  png_structp png;
  png_infop info = nullptr;
  bool transparent;
  std::vector<png_byte> row;
};

PngWriter::PngWriter(std::ostream& out, int width, int height, bool transparent)
    : state_(new State(out, transparent, static_cast<std::size_t>(width) * 4)) {
  State& file = *state_;
  png_set_IHDR(file.png, file.info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 8,
               transparent ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(file.png, level);
  png_set_filter(file.png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_write_info(file.png, file.info);
}

PngWriter::~PngWriter() = default;

void PngWriter::add(std::span<const std::uint32_t> row) {
  convert(row, state_->transparent, state_->row.data());
  png_write_row(state_->png, state_->row.data());
}

void PngWriter::finish() { png_write_end(state_->png, state_->info); }

void write_png(std::ostream& out, std::span<const std::uint32_t> pixels, int width, int height,
               bool transparent) {
  if (width <= 0 || height <= 0 ||
      pixels.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {
    throw std::invalid_argument("write_png: the pixels do not fill the picture");
  }
  PngWriter file(out, width, height, transparent);
  const auto wide = static_cast<std::size_t>(width);
  for (std::size_t at = 0; at < pixels.size(); at += wide) file.add(pixels.subspan(at, wide));
  file.finish();
}

namespace {

constexpr std::string_view base64_letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8U | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      text += i + j <= bytes.size() ? base64_letters[group >> (18 - 6 * j) & 63U] : '=';
  }
  return text;
}

std::string from_base64(std::string_view text) {
  const std::string_view letters = text.substr(0, text.find_last_not_of('=') + 1);
  if (text.empty() || text.size() % 4 != 0 || text.size() - letters.size() > 2)
    throw std::invalid_argument("is cut off");
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t kept = 0;
  unsigned bits = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const std::size_t value = base64_letters.find(letters[i]);
    if (value == std::string_view::npos)
      throw std::invalid_argument("has at place " + std::to_string(i + 1) + " what cannot be there");
    kept = (kept << 6U | static_cast<std::uint32_t>(value)) & 0xffffU;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(kept >> bits & 255U);
  }
  return bytes;
}

}  // namespace headlight
