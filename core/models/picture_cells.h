// What a model that looks at pictures makes of a text: the picture that it stands for, and the cells of its
// grid as tokens.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/models/anatomy.h"
#include "core/models/trace.h"
#include "core/text/tokenizer.h"

namespace headlight {

// A picture to begin with.
inline constexpr const char* example_picture =
    "large red circle at 18,22; small blue square at 48,16; large yellow star at 42,46; background 7";

// "r1c1", line by line from the top left; before them "[class]" where there is one.
std::vector<std::string> cell_labels(const PictureInfo& picture);

// A token a cell of the picture that is typed.
class PictureCells final : public Tokenizer {
 public:
  explicit PictureCells(const PictureInfo& picture) : Tokenizer(Vocabulary(cell_labels(picture))) {}
  // All cells. Throws as picture_of() does.
  Understood understood(std::string_view typed) const override;
  bool has_articles() const override { return false; }
  bool are_typed() const override { return false; }
  std::string_view tokens_called() const override { return "cells"; }
};

class PictureReader {
 public:
  explicit PictureReader(const PictureInfo& picture);

  const Tokenizer& tokenizer() const { return cells_; }
  // 0, 1, ... for each cell. Throws as picture_of() does.
  std::vector<int> read(std::string_view typed) const { return cells_.encoded(typed); }
  // The pixels as models take them. Throws as picture_of() does.
  static Matrix pixels(std::string_view typed);
  // Whether a trace is of this picture by the model with these weights, whatever is edited but the picture.
  static bool is_of(const Trace* trace, const Weights& weights, const Matrix& pixels);
  // The words of a trace that are of the picture.
  Trace::Words words() const;

 private:
  PictureCells cells_;
  std::shared_ptr<const std::vector<std::string>> labels_;
};

// Throws std::invalid_argument where pictures are of another size than those of picture_of().
void require_picture_size(const FeaturesConfig& config);

}  // namespace headlight
