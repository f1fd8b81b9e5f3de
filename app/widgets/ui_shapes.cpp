// The shapes of Ui.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <variant>

#include "app/widgets/ui.h"
#include "app/widgets/widget_state.h"

namespace headlight {
namespace {

constexpr int curve_pieces = 40;

// By more than about 25 degrees.
bool turns_sharply(ImVec2 a, ImVec2 b, ImVec2 c) {
  const ImVec2 first(b.x - a.x, b.y - a.y), second(c.x - b.x, c.y - b.y);
  const float lengths = std::hypot(first.x, first.y) * std::hypot(second.x, second.y);
  return first.x * second.x + first.y * second.y < 0.9F * lengths;
}

// A line that turns sharply at every fourth pixel on its way to the right, or more often: as the upright bars
// that it fills, one for each column of pixels. Empty where it does not.
std::vector<Area> bars_of(std::span<const ImVec2> points, float thickness) {
  if (points.size() < 2) return {};
  const float left = std::floor(points.front().x);
  const auto columns = static_cast<std::size_t>(std::max(points.back().x - left, 0.0F)) + 1;
  std::size_t turns = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i].x < points[i - 1].x) return {};
    turns += i + 1 < points.size() && turns_sharply(points[i - 1], points[i], points[i + 1]) ? 1 : 0;
  }
  if (points.size() < columns || turns < columns / 4) return {};
  std::vector<Area> bars;
  float before = points.front().y;
  for (std::size_t i = 0; i < points.size();) {
    const float column = std::floor(points[i].x);
    Area bar{column, before, column + 1, before};
    for (; i < points.size() && points[i].x < column + 1; ++i) {
      bar.top = std::min(bar.top, points[i].y);
      bar.bottom = std::max(bar.bottom, points[i].y);
      before = points[i].y;
    }
    bars.push_back({bar.left, bar.top - thickness / 2, bar.right, bar.bottom + thickness / 2});
  }
  return bars;
}

// 0 at 0 and 1 at 1, level at both: the Bézier curve with control points half-way, as a function of x.
float level_at_ends(float t) { return t * t * (3 - 2 * t); }

// So many straight pieces of it are a third of a pixel off at most, where each begins at piece_begin(): its
// second derivative, 6 high (1 - 2t), is largest at the ends and 0 in the middle, so the pieces there are
// long.
int rising_pieces(float high) {
  return std::clamp(static_cast<int>(std::ceil(std::sqrt(0.67F * std::abs(high)))), 2, curve_pieces);
}

float piece_begin(int piece, int pieces) {
  const float from_middle = 2 * static_cast<float>(piece) / static_cast<float>(pieces) - 1;
  return (1 + std::copysign(std::cbrt(from_middle * from_middle), from_middle)) / 2;
}

// Across a strip: where it begins to be seen, where it has its colour from, up to where, and where it ends.
struct StripCut {
  std::array<ImVec2, 4> at;
  ImU32 colour, clear;
};

// From cut to cut, `cut(t)` with t from 0 to 1. Neighbouring pieces share their corners, so that transparent
// ones do not overlap.
void smooth_strip(ImDrawList& list, int pieces, auto cut) {
  list.PrimReserve(18 * pieces, 4 * (pieces + 1));
  const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
  const auto first = static_cast<ImDrawIdx>(list._VtxCurrentIdx);
  for (int i = 0; i < pieces; ++i) {
    for (const int band : {0, 1, 2}) {
      const auto at = static_cast<ImDrawIdx>(first + 4 * i + band);
      for (const int corner : {0, 1, 5, 0, 5, 4}) list.PrimWriteIdx(static_cast<ImDrawIdx>(at + corner));
    }
  }
  for (int i = 0; i <= pieces; ++i) {
    const StripCut here = cut(piece_begin(i, pieces));
    for (int k = 0; k < 4; ++k)
      list.PrimWriteVtx(here.at[k], white, k == 0 || k == 3 ? here.clear : here.colour);
  }
}

