#include "core/files/write_pictures.h"

#include <gif_lib.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

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

constexpr std::size_t most_colours = 256;
constexpr std::size_t for_areas = 192;  // of these; the others go to what is far from all of them
constexpr int alike = 24;               // closer than this, one colour stands for both

// How unlike two colours look, roughly: the eye sees green best, blue least.
int distance(std::uint32_t a, std::uint32_t b) {
  const auto channel = [](std::uint32_t pixel, unsigned shift) {
    return static_cast<int>(pixel >> shift & 255U);
  };
  const int red = channel(a, 16) - channel(b, 16);
  const int green = channel(a, 8) - channel(b, 8);
  const int blue = channel(a, 0) - channel(b, 0);
  return 3 * red * red + 6 * green * green + 2 * blue * blue;
}

struct Colour {
  std::uint32_t value = 0;
  int count = 0;
  int off = std::numeric_limits<int>::max();  // from the nearest chosen one
  std::uint8_t nearest = 0;
};

std::vector<Colour> count(std::span<const std::uint32_t> pixels) {
  std::unordered_map<std::uint32_t, int> counts;
  for (std::size_t i = 0; i < pixels.size();) {
    std::size_t end = i;
    while (end < pixels.size() && pixels[end] == pixels[i]) ++end;
    counts[pixels[i] & 0xFFFFFFU] += static_cast<int>(end - i);
    i = end;
  }
  std::vector<Colour> colours;
  colours.reserve(counts.size());
  for (const auto& [value, times] : counts) colours.push_back({value, times});
  std::sort(colours.begin(), colours.end(), [](const Colour& a, const Colour& b) {
    return a.count != b.count ? a.count > b.count : a.value < b.value;
  });
  return colours;
}

}  // namespace

FewColours few_colours(std::span<const std::uint32_t> pixels) {
  std::vector<Colour> all = count(pixels);
  FewColours few;
  const auto choose = [&](std::uint32_t value) {
    for (Colour& each : all) {
      const int off = distance(each.value, value);
      if (off >= each.off) continue;
      each.off = off;
      each.nearest = static_cast<std::uint8_t>(few.colours.size());
    }
    few.colours.push_back(value);
  };
  for (std::size_t i = 0; i < all.size() && few.colours.size() < for_areas; ++i) {
    if (all[i].off > alike) choose(all[i].value);
  }
  while (few.colours.size() < most_colours) {
    const auto missed = std::max_element(all.begin(), all.end(),
                                         [](const Colour& a, const Colour& b) { return a.off < b.off; });
    if (missed == all.end() || missed->off == 0) break;
    choose(missed->value);
  }

  std::unordered_map<std::uint32_t, std::uint8_t> index;
  for (const Colour& each : all) index.emplace(each.value, each.nearest);
  few.indices.reserve(pixels.size());
  for (std::size_t i = 0; i < pixels.size();) {
    std::size_t end = i;
    while (end < pixels.size() && pixels[end] == pixels[i]) ++end;
    few.indices.resize(end, index.at(pixels[i] & 0xFFFFFFU));
    i = end;
  }
  return few;
}

namespace {

void demand(int result, int error) {
  if (result == GIF_ERROR) {
    const char* reason = GifErrorString(error);
    throw std::runtime_error(std::string("the animation cannot be encoded: ") +
                             (reason == nullptr ? "no reason given" : reason));
  }
}

int put(GifFileType* gif, const GifByteType* bytes, int count) {
  auto& out = *static_cast<std::ostream*>(gif->UserData);
  out.write(reinterpret_cast<const char*>(bytes), count);
  return count;
}

// A table as the format wants it: a power of two of them.
class ColourTable {
 public:
  explicit ColourTable(std::span<const std::uint32_t> colours) : map_(GifMakeMapObject(256, nullptr)) {
    if (map_ == nullptr) throw std::runtime_error("the animation cannot be encoded: no memory");
    for (std::size_t i = 0; i < 256; ++i) {
      const std::uint32_t colour = i < colours.size() ? colours[i] : 0;
      map_->Colors[i] = {static_cast<GifByteType>(colour >> 16U), static_cast<GifByteType>(colour >> 8U),
                         static_cast<GifByteType>(colour)};
    }
  }
  ~ColourTable() { GifFreeMapObject(map_); }
  ColourTable(const ColourTable&) = delete;
  ColourTable& operator=(const ColourTable&) = delete;

