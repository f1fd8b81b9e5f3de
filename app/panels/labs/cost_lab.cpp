#include <array>

#include "app/panels/labs/cost_pages.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

void draw_head(const PanelContext& context, Area& rest) {
  constexpr std::array says{
      "A recurrent layer passes one state from word to word; in attention all words meet at once, at the "
      "cost of n × n weights.",
      "Models from their architecture: one pass over B texts of T tokens, 16 bits a number. A multiply-add "
      "is "
      "two FLOPs. G = 10⁹, GB = 10⁹ bytes.",
      "A convolution sees a cell’s neighbours, attention all cells. It costs less than a 3 × 3 convolution "
      "while "
      "there are fewer than 2.5 d cells.",
      "Parameters of the models of this lab, counted from their architecture, by the first version of their "
      "papers."};
  const std::array pages{Choice{"This sentence"}, Choice{"Real models"}, Choice{"A picture"},
                         Choice{"Since 2017"}};
  const auto page = static_cast<int>(context.session.labs.get<CostLab>().page);
  const Area place =
      lab_head(context, rest, says.at(static_cast<std::size_t>(page)), choices_width(context.ui, pages));
  const int pressed = choices(context.ui, "cost/page", place, pages, page);
  if (pressed >= 0)
    change_labs(context, [&](Labs& labs) { labs.get<CostLab>().page = static_cast<CostLab::Page>(pressed); });
}

}  // namespace

void draw_cost_lab(const PanelContext& context, const Area& area) {
  Area rest = area;
  draw_head(context, rest);
  const LabWork* work = work_of(context);
  const auto* study = work == nullptr ? nullptr : work->result<CostStudy>();
  if (study == nullptr) return;
  switch (context.session.labs.get<CostLab>().page) {
    case CostLab::Page::sentence:
      draw_cost_of_sentence(context, rest, study->sentence);
      break;
    case CostLab::Page::models:
      draw_cost_of_models(context, rest, *study);
      break;
    case CostLab::Page::pictures:
      draw_cost_of_pictures(context, rest, *study);
      break;
    case CostLab::Page::growth:
      draw_growth(context, rest, study->growth);
      break;
  }
}

}  // namespace headlight
