// Cells of a picture that are covered, so that a model has to do without them: the last part of any picture's
// text, "...; covered r3c4 r3c5".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/pictures/picture.h"

namespace headlight {

// The grey of a covered cell: 0 to the models, neither bright nor dark, of no colour.
inline constexpr std::uint8_t covering_grey = static_cast<std::uint8_t>(picture_mean);

// A picture's text, and the cells of its 8 x 8 grid that are covered, counted row by row, each once, in
// order.
struct CoveredText {
  std::string picture;
  std::vector<int> covered;
};

// Throws std::invalid_argument for a name that no cell has.
CoveredText covered_text_of(std::string_view text);
std::string to_text(const CoveredText& text);

// The same text with a cell covered, or with it uncovered where it was.
std::string with_cell_turned(std::string_view text, int cell);

void cover(Picture& picture, int cell);

}  // namespace headlight