// The same as a picture of a line across with soft edges, drawn along: a third of the triangles. `cut(t)` is
// its two borders, where the picture ends.
void soft_line(ImDrawList& list, int pieces, const ImVec4& picture, ImU32 colour, auto cut) {
  list.PrimReserve(6 * pieces, 2 * (pieces + 1));
  const auto first = static_cast<ImDrawIdx>(list._VtxCurrentIdx);
  for (int i = 0; i < pieces; ++i) {
    for (const int corner : {0, 1, 3, 0, 3, 2})
      list.PrimWriteIdx(static_cast<ImDrawIdx>(first + 2 * i + corner));
  }
  for (int i = 0; i <= pieces; ++i) {
    const auto [one, other] = cut(piece_begin(i, pieces));
    list.PrimWriteVtx(one, {picture.x, picture.y}, colour);
    list.PrimWriteVtx(other, {picture.z, picture.w}, colour);
  }
}

}  // namespace

void Ui::fill(const Area& area, Rgb colour, float radius, float alpha) {
  keep(DrawnBox{units(area), units(radius), {colour, alpha}});
  list_->AddRectFilled(area.min(), area.max(), ink(colour, alpha), radius);
}

void Ui::outline(const Area& area, Rgb colour, float thickness, float radius) {
  const float half = thickness / 2;
  keep(DrawnBox{units(area.inset(half)), units(radius), {colour}, units(thickness)});
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
  keep(DrawnLines{{units(ImVec2(x0, y0)), units(ImVec2(x1, y1))}, {colour, alpha}, units(thickness)});
  list_->AddLine({x0, y0}, {x1, y1}, ink(colour, alpha), thickness);
}

void Ui::lines(std::span<const ImVec2> points, Rgb colour, float thickness, float alpha) {
  keep(DrawnLines{units(points), {colour, alpha}, units(thickness)});
  if (const std::vector<Area> bars = bars_of(points, thickness); !bars.empty()) {
    for (const Area& bar : bars) list_->AddRectFilled(bar.min(), bar.max(), ink(colour, alpha));
    return;
  }
  // Dear ImGui's joints thin out or reach too far where a line turns sharply: there it is drawn in pieces
  // with a disc between. Pieces of a transparent line would show where they overlap.
  std::size_t from = 0;
  for (std::size_t i = 1; i + 1 < points.size() && alpha >= 1; ++i) {
    if (!turns_sharply(points[i - 1], points[i], points[i + 1])) continue;
    list_->AddPolyline(&points[from], static_cast<int>(i + 1 - from), ink(colour), 0, thickness);
    list_->AddCircleFilled(points[i], thickness / 2, ink(colour));
    from = i;
  }
  if (points.size() > from + 1)
    list_->AddPolyline(&points[from], static_cast<int>(points.size() - from), ink(colour, alpha), 0,
                       thickness);
}

void Ui::curve(const Curve& curve, Rgb colour, float thickness, float alpha) {
  keep(DrawnCurve{units(curve.from),
                  units(curve.from_control),
                  units(curve.to_control),
                  units(curve.to),
                  {colour, alpha},
                  units(thickness)});
  list_->AddBezierCubic(curve.from, curve.from_control, curve.to_control, curve.to, ink(colour, alpha),
                        thickness);
}

