// Attention over the cells of a picture in numbers: how far it looks, and how alike the places of the cells
// are. Dosovitskiy et al. 2021, figure 7.
#pragma once

#include "core/models/trace.h"

namespace headlight {

// The mean distance in pixels between the cell that asks and the cells that it looks at: the mean over query
// cells i of sum_j w_ij |p_i - p_j|, p the middle of a cell. A class token counts neither as query nor as
// key: the weights of a row's cells are divided by their sum. 0 for weights that are not of cells on cells,
// and where no weight lies on any.
float attention_distance(const Trace& trace, int weights);

// The cosine of the position embeddings of each two cells, [cells, cells], without that of a class token.
// Empty where the model adds none.
Matrix position_similarity(const Trace& trace);

}  // namespace headlight
