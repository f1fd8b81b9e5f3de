// The lab on captioners as a row of the labs.
#include "app/labs/captioners/captioners_lab.h"

#include <array>

#include "app/labs/captioners/captioners_work.h"
#include "app/labs/lab_caption.h"
#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"

namespace headlight {
namespace {

constexpr const char* three_captioners =
    "a recurrent network with one vector of the picture, one with attention and a Transformer";

LabCaption captioners_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<CaptionersLab>();
  const auto* study = asked.result<CaptionersStudy>();
  if (lab.page == CaptionersPage::objects)
    return {std::string("how many captions of held-out scenes ") + three_captioners +
                " write exactly, by the number of objects; from their cards",
            {},
            false};
  std::string says = std::string("the captions by ") + three_captioners + ", and where they look";
  if (study != nullptr && study->longest() > 0)
    says += " while they write word " + std::to_string(std::min(lab.word, study->longest() - 1) + 1);
  return {says, {}, false};
}

void leave_out_captioners_looks(CaptionersLab& lab) { lab.word = CaptionersLab{}.word; }

constexpr std::array captioners_drags{LabDrag{"captioners, a word of the captions", [](Labs& labs, int i) {
                                                labs.get<CaptionersLab>().page = CaptionersPage::sides;
                                                labs.get<CaptionersLab>().word = i % 10;
                                              }}};

}  // namespace

constinit const Lab CaptionersLab::lab_row{
    .kind = lab,
    .name = "captioners",
    .title = "Captioners",
    .question = "Who looks at the picture, and where?",
    .settings = settings_of<CaptionersLab, leave_out_captioners_looks>(),
    .compute = compute_captioners,
    .caption = captioners_caption,
    .drags = captioners_drags,
    .needs = always<LabNeeds::nothing>};

}  // namespace headlight