void Ui::ribbon(ImVec2 from, ImVec2 to, float from_thickness, float to_thickness, Rgb colour, float alpha) {
  keep(DrawnRibbon{units(from), units(to), units(from_thickness), units(to_thickness), {colour, alpha}});
  const float wide = to.x - from.x;
  const float high = to.y - from.y;
  const int pieces = rising_pieces(high);
  // Where its middle is, and the way across it, of length 1.
  const auto middle = [&](float t) { return ImVec2(from.x + wide * t, from.y + high * level_at_ends(t)); };
  const auto across = [&](float t) {
    const float slope_y = 6 * t * (1 - t) * high;
    const float length = std::max(std::hypot(wide, slope_y), 1e-3F);
    return ImVec2(-slope_y / length, wide / length);
  };
  const auto beside = [](ImVec2 at, ImVec2 way, float by) {
    return ImVec2(at.x + way.x * by, at.y + way.y * by);
  };
  const int whole = std::max(1, static_cast<int>(std::round(from_thickness)));
  if (from_thickness == to_thickness && whole <= Fonts::widest_line) {
    // What is thinner than a pixel is as pale as it is thin.
    const float half = std::max(from_thickness, 1.0F) / 2 + 0.5F;
    soft_line(*list_, pieces, fonts_.atlas().TexUvLines[whole],
              ink(colour, alpha * std::min(from_thickness, 1.0F)), [&](float t) {
                const ImVec2 at = middle(t), way = across(t);
                return std::array{beside(at, way, -half), beside(at, way, half)};
              });
    return;
  }
  smooth_strip(*list_, pieces, [&](float t) {
    const ImVec2 at = middle(t), way = across(t);
    const float thickness = from_thickness + (to_thickness - from_thickness) * level_at_ends(t);
    const float inner = std::max(thickness / 2 - 0.5F, 0.0F);
    const float outer = std::max(thickness / 2, 0.5F) + 0.5F;
    return StripCut{
        {beside(at, way, -outer), beside(at, way, -inner), beside(at, way, inner), beside(at, way, outer)},
        ink(colour, alpha * std::min(thickness, 1.0F)),
        ink(colour, 0)};
  });
}

void Ui::band(const UprightEdge& from, const UprightEdge& to, Rgb colour, float alpha) {
  const float wide = to.x - from.x;
  const float rises = std::max(std::abs(to.top - from.top), std::abs(to.bottom - from.bottom));
  const int pieces = rising_pieces(rises);
  const auto along = [](float begin, float end, float t) { return begin + (end - begin) * level_at_ends(t); };
  std::vector<ImVec2> corners;
  for (int i = 0; i <= 2 * pieces + 1; ++i) {
    const bool above = i <= pieces;
    const float t = piece_begin(above ? i : 2 * pieces + 1 - i, pieces);
    corners.emplace_back(from.x + wide * t,
                         above ? along(from.top, to.top, t) : along(from.bottom, to.bottom, t));
  }
  keep(DrawnPolygon{units(corners), {colour, alpha}});
  smooth_strip(*list_, pieces, [&](float t) {
    const float x = from.x + wide * t;
    const auto border = [&](float begin, float end, float side) {
      const float slope = 6 * t * (1 - t) * (end - begin) / wide;
      return along(begin, end, t) + side * std::hypot(1.0F, slope) / 2;
    };
    return StripCut{
        {ImVec2(x, border(from.top, to.top, -1)), ImVec2(x, border(from.top, to.top, 1)),
         ImVec2(x, border(from.bottom, to.bottom, -1)), ImVec2(x, border(from.bottom, to.bottom, 1))},
        ink(colour, alpha),
        ink(colour, 0)};
  });
}

void Ui::disc(ImVec2 centre, float radius, Rgb colour, float alpha) {
  keep(DrawnCircle{units(centre), units(radius), {colour, alpha}});
  list_->AddCircleFilled(centre, radius, ink(colour, alpha));
}

void Ui::circle(ImVec2 centre, float radius, Rgb colour, float thickness) {
  keep(DrawnCircle{units(centre), units(radius), {colour}, units(thickness)});
  list_->AddCircle(centre, radius, ink(colour), 0, thickness);
}

void Ui::glow(ImVec2 centre, float from, float to, Rgb colour, float from_alpha, float to_alpha) {
  constexpr int pieces = 72;
  list_->PrimReserve(6 * pieces, 2 * (pieces + 1));
  const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
  const auto first = static_cast<ImDrawIdx>(list_->_VtxCurrentIdx);
  for (int i = 0; i < pieces; ++i) {
    const auto at = static_cast<ImDrawIdx>(first + 2 * i);
    for (const int corner : {0, 1, 3, 0, 3, 2}) list_->PrimWriteIdx(static_cast<ImDrawIdx>(at + corner));
  }
  for (int i = 0; i <= pieces; ++i) {
    const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / pieces;
    const ImVec2 out(std::cos(angle), std::sin(angle));
    list_->PrimWriteVtx({centre.x + from * out.x, centre.y + from * out.y}, white, ink(colour, from_alpha));
    list_->PrimWriteVtx({centre.x + to * out.x, centre.y + to * out.y}, white, ink(colour, to_alpha));
  }
}

