// The pages of the lab on cost, and large numbers with a letter for their thousands.
#pragma once

#include <string>
#include <vector>

#include "app/labs/cost/cost_lab.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/labs.h"

namespace headlight {

// Large numbers with a letter for their thousands: k, M, G, T, P, E stand for 10^3 to 10^18.

// "8.03 G", "524 MB" with "B" as the unit.
std::string quantity_text(double value, const std::string& unit = "", int digits = 3);
// The same for a tick, a whole power of ten: "10 GB", "1 k".
std::string count_tick(double value);
std::string bytes_tick(double value);

// The pages of the lab on cost.

// A recurrent and an attention layer over the words: paths, and what each costs.
void draw_cost_of_sentence(const PanelContext& context, const Area& area, const CostStudy::OnStage& stage);
// The calculator.
void draw_cost_of_models(const PanelContext& context, const Area& area, const CostStudy& study);
// A picture, by convolutions and by attention.
void draw_cost_of_pictures(const PanelContext& context, const Area& area, const CostStudy& study);
// Parameters by year, and the line through the largest.
void draw_growth(const PanelContext& context, const Area& area, const Growth& growth);

// What is kept of every token, by models that keep it in different ways.
void draw_kept(const PanelContext& context, const Area& area);
ClassPicture kept_for_class(double tokens);

// "Figures from ...", each paper once, then `notes`, whole sentences; cuts its lines off the foot of `area`.
void cut_sources(Ui& ui, Area& area, const std::vector<const RealModel*>& models,
                 const std::string& notes = "");

}  // namespace headlight
