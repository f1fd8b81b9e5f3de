#include "app/panels/step_names.h"
#include "app/panels/steps_parts.h"
#include "app/widgets/formula.h"

namespace headlight {

float draw_step_formula(const PanelContext& context, const Area& area, int node, const CellName& cell,
                        bool title_only) {
  Ui& ui = context.ui;
  const Trace& trace = *stage_trace(context);
  const std::string& path = trace.label(node).path;
  ui.text(area.left, area.top + ui.px(12), type::panel, ui.colours().ink,
          ui.fitted(type::panel, cell_title(trace, cell), area.width()));
  const Site* site = site_of(path);
  if (site == nullptr || title_only) return ui.px(30);
  const Formula formula = Formula::parse(std::string(site->symbol) + "  =  " + std::string(site->formula));
  const bool small = formula.measure(ui).width > area.width();
  formula.draw(ui, area.left, std::round(area.top + ui.px(52)), small);
  return ui.px(70);
}

}  // namespace headlight
