// The lab on recurrence: its pages.
#include <array>

#include "app/panels/labs/recurrence/recurrence_view.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

constexpr std::array recurrence_says{
    "A recurrent network reads the sentence into one vector; attention lets its decoder look back at "
    "every "
    "word; a Transformer keeps the attention and drops the recurrence.",
    "A step is a cell at one time or a layer at one word; it can be done once all it reads is there "
    "(sequential operations, Vaswani et al. 2017, table 1).",
    "How many held-out sentences are translated exactly, word for word, by the number of words read; from "
    "the "
    "models’ cards.",
    "How much the loss at a character still depends on a state k characters before: the mean length of its "
    "gradient, from the models’ cards."};

void draw_recurrence_page(const RecurrenceView& view, const Area& area) {
  switch (view.lab.page) {
    case RecurrencePage::sides:
      return draw_side_by_side(view, area);
    case RecurrencePage::waiting:
      return draw_waiting(view, area);
    case RecurrencePage::length:
      return draw_exact_by_length(view, area);
    case RecurrencePage::gradient:
      return draw_gradient_through_time(view, area);
  }
}

}  // namespace

void draw_recurrence_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area rest = area;
  const auto& lab = context.session.labs.get<RecurrenceLab>();
  const std::array pages{Choice{"Side by side"}, Choice{"What waits for what"}, Choice{"By length"},
                         Choice{"Gradient through time"}};
  const auto page = static_cast<std::size_t>(lab.page);
  const Area place = lab_head(context, rest, recurrence_says.at(page), choices_width(ui, pages));
  const int pressed = choices(ui, "recurrence/page", place, pages, static_cast<int>(page));
  if (pressed >= 0)
    change_labs(context,
                [&](Labs& labs) { labs.get<RecurrenceLab>().page = static_cast<RecurrencePage>(pressed); });
  const LabWork* work = work_of(context);
  const auto* study = work == nullptr ? nullptr : work->result<RecurrenceStudy>();
  // While another page is computed, what there is belongs to the one before.
  if (study == nullptr || work->settings<RecurrenceLab>().page != lab.page) return;
  draw_recurrence_page({context, ui, ui.colours(), lab, *study}, rest);
}

}  // namespace headlight
