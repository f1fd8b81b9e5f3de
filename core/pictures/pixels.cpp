#include "core/pictures/pixels.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <stdexcept>

#include "core/files/png.h"
#include "core/pictures/picture_file.h"

namespace headlight {
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
                x = std::abs(x);
                if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
                return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0.0;
              }};
    case Resample::box:
      return {0.5, [](double x) { return x > -0.5 && x <= 0.5 ? 1.0 : 0.0; }};
    case Resample::hamming:
      return {1, [](double x) {
                return std::abs(x) < 1 ? sinc(x) * (0.54 + 0.46 * std::cos(std::numbers::pi * x)) : 0;
              }};
  }
  return {};
}

// What one pixel of the result is made of, along one axis.
struct Share {
  int first = 0;
  std::vector<double> weights;
};

std::vector<Share> shares(int from, int to, Resample how) {
  const double step = static_cast<double>(from) / to;
  std::vector<Share> all;
  for (int i = 0; i < to; ++i) {
    const double centre = (i + 0.5) * step;
    if (how == Resample::nearest) {
      all.push_back({std::min(static_cast<int>(centre), from - 1), {1}});
      continue;
    }
    const Filter filter = filter_of(how);
    const double stretch = std::max(step, 1.0);
    const double reach = filter.support * stretch;
    const int first = std::max(static_cast<int>(std::lround(centre - reach)), 0);
    const int end = std::min(static_cast<int>(std::lround(centre + reach)), from);
    Share share{first, {}};
    double sum = 0;
    for (int at = first; at < end; ++at) {
      share.weights.push_back(filter.weight((at + 0.5 - centre) / stretch));
      sum += share.weights.back();
    }
    for (double& weight : share.weights) weight /= sum;
    all.push_back(std::move(share));
  }
  return all;
}

std::uint8_t byte_of(double value) {
  return static_cast<std::uint8_t>(std::clamp(std::floor(value + 0.5), 0.0, 255.0));
}

// Along the rows, and then with rows and columns changed over: twice that is both.
RgbPicture across(const RgbPicture& from, int width, Resample how) {
  const std::vector<Share> columns = shares(from.width, width, how);
  RgbPicture turned{from.height, width, {}};
  turned.rgb.resize(3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(from.height));
  for (int y = 0; y < from.height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Share& share = columns[static_cast<std::size_t>(x)];
      std::array<double, 3> sum{};
      for (std::size_t i = 0; i < share.weights.size(); ++i) {
        const std::uint8_t* const pixel = from.pixel(share.first + static_cast<int>(i), y);
        for (std::size_t c = 0; c < 3; ++c) sum[c] += share.weights[i] * pixel[c];
      }
      const std::size_t to = 3 * (static_cast<std::size_t>(x) * static_cast<std::size_t>(from.height) +
                                  static_cast<std::size_t>(y));
      for (std::size_t c = 0; c < 3; ++c) turned.rgb[to + c] = byte_of(sum[c]);
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
      const auto byte = static_cast<float>(pixels.rgb[static_cast<std::size_t>(3 * row + c)]);
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
