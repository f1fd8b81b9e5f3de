// Curves, dots and bars over axes with ticks and units; what is under the mouse is read off, the wheel zooms.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/widgets/ui.h"

namespace headlight {

struct PlotAxis {
  std::string title = {};  // with its unit: "memory / MB"
  std::string name = {};   // what is read off is called so; empty: by the title
  double from = 0, to = 1;
  bool logarithmic = false;                      // then `from` is above 0
  double base = 10;                              // of a logarithmic axis: ticks stand at its powers
  std::string (*label)(double value) = nullptr;  // of a tick; else up to four significant digits
};

struct PlotSeries {
  enum class Kind { line, dashed, dots, bars };
  std::string name;  // beside its end, or in the reading; empty: not named
  Rgb colour;
  std::vector<Point> points = {};  // in the axes' numbers, x ascending; what is not finite is left out
  Kind kind = Kind::line;
  float thickness = 2;
  bool named_at_end = true;              // the name stands at the right of the plot; else only in the reading
  std::vector<std::string> labels = {};  // of the points, beside those where there is room
};

// A band across the plot: at an x that is followed, or from another one up to it; its name stands above it.
struct PlotMark {
  double x = 0;
  std::string name = {};
  std::optional<double> from = {};
};

struct PlotTouch {
  std::optional<double> hovered_x;  // under the mouse, in the axis' numbers
  std::optional<double> clicked_x;  // pressed or dragged to
  // Of series whose points have labels, the one under the mouse, and the one that was clicked: its series,
  // and its place there.
  std::optional<std::pair<std::size_t, std::size_t>> pointed, clicked_point;
};

// What stands beside the axes: the numbers at the left, the names at the right.
struct PlotMargins {
  float left = 0, right = 0;

  PlotMargins operator|(const PlotMargins& other) const {
    return {std::max(left, other.left), std::max(right, other.right)};
  }
};
// Those that a plot of this height needs; plots above one another take the wider of them.
PlotMargins plot_margins(const Ui& ui, float height, const PlotAxis& x, const PlotAxis& y,
                         std::span<const PlotSeries> series);

// `area` holds axes and names, too, in margins of at least `least`. `id` remembers how far it is zoomed: the
// wheel zooms x around the mouse, a double click shows all again; with the keyboard on it ↑ and ↓ zoom around
// what is followed, ← and → move, Home shows all. Names at the right ends are moved apart where they would
// lie over each other.
PlotTouch plot(Ui& ui, std::string_view id, const Area& area, const PlotAxis& x, const PlotAxis& y,
               std::span<const PlotSeries> series, std::optional<PlotMark> mark = std::nullopt,
               PlotMargins least = {});

// Values for the ticks of an axis from `from` to `to`, at most `most` of them: 1, 2 or 5 times a power of
// ten, or powers of the base.
std::vector<double> tick_values(const PlotAxis& axis, int most);

// The smallest range for both ends of all y, with `room` of its length at either end; 0 to 1 without points.
PlotAxis fitted_axis(PlotAxis axis, std::span<const PlotSeries> series, double room = 0.05);

// What a plot is drawn with: numbers along its axes, their pixels, axes and series. For the files of plot.h.

// Along an axis everything is laid out in this: the number itself, or its logarithm.
double along(const PlotAxis& axis, double value);
double value_at(const PlotAxis& axis, double place);
// Of a tick or a reading.
std::string label_of(const PlotAxis& axis, double value);
// Whether a point has a place: it is finite, and above 0 on a logarithmic axis.
bool drawable(const PlotAxis& x, const PlotAxis& y, Point at);

// From the axes' numbers to pixels and back.
class PlotFrame {
 public:
  PlotFrame(const Area& inner, const PlotAxis& x, const PlotAxis& y) : inner_(inner), x_(x), y_(y) {}
  ImVec2 operator()(Point at) const;
  double x_at(float pixel) const;

 private:
  Area inner_;
  const PlotAxis& x_;
  const PlotAxis& y_;
};

// How many ticks an axis of so many pixels has at most.
int most_ticks(const Ui& ui, float length, bool upright);
// Where a mark lies; of a single x, so far to both sides of it.
Area mark_area(const PlotFrame& frame, const Area& inner, const PlotAxis& y, const PlotMark& mark,
               float beside);
// Grid, ticks, titles.
void draw_axes(Ui& ui, const Area& inner, const PlotFrame& frame, const PlotAxis& x, const PlotAxis& y);

// The point of a series that is nearest to `at` along x; null without any.
const Point* nearest(const PlotAxis& x, const PlotAxis& y, const PlotSeries& series, double at);
// What is drawn of a series at `at`: its point there, or between two points of a line what the line has. Bars
// and dots are nothing between their points, and no series goes beyond its ends.
std::optional<Point> drawn_at(const PlotAxis& x, const PlotAxis& y, const PlotSeries& series, double at);
// The x that is read off all series together: that of the point nearest to `at`; points with labels are read
// one by one.
double read_at(const PlotAxis& x, const PlotAxis& y, std::span<const PlotSeries> series, double at);
void draw_series(Ui& ui, const Area& inner, const PlotFrame& frame, const PlotAxis& x, const PlotAxis& y,
                 const PlotSeries& series);
// The labels of points, at their right, their left, above or below, where neither another label nor the rim
// is in the way.
void draw_labels(Ui& ui, const Area& inner, const PlotFrame& frame, const PlotAxis& x, const PlotAxis& y,
                 std::span<const PlotSeries> series);
// The series' names at the right, moved apart where they would lie over each other.
void draw_names(Ui& ui, const Area& inner, const PlotFrame& frame, const PlotAxis& x, const PlotAxis& y,
                std::span<const PlotSeries> series);

}  // namespace headlight
