// Decoding as a row of the labs.
#include "app/labs/decoding/decoding_lab.h"

#include <array>

#include "app/labs/caption_words.h"
#include "app/labs/decoding/decoding_work.h"
#include "app/labs/lab_caption.h"
#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"

namespace headlight {
namespace {

std::string strategy_text(const DecodingLab& lab) {
  switch (lab.strategy) {
    case DecodingLab::Strategy::greedy:
      return "the most probable word each time";
    case DecodingLab::Strategy::beam:
      return "beam search with " + std::to_string(lab.beams) + (lab.beams == 1 ? " beam" : " beams") +
             (lab.length_penalty == 0 ? "" : ", length penalty " + significant_text(lab.length_penalty, 3));
    case DecodingLab::Strategy::sampling:
      break;
  }
  std::string text = "drawn at T = " + significant_text(lab.temperature, 3);
  if (lab.top_k > 0) text += ", top-k " + std::to_string(lab.top_k);
  if (lab.top_p < 1) text += ", top-p " + significant_text(lab.top_p, 3);
  return text + ::headlight::drawn(lab.seed);
}

LabCaption decoding_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<DecodingLab>();
  const auto* study = asked.result<DecodingStudy>();
  std::string behind;
  if (study != nullptr) {
    for (const DecodingStudy::Word& each : study->written) behind += (behind.empty() ? "" : " ") + each.word;
  }
  behind = behind.empty() ? "at the beginning" : "after " + in_curly_quotes(behind);
  switch (lab.page) {
    case DecodingLab::Page::cache:
      return {"what each word costs with a key-value cache and without", {asked.side}};
    case DecodingLab::Page::layers:
      return {"what each layer would say, " + behind, {asked.side}};
    case DecodingLab::Page::words:
      break;
  }
  return {"the next word " + behind + ", " + strategy_text(lab), {asked.side}};
}

constexpr std::array decoding_drags{
    LabDrag{"temperature of the draws",
            [](Labs& labs, int i) {
              labs.get<DecodingLab>().strategy = DecodingLab::Strategy::sampling;
              labs.get<DecodingLab>().temperature = 0.5F + 0.01F * static_cast<float>(i % 200);
            }},
    LabDrag{"beam search, length penalty", [](Labs& labs, int i) {
              labs.get<DecodingLab>().strategy = DecodingLab::Strategy::beam;
              labs.get<DecodingLab>().length_penalty = 0.01F * static_cast<float>(1 + i % 150);
            }}};

}  // namespace

constinit const Lab DecodingLab::lab_row{.kind = lab,
                                         .name = "decoding",
                                         .title = "Decoding",
                                         .question = "What comes next?",
                                         .settings = settings_of<DecodingLab>(),
                                         .compute = compute_decoding,
                                         .caption = decoding_caption,
                                         .drags = decoding_drags,
                                         .of_word = true,
                                         .needs = always<LabNeeds::nothing>};

}  // namespace headlight
