// Sentences as rows of word chips on common columns: what stands for one another stands above one another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace headlight {

// `first` and `second`: the sentences differ in it.
enum class ChipLook { plain, quiet, focus, first, second };

struct Chip {
  std::string word;
  int place = 0;  // in its sentence
  ChipLook look = ChipLook::plain;
  std::optional<Rgb> read = {};  // it is looked at: underlined in this colour
};

// One column for each aligned word; a row without a word there leaves its place free.
struct ChipColumns {
  Type plain, hot;
  std::vector<Area> places;  // left and right of each column; top and bottom are the rows' business
  float height = 0;
  float width = 0;  // of all, when they do not fit they are wider than the area they were made for
};

// The largest type in which the widest words of each column fit side by side into `width` pixels.
ChipColumns lay_out_chips(const Ui& ui, const std::vector<std::vector<std::string>>& words_by_column,
                          float left, float width, int largest = 20);

// Draws a word; its area is as wide as the word needs, in the middle of its column.
Area chip_area(const Ui& ui, const ChipColumns& columns, int column, const std::string& word, float top);
Touch chip(Ui& ui, const std::string& id, const ChipColumns& columns, const Area& area, const Chip& chip,
           bool can_open);

}  // namespace headlight
