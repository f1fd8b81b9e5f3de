// What is left of a head whose weights are too many to keep: a small picture, and the numbers by which heads
// are shown and compared. Made while the weights are computed, when every cell is at hand.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/explain/traits.h"
#include "core/figure/heatmap.h"
#include "core/models/trace.h"

namespace headlight {

inline constexpr int thumbnail_size = 64;
inline constexpr int most_links = 256;

// A query that looks at a key.
struct Link {
  int query = 0, key = 0;
  float weight = 0;
  bool operator==(const Link&) const = default;
};

struct HeadDigest {
  Shape shape;  // of the weights: [queries, keys]
  // At most thumbnail_size rows and columns, without labels. A cell is the largest weight of those it stands
  // for, no number where one of them is none, and masked where all of them are.
  HeatmapPtr thumbnail;
  HeadTraits traits;               // as traits_of() measures them
  std::optional<Sink> sink;        // as sink_of() finds it
  std::vector<Link> heaviest;      // the heaviest weights above zero, at most most_links, the heaviest first
  std::optional<int> first_error;  // the first row with a NaN or an infinity that is no mask
};

// Where the cells begin that a place of a thumbnail stands for: along an axis of `size` of which it has
// `places`. They end where those of the next one begin; behind the last one that is `size`.
constexpr int first_of_place(int size, int places, int place) {
  return static_cast<int>(static_cast<long long>(size) * place / places);
}
// The place that stands for a cell.
constexpr int place_of_cell(int size, int places, int cell) {
  return static_cast<int>((static_cast<long long>(places) * (cell + 1) - 1) / size);
}

// Of a node of a head's weights, read whole. `antecedent` counts where the source asks itself.
HeadDigest digest_of(const Trace& trace, int weights, std::optional<Antecedent> antecedent = {});

// Of every head of a trace whose weights it does not keep.
class HeadDigests {
 public:
  // By the weights' node. Null where the trace keeps them, and for what is no head's weights.
  const HeadDigest* of(int weights) const {
    const auto found = all_.find(weights);
    return found == all_.end() ? nullptr : found->second.get();
  }
  bool empty() const { return all_.empty(); }

 private:
  friend class DigestWatch;
  std::map<int, std::shared_ptr<const HeadDigest>> all_;
};

// Sees the weights of a forward pass before they are dropped.
class DigestWatch {
 public:
  // As a Watch.
  void operator()(const Tape& tape, int node);
  // What was seen, of the finished trace. What was not computed, because the trace goes on from one made
  // before, is as it was `before`; what neither has is read from the trace.
  HeadDigests of(const Trace& trace, const HeadDigests& before,
                 std::optional<Antecedent> antecedent = {}) const;

 private:
  friend HeadDigest digest_of(const Trace& trace, int weights, std::optional<Antecedent> antecedent);

  struct Measured;
  static HeadDigest told(const Trace& trace, int node, const Measured& measured,
                         std::optional<Antecedent> antecedent);

  std::map<int, std::shared_ptr<const Measured>> seen_;
};

}  // namespace headlight
