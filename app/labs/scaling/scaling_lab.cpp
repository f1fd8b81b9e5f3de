// The lab on scaling as a row of the labs.
#include "app/labs/scaling/scaling_lab.h"

#include <algorithm>
#include <array>

#include "app/labs/caption_words.h"
#include "app/labs/lab_caption.h"
#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"
#include "app/labs/scaling/scaling_work.h"

namespace headlight {
namespace {

LabCaption scaling_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<ScalingLab>();
  const bool sampled = lab.source == ScalingLab::Source::sampled;
  const bool products = lab.page == ScalingLab::Page::products;
  const auto* study = asked.result<ScalingStudy>();
  const std::string d_k =
      std::to_string(std::min(lab.dimensions, study != nullptr ? study->most : most_dimensions));
  if (sampled) {
    const std::string whose = products ? counted(lab.samples, "random pair") + " of a query and a key"
                                       : "a random query with " + counted(lab.keys, "random key");
    return {(products ? "products q · k of " + whose : "softmax of the products of " + whose) +
                ", dₖ = " + d_k +
                (products
                     ? ""
                     : ", with and without the division by √dₖ; against dₖ, means and a median gradient of " +
                           std::to_string(sampled_queries) + " such queries") +
                drawn(lab.draw),
            {},
            false};
  }
  const std::string of = " in " + asked.selected_head();
  const std::string query =
      study != nullptr && !study->query.empty() ? in_curly_quotes(study->query) : "a word";
  return {(products ? "products q · k of all words" + of
                    : "softmax of the products of " + query + " with all words" + of +
                          ", with and without the division by √dₖ") +
              ", the first " + d_k + " dimensions",
          {asked.side}};
}

LabNeeds scaling_needs(const std::any& settings) {
  return std::any_cast<const ScalingLab&>(settings).source == ScalingLab::Source::model ? LabNeeds::heads
                                                                                        : LabNeeds::nothing;
}

constexpr std::array scaling_drags{
    LabDrag{"scaling, d_k", [](Labs& labs, int i) { labs.get<ScalingLab>().dimensions = 1 + 37 * i % 1024; }},
    LabDrag{"scaling, the pairs drawn",
            [](Labs& labs, int i) { labs.get<ScalingLab>().samples = 2000 + 100 * i; }},
    LabDrag{"scaling, the keys asked", [](Labs& labs, int i) {
              labs.get<ScalingLab>().page = ScalingLab::Page::softmax;
              labs.get<ScalingLab>().keys = 33 + i % 32;
            }}};

}  // namespace

constinit const Lab ScalingLab::lab_row{
    .kind = lab,
    .name = "scaling",
    .title = "Scaling",
    .question = "Why divide by √dₖ?",
    .settings = settings_of<ScalingLab>(),
    .compute = compute_scaling,
    .caption = scaling_caption,
    .drags = scaling_drags,
    .of_word = true,
    .needs = scaling_needs,
    .without_model =
        [](std::any& settings) { std::any_cast<ScalingLab&>(settings).source = ScalingLab::Source::sampled; },
    .without_model_says = "Random vectors"};

}  // namespace headlight
