// What the lab on vectors records: rows for the table of sites.
#pragma once

#include <array>

#include "core/layers/sites.h"

namespace headlight::lab_sites {

using enum Axis;

inline constexpr std::array vectors{
    Site{Family::vectors_lab, "vectors", "number", source_token, model, "X", "from the model",
         "A vector of the model in each row: of a word, or the mean over the words of a sentence."},
    Site{Family::vectors_lab, "centring", "factor", source_query, source_key, "C", "I − 1 / N",
         "Subtracts the mean of all rows from each."},
    Site{Family::vectors_lab, "centred", "centred number", source_token, model, "X_c", "C X",
         "The vectors without what all of them have in common: their mean."},
    Site{Family::vectors_lab, "axes", "component", model, component, "W", "eigenvectors of X_cᵀ X_c",
         "Principal axes: the directions in which the vectors differ most."},
    Site{Family::vectors_lab, "projected", "coordinate", source_token, component, "Y", "X_c W",
         "Where each vector lies along the principal axes."},
    Site{Family::vectors_lab, "gain", "factor", one, model, "1/√d", "1 / √d_model",
         "Turns a root mean square into a length."},
    Site{Family::vectors_lab, "unit", "unit number", source_token, model, "U", "x / |x|",
         "Each vector divided by its length."},
    Site{Family::vectors_lab, "similarity", "cosine", source_query, source_key, "cos", "U Uᵀ",
         "Cosine of the angle between two vectors: 1 where they point the same way, 0 at right angles."}};

}  // namespace headlight::lab_sites
