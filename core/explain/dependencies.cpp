#include "core/explain/dependencies.h"

#include <algorithm>
#include <optional>
#include <string>

#include "core/models/read_trace.h"

namespace headlight {
namespace {

// `likely` first, then all others below `count`.
std::vector<int> order(std::vector<int> likely, int count) {
  std::erase_if(likely, [count](int place) { return place < 0 || place >= count; });
  const auto known = static_cast<std::ptrdiff_t>(likely.size());
  for (int place = 0; place < count; ++place) {
    if (std::find(likely.begin(), likely.begin() + known, place) == likely.begin() + known)
      likely.push_back(place);
  }
  return likely;
}

// Looks for a reader of one cell. Where nothing reads it, or few do, the expressions of all cells of a large
// matrix would be written out: only so many of their terms are.
class ReaderSearch {
 public:
  ReaderSearch(const Trace& trace, Cell cell) : tape_(trace.tape()), cell_(cell) {}

  bool reads(Cell reader) {
    const std::vector<Cell> cells = tape_.explain(reader).cells();
    terms_left_ -= static_cast<int>(cells.size()) + 1;
    return std::find(cells.begin(), cells.end(), cell_) != cells.end();
  }
  bool may_go_on() const { return terms_left_ > 0; }

 private:
  static constexpr int most_terms = 12000;  // some 2 ms

  const Tape& tape_;
  Cell cell_;
  int terms_left_ = most_terms;
};

// Whether a row of the value reads the cell's row of this input, wherever the node has it.
bool reads_row(const Node& node, const std::vector<Shape>& shapes, Cell cell, int row) {
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] != cell.node) continue;
    const Op::RowRange read = node.op->rows_read(shapes, static_cast<int>(i), row);
    if (cell.row >= read.first && cell.row < read.first + read.count) return true;
  }
  return false;
}

