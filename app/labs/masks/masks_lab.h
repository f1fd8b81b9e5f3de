// The lab on masks: who may look at whom.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "core/files/fields.h"
#include "core/labs/masks.h"
#include "core/models/anatomy.h"
#include "core/models/trace.h"

namespace headlight {

struct Lab;
struct LabPanel;

inline const EnumNames<MaskKind>& mask_names() {
  static const EnumNames<MaskKind> names{
      {MaskKind::none, "none"},     {MaskKind::causal, "causal"}, {MaskKind::padding, "padding"},
      {MaskKind::window, "window"}, {MaskKind::sink, "sink"},     {MaskKind::own, "own"},
  };
  return names;
}

struct MasksLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr const char* for_experts[] = {"all_heads", "sink", "layers"};
  static constexpr int most_layers = 12;

  MaskKind mask = MaskKind::causal;
  int padding = 2;           // so many of the last words are padding
  int window = 3;            // keys this far away or farther are masked
  int sink = 1;              // so many of the first words stay in sight of all
  int sink_from = 0;         // or of those from here on: what is kept instead, as a control
  bool causal = true;        // window and sink: no looking ahead either
  int sees_all = 0;          // and every so many layers one that sees all; 0: none
  std::vector<int> painted;  // of `own`, the masked cells: query, key, query, key ...
  int layers = 3;            // L, through which is followed what is reached
  bool all_heads = true;     // of the stack; otherwise the selected head alone

  bool operator==(const MasksLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("mask", self.mask, mask_names());
    visit("padding", self.padding, Within{1, 4095});
    visit("window", self.window, Within{1, 4096});
    visit("sink", self.sink, Within{1, 4096});
    visit("sink_from", self.sink_from, Within{0, 4095});
    visit("causal", self.causal);
    visit("sees_all", self.sees_all, Within{0, most_layers});
    visit("painted", self.painted, Within{0, 4095});
    visit("layers", self.layers, Within{1, most_layers});
    visit("all_heads", self.all_heads);
  }
};

// What the lab on masks computes: the sentences once more, under the mask.

struct LabInput;
struct LabWork;

// The self-attention that the lab is about: the selected one. Of cross-attention, whose queries and
// keys are different words, and of the cells of a picture, the first one between words instead; null where
// the model has none.
const AttentionHeads* masks_attention(const Anatomy& model, Attention selected);
HeadChoice masks_head(const HeadChoice& selected, const Anatomy& model);

// What the lab's settings say for so many tokens; of padding one word is left at least.
MaskPattern masks_pattern(const MasksLab& lab, int tokens);

// That of the layers that see all, where there are some: all words, or all before.
std::optional<MaskPattern> masks_pattern_of_all(const MasksLab& lab, int tokens);
// layers_needed() under both.
std::vector<int> masks_layers_needed(const MasksLab& lab, const MaskPattern& pattern);

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
