#include "app/panels/presenter/large_text.h"

#include <algorithm>

#include "core/explain/view.h"

namespace headlight {

LargeParagraph merged_sentences(const std::array<std::vector<std::string>, 2>& words,
                                const std::vector<AlignedWord>* both, int only, bool asks, bool asked) {
  LargeParagraph paragraph;
  const auto word = [&](const std::string& text, int first, int second) {
    return LargeWord{text, {first, second}, asks, asked};
  };
  if (both == nullptr) {
    for (int i = 0; i < static_cast<int>(words[only].size()); ++i) {
      LargeWord one = word(words[only][i], -1, -1);
      one.place[only] = i;
      paragraph.push_back({{{{one}, {}}}});
    }
    return paragraph;
  }
  bool was_parted = false;
  for (const AlignedWord& at : *both) {
    const bool same = at.first && at.second && words[0][*at.first] == words[1][*at.second];
    if (same) {
      paragraph.push_back({{{{word(words[0][*at.first], *at.first, *at.second)}, {}}}});
    } else {
      if (!was_parted) paragraph.emplace_back();
      LargeBlock& block = paragraph.back();
      if (at.first) block.lines[0].push_back(word(words[0][*at.first], *at.first, -1));
      if (at.second) block.lines[1].push_back(word(words[1][*at.second], -1, *at.second));
    }
    was_parted = !same;
  }
  return paragraph;
}

float LargeText::width_of(const LargeWord& word) const {
  // Measured as strong, so that nothing moves when the focus does.
  return ui_.width(strong(), word.text);
}
float LargeText::width_of(const std::vector<LargeWord>& words) const {
  float wide = 0;
  for (const LargeWord& word : words) wide += width_of(word) + space();
  return words.empty() ? 0 : wide - space();
}
float LargeText::width_of(const LargeBlock& block) const {
  const float wide = std::max(width_of(block.lines[0]), width_of(block.lines[1]));
  return block.parted() ? wide + brace() : wide;
}

std::vector<LargeText::Row> LargeText::rows_within(LargeParagraph& paragraph, float width) const {
  std::vector<Row> rows;
  for (LargeBlock& block : paragraph) {
    const float wide = width_of(block);
    if (rows.empty() || rows.back().width + space() + wide > width) rows.emplace_back();
    Row& row = rows.back();
    row.width += (row.blocks.empty() ? 0 : space()) + wide;
    row.blocks.push_back(&block);
    row.parted = row.parted || block.parted();
  }
  return rows;
}

// As few rows as possible, about equally long, the first ones rather longer.
std::vector<LargeText::Row> LargeText::balanced(LargeParagraph& paragraph, float width) const {
  std::vector<Row> best = rows_within(paragraph, width);
  float low = width / 4;
  float high = width;
  for (int i = 0; i < 12; ++i) {
    const float middle = (low + high) / 2;
    std::vector<Row> rows = rows_within(paragraph, middle);
    const bool fits =
        rows.size() == best.size() &&
        std::all_of(rows.begin(), rows.end(), [&](const Row& row) { return row.width <= width; });
    (fits ? high : low) = middle;
    if (fits) best = std::move(rows);
  }
  return rows_within(paragraph, std::min(width, high * 1.08F));
}

void LargeText::choose_size(std::vector<LargeParagraph>& paragraphs, const Area& area) {
  for (const int size : presenter_sizes) {
    size_ = size;
    float tall = head_room();
    float widest = 0;
    std::size_t count = 0;
    for (LargeParagraph& paragraph : paragraphs) {
      for (const Row& row : rows_within(paragraph, area.width())) {
        tall += height_of(row) + least_gap();
        widest = std::max(widest, row.width);
        ++count;
      }
    }
    // Two rows can be read at a glance; more of them take a smaller type before they take the room.
    const bool few = count <= (size_ >= 38 ? 2 * paragraphs.size() : 8U);
    if (few && tall - least_gap() <= area.height() && widest <= area.width()) return;
  }
}

void LargeText::lay_out(std::vector<LargeParagraph>& paragraphs, const Area& area) {
  choose_size(paragraphs, area);
  std::vector<Row> rows;
  for (LargeParagraph& paragraph : paragraphs) {
    for (Row& row : balanced(paragraph, area.width())) rows.push_back(std::move(row));
  }
  float tall = 0;
  for (const Row& row : rows) tall += height_of(row);
  const auto gaps = static_cast<float>(rows.size() - 1);
  const float free = area.height() - head_room() - tall;
  gap_ = gaps > 0 ? std::clamp(free / gaps, 0.0F, ui_.px(130)) : ui_.px(130);
  float y = area.top + head_room() + std::max(0.0F, (free - gaps * gap_) / 2);
  for (Row& row : rows) {
    float x = area.middle_x() - row.width / 2;
    for (LargeBlock* block : row.blocks) {
      place_block(*block, std::round(x), std::round(y), height_of(row));
      x += width_of(*block) + space();
    }
    y += height_of(row) + gap_;
  }
}

void LargeText::place_block(LargeBlock& block, float left, float top, float tall) const {
  for (int line = 0; line < 2; ++line) {
    float x = left + (block.parted() ? brace() : 0);
    const float middle = block.parted() ? top + tall * (line == 0 ? 0.25F : 0.75F) : top + tall / 2;
    for (LargeWord& word : block.lines[static_cast<std::size_t>(line)]) {
      word.area = Area::at(x, std::round(middle - line_height() / 2), width_of(word), line_height());
      x += width_of(word) + space();
    }
  }
}

}  // namespace headlight
