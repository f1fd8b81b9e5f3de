#include "core/explain/dependencies.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

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

bool differs(float before, float after) {
  if (!std::isfinite(before) || !std::isfinite(after)) {
    const bool same = before == after || (std::isnan(before) && std::isnan(after));
    return !same;
  }
  const float larger = std::max(std::fabs(before), std::fabs(after));
  return std::fabs(after - before) > std::max(1e-6F, 1e-5F * larger);
}

namespace {

// Sums over the rows compared so far.
struct CellsCompared {
  NodeChange change;
  double change_squared = 0;
  double before_squared = 0;
  bool not_finite = false;

  void add(float before, float after) {
    if (std::isfinite(before)) before_squared += static_cast<double>(before) * before;
    if (!differs(before, after)) return;
    ++change.changed;
    if (!std::isfinite(before) || !std::isfinite(after)) {
      not_finite = true;
      return;
    }
    const double by = static_cast<double>(after) - before;
    change_squared += by * by;
    change.largest = std::max(change.largest, static_cast<float>(std::fabs(by)));
  }
};

using FloatRow = Eigen::Map<const Eigen::ArrayXf>;

// The same at once for many numbers that are finite.
void add_row(CellsCompared& all, const FloatRow& before, const FloatRow& after) {
  const auto by = after - before;
  const auto counts = by.abs() > (before.abs().max(after.abs()) * 1e-5F).max(1e-6F);
  const auto changed = static_cast<int>(counts.count());
  all.before_squared += before.cast<double>().square().sum();
  if (changed == 0) return;
  all.change.changed += changed;
  const Eigen::ArrayXf changes = counts.select(by, 0.0F);
  all.change_squared += changes.cast<double>().square().sum();
  all.change.largest = std::max(all.change.largest, changes.abs().maxCoeff());
}

}  // namespace

NodeChange change_of(ConstView before, ConstView after) {
  const int rows = std::min(before.shape.rows, after.shape.rows);
  const int cols = std::min(before.shape.cols, after.shape.cols);
  CellsCompared all;
  all.change.cells = rows * cols;
  for (int row = 0; row < rows; ++row) {
    const FloatRow was(before.rows(row, 1).data, cols);
    const FloatRow now(after.rows(row, 1).data, cols);
    if (std::isfinite(was.sum()) && std::isfinite(now.sum())) {
      add_row(all, was, now);
    } else {
      for (int col = 0; col < cols; ++col) all.add(was(col), now(col));
    }
  }
  NodeChange& change = all.change;
  if (all.not_finite || (all.change_squared > 0 && all.before_squared == 0)) {
    change.relative = std::numeric_limits<float>::infinity();
  } else if (all.change_squared > 0) {
    change.relative = static_cast<float>(std::sqrt(all.change_squared / all.before_squared));
  }
  return change;
}

namespace {

// Two tapes gone through in order. What they dropped is computed again step by step, in forks that are let go
// in the end, and only where it may have changed.
class SideBySide {
 public:
  SideBySide(const Trace& before, const Trace& after)
      : was_(before.tape().fork()), now_(after.tape().fork()) {
    for (int id = 0; id < now_.size(); ++id) own_.push_back(before.find(now_.node(id).label.path));
  }

  // Of the nodes in their order, each once.
  NodeChange change(int id) {
    const int own = own_[id];
    same_.resize(static_cast<std::size_t>(id) + 1, false);
    if (own < 0) return {};
    same_.back() = is_same(id, own);
    if (same_.back()) return {.cells = static_cast<int>(now_.node(id).shape.size())};
    was_.bring_back(own);
    now_.bring_back(id);
    return change_of(was_.value(own), now_.value(id));
  }

 private:
  // Known without a look at the cells: one memory, or made alike of what is the same.
  bool is_same(int id, int own) const {
    const Node& made = now_.node(id);
    const Node& was = was_.node(own);
    if (now_.holds(id) && was_.holds(own))
      return made.shape == was.shape && now_.value(id).data == was_.value(own).data;
    if (now_.holds(id) || was_.holds(own) || made.op != was.op || made.inputs.size() != was.inputs.size() ||
        edits_of(now_, made) != edits_of(was_, was))
      return false;
    for (std::size_t i = 0; i < made.inputs.size(); ++i) {
      const auto input = static_cast<std::size_t>(made.inputs[i]);
      if (own_[input] != was.inputs[i] || !same_[input]) return false;
    }
    return true;
  }

  static std::vector<Edit> edits_of(const Tape& tape, const Node& node) {
    std::vector<Edit> own;
    for (const Edit& edit : tape.edits()) {
      if (edit.path == node.label.path) own.push_back(edit);
    }
    return own;
  }

  Tape was_, now_;
  std::vector<int> own_;    // of each node now its place before; -1 for none
  std::vector<bool> same_;  // of each node so far
};

}  // namespace

std::vector<NodeChange> ripple(const Trace& before, const Trace& after) {
  SideBySide both(before, after);
  std::vector<NodeChange> changes;
  changes.reserve(after.steps().size());
  for (int id = 0; id < after.tape().size(); ++id) {
    const NodeChange change = both.change(id);
    if (after.tape().node(id).kind != Node::Kind::parameter) changes.push_back(change);
  }
  return changes;
}

}  // namespace headlight
