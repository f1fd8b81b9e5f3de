// What the lab on positions records beside the steps of a model, under a model’s names: rows for the table of
// sites.
#pragma once

#include <array>

#include "core/layers/sites.h"

namespace headlight::lab_sites {

using enum Axis;

inline constexpr std::array positions{
    Site{Family::stream, "similarity", "similarity", source_query, source_key, "PE PE^T", "PE PE^T",
         "How alike the vectors of two places are: a dot product; in the lab on positions."},
    Site{Family::head, "content_query", "query of the content", source_query, head, "Q_c", "e W^Q",
         "The query's share that comes from the word alone, without W^Q's bias; in the lab on positions."},
    Site{Family::head, "content_key", "key of the content", source_key, head, "K_c", "e W^K",
         "The key's share that comes from the word alone, without W^K's bias; in the lab on positions."},
    Site{Family::head, "position_query", "query of the position", source_query, head, "Q_p", "PE W^Q",
         "The query's share that comes from the place alone; in the lab on positions."},
    Site{Family::head, "position_key", "key of the position", source_key, head, "K_p", "PE W^K",
         "The key's share that comes from the place alone; in the lab on positions."},
    Site{Family::head, "bias_query", "bias of the query", source_query, head, "b^Q", "0 W^Q + b^Q",
         "The query's bias, the same for every word; in the lab on positions."},
    Site{Family::head, "bias_key", "bias of the key", source_key, head, "b^K", "0 W^K + b^K",
         "The key's bias, the same for every word; in the lab on positions."},
    Site{Family::head, "content_content", "score of content for content", source_query, source_key, "S_cc",
         "Q_c K_c^T", "What the word that asks and the word that is asked give the score."},
    Site{Family::head, "content_position", "score of content for position", source_query, source_key, "S_cp",
         "Q_c K_p^T", "What the word that asks and the place that is asked give the score."},
    Site{Family::head, "position_content", "score of position for content", source_query, source_key, "S_pc",
         "Q_p K_c^T", "What the place that asks and the word that is asked give the score."},
    Site{Family::head, "position_position", "score of position for position", source_query, source_key,
         "S_pp", "Q_p K_p^T", "What the place that asks and the place that is asked give the score."},
    Site{Family::head, "biases", "score of the biases", source_query, source_key, "S_b",
         "b^Q K^T + (Q − b^Q) b^K", "What the biases of W^Q and W^K give the score."},
    Site{Family::head, "parts_sum", "sum of the parts", source_query, source_key, "Σ",
         "S_cc + S_cp + S_pc + S_pp + S_b", "All parts of the score added up again."}};

}  // namespace headlight::lab_sites
