// The shapes of Ui.
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
  const ImU32 paint = ink(colour, alpha);
  // Neighbouring pieces share their corners, so that transparent ones do not overlap.
  const auto edge = [&](int piece, float side) {
    const float t = static_cast<float>(piece) / curve_pieces;
    const float rise = t * t * (3 - 2 * t);  // the curve with control points half-way, as a function of x
    const float half = (from_thickness + (to_thickness - from_thickness) * t) / 2;
    return ImVec2(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * rise + side * half);
  };
  list_->PrimReserve(6 * curve_pieces, 2 * (curve_pieces + 1));
  const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
  const auto first = static_cast<ImDrawIdx>(list_->_VtxCurrentIdx);
  for (int i = 0; i < curve_pieces; ++i) {
    const auto at = static_cast<ImDrawIdx>(first + 2 * i);
    for (const int corner : {0, 1, 3, 0, 3, 2}) list_->PrimWriteIdx(static_cast<ImDrawIdx>(at + corner));
  }
  for (int i = 0; i <= curve_pieces; ++i) {
    list_->PrimWriteVtx(edge(i, -1), white, paint);
    list_->PrimWriteVtx(edge(i, 1), white, paint);
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

void Ui::cells(const CellPaint& paint) {
  cells_.paint(*list_, paint, theme_);
  const auto lit = state_.flash.changed.find(paint.map.get());
  if (state_.flash.since < 0 || lit == state_.flash.changed.end()) return;
  constexpr double seconds = 0.4;
  const auto share = static_cast<float>((ImGui::GetTime() - state_.flash.since) / seconds);
  if (share >= 1) return;
  state_.again = true;
  const float rest = 1 - share;
  const float alpha = rest * rest * rest;
  const float wide = paint.area.width() / static_cast<float>(paint.columns);
  const float tall = paint.area.height() / static_cast<float>(paint.rows);
  for (int row = 0; row < paint.rows; ++row) {
    for (int column = 0; column < paint.columns; ++column) {
      const auto at = static_cast<std::size_t>(paint.row + row) * paint.map->columns + paint.column + column;
      if (lit->second[at] == 0) continue;
      fill(Area::at(paint.area.left + wide * static_cast<float>(column),
                    paint.area.top + tall * static_cast<float>(row), wide - paint.gap, tall - paint.gap),
           colours().focus, 0, alpha);
    }
  }
}

}  // namespace headlight
