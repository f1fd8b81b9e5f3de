// An experiment before a class: what Page Down goes through, and what is shown.
#include <algorithm>
#include <utility>
#include <vector>

#include "app/panels/labs/class_picture.h"
#include "app/panels/place/experiments.h"
#include "app/panels/place/place_parts.h"

namespace headlight::place {
namespace {

// What Page Down goes through in a question: the steps of each of its labs.
struct ExperimentStop {
  const Lab* lab;
  LabPanel::ForClass::Set set;  // null: the usual settings
};
std::vector<ExperimentStop> stops_of_question(const ExperimentQuestion& question) {
  std::vector<ExperimentStop> stops;
  for (const Lab* lab : {question.lab(0), question.lab(1)}) {
    if (lab == nullptr) continue;
    const auto steps = lab_panel(lab).for_class.steps;
    if (steps.empty()) stops.push_back({lab, nullptr});
    for (const auto set : steps) stops.push_back({lab, set});
  }
  return stops;
}

Labs labs_at(const PanelContext& context, const ExperimentStop& stop) {
  Labs labs = context.session.labs;
  labs.of(stop.lab) = stop.lab->settings.usual();
  if (stop.set != nullptr) stop.set(context, labs);
  return labs;
}

// Of settings of one's own the first one of the lab.
std::size_t stop_of_experiment(const PanelContext& context, const std::vector<ExperimentStop>& stops) {
  const Lab* const lab = lab_on_stage(context.session);
  const auto shown = [&](const ExperimentStop& stop) { return stop.lab == lab; };
  const auto same = [&](const ExperimentStop& stop) {
    return shown(stop) && lab->settings.same(labs_at(context, stop).of(lab), context.session.labs.of(lab));
  };
  auto at = std::find_if(stops.begin(), stops.end(), same);
  if (at == stops.end()) at = std::find_if(stops.begin(), stops.end(), shown);
  return static_cast<std::size_t>(at - stops.begin());
}

}  // namespace

ExperimentStops experiment_stops(const PanelContext& context) {
  const Lab* const lab = lab_on_stage(context.session);
  if (lab_panel(lab).turn_page != nullptr) return {};
  const std::vector<ExperimentStop> stops = stops_of_question(question_of(lab));
  return {static_cast<int>(stops.size()), static_cast<int>(stop_of_experiment(context, stops))};
}

void turn_experiment(const PanelContext& context, int by) {
  const Lab* const lab = lab_on_stage(context.session);
  if (const auto turn = lab_panel(lab).turn_page; turn != nullptr) return turn(context, by);
  const std::vector<ExperimentStop> stops = stops_of_question(question_of(lab));
  const auto last = static_cast<int>(stops.size()) - 1;
  const int at = static_cast<int>(stop_of_experiment(context, stops));
  const ExperimentStop& to = stops[static_cast<std::size_t>(std::clamp(at + (by > 0 ? 1 : -1), 0, last))];
  SetLabs set{labs_at(context, to)};
  if (to.lab == lab && lab->settings.same(set.value.of(lab), context.session.labs.of(lab))) return;
  if (to.lab != lab) context.ui.emit(OpenLab{to.lab});
  context.ui.emit(std::move(set));
}

bool draw_presented_experiment(const Page& page, const Area& body) {
  const PanelContext& context = page.context;
  if (has_class_picture(context.session)) {
    if (const std::optional<ClassPicture> picture = class_picture_of(context))
      draw_class_picture(page.ui, page.boxes.body.inset(page.px(class_side), 0), *picture);
    return true;
  }
  const LabPanel& panel = lab_panel(lab_on_stage(context.session));
  if (panel.draw_in_rows != nullptr && panel.draw_in_rows(context)) return true;
  page.ui.fill(body, page.c.stage);
  draw_labs(context, body);
  return false;
}

}  // namespace headlight::place
