#include "core/files/gif.h"

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/files/gif_colours.h"

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
    throw std::invalid_argument("an animation has 1 to 65535 pixels a side");
  }
  file_ = std::make_unique<File>(out, width, height);
}

GifWriter::~GifWriter() = default;

void GifWriter::add(std::span<const std::uint32_t> pixels, int milliseconds) {
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
