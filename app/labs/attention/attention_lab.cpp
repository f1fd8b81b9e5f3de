// The lab on attention as a row of the labs.
#include "app/labs/attention/attention_lab.h"

#include <algorithm>
#include <array>

#include "app/labs/attention/attention_work.h"
#include "app/labs/caption_words.h"
#include "app/labs/lab_caption.h"
#include "app/labs/lab_settings.h"
#include "app/labs/labs.h"

namespace headlight {
namespace {

std::string alignment_text(Alignment alignment) {
  switch (alignment) {
    case Alignment::additive:
      return "additive attention";
    case Alignment::dot:
      return "dot-product attention";
    case Alignment::scaled_dot:
      break;
  }
  return "scaled dot-product attention";
}

LabCaption attention_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<AttentionLab>();
  const bool small = lab.inputs == AttentionInputs::small;
  std::string says = alignment_text(lab.alignment) + (lab.softmax ? "" : " without a softmax") + " over " +
                     (small ? counted(lab.rows, "vector") + " of " + counted(lab.columns, "number")
                            : std::string("the words"));
  if (lab.asking == AttentionAsking::random) says += ", asked by " + counted(lab.queries, "random vector");
  switch (projections_in_force(lab)) {
    case Projections::none:
      says += ", without weights";
      break;
    case Projections::random:
      says += ", with random weights for keys of " + std::to_string(lab.d_k) + " and values of " +
              counted(lab.d_v, "dimension") + drawn(lab.seed);
      break;
    case Projections::head:
      says += ", with the weights of " + head_text("encoder", asked.layer(lab.layer), asked.head(lab.head));
      break;
  }
  if (lab.shuffle != 0) says += ", the inputs in another order";
  if (small) return {says, {}, false};
  return {says, {0}};
}

void leave_out_attention_looks(AttentionLab& lab) { lab.row = 0; }

constexpr std::array attention_drags{LabDrag{
    "attention, the size of keys", [](Labs& labs, int i) { labs.get<AttentionLab>().d_k = 1 + i % 64; }}};

}  // namespace

constinit const Lab AttentionLab::lab_row{.kind = lab,
                                          .name = "attention",
                                          .title = "Attention",
                                          .question = "What is attention, in general?",
                                          .settings = settings_of<AttentionLab, leave_out_attention_looks>(),
                                          .compute = compute_attention,
                                          .caption = attention_caption,
                                          .drags = attention_drags,
                                          .of_word = true};

}  // namespace headlight
