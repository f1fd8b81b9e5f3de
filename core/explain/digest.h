// What is left of heads whose weights are too many to keep: small pictures, and the numbers by which heads
// are shown and compared. Made while the weights are computed, when every cell is at hand.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/explain/traits.h"
#include "core/figure/heatmap.h"
#include "core/models/trace.h"
#include "core/tape/tape.h"

namespace headlight {

// A small picture of weights that are too many to draw: each of its cells is the largest of those it stands
// for.

// Of rows and columns.
inline constexpr int thumbnail_size = 64;

// Where the cells begin that a place of a thumbnail stands for: along an axis of `size` of which it has
// `places`. They end where those of the next one begin; behind the last one that is `size`.
constexpr int first_of_place(int size, int places, int place) {
  return static_cast<int>(static_cast<long long>(size) * place / places);
}
// The place that stands for a cell.
constexpr int place_of_cell(int size, int places, int cell) {
  return static_cast<int>((static_cast<long long>(places) * (cell + 1) - 1) / size);
}

// Of any map: so many rows and columns, not more than it has, on its scale and without labels. Each place has
// the number of the cells it stands for that is farthest from zero, an error before all others. `left_out` is
// a column that stands for itself alone, where it has a place of its own.
Heatmap thumbnail_of(const Heatmap& map, int rows, int columns, std::optional<int> left_out = {});

// In a row of weights: a key that the query may not look at.
inline constexpr float unseen = -std::numeric_limits<float>::infinity();

// A row of weights, `unseen` where the head may not look, whatever an edit has put there. `scores` is what
// the softmax read. Where a whole row is masked its weights are no numbers, and that is not hidden.
void open_row(ConstView weights, ConstView scores, int row, Eigen::ArrayXf& open);

// Is made of the rows in their order.
class Thumbnail {
 public:
  explicit Thumbnail(Shape whole);
  void add(const Eigen::ArrayXf& open);
  // When all rows were added: without labels, on the scale of weights; masked where all cells are that it
  // stands for, and no number where one is none.
  HeatmapPtr drawn(const Label& label) const;

 private:
  Shape whole_;
  int row_ = 0;
  Matrix cells_;
  Eigen::ArrayXf largest_;  // of each column, over the rows of one place
};

inline constexpr int most_links = 256;

// A query that looks at a key.
struct Link {
  int query = 0, key = 0;
  float weight = 0;
  bool operator==(const Link&) const = default;
};

struct HeadDigest {
  Shape shape;                     // of the weights: [queries, keys]
  HeatmapPtr thumbnail;            // of the weights
  HeadTraits traits;               // as traits_of() measures them
  std::optional<Sink> sink;        // as sink_of() finds it
  std::vector<Link> heaviest;      // the heaviest weights above zero, at most most_links, the heaviest first
  std::optional<int> first_error;  // the first row with a NaN or an infinity that is no mask
};

// Where the tokens of these weights stand, [T, T]: of a picture in its grid.
CellPlaces cell_places(const Tape& tape, Shape weights);

// Of a node of a head's weights, read whole. `antecedent` counts where the source asks itself.
HeadDigest digest_of(const Trace& trace, int weights, std::optional<Antecedent> antecedent = {});

// Of weights from a file: what their numbers let one say. Of numbers that are no shares nothing.
HeadTraits measurable(HeadTraits traits, const GivenWeights& given);

// The heads of a layer together: those that take part, which an edit has not switched off by leaving nothing
// of their output. Where none does the mean is of all of them, and the rollout stays what it is below.
struct LayerDigest {
  std::vector<int> numbers;  // of the heads that take part
  int off = 0;               // how many do not
  HeatmapPtr mean;           // thumbnail of mean_of() their weights
  // As hidden_by_mean() finds it in all rows; its head counts among those that take part.
  std::optional<Hidden> hidden;
  HeatmapPtr rollout;                    // thumbnail of `rolled`
  std::shared_ptr<const Matrix> rolled;  // rollout_of() the means up to this layer, [T, T]; null for
                                         // cross-attention
};

// Of every head and every layer of a trace whose weights it does not keep.
class HeadDigests {
 public:
  // By the weights' node. Null where the trace keeps them, and for what is no head's weights.
  const HeadDigest* of(int weights) const { return found_in(heads_, weights); }
  // By the path of an attention, "encoder.1.self_attention".
  const LayerDigest* layer(std::string_view block) const { return found_in(layers_, block); }
  bool empty() const { return heads_.empty(); }

 private:
  friend class DigestWatch;

  template <typename All, typename Key>
  static auto found_in(const All& all, const Key& key) -> decltype(all.begin()->second.get()) {
    const auto found = all.find(key);
    return found == all.end() ? nullptr : found->second.get();
  }

  std::map<int, std::shared_ptr<const HeadDigest>> heads_;
  std::map<std::string, std::shared_ptr<const LayerDigest>, std::less<>> layers_;
};

struct HeadNodes;

// Sees the weights of a forward pass before they are dropped. What is not computed, because the trace goes on
// from one made before, is as it was `before`, which must outlive this.
class DigestWatch {
 public:
  explicit DigestWatch(const HeadDigests& before) : before_(&before) {}

  // As a Watch.
  void operator()(const Tape& tape, int node);
  // All digests of the finished trace. What was not seen, nor before, is read from it.
  HeadDigests of(const Trace& trace, std::optional<Antecedent> antecedent = {});

 private:
  friend HeadDigest digest_of(const Trace& trace, int weights, std::optional<Antecedent> antecedent);

  struct Measured;
  static HeadDigest told(const Trace& trace, int node, const Measured& measured,
                         std::optional<Antecedent> antecedent);
  std::shared_ptr<const LayerDigest> layer(const Tape& tape, int concatenated,
                                           std::span<const HeadNodes> heads);
  std::shared_ptr<const LayerDigest> known_layer(const Tape& tape, const std::string& block);

  const HeadDigests* before_;
  std::map<int, std::shared_ptr<const Measured>> seen_;
  std::map<std::string, std::shared_ptr<const LayerDigest>, std::less<>> layers_;
};

}  // namespace headlight
