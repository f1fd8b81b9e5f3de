// What a model's answer hangs on, by exchanging rows: one row of one node is taken from another run of the
// model and put into this one, and all behind it is computed again. (Activation patching: Vig et al. 2020;
// Meng et al. 2022; Wang et al. 2023.)
//
// Two runs: the clean one, from which rows are taken, and the other one, into which they are put. One
// question: at one place of the answer, how much likelier is one word than another,
//   d = log P(word) - log P(other word).
// The effect of an exchange is how much of the way from the other run to the clean one it goes:
//   effect = (d_exchanged - d_other) / (d_clean - d_other)
// 0: the other run's own answer; 1: the clean run's. Effects below 0 and above 1 happen, and effects of
// several rows need not add up.
//
// With one run alone a row is replaced by something else, and the effect is the change of d itself:
//   effect = d_replaced - d
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/models/anatomy.h"
#include "core/models/model.h"

namespace headlight {

struct CausalQuestion {
  int place = 0;  // row of the probabilities
  int word = 0;   // of the vocabulary that answers are made of: what the clean run says there
  int other = 0;  // and what the other run says
  bool operator==(const CausalQuestion&) const = default;
};

// At the first place where the answers differ, the likeliest of each; of a model that says what comes next,
// at the last place if they differ there. Nothing where they say the same.
std::optional<CausalQuestion> first_difference(const Trace& clean, const Trace& other);
// The same at a place of the other run's answer, whatever is said there; where both say the same word, it
// stands against the next likely one of the other run. Nothing where the clean run has no such place.
std::optional<CausalQuestion> question_at(const Trace& clean, const Trace& other, int place);
// For one run alone: its likeliest word at a place of the answer, against the next likely one.
CausalQuestion likeliest_two(const Trace& trace, int place);

// What is put in a row's place.
enum class Exchange {
  clean,     // the same row of the clean run
  zero,      // zeros
  mean,      // the mean over the node's other rows
  shuffled,  // another row of the node, drawn by lot: no row keeps its place
  noise,  // the row itself, plus noise of three standard deviations of the node's numbers (Meng et al. 2022)
};

// Two runs, or one, and exchanges in it. Each is computed on one tape, from the first node that it changes.
class CausalRuns {
 public:
  // Where the clean run's own words before the place are others, it is computed again as if it had written
  // those of `other`. Throws std::invalid_argument where the runs differ so little at the place
  // that there is no effect to divide by.
  CausalRuns(ModelPtr model, TracePtr clean, TracePtr other, const CausalQuestion& question);
  // One run; `how` is not Exchange::clean.
  CausalRuns(ModelPtr model, TracePtr run, const CausalQuestion& question, Exchange how,
             std::uint64_t seed = 0);

  const Model& model() const { return *model_; }
  const Trace& other() const { return *other_; }
  const CausalQuestion& question() const { return question_; }
  bool alone() const { return how_ != Exchange::clean; }
  // d of each run; alone, the same one twice.
  double clean_difference() const { return clean_d_; }
  double other_difference() const { return other_d_; }

  // The row of the clean run that stands for row `row` of a node of this stream; nothing where none does.
  // Sentences that have as many tokens go word by word; else only the tokens before the first that differs,
  // and those behind the last, counted from the end. Of tokens written: those before the place, and it.
  std::optional<int> row_in_clean(Stream stream, int row) const;
  // The exchange of one row as the edit it is; nothing where there is no row to take.
  std::optional<Edit> exchange(std::string_view path, int row) const;
  // Of all rows of a node that can be exchanged.
  std::vector<Edit> exchange(std::string_view path) const;
  // Of one row of a head's output only what comes by one key, weight times value: taken from the clean run,
  // all else of the row as it is. Nothing alone, where a row or a key has no counterpart, and where the
  // output is no such sum.
  std::optional<Edit> exchange_by_key(const HeadPlace& head, int query, int key) const;
  // The other run's own row, so that it stays as it is whatever is exchanged before it.
  std::vector<Edit> hold(std::string_view path) const;
  // Whether the edit puts in what stands there already.
  bool changes_nothing(const Edit& edit) const;

  // The effect of edits in the other run. One pass.
  double effect(const std::vector<Edit>& edits);
  // A node of the last pass.
  ConstView value(std::string_view path) const;
  int passes() const { return passes_; }

