#include "core/pictures/draw_scene.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "core/matrix/random.h"

namespace headlight {
namespace {

// What lies behind the objects of a scene.

using Channels = std::array<double, Picture::channels>;

constexpr double whole_turn = 2 * std::numbers::pi;
constexpr double middle = (Picture::side - 1) / 2.0;
constexpr double steepness = 2.9 * middle;  // so that a corner is hardly beyond either colour
constexpr std::size_t cloud_patches = 5;    // that clouds are interpolated between, along a side

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
      const double at = static_cast<double>(i * (cloud_patches - 1)) / static_cast<double>(across_picture);
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
  std::array<std::array<double, cloud_patches>, cloud_patches> brightness_{};
  std::array<std::size_t, across_picture> patch_{};
  Along share_{};
};

// A muted colour, neither dark nor bright, that runs into another across the picture, with faint stripes,
// clouds and grain. Each number has its own, always the same.
Picture background(int number) {
  Random random(0x6261636bU + static_cast<std::uint64_t>(number) * 0x100000001b3ULL);
  const double grey = random.uniform(62, 112);
  const double hue = random.uniform(0, whole_turn);
  const double strength = random.uniform(4, 20);
  const Channels from = tinted(grey, hue, strength);
  // One after the other: compilers differ in which argument of a call they compute first.
  const double other_hue = hue + random.uniform(-1.2, 1.2);
  const double other_grey = grey + random.uniform(-22, 22);
  const Channels to = tinted(other_grey, other_hue, strength);
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

constexpr std::array<std::array<std::uint8_t, 3>, colour_names.size()> paints{
    {{226, 58, 50}, {246, 200, 52}, {58, 178, 84}, {54, 112, 236}, {168, 80, 214}, {246, 245, 241}}};

constexpr double most_turn = 15 * std::numbers::pi / 180;
constexpr double shadow_right = 0.5, shadow_down = 1.0;  // pixels

struct ReleaseCairo {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};

// A surface of the picture's size to draw on.
class Sheet {
 public:
  Sheet()
      : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, Picture::side, Picture::side)),
        context_(cairo_create(surface_.get())) {
    cairo_set_antialias(context_.get(), CAIRO_ANTIALIAS_BEST);
  }
  cairo_t* context() { return context_.get(); }

  void show(const Picture& picture) {
    for (int y = 0; y < Picture::side; ++y) {
      for (int x = 0; x < Picture::side; ++x) {
        const std::uint8_t* rgb = picture.pixel(x, y);
        row(y)[x] = std::uint32_t{rgb[0]} << 16U | std::uint32_t{rgb[1]} << 8U | std::uint32_t{rgb[2]};
      }
    }
    cairo_surface_mark_dirty(surface_.get());
  }

  Picture picture() {
    cairo_surface_flush(surface_.get());
    Picture picture;
    for (int y = 0; y < Picture::side; ++y) {
      for (int x = 0; x < Picture::side; ++x) {
        const std::uint32_t pixel = row(y)[x];
        std::uint8_t* rgb = picture.pixel(x, y);
        rgb[0] = static_cast<std::uint8_t>(pixel >> 16U & 255U);
        rgb[1] = static_cast<std::uint8_t>(pixel >> 8U & 255U);
        rgb[2] = static_cast<std::uint8_t>(pixel & 255U);
      }
    }
    return picture;
  }

 private:
  std::uint32_t* row(int y) {
    return reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(surface_.get()) +
                                            std::ptrdiff_t{y} *
                                                cairo_image_surface_get_stride(surface_.get()));
  }

  std::unique_ptr<cairo_surface_t, ReleaseCairo> surface_;
  std::unique_ptr<cairo_t, ReleaseCairo> context_;
};

// Corners at so many steps around the middle, whose distances take turns; the first one is above.
void corners(cairo_t* to, int count, std::initializer_list<double> distances) {
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count;
    const double distance = distances.begin()[static_cast<std::size_t>(i) % distances.size()];
    cairo_line_to(to, distance * std::sin(angle), -distance * std::cos(angle));
  }
  cairo_close_path(to);
}

