// Where a softmax ends: all on the largest score, or as much for each.
#include <algorithm>
#include <string>

#include "app/panels/labs/temperature_limits.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

void draw_limit(Ui& ui, const Area& area, const std::string& name, const std::string& says,
                const std::string& limit, double distance) {
  const Palette& c = ui.colours();
  // A line at the left, no frame: nothing here can be pressed.
  ui.line(area.left, area.top, area.left, area.bottom, c.strong_line, ui.hairline());
  Area inner = area.inset(ui.px(14), ui.px(10));
  ui.text(inner.cut_top(ui.px(20)), Align::left, type::small_section, c.ink, name);
  line_of_text(ui, inner.cut_top(ui.px(20)), type::body, c.text_2, says);
  const Area figure = inner.cut_top(ui.px(28));
  const std::string value = fixed_text(static_cast<float>(distance), 3);
  ui.text(figure, Align::left, type::score, c.ink, value);
  const float left = figure.left + ui.width(type::score, value) + ui.px(10);
  const std::string shape = limit == "argmax" ? "one bar alone" : "equally long";
  ui.text(left, figure.middle_y(), type::caption, c.text_2, "distance to " + limit);
  const Area bar = Area::at(inner.left, inner.top + ui.px(6), inner.width(), ui.px(5));
  share_bar(ui, bar, static_cast<float>(distance), c.weights);
  if (ui.hovered(area))
    ui.tooltip({RichText("How much of the bars would have to move to make them " + shape +
                         ": 0 is nothing, 1 is all of it."),
                RichText("It is called the total variation distance.")});
}

}  // namespace

void draw_temperature_limits(Ui& ui, Area area, const TemperatureStudy& study) {
  const float gap = ui.px(16);
  const float wide = std::floor((area.width() - gap) / 2);
  const auto most = std::max_element(study.cold.begin(), study.cold.end()) - study.cold.begin();
  const auto ties =
      std::count_if(study.cold.begin(), study.cold.end(), [](float share) { return share > 0; });
  const auto open = std::count_if(study.hot.begin(), study.hot.end(), [](float share) { return share > 0; });
  const std::string first = study.words[static_cast<std::size_t>(most)];
  draw_limit(ui, area.cut_left(wide), "T → 0: argmax",
             ties > 1 ? "shared by the " + std::to_string(ties) + " largest" : "all on “" + first + "”",
             "argmax", study.from_cold);
  area.left += gap;
  draw_limit(ui, area, "T → ∞: uniform",
             open == 1 ? std::string("all on the only one") : "1/" + count_text(open) + " for each",
             "uniform", study.from_hot);
}

}  // namespace headlight
