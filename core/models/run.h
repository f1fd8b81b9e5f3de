// One run of a model over one input: what was read is recorded once, the answer behind it for whatever words
// are asked about. Greedy search, words that are given, edits of an earlier trace and searches by hand all go
// this way; keys and values are kept where that is asked for.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/models/model.h"
#include "core/tape/tape.h"

namespace headlight {

// What a trace keeps of all that is computed: everything while that is little, and else no matrix between
// tokens that one step alone reads. Those grow with the square of the tokens, in every head; a row of them is
// computed again in microseconds (Trace::rows).

// Throws std::runtime_error where the file of the weights is no longer what it was when it was opened.
void require_whole(const Weights& weights);

// What the values of all recorded steps take, in bytes.
std::int64_t bytes_of_all(const Tape& tape);

// So much of a trace is little, in bytes.
inline constexpr std::int64_t most_kept = std::int64_t{64} << 20;

// To be called when all is recorded and before it is computed.
void keep_what_fits(Tape& tape, std::int64_t most_bytes = most_kept);

// Whether an edit is of a node whose path starts with `start` and contains `part`.
bool touches(const std::vector<Edit>& edits, std::string_view start, std::string_view part = "");

// Whether an edit concerns the decoder's own attention: words may then look ahead, what follows decides too,
// and the search must go word by word.
bool may_look_ahead(const std::vector<Edit>& edits);

// The same edits, those of a node that stacks others ("decoder.0.cross_attention.head.0.weights") as edits of
// the nodes it is gathered from, of which the rest of the model is computed: row t of the states is the state
// of time t.
std::vector<Edit> at_their_source(const Tape& tape, const std::vector<Edit>& edits);

class ModelRun {
 public:
  struct How {
    std::vector<Edit> edits = {};
    const Cancel* cancel = nullptr;
    Watch watch = {};
    bool cache = false;  // without edits only
  };
  // Thrown once `cancel` is requested.
  struct Cancelled {};

  // `model` must outlive it.
  ModelRun(const Model& model, ModelInput input, How how);
  ModelRun(const ModelRun&) = delete;
  ModelRun& operator=(const ModelRun&) = delete;

  // Others are asked and called from now on.
  void watched_by(const Cancel* cancel, Watch watch) {
    how_.cancel = cancel;
    how_.watch = std::move(watch);
  }
  // Goes on from a trace of the same input by the same model, under whatever edits: what these edits leave as
  // it was is shared with it and not computed again.
  void take_up(const Trace& recorded);
  // Records what comes before the answer, if that is not done yet.
  void read();
  // P(next word | words), a row for each place: those from `from` on at least, the last one last. Nothing is
  // recorded again where the words are those of the call before. No rows where there is no answer.
  ConstView probabilities(std::span<const int> words, int from = 0);
  // The likeliest of each of these rows; no_word where a row holds what is no number.
  std::vector<int> next(std::span<const int> words, int from = 0);

  const Tape& tape() const { return tape_; }
  Tape take() { return std::move(tape_); }

 private:
  void record(std::span<const int> words, int from);
  void compute();

  const Model& model_;
  ModelInput input_;
  How how_;
  bool whole_output_;  // an edit counts the output's rows
  Tape tape_;
  Recorder recorder_;
  bool taken_up_ = false;
  bool begun_ = false;  // what comes before the answer is recorded
  bool stale_ = false;
  int read_end_ = 0;
  // The pass that is on the tape: whether there is one, its words, its rows from which place on, its
  // probabilities; -1 without an answer.
  bool passed_ = false;
  std::vector<int> words_;
  int from_ = 0;
  int probabilities_ = -1;
};

}  // namespace headlight
