#include "core/pictures/picture_file.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/files/whole_file.h"
#include "core/pictures/decoders.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// What one pixel of the result covers of a row or column of the square: whole numbers of pixels from `first`
// up to, without, `end`, of which the first and the last count as much as they are covered.
struct Stretch {
  int first = 0, end = 0;
  double first_share = 1, last_share = 1;

  double share(int at) const { return at == first ? first_share : at == end - 1 ? last_share : 1; }
};

Stretch stretch(int pixel, int square) {
  const double from = static_cast<double>(pixel) * square / Picture::side;
  const double to = static_cast<double>(pixel + 1) * square / Picture::side;
  Stretch covered;
  covered.first = static_cast<int>(from);
  covered.end = std::clamp(static_cast<int>(std::ceil(to)), covered.first + 1, square);
  covered.first_share = std::min(to, covered.first + 1.0) - from;
  covered.last_share = to - std::max(from, covered.end - 1.0);
  return covered;
}

}  // namespace

Picture shrunk(std::span<const std::uint8_t> rgb, int width, int height) {
  const int square = std::min(width, height);
  const auto left = static_cast<std::size_t>((width - square) / 2);
  const auto top = static_cast<std::size_t>((height - square) / 2);
  Picture picture;
  for (int y = 0; y < Picture::side; ++y) {
    const Stretch rows = stretch(y, square);
    for (int x = 0; x < Picture::side; ++x) {
      const Stretch columns = stretch(x, square);
      std::array<double, Picture::channels> sum{};
      double area = 0;
      for (int row = rows.first; row < rows.end; ++row) {
        const std::size_t line =
            (top + static_cast<std::size_t>(row)) * static_cast<std::size_t>(width) + left;
        for (int column = columns.first; column < columns.end; ++column) {
          const double share = rows.share(row) * columns.share(column);
          const std::size_t at = (line + static_cast<std::size_t>(column)) * Picture::channels;
          for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += share * rgb[at + c];
          area += share;
        }
      }
      for (std::size_t c = 0; c < sum.size(); ++c)
        picture.pixel(x, y)[c] = static_cast<std::uint8_t>(std::clamp(std::lround(sum[c] / area), 0L, 255L));
    }
  }
  return picture;
}

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

namespace {

// Column and row that are stored of a pixel at x and y, of a picture that is stored in width x height.
std::pair<int, int> stored_place(int orientation, int x, int y, int width, int height) {
  const bool swapped = is_swapped(orientation);
  // Which sides begin at the right or the bottom.
  const bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool from_bottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  const int column = swapped ? y : x, row = swapped ? x : y;
  return {from_right ? width - 1 - column : column, from_bottom ? height - 1 - row : row};
}

}  // namespace

Picture upright(const Picture& stored, int orientation) {
  Picture picture;
  for (int y = 0; y < Picture::side; ++y) {
    for (int x = 0; x < Picture::side; ++x) {
      const auto [column, row] = stored_place(orientation, x, y, Picture::side, Picture::side);
      std::copy_n(stored.pixel(column, row), Picture::channels, picture.pixel(x, y));
    }
  }
  return picture;
}

RgbPicture upright(const RgbPicture& stored, int orientation) {
  if (orientation == 1) return stored;
  RgbPicture turned{stored.width, stored.height, {}};
  if (is_swapped(orientation)) std::swap(turned.width, turned.height);
  turned.rgb.reserve(stored.rgb.size());
  for (int y = 0; y < turned.height; ++y) {
    for (int x = 0; x < turned.width; ++x) {
      const auto [column, row] = stored_place(orientation, x, y, stored.width, stored.height);
      const std::uint8_t* const pixel = stored.pixel(column, row);
      turned.rgb.insert(turned.rgb.end(), pixel, pixel + 3);
    }
  }
  return turned;
}

OwnPicture upright(const OwnPicture& stored, int orientation) {
  OwnPicture turned{upright(stored.picture, orientation), stored.width, stored.height,
                    upright(stored.whole, orientation)};
  if (is_swapped(orientation)) std::swap(turned.width, turned.height);
  return turned;
}

OwnPicture own_picture(std::vector<std::uint8_t> rgb, int width, int height) {
  return {shrunk(rgb, width, height), width, height, {width, height, std::move(rgb)}};
}

namespace {

struct KindOfFile {
  bool (*begins)(std::string_view bytes);
  OwnPicture (*decode)(std::string_view bytes);
};
constexpr KindOfFile kinds[] = {{begins_as_png, decode_png},
                                {begins_as_jpeg, decode_jpeg},
                                {begins_as_webp, decode_webp},
                                {begins_as_gif, decode_gif}};

// What a file is that cannot be read, as far as its first bytes tell; empty for all others.
std::string_view other_kind(std::string_view bytes) {
  if (bytes.starts_with("BM")) return "a BMP";
  if (bytes.starts_with("II*") || bytes.starts_with("MM")) return "a TIFF";
  if (bytes.substr(0, 12).find("ftyp") == 4) return "a HEIC, an AVIF or a film";
  if (bytes.starts_with("<svg") || bytes.starts_with("<?xml")) return "an SVG";
  if (bytes.starts_with("%PDF")) return "a PDF";
  return "";
}

}  // namespace

void check_picture_size(std::uint64_t width, std::uint64_t height) {
  const auto side = static_cast<std::uint64_t>(most_picture_side);
  const auto all = static_cast<std::uint64_t>(most_picture_pixels);
  if (width == 0 || height == 0) throw std::invalid_argument("the picture has no pixels; save it again");
  const std::string size = say("{width} x {height} pixels",
                               {{"width", std::to_string(width)}, {"height", std::to_string(height)}});
  if (width > side || height > side)
    throw std::invalid_argument("the picture has " + size + ", and at most " + std::to_string(side) +
                                " a side are read; save it smaller");
  if (width * height > all)
    throw std::invalid_argument("the picture has " + size + ", and at most " +
                                std::to_string(all / 1'000'000) + " million are read; save it smaller");
}

void refuse_animation() {
  throw std::invalid_argument("the picture is animated; save one picture of it as a PNG");
}

void refuse_damaged(const char* kind, const std::string& why) {
  throw std::invalid_argument("the " + std::string(kind) + " is damaged or cut off (" + printable(why) +
                              "); save it again");
}

void blend_with_white(std::vector<std::uint8_t>& pixels) {
  const std::size_t count = pixels.size() / 4;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned alpha = pixels[4 * i + 3];
    for (std::size_t c = 0; c < 3; ++c)
      pixels[3 * i + c] =
          static_cast<std::uint8_t>((pixels[4 * i + c] * alpha + 255 * (255 - alpha) + 127) / 255);
  }
  pixels.resize(3 * count);
}

OwnPicture decode_picture(std::string_view bytes) {
  for (const KindOfFile& kind : kinds) {
    if (kind.begins(bytes)) return kind.decode(bytes);
  }
  const std::string_view kind = other_kind(bytes);
  throw std::invalid_argument(kind.empty() ? "this is not a picture; a PNG, JPEG, WebP or GIF can be read"
                                           : "this is " + std::string(kind) + "; save it as a PNG or a JPEG");
}

OwnPicture read_picture(const std::filesystem::path& path) {
  if (size_of_file(path) > most_picture_bytes)
    throw FormatError(path, "the file has more than 64 MB", "save the picture smaller");
  const std::string bytes = read_text(path, most_picture_bytes);
  try {
    return decode_picture(bytes);
  } catch (const std::invalid_argument& refused) {
    throw FormatError(path, refused.what());
  }
}

}  // namespace headlight
