// The shapes of Ui.
#include <algorithm>
#include <cmath>

#include "app/widgets/ui.h"

namespace headlight {
namespace {

constexpr int curve_pieces = 40;

}  // namespace

void Ui::fill(const Area& area, Rgb colour, float radius, float alpha) {
  list_->AddRectFilled(area.min(), area.max(), ink(colour, alpha), radius);
}

void Ui::outline(const Area& area, Rgb colour, float thickness, float radius) {
  const float half = thickness / 2;
  // Dear ImGui moves outlines by half a pixel itself.
  list_->AddRect({area.left + half - 0.5F, area.top + half - 0.5F},
                 {area.right - half + 0.5F, area.bottom - half + 0.5F}, ink(colour), radius, 0, thickness);
}

void Ui::line(float x0, float y0, float x1, float y1, Rgb colour, float thickness, float alpha) {
  if (x0 == x1 || y0 == y1) {  // level and upright ones are rectangles, so that they stay crisp
    const float half = thickness / 2;
    const Area bar = y0 == y1 ? Area{std::min(x0, x1), std::round(y0 - half), std::max(x0, x1),
                                     std::round(y0 - half) + thickness}
                              : Area{std::round(x0 - half), std::min(y0, y1),
                                     std::round(x0 - half) + thickness, std::max(y0, y1)};
    fill(bar, colour, 0, alpha);
    return;
  }
  list_->AddLine({x0, y0}, {x1, y1}, ink(colour, alpha), thickness);
}

void Ui::lines(std::span<const ImVec2> points, Rgb colour, float thickness, float alpha) {
  list_->AddPolyline(points.data(), static_cast<int>(points.size()), ink(colour, alpha), 0, thickness);
}

void Ui::curve(const Curve& curve, Rgb colour, float thickness, float alpha) {
  list_->AddBezierCubic(curve.from, curve.from_control, curve.to_control, curve.to, ink(colour, alpha),
                        thickness, curve_pieces);
}

void Ui::ribbon(ImVec2 from, ImVec2 to, float from_thickness, float to_thickness, Rgb colour, float alpha) {
  const float wide = to.x - from.x;
  const float high = to.y - from.y;
  const int pieces = std::clamp(static_cast<int>((std::abs(wide) + std::abs(high)) / px(7)), 6, curve_pieces);
  const ImU32 clear = ink(colour, 0);
  // Neighbouring pieces share their corners, so that transparent ones do not overlap. The outermost half
  // pixels fade: a smooth edge.
  list_->PrimReserve(18 * pieces, 4 * (pieces + 1));
  const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
  const auto first = static_cast<ImDrawIdx>(list_->_VtxCurrentIdx);
  for (int i = 0; i < pieces; ++i) {
    for (const int band : {0, 1, 2}) {
      const auto at = static_cast<ImDrawIdx>(first + 4 * i + band);
      for (const int corner : {0, 1, 5, 0, 5, 4}) list_->PrimWriteIdx(static_cast<ImDrawIdx>(at + corner));
    }
  }
  for (int i = 0; i <= pieces; ++i) {
    const float t = static_cast<float>(i) / static_cast<float>(pieces);
    const float rise = t * t * (3 - 2 * t);  // the curve with control points half-way, as a function of x
    const ImVec2 at(from.x + wide * t, from.y + high * rise);
    const float thickness = from_thickness + (to_thickness - from_thickness) * rise;
    const float slope_y = 6 * t * (1 - t) * high;
    const float length = std::max(std::hypot(wide, slope_y), 1e-3F);
    const ImVec2 across(-slope_y / length, wide / length);
    // What is thinner than a pixel is as pale as it is thin.
    const ImU32 paint = ink(colour, alpha * std::min(thickness, 1.0F));
    const float inner = std::max(thickness / 2 - 0.5F, 0.0F);
    const float outer = std::max(thickness / 2, 0.5F) + 0.5F;
    const auto write = [&](float off, ImU32 colour_there) {
      list_->PrimWriteVtx({at.x + across.x * off, at.y + across.y * off}, white, colour_there);
    };
    write(-outer, clear);
    write(-inner, paint);
    write(inner, paint);
    write(outer, clear);
  }
}

void Ui::disc(ImVec2 centre, float radius, Rgb colour, float alpha) {
  list_->AddCircleFilled(centre, radius, ink(colour, alpha), 32);
}

void Ui::circle(ImVec2 centre, float radius, Rgb colour, float thickness) {
  list_->AddCircle(centre, radius, ink(colour), 32, thickness);
}

void Ui::polygon(std::span<const ImVec2> corners, Rgb colour, float alpha) {
  list_->AddConvexPolyFilled(corners.data(), static_cast<int>(corners.size()), ink(colour, alpha));
}

void Ui::gradient(const Area& area, Rgb first, Rgb last, bool to_the_right) {
  const ImU32 a = ink(first);
  const ImU32 b = ink(last);
  list_->AddRectFilledMultiColor(area.min(), area.max(), a, to_the_right ? b : a, b, to_the_right ? a : b);
}

}  // namespace headlight
