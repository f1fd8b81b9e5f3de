#include "core/models/picture_cells.h"

#include <algorithm>
#include <stdexcept>

#include "core/pictures/picture.h"

namespace headlight {

std::vector<std::string> cell_labels(const PictureInfo& picture) {
  std::vector<std::string> labels;
  if (picture.class_token) labels.emplace_back("[class]");
  const int side = picture.features.grid();
  for (int cell = 0; cell < side * side; ++cell) labels.push_back(cell_name(cell, side));
  return labels;
}

Understood PictureCells::understood(std::string_view typed) const {
  picture_of(typed);
  return {vocabulary().words(), {}};
}

PictureReader::PictureReader(const PictureInfo& picture)
    : cells_(picture), labels_(cells_.vocabulary().shared_words()) {}

Matrix PictureReader::pixels(std::string_view typed) { return scaled(picture_of(typed)); }

bool PictureReader::is_of(const Trace* trace, const Weights& weights, const Matrix& pixels) {
  if (trace == nullptr || trace->lender() != &weights) return false;
  const int node = trace->find("picture");
  const std::vector<Edit>& edits = trace->tape().edits();
  const bool edited = std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) {
    return node >= 0 && edit.path == trace->label(node).path;
  });
  return node >= 0 && !edited && trace->read(node).view().map() == pixels;
}

Trace::Words PictureReader::words() const {
  return {
      .source = *labels_, .target = {}, .next = {}, .source_vocabulary = labels_, .target_vocabulary = {}};
}

void require_picture_size(const FeaturesConfig& config) {
  if (config.side == Picture::side) return;
  throw std::invalid_argument("\"side\" must be " + std::to_string(Picture::side) +
                              ": pictures have as many pixels along a side");
}

}  // namespace headlight
