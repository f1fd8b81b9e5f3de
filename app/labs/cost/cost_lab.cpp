// The lab on cost as a row of the labs.
#include "app/labs/cost/cost_lab.h"

#include <algorithm>
#include <array>

#include "app/labs/caption_words.h"
#include "app/labs/cost/cost_work.h"
#include "app/labs/lab_caption.h"
#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"

namespace headlight {
namespace {

std::string enumerated(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

LabCaption cost_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<CostLab>();
  const auto* study = asked.result<CostStudy>();
  if (lab.page == CostLab::Page::growth) {
    return {"parameters of " + counted(std::ssize(real_models()), "published model") +
                " by the first version of their papers, and a line fitted to the largest among them of each "
                "year since " +
                std::to_string(first_year_of_growth),
            {},
            false};
  }
  if (lab.page == CostLab::Page::pictures)
    return {"multiply-adds of ResNet-50 and ViT-B/16 against the side of a picture, " +
                std::to_string(lab.side) + " pixels marked, and of one layer of either kind on its patches",
            {},
            false};
  if (lab.page == CostLab::Page::sentence) {
    std::string says = "a recurrent layer and a layer of attention";
    if (study != nullptr && !study->sentence.words.empty()) {
      const CostStudy::OnStage& stage = study->sentence;
      const auto word = [&](int place) {
        return in_curly_quotes(stage.words[static_cast<std::size_t>(place)]);
      };
      says += " on " + counted(static_cast<std::int64_t>(stage.words.size()), "word") +
              ", and the path between " + word(stage.from) + " and " + word(stage.to);
    }
    return {says, {asked.side}};
  }
  static const std::vector<std::string> quantities{"multiply-adds", "key-value cache", "attention weights",
                                                   "activations"};
  std::vector<std::string> names;
  std::string notes;
  if (lab.quantity == CostLab::Quantity::activations)
    notes = "; activations: " + std::string(activations_are);
  if (study != nullptr) {
    for (const CostStudy::Curve& curve : study->curves) {
      names.emplace_back(curve.model->name);
      if (!curve.model->note.empty()) notes += "; " + names.back() + " " + std::string(curve.model->note);
    }
  }
  return {quantities.at(static_cast<std::size_t>(lab.quantity)) + " of " +
              (names.empty() ? "published models" : enumerated(names)) +
              " against the number of tokens, T = " + count_text(lab.tokens) + " marked" + notes,
          {},
          false};
}

constexpr std::array cost_drags{LabDrag{"cost, T", [](Labs& labs, int i) {
                                          labs.get<CostLab>().page = CostLab::Page::models;
                                          labs.get<CostLab>().tokens = 100 + i;
                                        }}};

}  // namespace

constinit const Lab CostLab::lab_row{
    .kind = lab,
    .name = "cost",
    .title = "Cost",
    .question = "What does it cost?",
    .settings = settings_of<CostLab>(),
    .compute = compute_cost,
    .caption = cost_caption,
    .drags = cost_drags,
    .needs =
        [](const std::any& settings) {
          return std::any_cast<const CostLab&>(settings).page == CostLab::Page::sentence ? LabNeeds::heads
                                                                                         : LabNeeds::nothing;
        },
    .without_model =
        [](std::any& settings) { std::any_cast<CostLab&>(settings).page = CostLab::Page::models; },
    .without_model_says = "Well-known models"};

}  // namespace headlight
