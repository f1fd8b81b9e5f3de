#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <ostream>
#include <span>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/figure/canvas.h"
#include "core/figure/drawing.h"
#include "core/figure/formats.h"
#include "core/files/gif.h"
#include "core/files/png.h"
#include "core/files/write_file.h"

namespace headlight {

const FaceName& name_of(Face face) {
  constexpr const char* words = "Inter";
  constexpr const char* signs = "DejaVu Sans";
  constexpr const char* words_package = "fonts-inter";
  constexpr float words_height = 1.21F;
  constexpr const char* figures = "JetBrains Mono";
  constexpr const char* figure_signs = "DejaVu Sans Mono";
  constexpr const char* figures_package = "fonts-jetbrains-mono";
  constexpr float figures_height = 1.32F;
  // In the order of Face.
  static constexpr FaceName names[] = {
      {words, signs, 400, false, "opentype/inter/Inter-Regular.otf", words_package, words_height},
      {words, signs, 500, false, "opentype/inter/Inter-Medium.otf", words_package, words_height},
      {words, signs, 600, false, "opentype/inter/Inter-SemiBold.otf", words_package, words_height},
      {words, signs, 700, false, "opentype/inter/Inter-Bold.otf", words_package, words_height},
      {words, signs, 400, true, "opentype/inter/Inter-Italic.otf", words_package, words_height},
      {figures, figure_signs, 400, false, "truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
       figures_package, figures_height},
      {figures, figure_signs, 700, false, "truetype/jetbrains-mono/JetBrainsMono-Bold.ttf", figures_package,
       figures_height}};
  return names[static_cast<int>(face)];
}

std::vector<Point> outline_of(const DrawnRibbon& ribbon) {
  const double wide = ribbon.to.x - ribbon.from.x;
  const double high = ribbon.to.y - ribbon.from.y;
  const int pieces = std::clamp(static_cast<int>((std::abs(wide) + std::abs(high)) / 7), 6, 40);
  std::vector<Point> outline(2 * (static_cast<std::size_t>(pieces) + 1));
  for (int i = 0; i <= pieces; ++i) {
    const double t = static_cast<double>(i) / pieces;
    const double rise = t * t * (3 - 2 * t);
    const double half = (ribbon.from_thickness + (ribbon.to_thickness - ribbon.from_thickness) * rise) / 2;
    const double slope = 6 * t * (1 - t) * high;
    const double length = std::max(std::hypot(wide, slope), 1e-9);
    const Point across{-slope / length * half, wide / length * half};
    const Point at{ribbon.from.x + wide * t, ribbon.from.y + high * rise};
    outline[i] = {at.x - across.x, at.y - across.y};
    outline[outline.size() - 1 - static_cast<std::size_t>(i)] = {at.x + across.x, at.y + across.y};
  }
  return outline;
}

struct DrawingWriter::State {
  std::filesystem::path path;
  DrawingOptions options;
  const Format& format;
  Drawing drawing = {};
  std::optional<PixelPainter> painter = {};
  Pixels pixels = {};
  std::ostringstream bytes = {};
  std::optional<PngWriter> png = {};
  std::size_t packed = 0;  // pixels
};

DrawingWriter::DrawingWriter(std::filesystem::path path, const DrawingOptions& options) {
  const Format& format = format_of(path, "picture of the stage", std::array{FormatKind::picture});
  if (options.scale < 1 || options.scale > 4) {
    throw std::invalid_argument("the scale of a picture is 1, 2, 3 or 4");
  }
  state_.reset(new State{std::move(path), options, format});
}

DrawingWriter::~DrawingWriter() = default;

void DrawingWriter::add(Drawing drawing) {
  State& s = *state_;
  s.drawing = std::move(drawing);
  if (s.format.pixels) s.painter.emplace(s.drawing, s.options.scale, s.options.ground);
}

bool DrawingWriter::go_on(const std::function<bool()>& more) {
  State& s = *state_;
  if (s.painter) {
    if (!s.painter->go_on(more)) return false;
    s.pixels = s.painter->take();
    s.painter.reset();
    s.png.emplace(s.bytes, s.pixels.width, s.pixels.height, !s.options.ground);
  }
  if (!s.png) return true;
  const std::span<const std::uint32_t> all = s.pixels.values;
  const auto wide = static_cast<std::size_t>(s.pixels.width);
  for (; s.packed < all.size(); s.packed += wide) {
    if (more && !more()) return false;
    s.png->add(all.subspan(s.packed, wide));
  }
  s.png->finish();
  s.png.reset();
  return true;
}

void DrawingWriter::finish() {
  State& s = *state_;
  if (s.format.pixels) return replace_file(s.path, std::move(s.bytes).str());
  replace_file(s.path, [&](std::ostream& out) { s.format.draw(out, s.drawing, s.options.ground); });
}

void write_drawing(Drawing drawing, const std::filesystem::path& path, const DrawingOptions& options) {
  DrawingWriter writer(path, options);
  writer.add(std::move(drawing));
  writer.go_on({});
  writer.finish();
}

struct AnimationWriter::File {
  std::ostringstream bytes;
  std::optional<GifWriter> gif;
  std::vector<std::uint32_t> last;  // how long a drawing stays depends on whether another follows
};

AnimationWriter::AnimationWriter(const std::filesystem::path& path, const AnimationOptions& options)
    : path_(path), options_(options), file_(std::make_unique<File>()) {
  if (options.scale < 1 || options.scale > 4) {
    throw std::invalid_argument("the scale of an animation is 1, 2, 3 or 4");
  }
  if (options.delay < 20 || options.delay > 60'000) {
    throw std::invalid_argument("a frame of an animation stays for 20 to 60000 milliseconds");
  }
  check_replaceable(path);
}

AnimationWriter::~AnimationWriter() = default;

void AnimationWriter::add(Drawing drawing) {
  if (file_->gif) {
    drawing.width = width_;
    drawing.height = height_;
    file_->gif->add(file_->last, options_.delay);
  }
  Pixels pixels = render(drawing, options_.scale, true);
  if (!file_->gif) {
    width_ = drawing.width;
    height_ = drawing.height;
    file_->gif.emplace(file_->bytes, pixels.width, pixels.height);
  }
  file_->last = std::move(pixels.values);
}

void AnimationWriter::finish() {
  if (!file_->gif) throw std::invalid_argument("there are no steps to show in this range");
  file_->gif->add(file_->last, 2 * options_.delay);
  file_->gif->finish();
  replace_file(path_, std::move(file_->bytes).str());
}

}  // namespace headlight