// Most ops read whole rows or single cells: a few places of a few rows usually tell. The rest is looked
// through only where they do not.
std::optional<Cell> find_reader(const Trace& trace, int node, Cell cell, int row) {
  const Node& reader = trace.tape().node(node);
  if (reader.op == nullptr) return std::nullopt;
  std::vector<Shape> shapes;
  for (const int input : reader.inputs) shapes.push_back(trace.tape().node(input).shape);
  std::vector<int> rows = order({row, cell.row, cell.col}, reader.shape.rows);
  std::erase_if(rows, [&](int r) { return !reads_row(reader, shapes, cell, r); });
  const std::vector<int> likely = {cell.col, cell.row};
  ReaderSearch search(trace, cell);
  for (const int r : rows) {
    for (const int c : likely) {
      if (!search.may_go_on()) return std::nullopt;
      if (c < reader.shape.cols && search.reads({node, r, c})) return Cell{node, r, c};
    }
  }
  for (const int r : rows) {
    for (const int c : order(likely, reader.shape.cols)) {
      if (!search.may_go_on()) return std::nullopt;
      if (search.reads({node, r, c})) return Cell{node, r, c};
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<Cell> readers(const Trace& trace, Cell cell, int row) {
  std::vector<Cell> found;
  for (int node = cell.node + 1; node < trace.tape().size(); ++node) {
    const std::vector<int>& inputs = trace.tape().node(node).inputs;
    if (std::find(inputs.begin(), inputs.end(), cell.node) == inputs.end()) continue;
    if (const auto reader = find_reader(trace, node, cell, row)) found.push_back(*reader);
  }
  return found;
}

namespace {

class StepCounter {
 public:
  StepCounter(const Trace& trace, TokensGiven given)
      : trace_(trace), tape_(trace.tape()), chains_(static_cast<std::size_t>(tape_.size())) {
    const std::vector<StackInfo>& stacks = trace.anatomy().stacks;
    if (stacks.size() > 1) {
      writer_ = &stacks.back();
      if (given == TokensGiven::read) tokens_written_ = trace.find(std::string(writer_->input) + ".tokens");
    }
    probabilities_ = trace.find("probabilities");
    is_step_.resize(chains_.size());
    for (int id = 0; id < tape_.size(); ++id) {
      const Node& node = tape_.node(id);
      written_.push_back(writing_of(node.label));
      // Leaves wait for nothing, but the words that are written.
      if (node.kind == Node::Kind::computed || id == tokens_written_)
        chains_[id].resize(static_cast<std::size_t>(node.shape.rows));
    }
    find_steps();
  }

  DependentSteps count() {
    const int written = writer_ == nullptr ? 0 : static_cast<int>(trace_.tokens(writer_->stream).size());
    // What is of no word written, then word by word.
    for (int place = nowhere; place < written; ++place) {
      for (int id = 0; id < tape_.size(); ++id) count_rows(id, place);
    }
    DependentSteps found;
    for (const Found& each : lanes_) {
      StepLane lane = each.lane;
      for (const Row& step : each.steps) lane.at.push_back(chain(step.node, step.row));
      const int last = lane.at.empty() ? 0 : *std::max_element(lane.at.begin(), lane.at.end());
      found.all = std::max(found.all, last);
      if (lane.stack != writer_) found.reading = std::max(found.reading, last);
      found.lanes.push_back(std::move(lane));
    }
    return found;
  }

 private:
  static constexpr int nowhere = -1;  // the place of what is of no word written

  struct Row {
    int node = -1, row = 0;
  };
  // Which words written the rows of a node are of: of each its own, of one time all, or none.
  struct OfWords {
    bool by_row = false;
    int time = nowhere;
  };
  struct Found {
    StepLane lane;
    std::vector<Row> steps;
  };

  void find_steps() {
    const std::vector<RecurrentLane> recurrent = recurrent_lanes(trace_);
    for (const StackInfo& stack : trace_.anatomy().stacks) {
      for (const RecurrentLane& lane : recurrent) {
        if (lane.stack != &stack) continue;
        Found& found = lanes_.emplace_back(Found{{&stack, lane.layer, lane.backwards, {}}, {}});
        for (int time = 0; time < lane.times; ++time) add_steps(found, lane.at(time, "state"));
      }
      for (int layer = 0; !stack.recurrence && layer < stack.layers; ++layer)
        add_steps(lanes_.emplace_back(Found{{&stack, layer, false, {}}, {}}),
                  end_of_layer(trace_, stack, layer));
    }
  }
  void add_steps(Found& lane, const std::string& path) {
    const int node = trace_.find(path);
    if (node < 0) return;
    is_step_[node] = true;
    for (int row = 0; row < tape_.node(node).shape.rows; ++row) lane.steps.push_back({node, row});
  }

  OfWords writing_of(const Label& label) const {
    if (writer_ == nullptr) return {};
    const Place place = place_of(label.path);
    if (place.time) return {false, place.stack == writer_->name ? *place.time : nowhere};
    return {info(label.rows).stream == writer_->stream, nowhere};
  }
  int place_in_writing(int id, int row) const {
    const OfWords& of = written_[id];
    return of.by_row ? row : of.time;
  }

  // The rows of a node that are of a place.
  void count_rows(int id, int place) {
    std::vector<int>& chains = chains_[id];
    for (int row = 0; row < static_cast<int>(chains.size()); ++row) {
      if (place_in_writing(id, row) != place) continue;
      chains[row] = id == tokens_written_ ? written_behind(place - 1) : behind_inputs(id, row, place);
    }
  }

  int written_behind(int place) const {
    return place < 0 || probabilities_ < 0 ? 0 : chain(probabilities_, place);
  }

  int behind_inputs(int id, int row, int place) const {
    const Node& node = tape_.node(id);
    std::vector<Shape> shapes;
    for (const int input : node.inputs) shapes.push_back(tape_.node(input).shape);
    int longest = 0;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const int input = node.inputs[i];
      const Op::RowRange read = node.op->rows_read(shapes, static_cast<int>(i), row);
      for (int from = read.first; from < read.first + read.count; ++from) {
        // A word reads none behind it: at their time they are not written yet.
        if (place_in_writing(input, from) <= place) longest = std::max(longest, chain(input, from));
      }
    }
    return longest + (is_step_[id] ? 1 : 0);
  }

  int chain(int id, int row) const {
    const std::vector<int>& chains = chains_[id];
    return chains.empty() ? 0 : chains.at(row);
  }

  const Trace& trace_;
  const Tape& tape_;
  const StackInfo* writer_ = nullptr;
  int tokens_written_ = -1, probabilities_ = -1;
  std::vector<Found> lanes_;
  std::vector<OfWords> written_;
  std::vector<bool> is_step_;
  std::vector<std::vector<int>> chains_;  // of each row of each node; none of leaves
};

}  // namespace

DependentSteps dependent_steps(const Trace& trace, TokensGiven given) {
  return StepCounter(trace, given).count();
}

}  // namespace headlight
