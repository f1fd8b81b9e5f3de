// A text as a QR code (ISO/IEC 18004), which the camera of a phone reads.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace headlight {

struct QrCode {
  int size = 0;            // modules a side, without the light border of four that belongs around it
  std::vector<bool> dark;  // row by row

  bool at(int row, int column) const { return dark[static_cast<std::size_t>(row) * size + column]; }
};

// As bytes, with the least error correction (about 7 %), in the smallest of the 40 sizes. Nothing for a text
// of more than 2,953 bytes.
std::optional<QrCode> qr_code(std::string_view text);

}  // namespace headlight
