// What the labs record: their rows for the table of sites.
#pragma once

#include <array>

#include "core/layers/sites.h"

namespace headlight::lab_sites {

// What the lab on attention records: rows for the table of sites.

using enum Axis;

inline constexpr std::array attention{
    Site{Family::attention_lab, "inputs", "input", source_token, model, "X", "the vectors that come in",
         "The inputs, a row each: what the queries look at."},
    Site{Family::attention_lab, "queries", "asking vector", target_query, model, "X_q",
         "the vectors that ask", "The vectors that the queries are made from, if these are not the inputs."},
    Site{Family::attention_lab, "query_weight", "weight of the query", model, head, "W^Q", "random",
         "Turns vectors into queries; learned in a model, random here."},
    Site{Family::attention_lab, "key_weight", "weight of the key", model, head, "W^K", "random",
         "Turns inputs into keys; learned in a model, random here."},
    Site{Family::attention_lab, "value_weight", "weight of the value", model, head, "W^V", "random",
         "Turns inputs into values; learned in a model, random here."},
    Site{Family::attention_lab, "alignment_weight", "weight of the alignment", one, head, "v", "random",
         "Weighs the dimensions of tanh(q + k); learned in a model, random here."},
    Site{Family::attention_lab, "query", "query", target_query, head, "Q", "X_q W^Q",
         "What each query is looking for.", SiteId::query},
    Site{Family::attention_lab, "key", "key", source_key, head, "K", "X W^K",
         "What each input can be found by.", SiteId::key},
    Site{Family::attention_lab, "value", "value", source_key, head, "V", "X W^V",
         "What each input hands on when it is looked at.", SiteId::value},
    Site{Family::attention_lab, "scores", "score", target_query, source_key, "S", "a(q, k)",
         "How well a query fits a key: a dot product, or a small network."},
    Site{Family::attention_lab, "scaled", "scaled score", target_query, source_key, "S / √d_k", "S / √d_k",
         "The scores divided by √d_k, so that the softmax does not give nearly all weight to one token."},
    Site{Family::attention_lab, "mask", "mask", target_query, source_key, "mask", "0 or −∞",
         "Minus infinity where a query may not look."},
    Site{Family::attention_lab, "masked", "masked score", target_query, source_key, "M", "S / √d_k + mask",
         "The scores with minus infinity where a query may not look."},
    Site{Family::attention_lab, "weights", "weight", target_query, source_key, "A", "softmax(S)",
         "How much a query takes from each input; a row adds up to 1.", SiteId::weights},
    Site{Family::attention_lab, "output", "output", target_query, head, "A V", "A V",
         "The values, mixed by the weights."}};

}  // namespace headlight::lab_sites

// What the lab on blocks records: rows for the table of sites.

namespace headlight::lab_sites {

using enum Axis;

inline constexpr std::array block{
    Site{Family::block_lab, "x", "value", source_token, model, "x", "what is normalized",
         "Each word's vector, as it comes into the norm."},
    Site{Family::block_lab, "gain", "gain", one, model, "γ", "learned", "What each number is stretched by."},
    Site{Family::block_lab, "bias", "bias", one, model, "β", "learned", "What each number is moved by."},
    Site{Family::block_lab, "layer", "normalized value", source_token, model, "N", "γ (x − μ) / σ + β",
         "Mean 0 and spread 1, then stretched and moved."},
    Site{Family::block_lab, "scale_only", "normalized value", source_token, model, "N_s", "γ (x − μ) / σ",
         "Mean 0 and spread 1, then only stretched."},
    Site{Family::block_lab, "rms", "normalized value", source_token, model, "N_r", "γ x / r",
         "Divided by r, the root of its mean square, then stretched; the mean stays in."}};

}  // namespace headlight::lab_sites

// What the lab on lookup records: rows for the table of sites.

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
    // A table asked in three ways (core/labs/lookup.h).
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

// What the lab on positions records beside the steps of a model, under a model’s names: rows for the table of
// sites.

namespace headlight::lab_sites {

using enum Axis;

inline constexpr std::array positions{
    Site{Family::stream, "similarity", "similarity", source_query, source_key, "PE PE^T", "PE PE^T",
         "How alike the vectors of two positions are: a dot product; in the positions lab."},
    Site{Family::head, "content_query", "query of the content", source_query, head, "Q_c", "e W^Q",
         "The part of the query that comes from the word alone, without the bias of W^Q; in the positions "
         "lab."},
    Site{
        Family::head, "content_key", "key of the content", source_key, head, "K_c", "e W^K",
        "The part of the key that comes from the word alone, without the bias of W^K; in the positions lab."},
    Site{Family::head, "position_query", "query of the position", source_query, head, "Q_p", "PE W^Q",
         "The part of the query that comes from the position alone; in the positions lab."},
    Site{Family::head, "position_key", "key of the position", source_key, head, "K_p", "PE W^K",
         "The part of the key that comes from the position alone; in the positions lab."},
    Site{Family::head, "bias_query", "bias of the query", source_query, head, "b^Q", "0 W^Q + b^Q",
         "The bias of the query, the same for every word; in the positions lab."},
    Site{Family::head, "bias_key", "bias of the key", source_key, head, "b^K", "0 W^K + b^K",
         "The bias of the key, the same for every word; in the positions lab."},
    Site{Family::head, "content_content", "score of content for content", source_query, source_key, "S_cc",
         "Q_c K_c^T", "What the word of the query and the word of the key add to the score."},
    Site{Family::head, "content_position", "score of content for position", source_query, source_key, "S_cp",
         "Q_c K_p^T", "What the word of the query and the position of the key add to the score."},
    Site{Family::head, "position_content", "score of position for content", source_query, source_key, "S_pc",
         "Q_p K_c^T", "What the position of the query and the word of the key add to the score."},
    Site{Family::head, "position_position", "score of position for position", source_query, source_key,
         "S_pp", "Q_p K_p^T", "What the position of the query and the position of the key add to the score."},
    Site{Family::head, "biases", "score of the biases", source_query, source_key, "S_b",
         "b^Q K^T + (Q − b^Q) b^K", "What the biases of W^Q and W^K add to the score."},
    Site{Family::head, "parts_sum", "sum of the parts", source_query, source_key, "Σ",
         "S_cc + S_cp + S_pc + S_pp + S_b", "All parts of the score, added up again."}};

}  // namespace headlight::lab_sites

// What the lab on vectors records: rows for the table of sites.

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
