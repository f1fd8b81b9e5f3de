#include "core/pictures/exif.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace headlight {
namespace {

constexpr std::string_view exif_head{"Exif\0\0", 6};
constexpr std::uint32_t orientation_tag = 0x0112;
constexpr std::size_t entry_bytes = 12;

// Of the eight, from 5 on rows are stored as columns.
bool is_swapped(int orientation) { return orientation >= 5; }

// Numbers of a TIFF file, in its order of bytes.
class Tiff {
 public:
  explicit Tiff(std::string_view bytes) : bytes_(bytes), big_(bytes.starts_with("MM")) {}

  bool begins() const { return bytes_.starts_with("MM") || bytes_.starts_with("II"); }
  std::optional<std::uint32_t> number(std::size_t at, std::size_t count) const {
    if (at > bytes_.size() || bytes_.size() - at < count) return std::nullopt;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
      value = value << 8U | static_cast<unsigned char>(bytes_[at + (big_ ? i : count - 1 - i)]);
    return value;
  }

 private:
  std::string_view bytes_;
  bool big_;
};

}  // namespace

int exif_orientation(std::string_view marker) {
  if (marker.starts_with(exif_head)) marker.remove_prefix(exif_head.size());
  const Tiff tiff(marker);
  if (!tiff.begins()) return 1;
  const std::size_t directory = tiff.number(4, 4).value_or(0);
  const std::uint32_t entries = tiff.number(directory, 2).value_or(0);
  for (std::uint32_t i = 0; i < entries; ++i) {
    const std::size_t entry = directory + 2 + i * entry_bytes;
    if (tiff.number(entry, 2) != orientation_tag) continue;
    const std::uint32_t value = tiff.number(entry + 8, 2).value_or(1);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

Picture upright(const Picture& stored, int orientation) {
  const bool swapped = is_swapped(orientation);
  // Which sides begin at the right or the bottom.
  const bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool from_bottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  Picture picture;
  for (int y = 0; y < Picture::side; ++y) {
    for (int x = 0; x < Picture::side; ++x) {
      int column = swapped ? y : x;
      int row = swapped ? x : y;
      if (from_right) column = Picture::side - 1 - column;
      if (from_bottom) row = Picture::side - 1 - row;
      std::copy_n(stored.pixel(column, row), Picture::channels, picture.pixel(x, y));
    }
  }
  return picture;
}

OwnPicture upright(const OwnPicture& stored, int orientation) {
  OwnPicture turned{upright(stored.picture, orientation), stored.width, stored.height};
  if (is_swapped(orientation)) std::swap(turned.width, turned.height);
  return turned;
}

}  // namespace headlight
