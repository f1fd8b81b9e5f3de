// A logit, or the score of a query and a key, as a sum of what each block of the model added.
//
// In a Transformer every block adds to the stream of its token, and the answer is read from that stream:
//   x_L = e + p + sum over layers of (sum_h head_h W^O_h + b^O) + FFN
//   logit(w) = <norm(x_L), U_w> + b_w
// A normalization that lies between is held fixed: its deviation is the recorded one,
//   norm(x) = gain (x - mean(x)) / sigma + bias,  sigma a number,
// so that it is a linear map and a bias, and every part has a share of its own: its own mean is taken from
// it, the bias is a part more. Of post-norm models, in which a normalization stands behind every block, each
// of them is held fixed in the same way. The sum is exact; what a part would have changed of sigma is in no
// share, and what it did to later blocks is in theirs.
#pragma once

#include <string>
#include <vector>

#include "core/models/anatomy.h"
#include "core/models/trace.h"

namespace headlight {

struct AttributedPart {
  enum class Kind {
    input,         // what enters the first layer: words, positions
    head,          // what one head adds
    feed_forward,  // what a feed-forward adds, its bias with it
    bias,          // of a projection, a normalization, or the logits
    set,           // what an edit put there
    whole          // another step, not taken apart
  };
  Kind kind = Kind::whole;
  std::string path;  // the node it is from; of a bias the one that it is added in
  double amount = 0;
  // Of a head, for each key the part of it that comes by its weight and value; they add up to `amount`.
  // Empty for all others, and where an edit set what the head puts out.
  std::vector<double> words = {};
};

struct LogitAttribution {
  double logit = 0;                   // as the trace has it
  std::vector<AttributedPart> parts;  // in the order of the computation; they add up to it

  double sum() const;
};

// Why the answer of this trace is no sum of what the blocks added, in one sentence; empty when it is.
std::string no_logit_attribution(const Trace& trace);

// Of row `place` of the logits, the logit of `word`, or with `other` how much larger it is than the logit of
// that word. Throws std::invalid_argument with no_logit_attribution(), and std::out_of_range where there is
// no such row or word.
LogitAttribution attribute_logit(const Trace& trace, int place, int word, int other = -1);

// <q, k> of one head, before it is divided by √d_k, as a sum over pairs: a part of what its query was made
// from with a part of what its key was made from. q = x W^Q + b^Q, and x is a sum as above.
struct ScoreAttribution {
  double score = 0;  // as the trace has it
  // What a part of one side does with all of the other side.
  std::vector<AttributedPart> query, key;
  // [query parts, key parts]; they add up to the score, a row to its query part, a column to its key part.
  Eigen::MatrixXd pairs;
};

// Why the scores of this head are no such sum, in one sentence; empty when they are.
std::string no_score_attribution(const Trace& trace, const HeadPlace& head);

// Throws as attribute_logit() does.
ScoreAttribution attribute_score(const Trace& trace, const HeadPlace& head, int query, int key);

}  // namespace headlight
