#include "core/pictures/picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/files/compressed.h"
#include "core/files/write_pictures.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/picture_file.h"
#include "core/pictures/scene.h"
#include "core/text/unicode.h"

namespace headlight {

namespace {

constexpr std::string_view mark = "covered";

int cell_named(const std::string& name) {
  for (int cell = 0; cell < Picture::cells * Picture::cells; ++cell) {
    if (cell_name(cell) == name) return cell;
  }
  throw std::invalid_argument("picture: there is no cell " + in_quotes(name) + " to cover; cells are " +
                              cell_name(0) + " to " + cell_name(Picture::cells * Picture::cells - 1));
}

}  // namespace

CoveredText covered_text_of(std::string_view text) {
  const std::size_t last = text.rfind(';');
  const std::string_view part =
      last == std::string_view::npos ? std::string_view{} : trimmed(text.substr(last + 1));
  if (!part.starts_with(mark)) return {std::string(text), {}};
  CoveredText parted{std::string(text.substr(0, last)), {}};
  std::istringstream names{std::string(part.substr(mark.size()))};
  for (std::string name; names >> name;) parted.covered.push_back(cell_named(name));
  std::sort(parted.covered.begin(), parted.covered.end());
  parted.covered.erase(std::unique(parted.covered.begin(), parted.covered.end()), parted.covered.end());
  return parted;
}

std::string to_text(const CoveredText& text) {
  if (text.covered.empty()) return text.picture;
  std::string all = text.picture + "; " + std::string(mark);
  for (const int cell : text.covered) all += " " + cell_name(cell);
  return all;
}

std::string with_cell_turned(std::string_view text, int cell) {
  CoveredText parted = covered_text_of(text);
  if (std::erase(parted.covered, cell) == 0)
    parted.covered.insert(std::lower_bound(parted.covered.begin(), parted.covered.end(), cell), cell);
  return to_text(parted);
}

void cover(Picture& picture, int cell) {
  const int left = cell % Picture::cells * Picture::cell_side,
            top = cell / Picture::cells * Picture::cell_side;
  for (int y = top; y < top + Picture::cell_side; ++y) {
    for (int x = left; x < left + Picture::cell_side; ++x)
      std::fill_n(picture.pixel(x, y), Picture::channels, covering_grey);
  }
}

namespace {

constexpr std::string_view scheme = "data:";
constexpr std::string_view png_head = "data:image/png;base64,";
// "image/jpg" is no type, but some programs write it.
constexpr std::string_view heads[] = {png_head, "data:image/jpeg;base64,", "data:image/jpg;base64,",
                                      "data:image/webp;base64,", "data:image/gif;base64,"};
constexpr std::size_t longest_uri = 64UL << 20U;

std::string bytes_of(std::string_view base64) {
  try {
    return from_base64(base64);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string("picture: its base64 ") + error.what() +
                                "; copy the whole data URI");
  }
}

}  // namespace

bool is_data_uri(std::string_view text) { return text.starts_with(scheme); }

std::string data_uri(const Picture& picture) { return data_uri(pixels_of(picture)); }

namespace {

OwnPicture own_picture_of_uri(std::string_view uri) {
  if (uri.size() > longest_uri)
    throw std::invalid_argument("picture: its data URI is longer than 64 MB; open the file instead");
  for (const std::string_view head : heads) {
    if (uri.starts_with(head)) return decode_picture(bytes_of(uri.substr(head.size())));
  }
  throw std::invalid_argument("picture: " + in_quotes(uri, 30) + " does not begin with \"" +
                              std::string(png_head) + "\", or the same with jpeg, webp or gif");
}

}  // namespace

Picture picture_of_uri(std::string_view uri) { return own_picture_of_uri(uri).picture; }
RgbPicture whole_picture_of_uri(std::string_view uri) { return own_picture_of_uri(uri).whole; }

std::string cell_name(int cell, int along) {
  return "r" + std::to_string(cell / along + 1) + "c" + std::to_string(cell % along + 1);
}

Picture picture_of(std::string_view text) {
  const CoveredText parted = covered_text_of(text);
  Picture picture =
      is_data_uri(parted.picture) ? picture_of_uri(parted.picture) : draw(scene_of(parted.picture));
  for (const int cell : parted.covered) cover(picture, cell);
  return picture;
}

