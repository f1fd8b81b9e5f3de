// What the lab on masks computes: the sentences once more, under the mask.
#pragma once

#include "app/session/labs/lab_work.h"
#include "core/labs/masks.h"

namespace headlight {

// The head that the lab is about: the selected one. Of encoder–decoder attention, whose queries and keys are
// different words, the encoder's head of the same place instead.
struct MasksHead {
  Attention attention = Attention::encoder;
  int layer = 0;
  int head = 0;

  std::string path(std::string_view part) const;
};
MasksHead masks_head(const Session& session, const TransformerConfig& config);

// The words that ask and are asked there.
const std::vector<std::string>& masks_words(const Trace& trace, Attention attention);

// What the lab's settings say for so many tokens; of padding one word is left at least.
MaskPattern masks_pattern(const MasksLab& lab, int tokens);

// Whether no word looks ahead by the rule itself, so that it can be written word by word: a pattern may be
// triangular by chance, as where all but the first word are padding.
bool causal_by_rule(const MasksLab& lab, const MaskPattern& pattern);

// Encoder: translated anew under the mask; padding is then no key of the decoder either. Decoder: the words
// written without the mask, computed anew under it in the stead of its own.
void compute_masks(LabWork& work, const Session& session, const Document& document);

}  // namespace headlight
