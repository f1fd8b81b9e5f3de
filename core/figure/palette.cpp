#include "core/figure/palette.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/text/say.h"

namespace headlight {
namespace {

constexpr Rgb rgb(unsigned hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
          static_cast<std::uint8_t>(hex)};
}

constexpr Palette light_palette = {
    .stage = rgb(0xFCFBF8),
    .rail = rgb(0xF5F3EE),
    .panel = rgb(0xFFFFFF),
    .folded = rgb(0xF8F6F1),
    .hairline = rgb(0xE6E2D9),
    .strong_line = rgb(0xCBC6BA),
    .ink = rgb(0x1D1E26),
    .text_2 = rgb(0x4A4C57),
    .text_3 = rgb(0x5F616B),
    .focus = rgb(0xFFD75E),
    .focus_band = rgb(0xFFF1C4),
    .query = rgb(0x0B5FD9),
    .key = rgb(0xC0281F),
    .value = rgb(0x296A56),
    .weights = rgb(0x4B2BB0),
    .soft_query = rgb(0xDCE6FB),
    .soft_key = rgb(0xFBE1DD),
    .soft_value = rgb(0xE1F4EF),
    .first_sentence = rgb(0xA85400),
    .second_sentence = rgb(0x0B6580),
    .soft_first = rgb(0xFBEBD6),
    .soft_second = rgb(0xDCEEF3),
    .tokens = rgb(0x34506B),
    .heads = rgb(0x9C36B5),
    .dimensions = rgb(0x7A5C12),
    .error = rgb(0xB00020),
    .error_ground = rgb(0xFFE3E6),
    .plain_ribbon = rgb(0x7C8AA0),
    .presenter = rgb(0xEFECE3),
    .presenter_text = rgb(0x55565F),
    .each_head = {rgb(0x4B2BB0), rgb(0xC21C63), rgb(0x0B72B5), rgb(0x496F05), rgb(0x393947)},
};

constexpr Palette dark_palette = {
    .stage = rgb(0x14151C),
    .rail = rgb(0x191B24),
    .panel = rgb(0x1F212C),
    .folded = rgb(0x191B24),
    .hairline = rgb(0x2B2E3B),
    .strong_line = rgb(0x454959),
    .ink = rgb(0xECEBF2),
    .text_2 = rgb(0xBDBDCB),
    .text_3 = rgb(0x9A9BAB),
    .focus = rgb(0xFFD75E),
    .focus_band = rgb(0x4A3F1A),
    .query = rgb(0x748FE9),
    .key = rgb(0xF7776B),
    .value = rgb(0x6EDFB8),
    .weights = rgb(0xB9A5FF),
    .soft_query = rgb(0x1E2B4D),
    .soft_key = rgb(0x47231F),
    .soft_value = rgb(0x173B32),
    .first_sentence = rgb(0xF7A75C),
    .second_sentence = rgb(0x5CC6D8),
    .soft_first = rgb(0x3D2913),
    .soft_second = rgb(0x123640),
    .tokens = rgb(0xA9BED3),
    .heads = rgb(0xE08CF5),
    .dimensions = rgb(0xD9B65C),
    .error = rgb(0xFF8FA0),
    .error_ground = rgb(0x4A1520),
    .plain_ribbon = rgb(0x7B7D8C),
    .presenter = rgb(0x14151C),
    .presenter_text = rgb(0xBDBDCB),
    .each_head = {rgb(0xB9A5FF), rgb(0xF6729B), rgb(0x378EEB), rgb(0xA3DD50), rgb(0xF1F0F5)},
};

// Evenly spaced in OKLab lightness.
using Stops = std::array<unsigned, 9>;
constexpr Stops sequential_light = {0xF5F3FB, 0xD9D2F5, 0xBEB1ED, 0xA390E5, 0x896EDB,
                                    0x6C51C8, 0x5131B4, 0x3A2088, 0x24105C};
constexpr Stops sequential_dark = {0x1D1F2A, 0x322C64, 0x4C3B96, 0x674CC4, 0x826ADA,
                                   0xA089EA, 0xBCA9F6, 0xD7CCFB, 0xF4EEFF};
constexpr Stops diverging_light = {0x5F2A00, 0x9D4E00, 0xCD7F2A, 0xEDB777, 0xF6F4EF,
                                   0x92C6D6, 0x4596AF, 0x0D6580, 0x043646};
constexpr Stops diverging_dark = {0xFFD9AE, 0xED9548, 0xB26622, 0x714016, 0x22242D,
                                  0x145968, 0x2B8EA1, 0x5DC5D7, 0xC9F3FA};

ColourMap interpolate(const Stops& stops) {
  ColourMap map;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const float at = static_cast<float>(i) * static_cast<float>(stops.size() - 1) / 255.0f;
    const std::size_t stop = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    map[i] = mix(rgb(stops[stop]), rgb(stops[stop + 1]), at - static_cast<float>(stop));
  }
  return map;
}

