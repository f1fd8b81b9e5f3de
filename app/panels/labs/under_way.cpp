#include "app/panels/labs/under_way.h"

#include "app/widgets/controls.h"

namespace headlight {
namespace {

const char* under_way_button(const WorkUnderWay& work) { return work.under_way ? "Cancel" : "Go on"; }

}  // namespace

float under_way_width(const Ui& ui, const WorkUnderWay& work) {
  if (ui.exporting() || (!work.under_way && !work.cancelled)) return 0;
  return ui.width(type::caption, work.says) + ui.px(10) + small_button_width(ui, under_way_button(work)) +
         ui.px(12);
}

int draw_under_way(Ui& ui, std::string_view id, const Area& line, const WorkUnderWay& work) {
  const float wide = under_way_width(ui, work);
  if (wide == 0) return 0;
  const float left = line.right - small_button_width(ui, under_way_button(work));
  ui.text(line.right - wide + ui.px(12), line.middle_y(), type::caption, ui.colours().text_2, work.says);
  const char* const hint = work.under_way ? "Stop here and keep what is measured" : "Measure the rest";
  if (!small_button(ui, std::string(id) + (work.under_way ? "/cancel" : "/go on"), left, line.middle_y(),
                    under_way_button(work), hint))
    return 0;
  return work.under_way ? -1 : 1;
}

}  // namespace headlight
