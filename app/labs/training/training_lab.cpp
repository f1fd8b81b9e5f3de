// The lab on training as a row of the labs.
#include "app/labs/training/training_lab.h"

#include <array>

#include "app/labs/caption_words.h"
#include "app/labs/lab_caption.h"
#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"
#include "app/labs/training/training_work.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

LabCaption training_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<TrainingLab>();
  const auto* study = asked.result<TrainingStudy>();
  const std::string smoothed =
      lab.smoothing > 0 ? ", with label smoothing of " + significant_text(lab.smoothing, 2) : "";
  switch (lab.page) {
    case TrainingPage::word:
      return {"the loss of every word of the sentence under teacher forcing" +
                  (study != nullptr && study->reading != nullptr && !study->shares.empty()
                       ? ", and the gradient of the logits at " +
                             in_curly_quotes(study->next_word(study->followed_word()))
                       : std::string()) +
                  smoothed,
              {asked.side}};
    case TrainingPage::step:
      return {counted(lab.steps, "step") + " of gradient descent on this sentence with a learning rate of " +
                  significant_text(lab.rate, 3) + smoothed + ", and what became of held-out sentences",
              {asked.side}};
    case TrainingPage::learning:
      return {"a small model that learned to look two letters back: its loss, and its attention after " +
                  (study != nullptr && study->chosen_checkpoint() != nullptr
                       ? counted(study->chosen_checkpoint()->step, "step")
                       : std::string("some steps")),
              {},
              false};
  }
  return {"", {}};
}

constexpr std::array training_drags{
    LabDrag{"training, the word asked", [](Labs& labs, int i) { labs.get<TrainingLab>().place = i % 6; }},
    LabDrag{"training, a step of the small model", [](Labs& labs, int i) {
              labs.get<TrainingLab>().page = TrainingPage::learning;
              labs.get<TrainingLab>().checkpoint = i % 6;
            }}};

}  // namespace

constinit const Lab TrainingLab::lab_row{
    .kind = lab,
    .name = "training",
    .title = "Training",
    .question = "How does a model learn?",
    .settings = settings_of<TrainingLab>(),
    .compute = compute_training,
    .caption = training_caption,
    .drags = training_drags,
    .needs =
        [](const std::any& settings) {
          const auto& own = std::any_cast<const TrainingLab&>(settings);
          return own.page == TrainingPage::learning ? LabNeeds::nothing : LabNeeds::words;
        },
    .without_model =
        [](std::any& settings) { std::any_cast<TrainingLab&>(settings).page = TrainingPage::learning; },
    .without_model_says = "A small model while it learned"};

}  // namespace headlight
