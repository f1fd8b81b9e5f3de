#include "core/models/whole_pass.h"

#include <algorithm>

#include "core/models/decoding.h"
#include "core/models/gathered.h"
#include "core/models/keeping.h"
#include "core/tape/ops/ops.h"

namespace headlight {

WholePass::WholePass(const std::function<Recorder(Tape& tape)>& make, TraceRequest request, int start,
                     int end)
    : request_(std::move(request)), start_(start), end_(end), recorder_(make(tape_)) {}

void WholePass::take_up(const Tape& recorded, std::vector<int> target) {
  tape_ = recorded.fork();
  written_ = std::move(target);
  compute();
}

std::vector<int> WholePass::next(std::span<const int> target) {
  if (!std::ranges::equal(target, written_)) record(target);
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
