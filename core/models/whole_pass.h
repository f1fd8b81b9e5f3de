// Greedy writing by a decoder that keeps nothing between its words: what is read is recorded once, the
// decoder again behind it for every guess at what is written.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/models/model.h"
#include "core/tape/tape.h"

namespace headlight {

// Edits of nodes that gather what other nodes computed time by time.

// The same edits, those of a node that stacks others ("decoder.0.cross_attention.head.0.weights") as edits of
// the nodes it is gathered from, of which the rest of the model is computed: row t of the states is the state
// of time t.
std::vector<Edit> at_their_source(const Tape& tape, const std::vector<Edit>& edits);

class WholePass {
 public:
  // How a model records onto one tape.
  struct Recorder {
    std::function<void()> read;  // all that comes before the decoder
    std::function<int(std::span<const int> target)>
        write;                             // the decoder over these words; returns its logits
    std::function<void(int size)> rewind;  // forgets every node from `size` on
  };
  struct Cancelled {};

  // What `make` returns may keep the tape, which lives as long as this. The search goes from the word `start`
  // to `end`; the request's text is not read.
  WholePass(const std::function<Recorder(Tape& tape)>& make, TraceRequest request, int start, int end);
  WholePass(const WholePass&) = delete;
  WholePass& operator=(const WholePass&) = delete;

  // Goes on from all that was recorded of the same reading over `target`, under whatever edits.
  void take_up(const Tape& recorded, std::vector<int> target);
  // The likeliest next word behind each place of `target`, which begins with the start.
  std::vector<int> next(std::span<const int> target);
  // P(word | the start and `added`).
  std::vector<float> probabilities_behind(std::span<const int> added);
  // What is written, the start first, at most `most` words of it; see greedy() for the draft.
  std::vector<int> written(std::span<const int> draft, std::size_t most);

  Tape take() { return std::move(tape_); }

 private:
  void record(std::span<const int> target);
  void compute();

  TraceRequest request_;
  int start_, end_;
  Tape tape_;
  Recorder recorder_;
  int reading_end_ = 0;       // 0 as long as it is not recorded here
  std::vector<int> written_;  // what the decoder on the tape read
};

}  // namespace headlight
