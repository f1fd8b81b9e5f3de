// Curves that cards have: how many of so many are exact, and below it how many there were.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/labs/compared.h"
#include "app/widgets/plot.h"

namespace headlight {

struct ExactCurves {
  std::string id;                        // of the two plots
  std::span<const CardCurve> curves;     // at least one
  std::span<const std::string> without;  // what has no curve, a line for each
  std::string exactly;                   // "translated exactly": along the upper plot
  std::string counted;                   // "held-out sentences of this length": along the lower one
};

// The axis along which curves were measured, from the first point of any to the last.
PlotAxis axis_along(std::span<const CardCurve> curves, std::string title);
// Lines of what is not there, off the foot of the area.
void cut_without(Ui& ui, std::span<const std::string> without, Area& area);

void draw_exact_curves(Ui& ui, Area area, const ExactCurves& exact,
                       const std::function<Rgb(std::string_view name)>& colour);

}  // namespace headlight
