// What a plot is drawn with: numbers along its axes, their pixels, axes and series. For the files of plot.h.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/widgets/plot.h"

namespace headlight {

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