  const ColorMapObject* map() const { return map_; }

 private:
  ColorMapObject* map_;
};

struct Part {
  int left = 0, top = 0, right = 0, bottom = 0;
};

// What differs; one pixel where nothing does, since a frame has to have a size.
Part changed(std::span<const std::uint32_t> now, const std::vector<std::uint32_t>& before, int width,
             int height) {
  if (before.empty()) return {0, 0, width, height};
  Part part{width, height, 0, 0};
  for (int y = 0; y < height; ++y) {
    const auto row = now.begin() + std::ptrdiff_t{y} * width;
    const auto old = before.begin() + std::ptrdiff_t{y} * width;
    const auto first = std::mismatch(row, row + width, old).first;
    if (first == row + width) continue;
    int last = width - 1;
    while (row[last] == old[last]) --last;
    part.left = std::min(part.left, static_cast<int>(first - row));
    part.right = std::max(part.right, last + 1);
    part.top = std::min(part.top, y);
    part.bottom = y + 1;
  }
  return part.right == 0 ? Part{0, 0, 1, 1} : part;
}

}  // namespace

struct GifWriter::File {
  File(std::ostream& out, int width, int height) {
    int error = 0;
    gif = EGifOpen(&out, put, &error);
    if (gif == nullptr) demand(GIF_ERROR, error);
    EGifSetGifVersion(gif, true);
    demand(EGifPutScreenDesc(gif, width, height, 8, 0, nullptr), gif->Error);
    // The extension that browsers invented for repeating; no count stands for always.
    demand(EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE), gif->Error);
    demand(EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0"), gif->Error);
    constexpr std::array<GifByteType, 3> for_ever{1, 0, 0};
    demand(EGifPutExtensionBlock(gif, static_cast<int>(for_ever.size()), for_ever.data()), gif->Error);
    demand(EGifPutExtensionTrailer(gif), gif->Error);
  }
  ~File() {
    int ignored = 0;
    if (gif != nullptr) EGifCloseFile(gif, &ignored);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  GifFileType* gif = nullptr;
};

GifWriter::GifWriter(std::ostream& out, int width, int height) : width_(width), height_(height) {
  if (width < 1 || height < 1 || width > 65535 || height > 65535) {
    throw std::invalid_argument("an animation must have 1 to 65535 pixels a side");
  }
  file_ = std::make_unique<File>(out, width, height);
}

GifWriter::~GifWriter() = default;

void GifWriter::add(std::span<const std::uint32_t> pixels, int milliseconds) {
  if (pixels.size() != static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {
    throw std::invalid_argument("the frame of an animation has a different size");
  }
  GifFileType* gif = file_->gif;
  const GraphicsControlBlock control{DISPOSE_DO_NOT, false, milliseconds / 10, NO_TRANSPARENT_COLOR};
  std::array<GifByteType, 4> packed{};
  EGifGCBToExtension(&control, packed.data());
  demand(EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(packed.size()), packed.data()),
         gif->Error);
  const Part part = changed(pixels, last_, width_, height_);
  last_.assign(pixels.begin(), pixels.end());
  const int wide = part.right - part.left;
  std::vector<std::uint32_t> shown;
  for (int y = part.top; y < part.bottom; ++y) {
    const auto row = pixels.begin() + std::ptrdiff_t{y} * width_ + part.left;
    shown.insert(shown.end(), row, row + wide);
  }
  FewColours few = few_colours(shown);
  const ColourTable colours(few.colours);
  demand(EGifPutImageDesc(gif, part.left, part.top, wide, part.bottom - part.top, false, colours.map()),
         gif->Error);
  demand(EGifPutLine(gif, few.indices.data(), static_cast<int>(few.indices.size())), gif->Error);
}

void GifWriter::finish() {
  int error = 0;
  GifFileType* gif = std::exchange(file_->gif, nullptr);
  demand(EGifCloseFile(gif, &error), error);
}

}  // namespace headlight
