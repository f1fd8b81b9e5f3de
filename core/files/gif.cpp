#include "core/files/gif.h"

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>

namespace headlight {
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

struct Colours {
  explicit Colours(std::span<const Rgb> from) : map(GifMakeMapObject(256, nullptr)) {
    if (map == nullptr) throw std::runtime_error("the animation cannot be encoded: no memory");
    for (std::size_t i = 0; i < from.size(); ++i) map->Colors[i] = {from[i].red, from[i].green, from[i].blue};
  }
  ~Colours() { GifFreeMapObject(map); }
  Colours(const Colours&) = delete;
  Colours& operator=(const Colours&) = delete;
  ColorMapObject* map;
};

struct Part {
  int left = 0, top = 0, right = 0, bottom = 0;
};

// What differs; one pixel where nothing does, since a frame has to have a size.
Part changed(std::span<const std::uint8_t> now, const std::vector<std::uint8_t>& before, int width,
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
  File(std::ostream& out, int width, int height, std::span<const Rgb> colours) {
    int error = 0;
    gif = EGifOpen(&out, put, &error);
    if (gif == nullptr) demand(GIF_ERROR, error);
    EGifSetGifVersion(gif, true);
    const Colours map(colours);
    demand(EGifPutScreenDesc(gif, width, height, 8, 0, map.map), gif->Error);
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

GifWriter::GifWriter(std::ostream& out, int width, int height, std::span<const Rgb> colours)
    : width_(width), height_(height) {
  if (width < 1 || height < 1 || width > 65535 || height > 65535) {
    throw std::invalid_argument("an animation has 1 to 65535 pixels a side");
  }
  if (colours.empty() || colours.size() > 256) {
    throw std::invalid_argument("an animation has 1 to 256 colours");
  }
  file_ = std::make_unique<File>(out, width, height, colours);
}

GifWriter::~GifWriter() = default;

void GifWriter::add(std::span<const std::uint8_t> pixels, int milliseconds) {
  if (pixels.size() != static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)) {
    throw std::invalid_argument("the frame of an animation has another size");
  }
  GifFileType* gif = file_->gif;
  const GraphicsControlBlock control{DISPOSE_DO_NOT, false, milliseconds / 10, NO_TRANSPARENT_COLOR};
  std::array<GifByteType, 4> packed{};
  EGifGCBToExtension(&control, packed.data());
  demand(EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(packed.size()), packed.data()),
         gif->Error);
  const Part part = changed(pixels, last_, width_, height_);
  demand(EGifPutImageDesc(gif, part.left, part.top, part.right - part.left, part.bottom - part.top, false,
                          nullptr),
         gif->Error);
  last_.assign(pixels.begin(), pixels.end());
  for (int y = part.top; y < part.bottom; ++y) {
    demand(EGifPutLine(gif, last_.data() + std::ptrdiff_t{y} * width_ + part.left, part.right - part.left),
           gif->Error);
  }
}

void GifWriter::finish() {
  int error = 0;
  GifFileType* gif = std::exchange(file_->gif, nullptr);
  demand(EGifCloseFile(gif, &error), error);
}

}  // namespace headlight