Matrix scaled(const Picture& picture) {
  Matrix matrix(Picture::side * Picture::side, Picture::channels);
  for (Eigen::Index i = 0; i < matrix.size(); ++i)
    matrix.data()[i] = (static_cast<float>(picture.rgb[i]) - picture_mean) / picture_spread;
  return matrix;
}

Picture unscaled(ConstView pixels) {
  Picture picture;
  if (pixels.shape != Shape{Picture::side * Picture::side, Picture::channels})
    throw std::invalid_argument("not the pixels of a picture");
  for (int row = 0; row < pixels.shape.rows; ++row) {
    for (int channel = 0; channel < Picture::channels; ++channel) {
      const float byte = pixels(row, channel) * picture_spread + picture_mean;
      picture.pixel(row % Picture::side, row / Picture::side)[channel] =
          static_cast<std::uint8_t>(std::lround(std::clamp(byte, 0.0F, 255.0F)));
    }
  }
  return picture;
}

namespace {

double sinc(double x) {
  if (x == 0) return 1;
  x *= std::numbers::pi;
  return std::sin(x) / x;
}

struct Filter {
  double support = 0;  // pixels to either side
  double (*weight)(double x) = nullptr;
};

Filter filter_of(Resample how) {
  switch (how) {
    case Resample::nearest:
      break;
    case Resample::lanczos:
      return {3, [](double x) { return std::abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0; }};
    case Resample::bilinear:
      return {1, [](double x) { return std::max(0.0, 1 - std::abs(x)); }};
    case Resample::bicubic:
      // Keys 1981, with a = -1/2.
      return {2, [](double x) {
                constexpr double a = -0.5;
                x = std::abs(x);
                if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
                return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0.0;
              }};
    case Resample::box:
      return {0.5, [](double x) { return x > -0.5 && x <= 0.5 ? 1.0 : 0.0; }};
    case Resample::hamming:
      return {1, [](double x) {
                const double share = static_cast<double>(0.54F), rest = static_cast<double>(0.46F);
                return std::abs(x) < 1 ? sinc(x) * (share + rest * std::cos(std::numbers::pi * x)) : 0;
              }};
  }
  return {};
}

// What one pixel of the result is made of, along one axis: whole numbers of 2^-22, as in Pillow, so that what
// lies half-way between two bytes is rounded as there.
constexpr int fraction_bits = 22;
struct Share {
  int first = 0;
  std::vector<std::int32_t> weights;
};

std::int32_t in_fractions(double weight) {
  return static_cast<std::int32_t>(weight * (1 << fraction_bits) + (weight < 0 ? -0.5 : 0.5));
}

std::vector<Share> shares(int from, int to, Resample how) {
  const double step = static_cast<double>(from) / to;
  std::vector<Share> all;
  double nearest = step / 2;  // from pixel to pixel, as Pillow adds it up
  for (int i = 0; i < to; ++i) {
    const double centre = (i + 0.5) * step;
    if (how == Resample::nearest) {
      all.push_back(
          {std::min(static_cast<int>(std::exchange(nearest, nearest + step)), from - 1), {in_fractions(1)}});
      continue;
    }
    const Filter filter = filter_of(how);
    const double stretch = std::max(step, 1.0);
    const double reach = filter.support * stretch;
    const int first = std::max(static_cast<int>(centre - reach + 0.5), 0);
    const int end = std::min(static_cast<int>(centre + reach + 0.5), from);
    std::vector<double> weights;
    double sum = 0;
    for (int at = first; at < end; ++at) {
      weights.push_back(filter.weight((at - centre + 0.5) * (1 / stretch)));
      sum += weights.back();
    }
    Share& share = all.emplace_back(Share{first, {}});
    for (const double weight : weights)
      share.weights.push_back(in_fractions(sum != 0 ? weight / sum : weight));
  }
  return all;
}

std::uint8_t byte_of(double value) {
  return static_cast<std::uint8_t>(std::clamp(std::floor(value + 0.5), 0.0, 255.0));
}

std::uint8_t byte_of_fractions(std::int32_t sum) {
  return static_cast<std::uint8_t>(std::clamp(sum >> fraction_bits, 0, 255));
}

// Along the rows, and then with rows and columns changed over: twice that is both.
RgbPicture across(const RgbPicture& from, int width, Resample how) {
  const std::vector<Share> columns = shares(from.width, width, how);
  RgbPicture turned{from.height, width, {}};
  turned.rgb.resize(3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(from.height));
  for (int y = 0; y < from.height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Share& share = columns[x];
      constexpr std::int32_t half = 1 << (fraction_bits - 1);
      std::array<std::int32_t, 3> sum{half, half, half};
      for (std::size_t i = 0; i < share.weights.size(); ++i) {
        const std::uint8_t* const pixel = from.pixel(share.first + static_cast<int>(i), y);
        for (std::size_t c = 0; c < 3; ++c) sum[c] += share.weights[i] * pixel[c];
      }
      const std::size_t to = 3 * (static_cast<std::size_t>(x) * static_cast<std::size_t>(from.height) +
                                  static_cast<std::size_t>(y));
      for (std::size_t c = 0; c < 3; ++c) turned.rgb[to + c] = byte_of_fractions(sum[c]);
    }
  }
  return turned;
}

}  // namespace

