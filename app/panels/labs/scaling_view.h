// The pages of the lab on scaling, and what they share.
#pragma once

#include <string>

#include "app/labs/scaling/scaling_work.h"
#include "app/panels/labs/labs.h"
#include "app/widgets/plot.h"

namespace headlight {

struct ScalingView {
  const PanelContext& context;
  const ScalingLab& settings;
  const ScalingStudy& study;

  bool sampled() const { return settings.source == ScalingLab::Source::sampled; }
};

// How the products of queries and keys spread, and their variance against d_k.
void draw_scaling_products(const ScalingView& view, const Area& area);
// What a softmax makes of them, as they are and divided by the root of d_k.
void draw_scaling_softmax(const ScalingView& view, const Area& area);

// A section's name over its part of the stage; returns what is left below it.
Area scaling_section(Ui& ui, const Area& area, const std::string& title);
// An axis of d_k, and what a press on it does: the slider moves there.
PlotAxis d_k_axis(const ScalingView& view, const char* title);
void follow_d_k(const ScalingView& view, const PlotTouch& touch);

}  // namespace headlight
