#include "core/figure/drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <span>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/figure/canvas.h"
#include "core/figure/figure.h"
#include "core/files/whole_file.h"
#include "core/files/write_pictures.h"

namespace headlight {

std::vector<Point> border_of(const DrawnRibbon& ribbon) {
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

namespace {

Rgb of_pixel(std::uint32_t pixel) {
  return {static_cast<std::uint8_t>(pixel >> 16U), static_cast<std::uint8_t>(pixel >> 8U),
          static_cast<std::uint8_t>(pixel)};
}

// One overload for each kind of item.
struct MakeGrey {
  void operator()(auto& item) const {
    if constexpr (requires { item.paint; }) item.paint.colour = grey_of(item.paint.colour);
  }
  void operator()(DrawnGradient& item) const {
    for (Rgb& colour : item.colours) colour = grey_of(colour);
  }
  void operator()(DrawnCells& item) const { item.grey = true; }
  void operator()(DrawnImage& item) const {
    auto grey = std::make_shared<Raster>(*item.image);
    for (std::uint32_t& pixel : grey->pixels) pixel = opaque(grey_of(of_pixel(pixel)));
    item.image = grey;
  }
};

}  // namespace

void make_grey(Drawing& drawing) {
  drawing.grey = true;
  for (DrawnItem& item : drawing.items) std::visit(MakeGrey{}, item);
}

Raster raster_of(const Drawing& drawing, double scale) {
  Pixels pixels = render(drawing, scale, true);
  for (std::uint32_t& pixel : pixels.values) pixel |= 0xFF000000U;
  return {pixels.width, pixels.height, std::move(pixels.values)};
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
    throw std::invalid_argument("the scale of a picture must be 1, 2, 3 or 4");
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
    throw std::invalid_argument("the scale of an animation must be 1, 2, 3 or 4");
  }
  if (options.delay < 20 || options.delay > 60'000) {
    throw std::invalid_argument("a frame of an animation must last 20 to 60000 milliseconds");
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
