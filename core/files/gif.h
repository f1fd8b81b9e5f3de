// Animated pictures as GIF, written frame by frame.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <vector>

#include "core/figure/palette.h"

namespace headlight {

class GifWriter {
 public:
  // `colours`: at most 256, for all frames. Repeats for ever. Throws std::invalid_argument for a size outside
  // 1 to 65535 or another number of colours.
  GifWriter(std::ostream& out, int width, int height, std::span<const Rgb> colours);
  ~GifWriter();
  GifWriter(const GifWriter&) = delete;
  GifWriter& operator=(const GifWriter&) = delete;

  // A frame as indices into the colours, row by row, shown for so many milliseconds. Only the part that
  // differs from the frame before is written.
  void add(std::span<const std::uint8_t> pixels, int milliseconds);
  // After the last frame. Throws std::runtime_error when something could not be encoded.
  void finish();

 private:
  struct File;
  std::unique_ptr<File> file_;
  int width_, height_;
  std::vector<std::uint8_t> last_;
};

}  // namespace headlight
