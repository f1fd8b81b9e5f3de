#include "core/pictures/covered.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "core/text/in_quotes.h"
#include "core/text/trimmed.h"

namespace headlight {
namespace {

constexpr std::string_view mark = "covered";

int cell_named(const std::string& name) {
  for (int cell = 0; cell < Picture::cells * Picture::cells; ++cell) {
    if (cell_name(cell) == name) return cell;
  }
  throw std::invalid_argument("picture: there is no cell " + in_quotes(name) + " to be covered; they are " +
                              cell_name(0) + " to " + cell_name(Picture::cells * Picture::cells - 1));
}

}  // namespace

CoveredText covered_text_of(std::string_view text) {
  const std::size_t last = text.rfind(';');
  const std::string_view part =
      last == std::string_view::npos ? std::string_view{} : trimmed(text.substr(last + 1));
  if (!part.starts_with(mark)) return {std::string(text), {}};
  CoveredText parted{std::string(text.substr(0, last)), {}};
  std::istringstream names{std::string(part.substr(mark.size()))};
  for (std::string name; names >> name;) parted.covered.push_back(cell_named(name));
  std::sort(parted.covered.begin(), parted.covered.end());
  parted.covered.erase(std::unique(parted.covered.begin(), parted.covered.end()), parted.covered.end());
  return parted;
}

std::string to_text(const CoveredText& text) {
  if (text.covered.empty()) return text.picture;
  std::string all = text.picture + "; " + std::string(mark);
  for (const int cell : text.covered) all += " " + cell_name(cell);
  return all;
}

std::string with_cell_turned(std::string_view text, int cell) {
  CoveredText parted = covered_text_of(text);
  if (std::erase(parted.covered, cell) == 0)
    parted.covered.insert(std::lower_bound(parted.covered.begin(), parted.covered.end(), cell), cell);
  return to_text(parted);
}

void cover(Picture& picture, int cell) {
  const int left = cell % Picture::cells * Picture::cell_side,
            top = cell / Picture::cells * Picture::cell_side;
  for (int y = top; y < top + Picture::cell_side; ++y) {
    for (int x = left; x < left + Picture::cell_side; ++x)
      std::fill_n(picture.pixel(x, y), Picture::channels, covering_grey);
  }
}

}  // namespace headlight
