// Pictures of pixels as files: PNG, and animated GIF.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <vector>

namespace headlight {

// Pixels are 0xAARRGGBB row by row, colours multiplied with alpha; without `transparent` alpha is left out.
// Compressed lightly: a picture of a screen takes milliseconds. Throws std::invalid_argument when the number
// of pixels is not width x height, std::runtime_error with the reason when it cannot be encoded.
void write_png(std::ostream& out, std::span<const std::uint32_t> pixels, int width, int height,
               bool transparent = false);

// The same, row by row. Throws the same.
class PngWriter {
 public:
  PngWriter(std::ostream& out, int width, int height, bool transparent);
  ~PngWriter();
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;

  void add(std::span<const std::uint32_t> row);
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Animated pictures as GIF, written frame by frame.

// 256 colours for a picture that has more. Private to core/files.

struct FewColours {
  std::vector<std::uint32_t> colours;  // 0x00RRGGBB, at most 256
  std::vector<std::uint8_t> indices;   // of each pixel
};

// For drawings: areas of one colour keep it exactly, the largest first, so that they do not flicker from
// frame to frame; what is left goes to the colours that would be missed most, and the rims of letters take
// the nearest.
FewColours few_colours(std::span<const std::uint32_t> pixels);

class GifWriter {
 public:
  // Repeats for ever. Throws std::invalid_argument for a size outside 1 to 65535.
  GifWriter(std::ostream& out, int width, int height);
  ~GifWriter();
  GifWriter(const GifWriter&) = delete;
  GifWriter& operator=(const GifWriter&) = delete;

  // A frame of opaque pixels (0x..RRGGBB, row by row), shown for so many milliseconds. Each has colours of
  // its own, and only the part that differs from the frame before is written.
  void add(std::span<const std::uint32_t> pixels, int milliseconds);
  // After the last frame. Throws std::runtime_error when something could not be encoded.
  void finish();

 private:
  struct File;
  std::unique_ptr<File> file_;
  int width_, height_;
  std::vector<std::uint32_t> last_;
};

}  // namespace headlight