// Around the origin, within a circle of radius 1, all of about the same weight to the eye.
void outline(cairo_t* to, ObjectShape shape) {
  constexpr double arm = 0.31;  // half of a cross's bar
  switch (shape) {
    case ObjectShape::circle:
      cairo_arc(to, 0, 0, 0.92, 0, 2 * std::numbers::pi);
      break;
    case ObjectShape::square:
      cairo_rectangle(to, -0.82, -0.82, 1.64, 1.64);
      break;
    case ObjectShape::triangle:
      corners(to, 3, {1.05});
      break;
    case ObjectShape::star:
      corners(to, 10, {1.08, 0.46});
      break;
    case ObjectShape::cross:
      cairo_rectangle(to, -arm, -0.95, 2 * arm, 1.9);
      cairo_rectangle(to, -0.95, -arm, 1.9, 2 * arm);
      break;
  }
}

// The outline of an object where it lies, in pixels.
void trace_object(cairo_t* to, const SceneObject& object, const Variation& how) {
  cairo_new_path(to);
  cairo_save(to);
  cairo_translate(to, object.x + 0.5, object.y + 0.5);
  cairo_rotate(to, how.turn);
  cairo_scale(to, how.radius, how.radius);
  outline(to, object.shape);
  cairo_restore(to);
}

void paint(cairo_t* to, const SceneObject& object, const Variation& how) {
  cairo_save(to);
  cairo_translate(to, shadow_right, shadow_down);
  trace_object(to, object, how);
  cairo_restore(to);
  cairo_set_source_rgba(to, 0, 0, 0, 0.28);
  cairo_fill(to);
  trace_object(to, object, how);
  const auto [red, green, blue] = paint_of(object.colour);
  const double light = (1 + 0.06 * how.shade) / 255;
  cairo_set_source_rgb(to, red * light, green * light, blue * light);
  cairo_fill(to);
}

}  // namespace

std::array<std::uint8_t, 3> paint_of(ObjectColour colour) { return paints[static_cast<std::size_t>(colour)]; }

bool PixelBox::touches_cell(int cell) const {
  const int x = cell % Picture::cells * Picture::cell_side;
  const int y = cell / Picture::cells * Picture::cell_side;
  return !empty() && left < x + Picture::cell_side && right > x && top < y + Picture::cell_side && bottom > y;
}

Variation variation(const Scene& scene, int object) {
  const SceneObject& self = scene.objects[static_cast<std::size_t>(object)];
  const auto before = std::count_if(scene.objects.begin(), scene.objects.begin() + object,
                                    [&](const SceneObject& other) { return other.same_kind(self); });
  const int kind =
      (static_cast<int>(self.size) * object_colours + static_cast<int>(self.colour)) * object_shapes +
      static_cast<int>(self.shape);
  Random random((static_cast<std::uint64_t>(scene.background) << 16U) +
                static_cast<std::uint64_t>(kind) * Scene::most_objects + static_cast<std::uint64_t>(before));
  const bool large = self.size == ObjectSize::large;
  Variation how;
  how.radius = large ? random.uniform(9, 11) : random.uniform(5, 6.5);
  how.turn = random.uniform(-most_turn, most_turn);
  how.shade = random.uniform(-1, 1);
  return how;
}

PixelBox box_of(const Scene& scene, int object) {
  Sheet sheet;
  trace_object(sheet.context(), scene.objects[static_cast<std::size_t>(object)], variation(scene, object));
  double left = 0, top = 0, right = 0, bottom = 0;
  cairo_path_extents(sheet.context(), &left, &top, &right, &bottom);
  const auto pixel = [](double place) { return std::clamp(static_cast<int>(place), 0, Picture::side); };
  return {pixel(std::floor(left)), pixel(std::floor(top)), pixel(std::ceil(right)), pixel(std::ceil(bottom))};
}

Picture draw(const Scene& scene) { return draw_without(scene, -1); }

Picture draw_without(const Scene& scene, int hidden) {
  Sheet sheet;
  sheet.show(background(scene.background));
  for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) {
    if (i != hidden) paint(sheet.context(), scene.objects[static_cast<std::size_t>(i)], variation(scene, i));
  }
  return sheet.picture();
}

}  // namespace headlight
