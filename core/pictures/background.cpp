#include "core/pictures/background.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/matrix/random.h"

namespace headlight {
namespace {

using Channels = std::array<double, Picture::channels>;

constexpr double whole_turn = 2 * std::numbers::pi;
constexpr double middle = (Picture::side - 1) / 2.0;
constexpr double steepness = 2.9 * middle;  // so that a corner is hardly beyond either colour
constexpr std::size_t patches = 5;          // that clouds are interpolated between, along a side

// A grey with a tint: `strength` away from it towards a hue in radians.
Channels tinted(double grey, double hue, double strength) {
  Channels colour{};
  for (std::size_t c = 0; c < colour.size(); ++c)
    colour[c] = grey + strength * std::cos(hue - whole_turn * static_cast<double>(c) / 3);
  return colour;
}

constexpr auto across_picture = static_cast<std::size_t>(Picture::side);
using Along = std::array<double, across_picture>;  // a number for each column, or each row

// Waves across the picture in one direction: sin(a + b) of what a column and a row add to its angle, taken
// apart, for a sine at every pixel would take longer than all the rest.
class Stripes {
 public:
  explicit Stripes(Random& random) {
    const double direction = random.uniform(0, std::numbers::pi);
    const double frequency = random.uniform(0.25, 0.8);  // radians a pixel
    const double phase = random.uniform(0, whole_turn);
    const double height = std::max(0.0, random.uniform(-6, 8));  // many have none
    for (std::size_t i = 0; i < across_picture; ++i) {
      const double across = frequency * std::cos(direction) * static_cast<double>(i);
      const double down = frequency * std::sin(direction) * static_cast<double>(i) + phase;
      sine_across_[i] = height * std::sin(across);
      cosine_across_[i] = height * std::cos(across);
      sine_down_[i] = std::sin(down);
      cosine_down_[i] = std::cos(down);
    }
  }
  double at(std::size_t x, std::size_t y) const {
    return sine_across_[x] * cosine_down_[y] + cosine_across_[x] * sine_down_[y];
  }

 private:
  Along sine_across_{}, cosine_across_{}, sine_down_{}, cosine_down_{};
};

// Bright and dark places, smooth between.
class Clouds {
 public:
  explicit Clouds(Random& random) {
    const double height = random.uniform(2, 12);
    for (auto& row : brightness_) {
      for (double& value : row) value = random.uniform(-height, height);
    }
    for (std::size_t i = 0; i < across_picture; ++i) {
      const double at = static_cast<double>(i * (patches - 1)) / static_cast<double>(across_picture);
      patch_[i] = static_cast<std::size_t>(at);
      const double share = at - std::floor(at);
      share_[i] = share * share * (3 - 2 * share);
    }
  }
  double at(std::size_t x, std::size_t y) const {
    const auto& above = brightness_[patch_[y]];
    const auto& below = brightness_[patch_[y] + 1];
    const std::size_t left = patch_[x];
    const double top = above[left] + share_[x] * (above[left + 1] - above[left]);
    const double bottom = below[left] + share_[x] * (below[left + 1] - below[left]);
    return top + share_[y] * (bottom - top);
  }

 private:
  std::array<std::array<double, patches>, patches> brightness_{};
  std::array<std::size_t, across_picture> patch_{};
  Along share_{};
};

}  // namespace

Picture background(int number) {
  Random random(0x6261636bU + static_cast<std::uint64_t>(number) * 0x100000001b3ULL);
  const double grey = random.uniform(62, 112);
  const double hue = random.uniform(0, whole_turn);
  const double strength = random.uniform(4, 20);
  const Channels from = tinted(grey, hue, strength);
  const Channels to = tinted(grey + random.uniform(-22, 22), hue + random.uniform(-1.2, 1.2), strength);
  const double direction = random.uniform(0, whole_turn);
  const double across = std::cos(direction) / steepness, down = std::sin(direction) / steepness;
  const Stripes stripes(random);
  const Clouds clouds(random);
  const double grain = random.uniform(0.5, 3.5) / 256;

  Picture picture;
  for (std::size_t y = 0; y < across_picture; ++y) {
    for (std::size_t x = 0; x < across_picture; ++x) {
      const double along =
          0.5 + across * (static_cast<double>(x) - middle) + down * (static_cast<double>(y) - middle);
      const double light = stripes.at(x, y) + clouds.at(x, y);
      std::uint64_t noise = random.bits();
      std::uint8_t* pixel = picture.pixel(static_cast<int>(x), static_cast<int>(y));
      for (std::size_t c = 0; c < from.size(); ++c) {
        // The sum of two even ones: a triangle, near enough to a bell.
        const auto speck = static_cast<double>((noise & 255U) + (noise >> 8U & 255U)) - 255;
        noise >>= 16U;
        const double value = from[c] + along * (to[c] - from[c]) + light + grain * speck;
        pixel[c] = static_cast<std::uint8_t>(std::clamp(value + 0.5, 0.0, 255.0));
      }
    }
  }
  return picture;
}

}  // namespace headlight
