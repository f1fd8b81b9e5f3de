// The lab on blocks: norms, what a mixture can reach, what a head costs.
#pragma once

#include "app/labs/lab_kind.h"
#include "app/shared/fields.h"

namespace headlight {

struct Lab;

enum class BlockPage {
  norms,  // the same vectors normalized in three ways
  span,   // what attention mixes stays in the span of the values; what a nonlinearity makes does not
  heads   // many small heads and few large ones
};
inline const EnumNames<BlockPage>& block_page_names() {
  static const EnumNames<BlockPage> names{
      {BlockPage::norms, "norms"}, {BlockPage::span, "span"}, {BlockPage::heads, "heads"}};
  return names;
}

struct BlockLab {
  static constexpr LabKind lab = LabKind::block;
  static const Lab lab_row;

  BlockPage page = BlockPage::norms;
  bool after_mlp = false;  // which norm of the selected layer: behind the MLP, or the attention
  int dimension = 0;       // whose numbers are put into the formulas

  bool operator==(const BlockLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("page", self.page, block_page_names());
    visit("after_mlp", self.after_mlp);
    visit("dimension", self.dimension, Within{0, 65535});
  }
};

}  // namespace headlight
