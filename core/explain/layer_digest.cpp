#include "core/explain/layer_digest.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

using HeadRow = Eigen::ArrayXf;

// So many rows of every head at once: few enough to stay in the processor's cache.
constexpr int rows_at_once = 16;

// Whether an edit of a head's output leaves nothing of it.
bool is_off(const Tape& tape, int output) {
  const std::string& path = tape.node(output).label.path;
  const bool edited = std::any_of(tape.edits().begin(), tape.edits().end(),
                                  [&](const Edit& edit) { return edit.path == path; });
  return edited && tape.recomputed(output).isZero(0);
}

// The mean of heads, row by row, and what it hides.
class HeadsMean {
 public:
  HeadsMean(const Tape& tape, std::vector<int> weights)
      : tape_(tape),
        weights_(std::move(weights)),
        shape_(tape.node(weights_.front()).shape),
        mean_(shape_.rows, shape_.cols),
        thumbnail_(shape_),
        open_(shape_.cols),
        any_(shape_.cols),
        sum_(shape_.cols) {
    for (int first = 0; first < shape_.rows; first += rows_at_once)
      read(first, std::min(rows_at_once, shape_.rows - first));
  }

  const Matrix& mean() const { return mean_; }
  HeatmapPtr picture() const { return thumbnail_.drawn(tape_.node(weights_.front()).label); }
  const std::optional<Hidden>& hidden() const { return hidden_; }

 private:
  struct Rows {
    Matrix weights, scores;
  };

  void read(int first, int count) {
    std::vector<Rows> heads;
    heads.reserve(weights_.size());
    for (const int node : weights_)
      heads.push_back({tape_.recomputed(node, first, count),
                       tape_.recomputed(tape_.node(node).inputs.front(), first, count)});
    for (int row = 0; row < count; ++row) {
      any_.setConstant(unseen);
      sum_.setZero();
      for (const Rows& head : heads) {
        open_row(view(head.weights), view(head.scores), row, open_);
        any_ = any_.max(open_);
        sum_ += head.weights.row(row).transpose().array();
      }
      sum_ /= static_cast<float>(heads.size());
      mean_.row(first + row) = sum_.matrix().transpose();
      for (std::size_t head = 0; heads.size() > 1 && head < heads.size(); ++head) {
        open_row(view(heads[head].weights), view(heads[head].scores), row, open_);
        hide(static_cast<int>(head), first + row);
      }
      thumbnail_.add((any_ == unseen).select(unseen, sum_));
    }
  }

  void hide(int head, int row) {
    const float gap = (open_ - sum_).maxCoeff();
    if (!std::isfinite(gap) || (hidden_ && !(gap > hidden_->weight - hidden_->mean))) return;
    Eigen::Index key = 0;
    (open_ - sum_).maxCoeff(&key);
    hidden_ = Hidden{head, row, static_cast<int>(key), open_(key), sum_(key)};
  }

  const Tape& tape_;
  std::vector<int> weights_;
  Shape shape_;
  Matrix mean_;
  Thumbnail thumbnail_;
  std::optional<Hidden> hidden_;
  HeadRow open_, any_, sum_;  // of the row that is read: one head's, the largest of all, their sum
};

// Half of a vector comes from attention, half stays.
Matrix rolled_on(const Matrix& mean, const Matrix* below) {
  if (below == nullptr) {
    Matrix rolled = 0.5F * mean;
    rolled.diagonal().array() += 0.5F;
    return rolled;
  }
  Matrix rolled(mean.rows(), mean.cols());
  rolled.noalias() = mean * *below;
  rolled = 0.5F * (rolled + *below);
  return rolled;
}

// Nothing comes from where no layer looks.
HeatmapPtr rollout_picture(const Matrix& rolled, const Matrix& mean, const Label& label) {
  Thumbnail thumbnail(view(rolled).shape);
  for (Eigen::Index row = 0; row < rolled.rows(); ++row) {
    const HeadRow values = rolled.row(row).transpose();
    const HeadRow looked = mean.row(row).transpose();
    thumbnail.add((values == 0 && looked == 0).select(unseen, values));
  }
  return thumbnail.drawn(label);
}

}  // namespace

std::vector<HeadNodes> dropped_heads(const Tape& tape, int concatenated) {
  std::vector<HeadNodes> heads;
  if (tape.node(concatenated).op != concatenate()) return heads;
  for (const int output : tape.node(concatenated).inputs) {
    const std::vector<int>& inputs = tape.node(output).inputs;
    const bool mixes = tape.node(output).op == mix() && tape.node(inputs.front()).op == softmax();
    if (!mixes || !tape.node(inputs.front()).droppable) return {};
    heads.push_back({inputs.front(), output});
  }
  return heads;
}

LayerDigest layer_digest_of(const Tape& tape, std::span<const HeadNodes> heads, const LayerDigest* below,
                            bool rolls) {
  LayerDigest layer;
  std::vector<int> on;
  std::vector<int> all;
  for (std::size_t head = 0; head < heads.size(); ++head) {
    all.push_back(heads[head].weights);
    if (is_off(tape, heads[head].output)) continue;
    on.push_back(heads[head].weights);
    layer.numbers.push_back(static_cast<int>(head));
  }
  layer.off = static_cast<int>(all.size() - on.size());
  const HeadsMean mean(tape, on.empty() ? all : on);
  layer.mean = mean.picture();
  if (!on.empty()) layer.hidden = mean.hidden();
  if (!rolls) return layer;
  if (on.empty()) {
    if (below != nullptr) {
      layer.rolled = below->rolled;
      layer.rollout = below->rollout;
    }
    return layer;
  }
  const Matrix* const rolled_below = below == nullptr ? nullptr : below->rolled.get();
  layer.rolled = std::make_shared<const Matrix>(rolled_on(mean.mean(), rolled_below));
  layer.rollout = rollout_picture(*layer.rolled, mean.mean(), tape.node(all.front()).label);
  return layer;
}

}  // namespace headlight
