// What the lab on attention records: rows for the table of sites.
#pragma once

#include <array>

#include "core/layers/sites.h"

namespace headlight::lab_sites {

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
         "What each query is looking for."},
    Site{Family::attention_lab, "key", "key", source_key, head, "K", "X W^K",
         "What each input can be found by."},
    Site{Family::attention_lab, "value", "value", source_key, head, "V", "X W^V",
         "What each input hands on when it is looked at."},
    Site{Family::attention_lab, "scores", "score", target_query, source_key, "S", "a(q, k)",
         "How well a query fits a key: a dot product, or a small network."},
    Site{Family::attention_lab, "scaled", "scaled score", target_query, source_key, "S / √d_k", "S / √d_k",
         "The scores divided by √d_k, so that the softmax does not give nearly all weight to one token."},
    Site{Family::attention_lab, "mask", "mask", target_query, source_key, "mask", "0 or −∞",
         "Minus infinity where a query may not look."},
    Site{Family::attention_lab, "masked", "masked score", target_query, source_key, "M", "S / √d_k + mask",
         "The scores with minus infinity where a query may not look."},
    Site{Family::attention_lab, "weights", "weight", target_query, source_key, "A", "softmax(S)",
         "How much a query takes from each input; a row adds up to 1."},
    Site{Family::attention_lab, "output", "output", target_query, head, "A V", "A V",
         "The values, mixed by the weights."}};

}  // namespace headlight::lab_sites
