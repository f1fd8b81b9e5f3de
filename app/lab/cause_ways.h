// What comes over from the other sentence, and where, for views that draw it over what they show: the
// measured effects of exchanges (core/explain/causal_map.h) by node and row.
#pragma once

#include <string>
#include <vector>

#include "core/models/head_place.h"
#include "core/models/trace.h"

namespace headlight {

struct CauseWays {
  // What is less, in either direction, is not drawn.
  static constexpr double least = 0.05;

  // One row of a node taken from the other sentence.
  struct Row {
    std::string path;
    int row = 0;
    double effect = 0;
  };
  // Of one row of a head's output, what comes by one key: its weight times its value.
  struct Link {
    HeadPlace head;
    int query = 0, key = 0;
    double effect = 0;
  };

  TracePtr from, to;        // whose rows go where, as they are without edits
  std::string word, other;  // effect 1: the answer has gone all of the way from `other` to `word`
  std::vector<Row> rows;    // all that were measured, in the order of the computation
  std::vector<Link> links;  // of the rows of heads with at least that effect, every key
};

}  // namespace headlight
