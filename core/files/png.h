// Pictures of pixels as PNG.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>

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

// Bytes as text of 64 letters (RFC 4648, section 4), padded with "=".

std::string to_base64(std::string_view bytes);
// Throws std::invalid_argument: "is cut off", or which letter cannot be there.
std::string from_base64(std::string_view text);

}  // namespace headlight