void Ui::polygon(std::span<const ImVec2> corners, Rgb colour, float alpha) {
  keep(DrawnPolygon{units(corners), {colour, alpha}});
  list_->AddConvexPolyFilled(corners.data(), static_cast<int>(corners.size()), ink(colour, alpha));
}

void Ui::gradient(const Area& area, std::span<const Rgb> colours, bool to_the_right) {
  keep(DrawnGradient{
      units(area), {colours.begin(), colours.end()}, to_the_right ? Towards::right : Towards::bottom});
  const auto pieces = static_cast<float>(colours.size() - 1);
  for (std::size_t i = 0; i + 1 < colours.size(); ++i) {
    const float from = static_cast<float>(i) / pieces;
    const float to = static_cast<float>(i + 1) / pieces;
    const Area piece =
        to_the_right
            ? Area{area.left + from * area.width(), area.top, area.left + to * area.width(), area.bottom}
            : Area{area.left, area.top + from * area.height(), area.right, area.top + to * area.height()};
    const ImU32 a = ink(colours[i]);
    const ImU32 b = ink(colours[i + 1]);
    list_->AddRectFilledMultiColor(piece.min(), piece.max(), a, to_the_right ? b : a, b,
                                   to_the_right ? a : b);
  }
}

namespace {

// A shape that was drawn as it is placed, in units. Of a curve it is the box around its control points.
struct PlacedShape {
  Placed::Kind kind = Placed::Kind::stroke;
  Box box = {};
  std::string name = {};
};

Box box_around(std::span<const Point> points, double beyond = 0) {
  const auto [left, right] =
      std::minmax_element(points.begin(), points.end(), [](Point a, Point b) { return a.x < b.x; });
  const auto [top, bottom] =
      std::minmax_element(points.begin(), points.end(), [](Point a, Point b) { return a.y < b.y; });
  return {left->x - beyond, top->y - beyond, right->x - left->x + 2 * beyond,
          bottom->y - top->y + 2 * beyond};
}

struct ShapeOf {
  using Kind = Placed::Kind;
  using Found = std::optional<PlacedShape>;

  Found operator()(const DrawnBox& drawn) const {
    constexpr double thickest_line = 2;
    const double half = drawn.thickness / 2;
    const Box& box = drawn.box;
    const bool line = drawn.thickness == 0 && std::min(box.width, box.height) <= thickest_line;
    return PlacedShape{
        line ? Kind::stroke : Kind::ground,
        {box.x - half, box.y - half, box.width + drawn.thickness, box.height + drawn.thickness}};
  }
  Found operator()(const DrawnLines& drawn) const {
    if (drawn.points.empty()) return {};
    return PlacedShape{Kind::stroke, box_around(drawn.points, drawn.thickness / 2)};
  }
  Found operator()(const DrawnCurve& drawn) const {
    const Point points[] = {drawn.from, drawn.from_control, drawn.to_control, drawn.to};
    return PlacedShape{Kind::stroke, box_around(points, drawn.thickness / 2)};
  }
  Found operator()(const DrawnRibbon& drawn) const {
    const Point ends[] = {drawn.from, drawn.to};
    return PlacedShape{Kind::stroke,
                       box_around(ends, std::max(drawn.from_thickness, drawn.to_thickness) / 2)};
  }
  Found operator()(const DrawnCircle& drawn) const {
    return PlacedShape{Kind::stroke, box_around({&drawn.centre, 1}, drawn.radius + drawn.thickness / 2)};
  }
  Found operator()(const DrawnPolygon& drawn) const {
    if (drawn.corners.empty()) return {};
    return PlacedShape{Kind::stroke, box_around(drawn.corners)};
  }
  Found operator()(const DrawnGradient& drawn) const { return PlacedShape{Kind::ground, drawn.box}; }
  Found operator()(const DrawnHatch& drawn) const { return PlacedShape{Kind::ground, drawn.box}; }
  // Level texts are placed where they are drawn.
  Found operator()(const DrawnText& drawn) const {
    if (drawn.degrees == 0) return {};
    const double turn = drawn.degrees * std::numbers::pi / 180;
    const Point along{std::cos(turn) * drawn.width, -std::sin(turn) * drawn.width};
    const double half = drawn.type.size / 2.0;
    const Point up{-std::sin(turn) * half, -std::cos(turn) * half};
    const Point at = drawn.at;
    const Point corners[] = {{at.x + up.x, at.y + up.y},
                             {at.x - up.x, at.y - up.y},
                             {at.x + along.x + up.x, at.y + along.y + up.y},
                             {at.x + along.x - up.x, at.y + along.y - up.y}};
    return PlacedShape{Kind::turned, box_around(corners), drawn.text};
  }
  Found operator()(const DrawnCells& drawn) const {
    return PlacedShape{Kind::picture, drawn.area, drawn.map->path};
  }
  Found operator()(const DrawnImage& drawn) const { return PlacedShape{Kind::picture, drawn.box}; }
  Found operator()(const ClipBegin&) const { return {}; }
  Found operator()(const ClipEnd&) const { return {}; }
};

}  // namespace

