// What the lab on masks computes: the sentences once more, under the mask.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/labs/masks/masks_lab.h"
#include "app/shared/head_choice.h"
#include "core/labs/masks.h"
#include "core/models/trace.h"

namespace headlight {

struct LabInput;
struct LabWork;

// The head that the lab is about: the selected one. Of encoder–decoder attention, whose queries and keys are
// different words, the encoder's head of the same place instead.
HeadChoice masks_head(const HeadChoice& selected, const TransformerConfig& config);

// The words that ask and are asked there.
const std::vector<std::string>& masks_words(const Trace& trace, Attention attention);

// What the lab's settings say for so many tokens; of padding one word is left at least.
MaskPattern masks_pattern(const MasksLab& lab, int tokens);

// Whether no word looks ahead by the rule itself, so that it can be written word by word: a pattern may be
// triangular by chance, as where all but the first word are padding.
bool causal_by_rule(const MasksLab& lab, const MaskPattern& pattern);

struct MasksStudy {
  // Of one sentence.
  struct Masked {
    std::vector<std::string> words;
    MaskPattern pattern;
    bool causal = false;      // by the rule itself
    std::vector<int> needed;  // layers_needed()
    std::vector<int> kept;    // cache_sizes(), where it is causal
  };
  std::array<std::optional<Masked>, 2> sides;  // nothing without a sentence
};

// Encoder: translated anew under the mask; padding is then no key of the decoder either. Decoder: the words
// written without the mask, computed anew under it in the stead of its own.
void compute_masks(const LabInput& input, LabWork& work);

}  // namespace headlight
