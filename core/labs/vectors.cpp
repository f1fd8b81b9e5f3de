#include "core/labs/vectors.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/tape/ops/ops.h"

namespace headlight {

PrincipalAxes principal_axes(const Matrix& vectors, int count) {
  const Eigen::MatrixXd centred = (vectors.rowwise() - vectors.colwise().mean()).cast<double>();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(centred.transpose() * centred);
  const Eigen::VectorXd& values = solver.eigenvalues();  // ascending
  const double whole = std::max(values.sum(), 0.0);
  // What rounding leaves of vectors that are all the same is no direction.
  const double least = 1e-9 * std::max(1.0, vectors.cast<double>().squaredNorm());
  PrincipalAxes found;
  found.axes = Matrix::Zero(vectors.cols(), count);
  found.share.assign(static_cast<std::size_t>(count), 0);
  for (int k = 0; k < count && k < values.size(); ++k) {
    const Eigen::Index at = values.size() - 1 - k;
    if (values(at) <= least) break;
    Eigen::VectorXd axis = solver.eigenvectors().col(at);
    Eigen::Index largest = 0;
    axis.cwiseAbs().maxCoeff(&largest);
    if (axis(largest) < 0) axis = -axis;
    found.axes.col(k) = axis.cast<float>();
    found.share[k] = values(at) / whole;
  }
  return found;
}

TracePtr record_vectors(const Matrix& vectors, std::vector<std::string> names, const PrincipalAxes& axes) {
  const auto rows = static_cast<int>(vectors.rows());
  const auto numbers = static_cast<int>(vectors.cols());
  if (rows == 0 || names.size() != static_cast<std::size_t>(rows))
    throw std::invalid_argument("record_vectors: as many names as vectors are needed, and one at least");
  const Block lab{Family::lab, "vectors_lab"};
  Tape tape;
  const int given = tape.constant(lab["vectors"], view(vectors));
  const Matrix centring =
      Matrix::Identity(rows, rows) - Matrix::Constant(rows, rows, 1.0F / static_cast<float>(rows));
  const int centred =
      tape.record(lab["centred"], mix(), {tape.constant(lab["centring"], view(centring)), given});
  const int directions = tape.constant(lab["axes"], view(axes.axes));
  tape.record(lab["projected"], linear(0, static_cast<int>(axes.axes.cols())), {centred, directions});
  // x / sqrt(mean of squares) has the length sqrt(d).
  const Matrix gain = Matrix::Constant(1, numbers, 1 / std::sqrt(static_cast<float>(numbers)));
  const int unit = tape.record(lab["unit"], normalize(Normalization::rms, 0),
                               {given, tape.constant(lab["gain"], view(gain))});
  tape.record(lab["similarity"], dot_products(), {unit, unit});
  tape.forward();
  Trace::Words words;
  words.source = std::move(names);
  return std::make_shared<const Trace>(std::move(tape), std::move(words), nullptr);
}

GroupCosines group_cosines(const Matrix& vectors, const std::vector<int>& groups) {
  const Matrix unit = vectors.rowwise().normalized();
  std::array<double, 2> sum{};
  std::array<int, 2> pairs{};
  for (Eigen::Index a = 0; a < unit.rows(); ++a) {
    for (Eigen::Index b = a + 1; b < unit.rows(); ++b) {
      const std::size_t same = groups[a] == groups[b] ? 1 : 0;
      sum[same] += static_cast<double>(unit.row(a).dot(unit.row(b)));
      ++pairs[same];
    }
  }
  GroupCosines found{sum[1] / std::max(1, pairs[1]), sum[0] / std::max(1, pairs[0])};
  const Eigen::Index others = unit.rows() - 1;
  for (Eigen::Index a = 0; a < unit.rows() && others > 0; ++a) {
    std::array<float, 2> nearest{-2, -2};
    int own = 0;
    for (Eigen::Index b = 0; b < unit.rows(); ++b) {
      if (a == b) continue;
      const std::size_t same = groups[a] == groups[b] ? 1 : 0;
      nearest[same] = std::max(nearest[same], unit.row(a).dot(unit.row(b)));
      own += static_cast<int>(same);
    }
    // Equal vectors may differ in the last bit by the order of their sums.
    found.nearest_same += nearest[1] > nearest[0] + 1e-6F ? 1 : 0;
    found.nearest_by_chance += static_cast<double>(own) / static_cast<double>(others);
  }
  return found;
}

namespace {

using Words = std::vector<std::string>;

Words words_of(const std::string& text) {
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// As many words as fit, from one of them on, and what is left out at either end.
std::string cut(const Words& words, std::size_t from, std::size_t longest) {
  std::string text = from > 0 ? "…" : "";
  std::size_t length = 0;
  std::size_t at = from;
  for (; at < words.size() && (at == from || length + words[at].size() + 1 <= longest); ++at) {
    length += words[at].size() + 1;
    text += (text.empty() ? "" : " ") + words[at];
  }
  return at < words.size() ? text + " …" : text;
}

std::string beginning(const Words& words, std::size_t longest) { return cut(words, 0, longest); }

std::string ending(const Words& words, std::size_t longest) {
  std::size_t from = words.size() - 1;
  for (std::size_t length = words[from].size(); from > 0; --from) {
    length += words[from - 1].size() + 1;
    if (length > longest) break;
  }
  return cut(words, from, longest);
}

}  // namespace

std::vector<std::string> short_labels(const std::vector<std::string>& texts, std::size_t longest) {
  std::vector<Words> words;
  std::vector<std::string> labels;
  for (const std::string& text : texts) {
    words.push_back(words_of(text));
    const bool whole = text.size() <= longest || words.back().size() < 2;
    labels.push_back(whole ? text : beginning(words.back(), longest));
  }
  // Another text with this label; `texts.size()` where there is none.
  const auto twin = [&](std::size_t i) {
    for (std::size_t j = 0; j < texts.size(); ++j) {
      if (j != i && labels[j] == labels[i] && texts[j] != texts[i]) return j;
    }
    return texts.size();
  };
  std::vector<std::size_t> taken;  // first, so that all of them change together
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (twin(i) < texts.size()) taken.push_back(i);
  }
  for (const std::size_t i : taken) labels[i] = ending(words[i], longest);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::size_t other = twin(i);
    if (other == texts.size()) continue;
    const auto differ =
        std::mismatch(words[i].begin(), words[i].end(), words[other].begin(), words[other].end());
    const auto at = std::min(static_cast<std::size_t>(differ.first - words[i].begin()), words[i].size() - 1);
    labels[i] = cut(words[i], at > 0 ? at - 1 : 0, longest);
  }
  taken.clear();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (twin(i) < texts.size()) taken.push_back(i);
  }
  for (const std::size_t i : taken) labels[i] = texts[i];
  return labels;
}

}  // namespace headlight
