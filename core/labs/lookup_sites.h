// What the lab on lookup records: rows for the table of sites.
#pragma once

#include <array>

#include "core/layers/sites.h"

namespace headlight::lab_sites {

using enum Axis;

inline constexpr std::array lookup{
    Site{Family::lookup_lab, "tokens", "number", source_token, one, "t", "word → number",
         "Each word's number: which row of E belongs to it."},
    Site{Family::lookup_lab, "table", "number of the table", source_word, model, "E", "random",
         "A row of random numbers for each letter."},
    Site{Family::lookup_lab, "one_hot", "one-hot number", source_token, source_word, "O",
         "1 where the word is t", "The word's number as a row: a single 1, all else 0."},
    Site{Family::lookup_lab, "product", "product", source_token, model, "O E", "one-hot(t) × E",
         "One-hot rows times the table: all terms but one have a 0 in them."},
    Site{Family::lookup_lab, "looked_up", "looked-up number", source_token, model, "E_t", "row t of E",
         "The row with the word's number, as it is."},
    Site{Family::lookup_lab, "negative", "negative number", source_token, model, "−E_t", "−1 × E_t",
         "What was looked up, to be subtracted."},
    Site{Family::lookup_lab, "difference", "difference", source_token, model, "O E − E_t",
         "product − looked up", "The difference between the product and the lookup."}};

}  // namespace headlight::lab_sites
