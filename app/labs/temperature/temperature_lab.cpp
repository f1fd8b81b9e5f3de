// The lab on temperature as a row of the labs.
#include "app/labs/temperature/temperature_lab.h"

#include <algorithm>
#include <array>

#include "app/labs/caption_words.h"
#include "app/labs/lab_caption.h"
#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"
#include "app/labs/temperature/temperature_work.h"

namespace headlight {
namespace {

LabCaption temperature_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<TemperatureLab>();
  const auto* study = asked.result<TemperatureStudy>();
  const std::string word = study != nullptr ? in_curly_quotes(study->row_word) : "a word";
  const std::string at =
      lab.temperature == 1 ? ", at T = 1" : ", at T = " + significant_text(lab.temperature, 3) + " and T = 1";
  if (lab.of == TemperatureLab::Of::output)
    return {"the probabilities of the word after " + word + at, {asked.side}};
  return {"the weights of " + word + " in " + asked.selected_head() + at, {asked.side}};
}

LabNeeds temperature_needs(const std::any& settings) {
  return std::any_cast<const TemperatureLab&>(settings).of == TemperatureLab::Of::attention
             ? LabNeeds::heads
             : LabNeeds::nothing;
}

constexpr std::array temperature_drags{LabDrag{"temperature of the next word", [](Labs& labs, int i) {
                                                 labs.get<TemperatureLab>().of = TemperatureLab::Of::output;
                                                 labs.get<TemperatureLab>().temperature =
                                                     0.5F + 0.01F * static_cast<float>(i);
                                               }}};

}  // namespace

constinit const Lab TemperatureLab::lab_row{
    .kind = lab,
    .name = "temperature",
    .title = "Temperature",
    .question = "How sharp is a choice?",
    .settings = settings_of<TemperatureLab>(),
    .compute = compute_temperature,
    .caption = temperature_caption,
    .drags = temperature_drags,
    .of_word = true,
    .needs = temperature_needs,
    .without_model =
        [](std::any& settings) { std::any_cast<TemperatureLab&>(settings).of = TemperatureLab::Of::output; },
    .without_model_says = "The probabilities of the next word"};

}  // namespace headlight