 private:
  void align();
  double difference(const Tape& tape, int place) const;

  ModelPtr model_;
  TracePtr clean_, other_;
  CausalQuestion question_;
  Exchange how_ = Exchange::clean;
  std::uint64_t seed_ = 0;
  Tape tape_;
  std::vector<Edit> before_;                    // edits that the other run was made under
  std::vector<int> source_rows_, target_rows_;  // of the clean run, -1 for none
  double clean_d_ = 0, other_d_ = 0;
  int passes_ = 0;
};

// Heads of a model, in the order of the computation.
std::vector<HeadPlace> heads_of(const Anatomy& anatomy);
// "encoder.1.self_attention.head.0.output"
std::string output_of(const HeadPlace& head);

// The whole map: blocks x words.
struct CausalMap {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

  struct Block {
    std::string path;  // of the node whose rows are exchanged
    Stream stream = Stream::source;
    bool is_head = false;
    // Of rows that are exchanged together: so many neighbours, the last of them perhaps fewer.
    int together = 1;
    std::vector<double> effects;  // unknown where nothing is computed yet, or can be exchanged
  };
  std::vector<Block> blocks;  // in the order of the computation
};

// Computes a map piece by piece.
class CausalMapping {
 public:
  // Heads each, or all heads of an attention together.
  enum class Heads { apart, together };

  // Of a long text neighbouring words go together, so that no block has more than `most` cells; 0: each word
  // by itself.
  CausalMapping(CausalRuns runs, Heads heads, int most = 0);

  // Asks `go_on` before each pass. False when it said no: called again, it goes on there.
  bool compute(const std::function<bool()>& go_on = {});
  // Of the cells, 0 to 1.
  double progress() const;
  // How many of the blocks, the first ones, are whole.
  int whole_blocks() const { return static_cast<int>(block_); }
  // What a cell exchanges; empty where there is no row to take.
  std::vector<Edit> edits(const CausalMap::Block& block, int cell) const;
  const CausalMap& map() const { return map_; }
  const CausalRuns& runs() const { return runs_; }

 private:
  CausalRuns runs_;
  CausalMap map_;
  std::size_t block_ = 0, word_ = 0;
};

// Few heads that carry the effect, found greedily: the head whose outputs together with those chosen so far
// carry most is chosen next (of those that carry as much to half a hundredth, the one computed first), until
// `share` is carried. Another set may be smaller, and a head that only hands on what another one found
// carries as much as that one.
struct HeadSet {
  std::vector<HeadPlace> heads;  // in the order in which they were chosen
  std::vector<double> effects;   // of the first, the first two, and so on
  bool enough = false;           // the last of these is `share` or more
  // The outputs of all other heads exchanged: with these heads as they were in the other run, and with these
  // heads left to what they make of it.
  double others_while_held = 0, others = 0;
  int passes = 0;
};

class HeadSetSearch {
 public:
  // Between two runs. `among`: the heads that can be chosen; the others of the model are never touched.
  HeadSetSearch(CausalRuns runs, std::vector<HeadPlace> among, double share = 0.9);

  // As CausalMapping::compute().
  bool compute(const std::function<bool()>& go_on = {});
  bool done() const { return done_; }
  // How many of the heads were tried in this round, 0 to 1.
  double progress() const;
  const HeadSet& found() const { return found_; }

 private:
  bool choose();
  std::vector<Edit> exchanged(const std::vector<HeadPlace>& heads) const;

  CausalRuns runs_;
  std::vector<HeadPlace> among_;
  double share_;
  HeadSet found_;
  std::size_t tried_ = 0;
  std::optional<std::size_t> best_;  // of this round
  double best_effect_ = 0;
  bool done_ = false;
};

// What of an effect goes from one head into another and on from there: the first head's outputs are those of
// the clean run while all other heads stay as they were, and what the second one's queries, keys and values
// become by that (each asked for) is put into the other run. Wang et al. 2023, "path patching": feed-forwards
// and normalizations between the two are computed again. Two passes.
struct PathInto {
  bool query = true, key = true, value = true;
};
double path_effect(CausalRuns& runs, const HeadPlace& from, const HeadPlace& to, const PathInto& into = {});

}  // namespace headlight