const EnumNames<Resample>& names_of(Resample) {
  static const EnumNames<Resample> names{{Resample::nearest, "nearest"},   {Resample::lanczos, "lanczos"},
                                         {Resample::bilinear, "bilinear"}, {Resample::bicubic, "bicubic"},
                                         {Resample::box, "box"},           {Resample::hamming, "hamming"}};
  return names;
}

RgbPicture pixels_of(const Picture& picture) {
  return {Picture::side, Picture::side, {picture.rgb.begin(), picture.rgb.end()}};
}

RgbPicture resized(const RgbPicture& from, int width, int height, Resample how) {
  if (from.width == width && from.height == height) return from;
  return across(across(from, width, how), height, how);
}

RgbPicture pixels_of(std::string_view text, int side, Resample how) {
  const CoveredText parted = covered_text_of(text);
  const RgbPicture whole = is_data_uri(parted.picture) ? whole_picture_of_uri(parted.picture)
                                                       : pixels_of(picture_of(parted.picture));
  RgbPicture pixels = resized(whole, side, side, how);
  for (const int cell : parted.covered) {
    const auto edge = [&](int place) { return place * side / Picture::cells; };
    const int row = cell / Picture::cells, column = cell % Picture::cells;
    for (int y = edge(row); y < edge(row + 1); ++y) {
      const std::size_t begin = 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(side) +
                                     static_cast<std::size_t>(edge(column)));
      std::fill_n(pixels.rgb.begin() + static_cast<std::ptrdiff_t>(begin),
                  3 * (edge(column + 1) - edge(column)), covering_grey);
    }
  }
  return pixels;
}

Matrix scaled(const RgbPicture& pixels, const PixelScale& scale) {
  Matrix rows(pixels.width * pixels.height, 3);
  for (Eigen::Index row = 0; row < rows.rows(); ++row) {
    for (Eigen::Index c = 0; c < 3; ++c) {
      const auto channel = static_cast<std::size_t>(c);
      const auto byte = static_cast<float>(pixels.rgb[3 * row + c]);
      rows(row, c) = (byte / 255.0F - scale.mean[channel]) / scale.deviation[channel];
    }
  }
  return rows;
}

RgbPicture unscaled(ConstView rows, const PixelScale& scale) {
  const int side = static_cast<int>(std::lround(std::sqrt(rows.shape.rows)));
  if (side * side != rows.shape.rows || rows.shape.cols != 3)
    throw std::invalid_argument("not the pixels of a square picture");
  RgbPicture pixels{side, side, {}};
  for (int row = 0; row < rows.shape.rows; ++row) {
    for (int c = 0; c < 3; ++c) {
      const auto channel = static_cast<std::size_t>(c);
      const float value = (rows(row, c) * scale.deviation[channel] + scale.mean[channel]) * 255.0F;
      pixels.rgb.push_back(std::isfinite(value) ? byte_of(static_cast<double>(value)) : 0);
    }
  }
  return pixels;
}

std::string data_uri(const RgbPicture& pixels) {
  std::vector<std::uint32_t> packed;
  packed.reserve(pixels.rgb.size() / 3);
  for (std::size_t i = 0; i + 2 < pixels.rgb.size(); i += 3)
    packed.push_back(0xff000000U | std::uint32_t{pixels.rgb[i]} << 16U |
                     std::uint32_t{pixels.rgb[i + 1]} << 8U | pixels.rgb[i + 2]);
  std::ostringstream png;
  write_png(png, packed, pixels.width, pixels.height);
  return "data:image/png;base64," + to_base64(png.str());
}

}  // namespace headlight