double linear(std::uint8_t channel) {
  const double stored = channel / 255.0;
  return stored <= 0.04045 ? stored / 12.92 : std::pow((stored + 0.055) / 1.055, 2.4);
}

}  // namespace

const Palette& palette(Theme theme) { return theme == Theme::light ? light_palette : dark_palette; }

Rgb colour_of(Role role, const Palette& colours) {
  switch (role) {
    case Role::ink:
      return colours.ink;
    case Role::text_2:
      return colours.text_2;
    case Role::text_3:
      return colours.text_3;
    case Role::focus:
      return colours.focus;
    case Role::query:
      return colours.query;
    case Role::key:
      return colours.key;
    case Role::value:
      return colours.value;
    case Role::weights:
      return colours.weights;
    case Role::first_sentence:
      return colours.first_sentence;
    case Role::second_sentence:
      return colours.second_sentence;
    case Role::tokens:
      return colours.tokens;
    case Role::heads:
      return colours.heads;
    case Role::dimensions:
      return colours.dimensions;
    case Role::error:
      return colours.error;
  }
  return colours.ink;
}

const ColourMap& colour_map(Ramp ramp, Theme theme) {
  static const std::array<ColourMap, 4> maps = {interpolate(sequential_light), interpolate(sequential_dark),
                                                interpolate(diverging_light), interpolate(diverging_dark)};
  return maps[(ramp == Ramp::diverging ? 2 : 0) + (theme == Theme::dark ? 1 : 0)];
}

Rgb colour_at(const ColourMap& map, float position) {
  const float last = static_cast<float>(map.size() - 1);
  return map[static_cast<std::size_t>(std::lround(std::clamp(position, 0.0f, 1.0f) * last))];
}

Rgb mix(Rgb under, Rgb over, float share) {
  const auto channel = [share](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(
        std::lround(static_cast<float>(from) + share * (static_cast<float>(to) - static_cast<float>(from))));
  };
  return {channel(under.red, over.red), channel(under.green, over.green), channel(under.blue, over.blue)};
}

double luminance(Rgb colour) {
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

Rgb grey_of(Rgb colour) {
  const double light = luminance(colour);
  const double stored = light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
  const auto level = static_cast<std::uint8_t>(std::lround(255 * std::clamp(stored, 0.0, 1.0)));
  return {level, level, level};
}

double contrast(Rgb a, Rgb b) {
  const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
  return (lighter + 0.05) / (darker + 0.05);
}

Rgb text_on(Rgb ground) { return luminance(ground) > 0.179 ? Rgb{0, 0, 0} : Rgb{255, 255, 255}; }

RichText told(const char* sentence, std::initializer_list<NamedRuns> values, Role role) {
  RichText text;
  bool goes_on = false;  // the last run is the sentence's own
  const auto add = [&](std::string_view own) {
    if (own.empty()) return;
    if (!goes_on) text.runs.push_back({"", role});
    text.runs.back().text += own;
    goes_on = true;
  };
  std::string_view rest = translated(sentence);
  for (std::size_t open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
    const std::size_t close = rest.find('}', open);
    if (close == std::string_view::npos) break;
    add(rest.substr(0, open));
    const std::string_view name = rest.substr(open + 1, close - open - 1);
    for (const NamedRuns& value : values) {
      if (value.name != name) continue;
      if (value.plain) {
        add(value.runs.front().text);
      } else {
        text.runs.insert(text.runs.end(), value.runs.begin(), value.runs.end());
        goes_on = false;
      }
    }
    rest.remove_prefix(close + 1);
  }
  add(rest);
  return text;
}

std::string RichText::plain() const {
  std::string text;
  for (const TextRun& run : runs) {
    if (run.rise != 0 && !run.text.empty()) text += run.rise > 0 ? '^' : '_';
    text += run.text;
  }
  return text;
}

bool RichText::empty() const {
  return std::all_of(runs.begin(), runs.end(), [](const TextRun& run) { return run.text.empty(); });
}

}  // namespace headlight
