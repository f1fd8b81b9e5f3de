// What the lab on positions records beside the steps of a model, under a model’s names: rows for the table of
// sites.
#pragma once

#include <array>

#include "core/layers/sites.h"

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
