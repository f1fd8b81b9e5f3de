// The lab on blocks: norms, what a mixture can reach, what a head costs.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "core/files/fields.h"
#include "core/labs/block.h"
#include "core/tape/ops/ops.h"

namespace headlight {

struct Lab;
struct LabPanel;

enum class BlockPage {
  norms,  // the same vectors normalized in four ways
  span,   // what attention mixes stays in the span of the values; what a nonlinearity makes does not
  heads   // many small heads and few large ones
};
inline const EnumNames<BlockPage>& block_page_names() {
  static const EnumNames<BlockPage> names{
      {BlockPage::norms, "norms"}, {BlockPage::span, "span"}, {BlockPage::heads, "heads"}};
  return names;
}

struct BlockLab {
  static const Lab lab_row;
  static const LabPanel panel_row;

  BlockPage page = BlockPage::norms;
  bool after_mlp = false;  // which norm of the selected layer: behind the MLP, or the attention
  int dimension = 0;       // whose numbers are put into the formulas

  bool operator==(const BlockLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("page", self.page, block_page_names());
    visit("after_mlp", self.after_mlp);
    visit("dimension", self.dimension, Within{0, 65535});
  }
};

// What the lab on blocks finds.

struct BlockStudy {
  // One way to normalize, with the numbers of the formula for the word and the dimension that are followed.
  struct Norm {
    std::optional<Normalization> kind = {};  // nothing: BatchNorm, which no model here has
    const char* part = "";                   // of "block_lab."
    const char* name = "";
    bool of_model = false;        // the model's own
    double mean = 0, spread = 0;  // of the word's normalized numbers
    double length = 0;            // of that vector
    double difference = 0;        // the largest from LayerNorm's numbers, over all words
    double value = 0;             // of the dimension followed
    // Without the other sentence beside it: the same value, and the largest difference, over all words.
    double alone = 0, moved = 0;
  };
  // What is put into them.
  struct Numbers {
    double x = 0, mean = 0, variance = 0, squares = 0;  // mean of squares
    double gain = 0, bias = 0, epsilon = 0;
    double length = 0;
    double batch_mean = 0, batch_variance = 0;  // of the dimension followed, over all words of the batch
  };
  struct Span {
    std::string vectors, spanning;  // the nodes
    int dimensions = 0;
    SpanDistance found;
  };
  struct Heads {
    int heads = 0;
    HeadsCost small, large;  // d / heads numbers each; d numbers each
  };
  std::string word, at;  // "it", "after the attention of encoder layer 0"
  int row = 0, dimension = 0;
  std::vector<std::string> words;
  std::string tokens = "words";  // what they are called: of a picture "cells"
  Numbers numbers;
  int others = 0;  // words of the other sentence, which are in the batch; 0: there is none
  std::array<Norm, 4> norms;
  std::vector<Span> spans;        // of the attention, then of the MLP
  const char* nonlinearity = "";  // what the MLP's values went through: "max(0, ·)"
  int d = 0, n = 0;               // of the model, and words
  int model_heads = 0;
  std::vector<Heads> heads;
};

}  // namespace headlight
