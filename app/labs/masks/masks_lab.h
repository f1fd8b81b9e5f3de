// The lab on masks: who may look at whom.
#pragma once

#include "app/labs/lab_kind.h"
#include "app/shared/fields.h"
#include "core/labs/masks.h"

namespace headlight {

struct Lab;

inline const EnumNames<MaskKind>& mask_names() {
  static const EnumNames<MaskKind> names{
      {MaskKind::none, "none"},     {MaskKind::causal, "causal"}, {MaskKind::padding, "padding"},
      {MaskKind::window, "window"}, {MaskKind::sink, "sink"},     {MaskKind::own, "own"},
  };
  return names;
}

struct MasksLab {
  static constexpr LabKind lab = LabKind::masks;
  static const Lab lab_row;
  MaskKind mask = MaskKind::causal;
  int padding = 2;           // so many of the last words are padding
  int window = 3;            // keys this far away or farther are masked
  int sink = 1;              // so many of the first words stay in sight of all
  bool causal = true;        // window and sink: no looking ahead either
  std::vector<int> painted;  // of `own`, the masked cells: query, key, query, key ...
  int layers = 3;            // L, through which is followed what is reached
  bool all_heads = true;     // of the stack; otherwise the selected head alone

  bool operator==(const MasksLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("mask", self.mask, mask_names());
    visit("padding", self.padding, Within{1, 4095});
    visit("window", self.window, Within{1, 4096});
    visit("sink", self.sink, Within{1, 4096});
    visit("causal", self.causal);
    visit("painted", self.painted, Within{0, 4095});
    visit("layers", self.layers, Within{1, 12});
    visit("all_heads", self.all_heads);
  }
};

}  // namespace headlight
