// What matrices are called in formulas, one letter for one thing, and the formula of a step in the letters of
// what it was made from. In the notation of the table of sites: "W^Q", "head_0", "S / √d_k".
#pragma once

#include <string>
#include <string_view>

#include "core/figure/palette.h"
#include "core/models/trace.h"

namespace headlight {

// "Q"; a head's output with the number of its head, "head_1"; of a parameter "W^Q", "b_1", "γ". Empty for
// what has no letter.
std::string symbol_of(std::string_view path);

// "N_1 W_1 + b_1": the right side of a step's formula as this model computes it. Products, sums, norms and
// activations are written from the tape, with the letters of their inputs and without the parts that the
// model does not have; the rest is the table's. Empty for leaves that the table does not know.
std::string letters_of(const Trace& trace, int node);
// "H = N_1 W_1 + b_1", or the formula alone where it is the symbol itself.
std::string equation_of(const Trace& trace, int node);

// The same as a line of text: Kᵀ and dₖ as Unicode has them, other letters raised and lowered.
RichText in_one_line(std::string_view formula, Role role = Role::ink, bool strong = false);

}  // namespace headlight
