#include "core/figure/animation.h"

#include <algorithm>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "core/figure/canvas.h"
#include "core/figure/draw_drawing.h"
#include "core/files/gif.h"
#include "core/files/replace_file.h"

namespace headlight {
namespace {

constexpr std::size_t most_colours = 256;

// How unlike two colours look, roughly: the eye sees green best, blue least.
int distance(Rgb a, Rgb b) {
  const int red = a.red - b.red;
  const int green = a.green - b.green;
  const int blue = a.blue - b.blue;
  return 3 * red * red + 6 * green * green + 2 * blue * blue;
}

class Quantizer {
 public:
  explicit Quantizer(Theme theme) : colours_(animation_colours(theme)) {}

  const std::vector<Rgb>& colours() const { return colours_; }

  std::vector<std::uint8_t> indices(const Pixels& pixels) {
    std::vector<std::uint8_t> found;
    found.reserve(pixels.values.size());
    std::uint32_t last = 0;
    std::uint8_t index = nearest(0);
    for (const std::uint32_t value : pixels.values) {
      const std::uint32_t pixel = value & 0xFFFFFFU;
      if (pixel != last) {
        last = pixel;
        index = nearest(pixel);
      }
      found.push_back(index);
    }
    return found;
  }

 private:
  std::uint8_t nearest(std::uint32_t pixel) {
    const auto [entry, fresh] = known_.try_emplace(pixel);
    if (!fresh) return entry->second;
    const Rgb colour{static_cast<std::uint8_t>(pixel >> 16U), static_cast<std::uint8_t>(pixel >> 8U),
                     static_cast<std::uint8_t>(pixel)};
    const auto best = std::min_element(colours_.begin(), colours_.end(), [colour](Rgb a, Rgb b) {
      return distance(a, colour) < distance(b, colour);
    });
    return entry->second = static_cast<std::uint8_t>(best - colours_.begin());
  }

  std::vector<Rgb> colours_;
  std::unordered_map<std::uint32_t, std::uint8_t> known_;
};

}  // namespace

std::vector<Rgb> animation_colours(Theme theme) {
  const Palette& c = palette(theme);
  std::vector<Rgb> colours;
  const auto add = [&](Rgb colour) {
    const bool known = std::find(colours.begin(), colours.end(), colour) != colours.end();
    if (!known && colours.size() < most_colours) colours.push_back(colour);
  };
  for (const Rgb each :
       {c.stage,       c.rail,         c.panel,        c.folded,         c.hairline,
        c.strong_line, c.ink,          c.text_2,       c.text_3,         c.focus,
        c.focus_band,  c.query,        c.key,          c.value,          c.weights,
        c.soft_query,  c.soft_key,     c.soft_value,   c.first_sentence, c.second_sentence,
        c.soft_first,  c.soft_second,  c.tokens,       c.heads,          c.dimensions,
        c.error,       c.error_ground, c.plain_ribbon, Rgb{0, 0, 0},     Rgb{255, 255, 255}}) {
    add(each);
  }
  // The rims of letters and lines, from ground to ink.
  for (int step = 1; step < 16; ++step) add(mix(c.stage, c.ink, static_cast<float>(step) / 16));
  for (const Rgb ink : {c.query, c.key, c.value, c.weights, c.first_sentence, c.second_sentence, c.dimensions,
                        c.focus, c.heads}) {
    for (const float share : {0.15F, 0.35F, 0.55F, 0.75F}) add(mix(c.stage, ink, share));
  }
  for (const Ramp ramp : {Ramp::sequential, Ramp::diverging}) {
    const int steps = ramp == Ramp::sequential ? 71 : 95;
    for (int step = 0; step <= steps; ++step) {
      add(colour_at(colour_map(ramp, theme), static_cast<float>(step) / static_cast<float>(steps)));
    }
  }
  return colours;
}

void write_animation(const std::filesystem::path& path, const AnimationOptions& options,
                     const std::function<std::optional<Drawing>()>& next) {
  if (options.scale < 1 || options.scale > 4) {
    throw std::invalid_argument("the scale of an animation is 1, 2, 3 or 4");
  }
  if (options.delay < 20 || options.delay > 60'000) {
    throw std::invalid_argument("a frame of an animation stays for 20 to 60000 milliseconds");
  }
  replace_file(path, [&](std::ostream& out) {
    std::optional<Drawing> drawing = next();
    if (!drawing) throw std::invalid_argument("there are no steps to show in this range");
    const double width = drawing->width;
    const double height = drawing->height;
    Quantizer quantizer(drawing->theme);
    std::optional<GifWriter> gif;
    while (drawing) {
      const Drawing& page = *drawing;
      const Pixels pixels =
          render_page(width, height, options.scale, true, [&](cairo_t* to) { draw_drawing(to, page, true); });
      if (!gif) gif.emplace(out, pixels.width, pixels.height, quantizer.colours());
      std::optional<Drawing> following = next();
      gif->add(quantizer.indices(pixels), following ? options.delay : 2 * options.delay);
      drawing = std::move(following);
    }
    gif->finish();
  });
}

}  // namespace headlight
