#include "core/models/whole_pass.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/models/decoding.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

// What of an edit concerns the rows first .. first + rows of the gathered node, as edits of the node that
// has these rows alone.
void add_part(std::vector<Edit>& parts, const Edit& edit, const Node& source, int first) {
  const int rows = source.shape.rows;
  if (edit.row && (*edit.row < first || *edit.row >= first + rows)) return;
  Edit part = edit;
  part.path = source.label.path;
  if (edit.row) part.row = *edit.row - first;
  if (edit.kind != Edit::Kind::causal) {
    parts.push_back(std::move(part));
    return;
  }
  // Rows are counted in the gathered node.
  part.kind = Edit::Kind::set;
  part.values = {-std::numeric_limits<float>::infinity()};
  for (int row = 0; row < rows; ++row) {
    if (edit.row && *edit.row != first + row) continue;
    for (int col = first + row + 1; col < source.shape.cols; ++col) {
      if (edit.col && *edit.col != col) continue;
      part.row = row;
      part.col = col;
      parts.push_back(part);
    }
  }
}

}  // namespace

std::vector<Edit> at_their_source(const Tape& tape, const std::vector<Edit>& edits) {
  std::vector<Edit> all;
  for (const Edit& edit : edits) {
    const std::optional<int> id = tape.find(edit.path);
    if (!id || tape.node(*id).op != stack()) {
      all.push_back(edit);
      continue;
    }
    int first = 0;
    for (const int input : tape.node(*id).inputs) {
      const Node& source = tape.node(input);
      add_part(all, edit, source, first);
      first += source.shape.rows;
    }
  }
  return all;
}

WholePass::WholePass(const std::function<Recorder(Tape& tape)>& make, TraceRequest request, int start,
                     int end)
    : request_(std::move(request)), start_(start), end_(end), recorder_(make(tape_)) {}

void WholePass::take_up(const Tape& recorded, std::vector<int> target) {
  tape_ = recorded.fork();
  written_ = std::move(target);
  compute();
}

std::vector<int> WholePass::next(std::span<const int> target) {
  if (!std::equal(target.begin(), target.end(), written_.begin(), written_.end())) record(target);
  return likeliest(tape_.value(tape_.find("probabilities").value()));
}

std::vector<float> WholePass::probabilities_behind(std::span<const int> added) {
  std::vector<int> target{start_};
  target.insert(target.end(), added.begin(), added.end());
  next(target);
  return last_row(tape_.value(tape_.find("probabilities").value()));
}

std::vector<int> WholePass::written(std::span<const int> draft, std::size_t most) {
  return greedy([&](std::span<const int> target, int) { return next(target); }, start_, end_, {}, draft,
                most);
}

void WholePass::record(std::span<const int> target) {
  recorder_.rewind(reading_end_);
  if (reading_end_ == 0) {
    recorder_.read();
    reading_end_ = tape_.size();
  }
  const int logits = recorder_.write(target);
  tape_.record(Block{Family::output, "", Stream::target}["probabilities"], softmax(), {logits});
  keep_what_fits(tape_);
  written_.assign(target.begin(), target.end());
  compute();
}

void WholePass::compute() {
  tape_.set_edits(at_their_source(tape_, request_.edits));
  if (!tape_.forward(request_.watch, request_.cancel)) throw Cancelled();
}

}  // namespace headlight
