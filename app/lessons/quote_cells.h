// What a quote reads from: the traces and the lab's work of a document. For quote_value.cpp and
// quote_call.cpp alone; all of it throws QuoteError.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/labs/lab_work.h"
#include "app/lessons/quote_node.h"

namespace headlight {

// What the open lab computed.
const LabWork& quoted_work(const Document& document);
// The trace that a node of kind `values` names.
const Trace& quoted_trace(const QuoteNode& node, const Document& document);
// The node and the cells that it names; no row or column where all are meant.
struct QuotedPlace {
  int node = -1;
  std::optional<int> row, col;
};
QuotedPlace quoted_place(const QuoteNode& node, const Document& document);
// Its cells, whole rows and columns where it names none.
Cells cells_of(const QuoteNode& node, const Document& document);

// "a, b, c ...": what there is instead of what is not, not too much of it.
std::string listed(const std::vector<std::string>& words);

}  // namespace headlight
