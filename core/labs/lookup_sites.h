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
         "product − looked up", "The difference between the product and the lookup."},
    // A table asked in three ways (soft_lookup.h).
    Site{Family::lookup_lab, "query", "query", target_query, head, "q", "what is asked for",
         "What is asked for, attribute by attribute."},
    Site{Family::lookup_lab, "key", "key", source_key, head, "K", "a row for each entry",
         "What each entry is found by."},
    Site{Family::lookup_lab, "value", "value", source_key, model, "V", "a row for each entry",
         "What each entry hands over when it is found."},
    Site{Family::lookup_lab, "exact", "choice", target_query, source_key, "D", "1 where k = q",
         "A dictionary: 1 at the entry whose key is the query, or nowhere."},
    Site{Family::lookup_lab, "exact_value", "value found", target_query, model, "D V", "D V",
         "The value of that entry; 0 where there is none."},
    Site{Family::lookup_lab, "scores", "score", target_query, source_key, "s", "q K^T",
         "How well the query fits each key: a dot product."},
    Site{Family::lookup_lab, "nearest", "choice", target_query, source_key, "N", "1 at the largest q · k",
         "The nearest key takes all; several that are equally near share it."},
    Site{Family::lookup_lab, "nearest_value", "value found", target_query, model, "N V", "N V",
         "The value of the nearest key."},
    Site{Family::lookup_lab, "scaled", "scaled score", target_query, source_key, "s / T", "s / T",
         "The scores, divided by a temperature."},
    Site{Family::lookup_lab, "weights", "weight", target_query, source_key, "a", "softmax(s / T)",
         "The share of each entry; together they are 1."},
    Site{Family::lookup_lab, "mixed", "mixed value", target_query, model, "a V", "a V",
         "All values, mixed by these shares."}};

}  // namespace headlight::lab_sites
