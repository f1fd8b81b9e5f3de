#include "core/figure/face.h"

namespace headlight {

FaceName name_of(Face face) {
  constexpr const char* words = "Inter";
  constexpr const char* signs = "DejaVu Sans";
  constexpr const char* figures = "JetBrains Mono";
  constexpr const char* figure_signs = "DejaVu Sans Mono";
  switch (face) {
    case Face::regular:
      return {words, signs, 400};
    case Face::medium:
      return {words, signs, 500};
    case Face::semibold:
      return {words, signs, 600};
    case Face::bold:
      return {words, signs, 700};
    case Face::italic:
      return {words, signs, 400, true};
    case Face::mono:
      return {figures, figure_signs, 400};
    case Face::mono_bold:
      return {figures, figure_signs, 700};
  }
  return {words, signs, 400};
}

}  // namespace headlight
