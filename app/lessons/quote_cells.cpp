#include "app/lessons/quote_cells.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/explain/view.h"
#include "core/text/in_quotes.h"
#include "core/text/nearest.h"

namespace headlight {
namespace {

// The place of a word, or the place itself, on an axis.
int place_on(const Trace& trace, Axis axis, int size, const std::string& index, const char* what,
             const std::string& path) {
  int place = -1;
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), place);
  if (error == std::errc{} && end == index.data() + index.size()) {
    if (place >= 0 && place < size) return place;
    throw QuoteError(path + " has " + what + "s 0 to " + std::to_string(size - 1) + ", not " +
                     shortened(index));
  }
  if (index == "last" && size > 0) return size - 1;
  const std::string word = index.starts_with('"') ? index.substr(1) : index;
  const std::vector<std::string> labels = trace.labels(axis, size);
  const auto is = [&](const std::string& label) {
    return label == word || label.starts_with(word + " → ");  // read, and written behind it
  };
  const auto found = std::find_if(labels.begin(), labels.end(), is);
  if (found == labels.end()) {
    std::string nearest;
    int best = std::numeric_limits<int>::max();
    for (const std::string& label : labels) {
      const int distance = edit_distance(word, label);
      if (distance < best) {
        best = distance;
        nearest = label;
      }
    }
    throw QuoteError("no " + std::string(what) + " of " + path + " is called " + in_quotes(word) +
                     "; nearest: \"" + nearest + "\" (there are: " + listed(labels) + ")");
  }
  const auto again = std::find_if(found + 1, labels.end(), is);
  if (again != labels.end()) {
    throw QuoteError(in_quotes(word) + " is at " + std::to_string(found - labels.begin()) + " and at " +
                     std::to_string(again - labels.begin()) + "; write its position instead of the word");
  }
  return static_cast<int>(found - labels.begin());
}

}  // namespace

const LabWork& quoted_work(const Document& document) {
  if (document.lab == nullptr) throw QuoteError("no lab is open; give the session \"view\": \"lab\"");
  if (!document.lab->error.empty()) throw QuoteError(document.lab->error);
  return *document.lab;
}

const Trace& quoted_trace(const QuoteNode& node, const Document& document) {
  if (node.lab) {
    const LabWork& work = quoted_work(document);
    if (work.recorded == nullptr || work.recorded->trace(node.side) == nullptr)
      throw QuoteError("this lab recorded nothing that \"lab:\" could read");
    return *work.recorded->trace(node.side);
  }
  const Side& side = document.sides.at(static_cast<std::size_t>(node.side));
  const TracePtr& trace = node.before ? side.unedited : side.trace;
  if (trace != nullptr) return *trace;
  if (!side.error.empty()) throw QuoteError(side.error);
  if (!document.error.empty()) throw QuoteError(document.error);
  throw QuoteError(node.side == 1 ? "there is no second sentence; give the session a \"compare\""
                                  : "nothing was computed for this sentence");
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  constexpr std::size_t most = 45;
  for (const std::string& word : words) {
    if (text.size() > most) return text + " ...";
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

QuotedPlace quoted_place(const QuoteNode& node, const Document& document) {
  const Trace& trace = quoted_trace(node, document);
  QuotedPlace place;
  try {
    place.node = trace.at(node.name);
  } catch (const std::out_of_range& error) {
    throw QuoteError(error.what());
  }
  const Shape shape = trace.tape().node(place.node).shape;
  const Label& label = trace.label(place.node);
  if (!node.row.empty()) place.row = place_on(trace, label.rows, shape.rows, node.row, "row", node.name);
  if (!node.col.empty()) place.col = place_on(trace, label.cols, shape.cols, node.col, "column", node.name);
  return place;
}

Cells cells_of(const QuoteNode& node, const Document& document) {
  const Trace& trace = quoted_trace(node, document);
  const QuotedPlace place = quoted_place(node, document);
  const Reading reading = trace.read(place.node);
  const Shape shape = reading.shape();
  if (shape.size() == 0) throw QuoteError(node.name + " has no numbers");
  const Label& label = trace.label(place.node);
  const int first_row = place.row.value_or(0);
  const int last_row = place.row.value_or(shape.rows - 1);
  const int first_col = place.col.value_or(0);
  const int last_col = place.col.value_or(shape.cols - 1);
  Cells cells{.rows = last_row - first_row + 1,
              .cols = last_col - first_col + 1,
              .format = view_of(trace, node.name).format,
              .path = node.name};
  for (int row = first_row; row <= last_row; ++row) {
    for (int col = first_col; col <= last_col; ++col) cells.values.push_back(reading(row, col));
  }
  if (cells.rows == 1) cells.labels = trace.labels(label.cols, shape.cols);
  if (cells.cols == 1 && cells.rows > 1) cells.labels = trace.labels(label.rows, shape.rows);
  return cells;
}

}  // namespace headlight