void Ui::place_shape(const DrawnItem& item) {
  const std::optional<PlacedShape> shape = std::visit(ShapeOf(), item);
  if (!shape) return;
  const auto pixels = [&](double units) { return static_cast<float>(units) * scale(); };
  const Area area = Area::at(pixels(shape->box.x), pixels(shape->box.y), pixels(shape->box.width),
                             pixels(shape->box.height));
  if (shape->kind == Placed::Kind::stroke && !placed_.empty()) {
    Placed& last = placed_.back();
    if (last.kind == shape->kind && last.layer == layer_ && last.clip == clip()) {
      last.area = {std::min(last.area.left, area.left), std::min(last.area.top, area.top),
                   std::max(last.area.right, area.right), std::max(last.area.bottom, area.bottom)};
      return;
    }
  }
  note(shape->kind, shape->name, area);
}

std::vector<Point> Ui::units(std::span<const ImVec2> points) const {
  std::vector<Point> converted;
  converted.reserve(points.size());
  for (const ImVec2 point : points) converted.push_back(units(point));
  return converted;
}

void Ui::image(const RasterPtr& image, const Area& area) {
  if (area.empty() || image->pixels.empty()) return;
  keep(DrawnImage{image, units(area)});
  cells_.paint(*list_, image, area);
}

void Ui::cells(const CellPaint& paint) {
  if (paint.area.empty() || paint.rows <= 0 || paint.columns <= 0) return;
  tell(ToldMap{paint.map, paint.row, paint.column, paint.rows, paint.columns, paint.area});
  keep(DrawnCells{paint.map, paint.row, paint.column, paint.rows, paint.columns, units(paint.area),
                  units(paint.gap), paint.fade, paint.paper, paint.scale, paint.left_out});
  CellPaint faded = paint;
  if (fade_ < 1) {
    if (paint.fade == 0) faded.paper = colours().stage;
    faded.fade = 1 - (1 - paint.fade) * fade_;
  }
  cells_.paint(*list_, faded, theme_);
  const Flash& flash = states_.of<Flash>();
  const auto lit = flash.changed.find(paint.map.get());
  if (flash.since < 0 || lit == flash.changed.end()) return;
  constexpr double seconds = 0.4;
  const auto share = static_cast<float>((ImGui::GetTime() - flash.since) / seconds);
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

void Ui::begin_fade(float share) {
  fade_ = exporting() ? 1 : std::clamp(share, 0.0F, 1.0F);
  fade_from_ = list_->VtxBuffer.Size;
}

void Ui::end_fade() {
  for (int i = fade_from_; fade_ < 1 && i < list_->VtxBuffer.Size; ++i) {
    ImU32& colour = list_->VtxBuffer[i].col;
    const auto alpha = static_cast<float>((colour >> IM_COL32_A_SHIFT) & 0xFFU) * fade_;
    colour = (colour & ~IM_COL32_A_MASK) | static_cast<ImU32>(alpha) << IM_COL32_A_SHIFT;
  }
  fade_ = 1;
}

}  // namespace headlight
