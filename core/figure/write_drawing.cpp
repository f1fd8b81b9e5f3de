#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/figure/canvas.h"
#include "core/figure/drawing.h"
#include "core/files/gif.h"
#include "core/files/png.h"
#include "core/files/read_file.h"
#include "core/files/write_file.h"

namespace headlight {

FaceName name_of(Face face) {
  constexpr const char* words = "Inter";
  constexpr const char* signs = "DejaVu Sans";
  constexpr const char* figures = "JetBrains Mono";
  constexpr const char* figure_signs = "DejaVu Sans Mono";
  switch (face) {
    case Face::regular:
      return {words, signs, 400};
    case Face::medium:
      return {words, signs, 500};
    case Face::semibold:
      return {words, signs, 600};
    case Face::bold:
      return {words, signs, 700};
    case Face::italic:
      return {words, signs, 400, true};
    case Face::mono:
      return {figures, figure_signs, 400};
    case Face::mono_bold:
      return {figures, figure_signs, 700};
  }
  return {words, signs, 400};
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
    outline[static_cast<std::size_t>(i)] = {at.x - across.x, at.y - across.y};
    outline[outline.size() - 1 - static_cast<std::size_t>(i)] = {at.x + across.x, at.y + across.y};
  }
  return outline;
}

void write_drawing(const Drawing& drawing, const std::filesystem::path& path, const DrawingOptions& options) {
  const std::string extension = ending_of(path);
  if (extension != ".png" && extension != ".svg" && extension != ".pdf") {
    throw FormatError(path, "no picture of the stage can be written with this ending",
                      "end the name in .png, .svg, .pdf or .gif");
  }
  if (options.scale < 1 || options.scale > 4) {
    throw std::invalid_argument("the scale of a picture is 1, 2, 3 or 4");
  }
  replace_file(path, [&](std::ostream& out) {
    if (extension == ".png") {
      const Pixels pixels = render(drawing, options.scale, options.ground);
      write_png(out, pixels.values, pixels.width, pixels.height, !options.ground);
    } else if (extension == ".svg") {
      write_svg(out, drawing, options.ground);
    } else {
      write_pdf(out, drawing, options.ground);
    }
  });
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
