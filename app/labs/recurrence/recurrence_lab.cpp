// The lab on recurrence as a row of the labs.
#include "app/labs/recurrence/recurrence_lab.h"

#include <algorithm>
#include <array>

#include "app/labs/caption_words.h"
#include "app/labs/lab_caption.h"
#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"
#include "app/labs/recurrence/recurrence_work.h"

namespace headlight {
namespace {

constexpr const char* three_models = "a recurrent network, one with attention and a Transformer";

LabCaption recurrence_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<RecurrenceLab>();
  switch (lab.page) {
    case RecurrencePage::sides:
      return {std::string("the translations by ") + three_models + ", and where they looked",
              {asked.side},
              false};
    case RecurrencePage::waiting: {
      const auto* study = asked.result<RecurrenceStudy>();
      std::string says = std::string("what has to wait for what in ") + three_models +
                         (lab.learning ? ", all words being given (teacher forcing)" : ", word by word");
      if (study != nullptr && lab.step < study->most_steps(lab.learning))
        says += ", after " + counted(lab.step, "step");
      return {says, {asked.side}, false};
    }
    case RecurrencePage::length:
      return {std::string("how many held-out sentences ") + three_models +
                  " translate exactly, by the number of words read; from their cards",
              {},
              false};
    case RecurrencePage::gradient:
      return {
          "the length of the gradient of a character’s loss with respect to states further and further "
          "back, of a simple recurrent network and an LSTM; from their cards",
          {},
          false};
  }
  return {"", {}};
}

void leave_out_recurrence_looks(RecurrenceLab& lab) {
  const RecurrenceLab usual;
  lab.learning = usual.learning;
  lab.step = usual.step;
}

constexpr std::array recurrence_drags{LabDrag{"recurrence, steps taken", [](Labs& labs, int i) {
                                                labs.get<RecurrenceLab>().page = RecurrencePage::waiting;
                                                labs.get<RecurrenceLab>().step = i % 20;
                                              }}};

}  // namespace

constinit const Lab RecurrenceLab::lab_row{
    .kind = lab,
    .name = "recurrence",
    .title = "Recurrence",
    .question = "What did attention change?",
    .settings = settings_of<RecurrenceLab, leave_out_recurrence_looks>(),
    .compute = compute_recurrence,
    .caption = recurrence_caption,
    .drags = recurrence_drags,
    .needs = always<LabNeeds::words>};

}  // namespace headlight
