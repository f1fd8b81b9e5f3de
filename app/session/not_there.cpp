// What a session from a file names that its model and sentences do not have.
#include <algorithm>
#include <string>

#include "app/session/action.h"
#include "app/session/document.h"
#include "app/session/edits.h"
#include "app/session/open_lab.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

std::string range(const std::string& what, int value, int count) {
  if (value >= 0 && value < count) return "";
  const std::string there = count <= 0   ? "there are none"
                            : count == 1 ? "there is 0 only"
                                         : "they run from 0 to " + std::to_string(count - 1);
  return what + " " + std::to_string(value) + " is not there: " + there;
}

std::string of_selection(const Session& session, const Anatomy& anatomy) {
  if (anatomy.attentions.empty()) return "";
  const AttentionHeads* const there = anatomy.find(session.attention);
  if (there == nullptr)
    return "the attention asked for is not there: no " + std::string(anatomy.missing(session.attention));
  if (std::string error = range("layer", session.layer, there->layers()); !error.empty()) return error;
  return range("head", session.head, there->in(session.layer));
}

Shape shape_of(const Trace* trace, const std::string& path) {
  const int node = trace == nullptr ? -1 : trace->find(path);
  return node < 0 ? Shape{} : trace->tape().node(node).shape;
}

std::string of_cell(const Trace& trace, const CellName& cell) {
  const Shape shape = shape_of(&trace, cell.path);
  if (shape.size() == 0) return in_quotes(cell.path) + " is not there: no value of that name";
  if (std::string error = range(cell.path + " row", cell.row, shape.rows); !error.empty()) return error;
  return range(cell.path + " column", cell.col, shape.cols);
}

std::string of_edit(const Edit& edit, const Shape& shape) {
  if (shape.size() == 0) return shortened(edit.path) + ": no value of that name";
  const std::string rows = edit.row ? range("row", *edit.row, shape.rows) : "";
  const std::string cols = edit.col ? range("column", *edit.col, shape.cols) : "";
  const std::string other = edit.kind == Edit::Kind::swap ? range("column", edit.other, shape.cols) : "";
  for (const std::string& error : {rows, cols, other}) {
    if (!error.empty()) return edit.path + " " + error;
  }
  const auto count = static_cast<int>(edit.values.size());
  if (edit.kind == Edit::Kind::set && count > 1 && count != shape.cols)
    return edit.path + ": " + std::to_string(count) + " values for " + std::to_string(shape.cols) +
           " columns";
  return "";
}

}  // namespace

// An edit of both sentences belongs to the one that has its place; the other one may be shorter.
std::string edits_not_there(const Session& session, const Document& document) {
  for (std::size_t i = 0; i < session.edits.size(); ++i) {
    const SessionEdit& edit = session.edits[i];
    const std::string which = "edits[" + std::to_string(i) + "]";
    if (edit.side && document.sides.at(*edit.side).text.empty())
      return which + " is of the second sentence, and there is none";
    std::string error;
    bool fits = false;
    for (int side = 0; side < 2; ++side) {
      if (!edit.is_of(side) || document.trace(side) == nullptr) continue;
      const std::string wrong = of_edit(edit, shape_of(document.trace(side), edit.path));
      fits |= wrong.empty();
      if (error.empty()) error = wrong;
    }
    if (!fits && !error.empty()) return std::string(which).append(" of ").append(error);
  }
  return "";
}

namespace {

// The step, the cells opened and the edits.
std::string steps_not_there(const Session& session, const Document& document, const Trace& trace) {
  if (!session.step.empty() && trace.find(session.step) < 0)
    return "step " + in_quotes(session.step) + " is not there";
  const Trace* cells = trace_of_cells(session, document);
  for (std::size_t i = 0; cells != nullptr && i < session.trail.size(); ++i) {
    if (std::string error = of_cell(*cells, session.trail[i]); !error.empty())
      return "trail[" + std::to_string(i) + "]: " + error;
  }
  return edits_not_there(session, document);
}

}  // namespace

std::string not_there(const Session& session, const Document& document) {
  if (document.model == nullptr) return "";
  if (const int sides = sides_of_cells(session, document); session.side < 0 || session.side >= sides)
    return range("side", session.side, sides);
  if (std::string error = of_selection(session, document.model->anatomy()); !error.empty()) return error;
  const Trace* trace = document.trace(session.side);
  if (trace == nullptr) return "";
  if (trace->anatomy().attentions.empty()) return steps_not_there(session, document, *trace);
  if (trace->find(selected_path(session)) < 0) return "part " + in_quotes(session.part) + " is not there";
  const int words = shape_of(trace, selected_path(session)).rows;
  if (session.token != -1) {
    if (std::string error = range("token", session.token, words); !error.empty()) return error;
  }
  return steps_not_there(session, document, *trace);
}

}  // namespace headlight
