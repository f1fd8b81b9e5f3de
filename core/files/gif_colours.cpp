#include "core/files/gif_colours.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace headlight {
namespace {

constexpr std::size_t most_colours = 256;
constexpr std::size_t for_areas = 192;  // of these; the others go to what is far from all of them
constexpr int alike = 24;               // closer than this, one colour stands for both

// How unlike two colours look, roughly: the eye sees green best, blue least.
int distance(std::uint32_t a, std::uint32_t b) {
  const auto channel = [](std::uint32_t pixel, unsigned shift) {
    return static_cast<int>(pixel >> shift & 255U);
  };
  const int red = channel(a, 16) - channel(b, 16);
  const int green = channel(a, 8) - channel(b, 8);
  const int blue = channel(a, 0) - channel(b, 0);
  return 3 * red * red + 6 * green * green + 2 * blue * blue;
}

struct Colour {
  std::uint32_t value = 0;
  int count = 0;
  int off = std::numeric_limits<int>::max();  // from the nearest chosen one
  std::uint8_t nearest = 0;
};

std::vector<Colour> count(std::span<const std::uint32_t> pixels) {
  std::unordered_map<std::uint32_t, int> counts;
  for (std::size_t i = 0; i < pixels.size();) {
    std::size_t end = i;
    while (end < pixels.size() && pixels[end] == pixels[i]) ++end;
    counts[pixels[i] & 0xFFFFFFU] += static_cast<int>(end - i);
    i = end;
  }
  std::vector<Colour> colours;
  colours.reserve(counts.size());
  for (const auto& [value, times] : counts) colours.push_back({value, times});
  std::sort(colours.begin(), colours.end(), [](const Colour& a, const Colour& b) {
    return a.count != b.count ? a.count > b.count : a.value < b.value;
  });
  return colours;
}

}  // namespace

FewColours few_colours(std::span<const std::uint32_t> pixels) {
  std::vector<Colour> all = count(pixels);
  FewColours few;
  const auto choose = [&](std::uint32_t value) {
    for (Colour& each : all) {
      const int off = distance(each.value, value);
      if (off >= each.off) continue;
      each.off = off;
      each.nearest = static_cast<std::uint8_t>(few.colours.size());
    }
    few.colours.push_back(value);
  };
  for (std::size_t i = 0; i < all.size() && few.colours.size() < for_areas; ++i) {
    if (all[i].off > alike) choose(all[i].value);
  }
  while (few.colours.size() < most_colours) {
    const auto missed = std::max_element(all.begin(), all.end(),
                                         [](const Colour& a, const Colour& b) { return a.off < b.off; });
    if (missed == all.end() || missed->off == 0) break;
    choose(missed->value);
  }

  std::unordered_map<std::uint32_t, std::uint8_t> index;
  for (const Colour& each : all) index.emplace(each.value, each.nearest);
  few.indices.reserve(pixels.size());
  for (std::size_t i = 0; i < pixels.size();) {
    std::size_t end = i;
    while (end < pixels.size() && pixels[end] == pixels[i]) ++end;
    few.indices.resize(end, index.at(pixels[i] & 0xFFFFFFU));
    i = end;
  }
  return few;
}

}  // namespace headlight
