// What the lab on positions computes for its open page.
#pragma once

#include "app/session/labs/lab_work.h"

namespace headlight {

// So many places are shown at least, also beyond the sentence.
inline constexpr int least_places = 32;
// ALiBi is shown with the paper's slopes for so many heads where the model on stage has none of its own.
inline constexpr int alibi_heads = 8;
// The vectors that are appended have so many dimensions.
inline constexpr int appended_dimensions = 16;

// Tables it fills, each of a side but the first:
//   "properties"   a row for each of kinds_measured()
//   "slopes"       ALiBi: a row for each head
//   "parts"        a row for each of score_parts; "orthogonality": sentence, vocabulary, random
//   "reversed"     a row for each word
//   "rotation"     one row
// and maps: "numbers SIDE" and "similarity SIDE" of vectors of places, "words SIDE" and "input SIDE", the
// words' vectors before and after their places are added or appended, where they fit; score_parts with
// "parts_sum".
inline constexpr const char* properties_table = "properties";
inline constexpr const char* slopes_table = "slopes";
inline constexpr const char* every_bias_table = "bias of every head";
std::vector<Positions> kinds_measured();
// The kind that the model on stage is compared with: the lab's, or where that is the model's own or cannot be
// applied to its weights the first that can.
Positions compared_kind(const PositionsLab& lab, const TransformerConfig& config);

// Takes out what only the panels of the open page read.
void leave_out_looks(PositionsLab& lab);

void compute_positions(LabWork& work, const Session& session, const Document& document);

}  // namespace headlight
