#include "core/labs/block.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "core/layers/sites.h"
#include "core/tape/ops/ops.h"

namespace headlight {

TracePtr record_norms(const NormTask& task) {
  const Eigen::Index d = task.x.cols();
  if (task.gain.size() != d || task.bias.size() != d ||
      static_cast<Eigen::Index>(task.words.size()) != task.x.rows() ||
      static_cast<Eigen::Index>(task.other_words.size()) != task.others.rows())
    throw std::invalid_argument("a norm has a gain and a bias for each number, and a word for each row");
  const Block lab{Family::lab, "block_lab"};
  Tape tape;
  const int x = tape.constant(lab["x"], view(task.x));
  const int gain = tape.constant(lab["gain"], view(task.gain));
  const int bias = tape.constant(lab["bias"], view(task.bias));
  tape.record(lab["layer"], normalize(Normalization::layer, task.epsilon), {x, gain, bias});
  tape.record(lab["scale_only"], normalize(Normalization::scale_only, task.epsilon), {x, gain});
  tape.record(lab["rms"], normalize(Normalization::rms, task.epsilon), {x, gain});
  std::vector<int> batch{x, gain, bias};
  if (task.others.rows() > 0) batch.push_back(tape.constant(lab["others"], view(task.others)));
  tape.record(lab["batch"], batch_normalize(task.epsilon), batch);
  tape.forward();
  Trace::Words words;
  words.source = task.words;
  words.target = task.other_words;
  return std::make_shared<const Trace>(std::move(tape), std::move(words), nullptr);
}

double SpanDistance::largest() const {
  return distance.empty() ? 0 : *std::max_element(distance.begin(), distance.end());
}

double SpanDistance::mean() const {
  const double sum = std::accumulate(distance.begin(), distance.end(), 0.0);
  return sum / static_cast<double>(std::max<std::size_t>(1, distance.size()));
}

// Directions of the span at right angles, by Gram and Schmidt: each time along the vector that reaches
// farthest out of what there is, which is then taken out of all of them.
SpanDistance span_distance(const Matrix& vectors, const Matrix& spanning) {
  constexpr double none = 1e-5;
  Eigen::MatrixXd left = spanning.transpose().cast<double>();    // [d, n]
  Eigen::MatrixXd outside = vectors.transpose().cast<double>();  // [d, m]
  const Eigen::VectorXd lengths = outside.colwise().norm();
  const Eigen::Index most = std::min(left.rows(), left.cols());
  SpanDistance found;
  double longest = 0;
  while (found.rank < most) {
    Eigen::Index farthest = 0;
    const double length = left.colwise().norm().maxCoeff(&farthest);
    if (found.rank == 0) longest = length;
    if (length <= none * longest) break;
    const Eigen::VectorXd direction = left.col(farthest) / length;
    ++found.rank;
    for (Eigen::MatrixXd* each : {&left, &outside}) {
      const Eigen::RowVectorXd along = direction.transpose() * *each;
      each->noalias() -= direction * along;
    }
  }
  for (Eigen::Index row = 0; row < lengths.size(); ++row)
    found.distance.push_back(lengths(row) > 0 ? outside.col(row).norm() / lengths(row) : 0);
  return found;
}

double distance_at_random(int rank, int dimensions) {
  return std::sqrt(std::max(0.0, 1 - static_cast<double>(rank) / std::max(1, dimensions)));
}

HeadsCost heads_cost(int d, int heads, int d_k, int n, bool biases) {
  HeadsCost cost;
  cost.beside = std::int64_t{heads} * d_k;
  cost.parameters = 4 * std::int64_t{d} * cost.beside + (biases ? 3 * cost.beside + d : 0);
  cost.multiply_adds = 4 * std::int64_t{n} * d * cost.beside + 2 * std::int64_t{n} * n * cost.beside;
  return cost;
}

}  // namespace headlight
