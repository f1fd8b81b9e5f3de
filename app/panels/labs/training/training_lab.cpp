// The lab on training: its pages, and what is taught.
#include <array>

#include "app/panels/labs/training/training_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/levers.h"
#include "core/figure/amounts.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

constexpr std::array training_says{
    "In training the model is given the right beginning at every place (teacher forcing) and asked for the "
    "next word. The loss is −ln\u00a0p of the word that does come next.",
    "Gradient descent moves every weight against its gradient: w ← w − η · ∂L/∂w. Only this copy of the "
    "model "
    "learns; the one on stage stays as it is.",
    "A small model learned to answer with the letter two places before. Its weights were kept at six steps: "
    "see the loss fall and the attention form."};

// The text in the field while it is typed.
struct TaughtTyped {
  std::string text, from;
};

const char* source_of_answer(const TrainingReading& reading) {
  switch (reading.source) {
    case TrainingReading::Source::known:
      return "taught, a known translation: ";
    case TrainingReading::Source::own:
      return "no translation is known, so the model’s own is taught: ";
    case TrainingReading::Source::typed:
      return "taught, as you typed it: ";
    case TrainingReading::Source::sentence:
      break;
  }
  return "taught, the sentence itself: every word after those before it";
}

void draw_training_controls(const TrainingView& view, Area& rest) {
  Ui& ui = view.ui;
  Area row = rest.cut_top(number_slide_height(ui));
  rest.cut_top(ui.px(10));
  const float top = row.top + ui.px(4);
  if (view.lab.page == TrainingPage::step) {
    NumberSlide rate{.label = "η, learning rate"};
    rate.value = static_cast<double>(view.lab.rate);
    rate.lowest = static_cast<double>(least_rate);
    rate.highest = static_cast<double>(most_rate);
    rate.usual = static_cast<double>(TrainingLab().rate);
    rate.step = 0.001;
    rate.logarithmic = true;
    if (const auto moved = number_slide(ui, "slide/training/rate", row.cut_left(ui.px(190)), rate))
      change_training(view, [&](TrainingLab& lab) { lab.rate = static_cast<float>(*moved); });
    row.left += ui.px(24);
    NumberSlide steps{.label = "steps"};
    steps.value = view.lab.steps;
    steps.lowest = 0;
    steps.highest = most_training_steps;
    steps.usual = 1;
    if (const auto moved = number_slide(ui, "slide/training/steps", row.cut_left(ui.px(150)), steps))
      change_training(view, [&](TrainingLab& lab) { lab.steps = static_cast<int>(*moved); });
    row.left += ui.px(24);
  }
  NumberSlide smoothing{.label = "label smoothing"};
  smoothing.value = static_cast<double>(view.lab.smoothing);
  smoothing.lowest = 0;
  smoothing.highest = 0.5;
  smoothing.usual = 0;
  smoothing.step = 0.01;
  if (const auto moved = number_slide(ui, "slide/training/smoothing", row.cut_left(ui.px(150)), smoothing))
    change_training(view, [&](TrainingLab& lab) { lab.smoothing = static_cast<float>(*moved); });
  row.left += ui.px(24);
  const TrainingReading& reading = *view.study.reading;
  const bool translates = !reading.answer.empty();
  if (translates && !ui.exporting()) {
    auto& typed = ui.state<TaughtTyped>();
    if (typed.from != view.lab.taught) typed = {view.lab.taught, view.lab.taught};
    constexpr const char* hint = "teach another translation; Enter";
    // Where the sliders leave too little room, a row of its own.
    const float least = ui.width(type::control, hint) + ui.px(24);
    Area field = Area::at(row.left, top, std::min(ui.px(320), row.width()), ui.px(32));
    if (row.width() < least) {
      field = rest.cut_top(ui.px(32));
      field.right = std::min(field.right, field.left + ui.px(320));
      rest.cut_top(ui.px(10));
    }
    const Field entry = text_field(ui, "training/taught", field, typed.text, type::control, hint);
    if (entry.entered) {
      typed.from = typed.text;
      change_training(view, [&](TrainingLab& lab) { lab.taught = typed.text; });
    }
  }
  const Area line = rest.cut_top(ui.px(22));
  line_of_text(ui, line, type::label, view.c.text_2, source_of_answer(reading) + reading.answer);
  rest.cut_top(ui.px(10));
}

}  // namespace

void draw_training_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  Area rest = area;
  const auto& lab = context.session.labs.get<TrainingLab>();
  const std::array pages{Choice{"One word"}, Choice{"Some steps"}, Choice{"While it learned"}};
  const auto page = static_cast<std::size_t>(lab.page);
  const Area place = lab_head(context, rest, training_says.at(page), choices_width(ui, pages));
  const int pressed = choices(ui, "training/page", place, pages, static_cast<int>(page));
  if (pressed >= 0)
    change_labs(context,
                [&](Labs& labs) { labs.get<TrainingLab>().page = static_cast<TrainingPage>(pressed); });
  const LabWork* work = work_of(context);
  const auto* study = work == nullptr ? nullptr : work->result<TrainingStudy>();
  // While another page is computed, what there is belongs to the one before.
  if (study == nullptr || study->settings.page != lab.page) return;
  const TrainingView view{context, ui, ui.colours(), lab, *study};
  switch (lab.page) {
    case TrainingPage::word:
      draw_training_controls(view, rest);
      return draw_training_word(view, rest);
    case TrainingPage::step:
      draw_training_controls(view, rest);
      return draw_training_steps(view, rest);
    case TrainingPage::learning:
      return draw_training_learning(view, rest);
  }
}

}  // namespace headlight
