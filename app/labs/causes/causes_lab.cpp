// Causes as a row of the labs.
#include "app/labs/causes/causes_lab.h"

#include <array>

#include "app/lab/lab.h"
#include "app/lab/lab_caption.h"
#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "app/lab/labs.h"
#include "core/figure/numbers.h"

namespace headlight {

namespace {

std::string put_text(Exchange put) {
  switch (put) {
    case Exchange::clean:
      return "taken from the other sentence";
    case Exchange::zero:
      return "made zero";
    case Exchange::mean:
      return "replaced by the mean of the others";
    case Exchange::shuffled:
      return "replaced by another one, drawn by lot";
    case Exchange::noise:
      break;
  }
  return "blurred by noise";
}

LabCaption causes_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<CausesLab>();
  const auto* study = asked.result<CausesStudy>();
  const std::string about = study == nullptr || study->word.empty()
                                ? "a word of the answer"
                                : in_curly_quotes(study->word) + " against " + in_curly_quotes(study->other);
  std::vector<int> sides;
  for (int side = 0; side < 2; ++side) {
    const bool read = study == nullptr || !study->alone || side == study->into;
    if (asked.input.trace(side) != nullptr && read) sides.push_back(side);
  }
  if (lab.page == CausesLab::Page::score)
    return {"the score of " + asked.selected_head() + " as a sum over pairs of parts", {asked.side}};
  if (lab.page == CausesLab::Page::logit)
    return {"the logit of " + about + ": what each head adds to it, by the words it looks at", {asked.side}};
  if (lab.page == CausesLab::Page::attention) {
    if (study != nullptr && study->dots && study->dots->over_pairs)
      return {"where heads look beside what they matter, over " + count_text(study->dots->answered) +
                  " held-out pairs of sentences",
              {}};
    return {"where heads look beside what they matter for " + about, sides};
  }
  if (lab.page == CausesLab::Page::heads)
    return {"the heads that carry what decides " + about + ", and the paths from " + asked.selected_head(),
            sides};
  return {"what becomes of " + about + " with one row " + put_text(study == nullptr ? lab.put : study->put) +
              (lab.heads == CausesLab::Heads::apart ? ", each head by itself" : ", heads together"),
          sides};
}

// What has words to choose between.
constexpr LabNeed needs_an_answer{
    [](const Anatomy& model) { return !model.given && model.answer != AnswerKind::none; },
    "This view is about the answer of a model, and the model on stage has none.",
    "The model on stage has no answer."};

constexpr std::array causes_drags{LabDrag{"causes, the word that is asked about",
                                          [](Labs& labs, int i) { labs.get<CausesLab>().place = i % 8; }},
                                  LabDrag{"causes, the key of a score", [](Labs& labs, int i) {
                                            labs.get<CausesLab>().page = CausesLab::Page::score;
                                            labs.get<CausesLab>().key = i % 8;
                                          }}};

}  // namespace

constinit const Lab CausesLab::lab_row{.name = "causes",
                                       .title = "Causes",
                                       .question = "What decides a word?",
                                       .settings = settings_of<CausesLab>(),
                                       .compute = compute_causes,
                                       .caption = causes_caption,
                                       .drags = causes_drags,
                                       .of_word = true,
                                       .needs = always<needs_an_answer>,
                                       .own_view = true};

}  // namespace headlight
