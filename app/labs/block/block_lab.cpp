// The lab on blocks as a row of the labs.
#include "app/labs/block/block_lab.h"

#include <array>

#include "app/labs/block/block_work.h"
#include "app/labs/caption_words.h"
#include "app/labs/lab_caption.h"
#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"

namespace headlight {
namespace {

LabCaption block_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<BlockLab>();
  const auto* study = asked.result<BlockStudy>();
  if (study == nullptr) return {"norms, spans and heads of a block", {asked.side}};
  switch (lab.page) {
    case BlockPage::norms:
      return {"the vector of " + in_curly_quotes(study->word) + " " + study->at +
                  ", normalized in three ways with the model’s γ and β",
              {asked.side}};
    case BlockPage::span:
      return {"how far each word’s vector lies from what others can be mixed to: the output of " +
                  asked.selected_head() +
                  " from its values, and the MLP’s activated values from those before",
              {asked.side}};
    case BlockPage::heads:
      return {"parameters and multiply-adds of attention with more and more heads, d = " +
                  std::to_string(study->d) + ", " + counted(study->n, "word"),
              {asked.side}};
  }
  return {"", {}};
}

constexpr std::array block_drags{LabDrag{"block, the dimension that is followed",
                                         [](Labs& labs, int i) { labs.get<BlockLab>().dimension = i % 16; }}};

}  // namespace

constinit const Lab BlockLab::lab_row{.kind = lab,
                                      .name = "block",
                                      .title = "Block",
                                      .question = "What is around the attention?",
                                      .settings = settings_of<BlockLab>(),
                                      .compute = compute_block,
                                      .caption = block_caption,
                                      .drags = block_drags,
                                      .of_word = true,
                                      .needs = always<LabNeeds::translator>};

}  // namespace headlight
