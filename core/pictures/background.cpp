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
constexpr int patches = 5;  // that clouds are interpolated between, along a side

// A grey with a tint: `strength` away from it towards a hue in radians.
Channels tinted(double grey, double hue, double strength) {
  Channels colour{};
  for (std::size_t c = 0; c < colour.size(); ++c)
    colour[c] = grey + strength * std::cos(hue - whole_turn * static_cast<double>(c) / 3);
  return colour;
}

// Waves across the picture in one direction.
struct Stripes {
  double across, down, phase, height;
  explicit Stripes(Random& random) {
    const double direction = random.uniform(0, std::numbers::pi);
    const double frequency = random.uniform(0.25, 0.8);  // radians a pixel
    across = frequency * std::cos(direction);
    down = frequency * std::sin(direction);
    phase = random.uniform(0, whole_turn);
    height = std::max(0.0, random.uniform(-6, 8));  // many have none
  }
  double at(int x, int y) const { return height * std::sin(across * x + down * y + phase); }
};

// Bright and dark places, smooth between.
struct Clouds {
  std::array<std::array<double, patches>, patches> brightness{};
  explicit Clouds(Random& random) {
    const double height = random.uniform(2, 12);
    for (auto& row : brightness) {
      for (double& value : row) value = random.uniform(-height, height);
    }
  }
  double at(int x, int y) const {
    const auto eased = [](double share) { return share * share * (3 - 2 * share); };
    const double across = static_cast<double>(x) * (patches - 1) / Picture::side;
    const double down = static_cast<double>(y) * (patches - 1) / Picture::side;
    const auto column = static_cast<std::size_t>(across);
    const auto row = static_cast<std::size_t>(down);
    const double right = eased(across - std::floor(across));
    const double below = eased(down - std::floor(down));
    return std::lerp(std::lerp(brightness[row][column], brightness[row][column + 1], right),
                     std::lerp(brightness[row + 1][column], brightness[row + 1][column + 1], right), below);
  }
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
  const Stripes stripes(random);
  const Clouds clouds(random);
  const double grain = random.uniform(0.5, 3.5) / 256;

  Picture picture;
  for (int y = 0; y < Picture::side; ++y) {
    for (int x = 0; x < Picture::side; ++x) {
      const double middle = (Picture::side - 1) / 2.0;
      const double along =
          0.5 + (std::cos(direction) * (x - middle) + std::sin(direction) * (y - middle)) / (2.9 * middle);
      const double light = stripes.at(x, y) + clouds.at(x, y);
      std::uint64_t noise = random.bits();
      for (std::size_t c = 0; c < from.size(); ++c) {
        // The sum of two even ones: a triangle, near enough to a bell.
        const auto speck = static_cast<double>((noise & 255U) + (noise >> 8U & 255U)) - 255;
        noise >>= 16U;
        const double value = std::lerp(from[c], to[c], along) + light + grain * speck;
        picture.pixel(x, y)[c] = static_cast<std::uint8_t>(std::clamp(std::lround(value), 0L, 255L));
      }
    }
  }
  return picture;
}

}  // namespace headlight
