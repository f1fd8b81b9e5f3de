// The lab on masks as a row of the labs.
#include "app/labs/masks/masks_lab.h"

#include <algorithm>
#include <array>

#include "app/labs/caption_words.h"
#include "app/labs/lab_caption.h"
#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"
#include "app/labs/masks/masks_work.h"

namespace headlight {
namespace {

std::string mask_text(const MasksLab& lab) {
  const std::string back = lab.causal ? " without looking ahead" : " to both sides";
  switch (lab.mask) {
    case MaskKind::none:
      return "no mask";
    case MaskKind::causal:
      return "a causal mask, no word looks ahead";
    case MaskKind::padding:
      return "the last " + counted(lab.padding, "word") + " masked as padding";
    case MaskKind::window:
      return "a window of " + counted(lab.window, "word") + back;
    case MaskKind::sink:
      return "a window of " + counted(lab.window, "word") + back + ", the first " +
             (lab.sink == 1 ? "word" : counted(lab.sink, "word")) + " in sight of all";
    case MaskKind::own:
      break;
  }
  return counted(static_cast<std::int64_t>(lab.painted.size() / 2), "cell") + " masked by hand";
}

LabCaption masks_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<MasksLab>();
  std::vector<int> sides;
  for (int side = 0; side < 2; ++side) {
    if (asked.input.trace(side) != nullptr) sides.push_back(side);
  }
  if (asked.config() == nullptr) return {mask_text(lab), sides};
  const HeadChoice chosen = masks_head(asked.input.head, *asked.config());
  const std::string stack = chosen.attention == Attention::decoder ? "decoder" : "encoder";
  return {head_text(stack, chosen.layer, chosen.head) + " under a mask: " + mask_text(lab) +
              (lab.all_heads ? ", in all heads" : ", in this head alone"),
          sides};
}

void leave_out_masks_looks(MasksLab& lab) { lab.layers = 1; }

constexpr std::array masks_drags{LabDrag{"masks, a cell painted in all heads",
                                         [](Labs& labs, int i) {
                                           labs.get<MasksLab>().mask = MaskKind::own;
                                           labs.get<MasksLab>().painted = {i % 11, (i + 1) % 11};
                                         }},
                                 LabDrag{"masks, the window", [](Labs& labs, int i) {
                                           labs.get<MasksLab>().mask = MaskKind::window;
                                           labs.get<MasksLab>().window = 1 + i % 10;
                                         }}};

}  // namespace

constinit const Lab MasksLab::lab_row{.kind = lab,
                                      .name = "masks",
                                      .title = "Masks",
                                      .question = "Who may look at whom?",
                                      .settings = settings_of<MasksLab, leave_out_masks_looks>(),
                                      .compute = compute_masks,
                                      .caption = masks_caption,
                                      .drags = masks_drags};

}  // namespace headlight
