// when(change, ..., value): what a value becomes once the computation is changed. The model runs again under
// the step's edits and these.
//
//   path[row, column] = number     the cells are set; without row or column all of them
//   path[row] = second: path[row]  a row is copied, from the other sentence or another place
//   path[row] * number             the cells are multiplied
//   share(path[row, column] = number)   a weight is set, and the rest of its row makes room
#include <algorithm>

#include "app/lessons/quote_cells.h"
#include "app/session/edits.h"
#include "core/models/translator.h"

namespace headlight {
namespace {

using Node = QuoteNode;
using Kind = Node::Kind;

[[noreturn]] void not_a_change() {
  throw QuoteError(
      "when(...) takes changes, then a value: when(encoder.1.self_attention.head.0.output = 0, translation)");
}

// Which cells a change is of.
SessionEdit place_of_change(const Node& target, const Document& document) {
  if (target.kind != Kind::values || target.lab || target.before) not_a_change();
  const QuotedPlace place = quoted_place(target, document);
  SessionEdit edit;
  edit.path = target.name;
  edit.row = place.row;
  edit.col = place.col;
  return edit;
}

void set_to(const Node& value, SessionEdit& edit, const Document& document) {
  const QuoteValue to = evaluate(value, document);
  const auto* cells = std::get_if<Cells>(&to);
  if (cells == nullptr) {
    edit.values = {static_cast<float>(quantity(value, document).value)};
    return;
  }
  if (cells->rows != 1 || edit.col || !edit.row) {
    throw QuoteError("a row is copied into a row: when(" + edit.path + "[it] = second: " + edit.path +
                     "[it], ...)");
  }
  for (const double each : cells->values) edit.values.push_back(static_cast<float>(each));
}

Edit change(const Node& node, const Document& document) {
  const bool shares = node.kind == Kind::call && node.name == "share" && node.parts.size() == 1;
  const Node& said = shares ? node.parts[0] : node;
  if (said.kind != Kind::binary) not_a_change();
  SessionEdit edit = place_of_change(said.parts[0], document);
  if (said.name == "=") {
    set_to(said.parts[1], edit, document);
  } else if (said.name == "*" && !shares) {
    edit.kind = Edit::Kind::multiply;
    edit.values = {static_cast<float>(quantity(said.parts[1], document).value)};
  } else {
    not_a_change();
  }
  if (shares && (!edit.row || !edit.col || edit.values.size() != 1))
    throw QuoteError("share(...) sets one weight: share(path[row, column] = 0.5)");
  edit.keep_sum = shares;
  const Side& side = document.sides.at(static_cast<std::size_t>(said.parts[0].side));
  return resolved(edit, side.trace.get(), nullptr);
}

int side_of_change(const Node& node) {
  const Node* target = &node;
  while (target->kind != Kind::values && !target->parts.empty()) target = &target->parts[0];
  return target->side;
}

bool reads_certainty(const Node& node) {
  return node.name == "certainty" || node.name == "doubts" ||
         std::any_of(node.parts.begin(), node.parts.end(), reads_certainty);
}

}  // namespace

bool reads(const QuoteNode& node, int side, bool before) {
  if (node.kind == Kind::values && !node.lab && node.side == side && node.before == before) return true;
  return std::any_of(node.parts.begin(), node.parts.end(),
                     [&](const QuoteNode& part) { return reads(part, side, before); });
}

QuoteNode with_x(QuoteNode node, double x) {
  if (node.kind == Kind::values && node.name == "x" && node.row.empty() && node.col.empty())
    return {.kind = Kind::number, .number = x};
  for (QuoteNode& part : node.parts) part = with_x(std::move(part), x);
  return node;
}

QuoteValue evaluate_when(const QuoteNode& call, const Document& document) {
  if (call.parts.size() < 2) not_a_change();
  const QuoteNode& value = call.parts.back();
  Document changed = document;
  for (int i = 0; i < 2; ++i) {
    if (!reads(value, i, false)) continue;
    Side& side = changed.sides.at(static_cast<std::size_t>(i));
    if (side.trace == nullptr) continue;  // reading it says why
    const std::size_t before = side.edits.size();
    for (std::size_t part = 0; part + 1 < call.parts.size(); ++part) {
      if (side_of_change(call.parts[part]) == i) side.edits.push_back(change(call.parts[part], document));
    }
    if (side.edits.size() == before) continue;
    try {
      side.trace = document.model->trace({.text = side.text, .edits = side.edits, .like = side.trace.get()});
    } catch (const std::exception& error) {
      throw QuoteError(error.what());
    }
    if (const auto translator = document.translator(); translator != nullptr && reads_certainty(value)) {
      const auto& calibration = document.card.certainty;
      side.certainty =
          certainty_of(*translator, *side.trace, side.edits, calibration ? &*calibration : nullptr);
    }
  }
  return evaluate(value, changed);
}

}  // namespace headlight
