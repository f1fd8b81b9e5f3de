#include "core/pictures/gif_picture.h"

#include <gif_lib.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/pictures/picture_limits.h"
#include "core/pictures/shrink.h"

namespace headlight {
namespace {

int take(GifFileType* gif, GifByteType* to, int count) {
  auto& left = *static_cast<std::string_view*>(gif->UserData);
  const std::size_t taken = std::min(left.size(), static_cast<std::size_t>(std::max(count, 0)));
  std::copy_n(left.data(), taken, to);
  left.remove_prefix(taken);
  return static_cast<int>(taken);
}

// Its records in order (GIF 89a): giflib's own way to read all of them at once takes memory by the sizes that
// the file claims.
class GifReader {
 public:
  explicit GifReader(std::string_view bytes) : left_(bytes) {
    int error = 0;
    gif_ = DGifOpen(&left_, take, &error);
    if (gif_ == nullptr) refuse_damaged("GIF", said(error));
  }
  ~GifReader() { DGifCloseFile(gif_, nullptr); }
  GifReader(const GifReader&) = delete;
  GifReader& operator=(const GifReader&) = delete;

  OwnPicture picture() {
    check_picture_size(static_cast<std::uint64_t>(gif_->SWidth), static_cast<std::uint64_t>(gif_->SHeight));
    while (true) {
      GifRecordType type = UNDEFINED_RECORD_TYPE;
      demand(DGifGetRecordType(gif_, &type));
      if (type == TERMINATE_RECORD_TYPE) break;
      if (type == IMAGE_DESC_RECORD_TYPE) {
        if (!pixels_.empty()) refuse_animation();
        read_frame();
      } else {
        read_extension();
      }
    }
    if (pixels_.empty()) refuse_damaged("GIF", "it has no picture");
    return {shrunk(pixels_, gif_->SWidth, gif_->SHeight), gif_->SWidth, gif_->SHeight};
  }

 private:
  static std::string said(int error) {
    const char* const text = GifErrorString(error);
    return text == nullptr ? "no reason given" : text;
  }
  void demand(int result) const {
    if (result == GIF_ERROR) refuse_damaged("GIF", said(gif_->Error));
  }

  void read_extension() {
    int code = 0;
    GifByteType* block = nullptr;  // its length, then as many bytes
    demand(DGifGetExtension(gif_, &code, &block));
    while (block != nullptr) {
      GraphicsControlBlock control;
      if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
        transparent_ = control.TransparentColor;
      demand(DGifGetExtensionNext(gif_, &block));
    }
  }

  void read_frame() {
    demand(DGifGetImageDesc(gif_));
    const GifImageDesc& frame = gif_->Image;
    check_picture_size(static_cast<std::uint64_t>(frame.Width), static_cast<std::uint64_t>(frame.Height));
    const ColorMapObject* const colours = frame.ColorMap != nullptr ? frame.ColorMap : gif_->SColorMap;
    if (colours == nullptr) refuse_damaged("GIF", "it has no colours");
    std::vector<GifByteType> line(static_cast<std::size_t>(frame.Width));
    // Interlaced rows come in four passes: every eighth, those between, and so on.
    constexpr int first[] = {0, 4, 2, 1}, apart[] = {8, 8, 4, 2};
    for (int pass = 0; pass < (frame.Interlace ? 4 : 1); ++pass) {
      for (int row = frame.Interlace ? first[pass] : 0; row < frame.Height;
           row += frame.Interlace ? apart[pass] : 1) {
        demand(DGifGetLine(gif_, line.data(), frame.Width));
        // What no frame covers is transparent, and so white. Room for it is taken once a line was there.
        if (pixels_.empty())
          pixels_.assign(std::size_t{3} * static_cast<std::size_t>(gif_->SWidth) *
                             static_cast<std::size_t>(gif_->SHeight),
                         255);
        put(line, frame.Left, frame.Top + row, *colours);
      }
    }
  }

  void put(const std::vector<GifByteType>& line, int left, int y, const ColorMapObject& colours) {
    if (y < 0 || y >= gif_->SHeight) return;
    for (int i = 0; i < static_cast<int>(line.size()) && left + i < gif_->SWidth; ++i) {
      const int colour = line[static_cast<std::size_t>(i)];
      if (left + i < 0 || colour == transparent_ || colour >= colours.ColorCount) continue;
      const GifColorType& rgb = colours.Colors[colour];
      std::uint8_t* const to =
          &pixels_[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(gif_->SWidth) +
                        static_cast<std::size_t>(left + i))];
      to[0] = rgb.Red;
      to[1] = rgb.Green;
      to[2] = rgb.Blue;
    }
  }

  std::string_view left_;
  GifFileType* gif_ = nullptr;
  int transparent_ = NO_TRANSPARENT_COLOR;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace

bool begins_as_gif(std::string_view bytes) {
  return bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a");
}

OwnPicture decode_gif(std::string_view bytes) { return GifReader(bytes).picture(); }

}  // namespace headlight
