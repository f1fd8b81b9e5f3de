// Sentences for the back row: in the largest type that fits, what they share written once.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/widgets/ui.h"
#include "core/explain/view.h"

namespace headlight {

// A word as one or both sentences have it.
struct LargeWord {
  std::string text;
  std::array<int, 2> place{-1, -1};  // in either sentence
  bool asks = false;                 // it is a query
  bool asked = false;                // it is a key
  Area area = {};

  bool both() const { return place[0] >= 0 && place[1] >= 0; }
};

// What stands side by side: a word, or what either sentence has in its place, one over the other.
struct LargeBlock {
  std::array<std::vector<LargeWord>, 2> lines;
  bool parted() const { return !lines[0].empty() && !lines[1].empty(); }
};
using LargeParagraph = std::vector<LargeBlock>;

// Both sentences as one (of `only` one unless `two`): where their words are not the same a block has both.
LargeParagraph merged_sentences(const std::array<std::vector<std::string>, 2>& words,
                                const std::vector<AlignedWord>* both, int only, bool asks, bool asked);

// Gives every word its area: rows about equally long, with room for lines between and over them.
class LargeText {
 public:
  explicit LargeText(const Ui& ui) : ui_(ui) {}
  void lay_out(std::vector<LargeParagraph>& paragraphs, const Area& area);

  Type plain() const { return {Face::regular, size_}; }
  Type strong() const { return {Face::bold, size_}; }
  float gap() const { return gap_; }  // between the rows; of one row what there could be
  float brace() const { return ui_.px(static_cast<float>(size_) * 0.42F); }

 private:
  struct Row {
    std::vector<LargeBlock*> blocks;
    float width = 0;
    bool parted = false;
  };

  float space() const { return ui_.width(plain(), " ") * 1.2F; }
  float line_height() const { return std::round(ui_.px(static_cast<float>(size_)) * 1.3F); }
  float height_of(const Row& row) const { return row.parted ? 2 * line_height() : line_height(); }
  float least_gap() const { return ui_.px(34); }
  float head_room() const { return ui_.px(56); }
  float width_of(const LargeWord& word) const;
  float width_of(const std::vector<LargeWord>& words) const;
  float width_of(const LargeBlock& block) const;
  std::vector<Row> rows_within(LargeParagraph& paragraph, float width) const;
  std::vector<Row> balanced(LargeParagraph& paragraph, float width) const;
  void choose_size(std::vector<LargeParagraph>& paragraphs, const Area& area);
  void place_block(LargeBlock& block, float left, float top, float tall) const;

  const Ui& ui_;
  int size_ = presenter_sizes[0];
  float gap_ = 0;
};

}  // namespace headlight
