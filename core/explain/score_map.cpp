#include "core/explain/score_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include <Eigen/QR>
#include <Eigen/SVD>

namespace headlight {
namespace {

using Numbers = Eigen::MatrixXd;

// What the rows of x become in a step that is linear in them, the first of them row `row` of its value; the
// other inputs as they are, but a bias only if asked for.
Numbers made_by(const Trace& trace, int node, const Numbers& x, int row, bool with_bias) {
  const Node& made = trace.tape().node(node);
  const Matrix in = x.cast<float>();
  const Matrix no_bias =
      Matrix::Zero(1, made.inputs.size() > 2 ? trace.tape().node(made.inputs[2]).shape.cols : 0);
  std::vector<Reading> readings;
  std::vector<ConstView> inputs{view(in)};
  for (std::size_t i = 1; i < made.inputs.size(); ++i)
    inputs.push_back(i == 2 && !with_bias ? view(no_bias)
                                          : readings.emplace_back(trace.read(made.inputs[i])).view());
  Matrix out(in.rows(), made.shape.cols);
  made.op->forward({inputs, view(out), 0, row});
  return out.cast<double>();
}

// The steps between a query or key and the linear one that makes it, from there back: a turn by its place, or
// a copy of what another head has. Nothing where there are others.
std::optional<std::vector<int>> steps_to_projection(const Trace& trace, int node) {
  std::vector<int> steps;
  for (int at = node;; at = trace.tape().node(at).inputs[0]) {
    const Node& made = trace.tape().node(at);
    const std::string_view name = made.op ? made.op->name() : std::string_view();
    steps.push_back(at);
    if (name == "linear") return steps;
    if (name != "rotate" && name != "columns") return std::nullopt;
  }
}

// The query or the key of one row: x map + bias.
struct MapSide {
  int reads = -1;  // the node of x
  Numbers x, map, bias;
  bool turned = false;
};

MapSide side_of_map(const Trace& trace, int node, int row) {
  const std::vector<int> steps = *steps_to_projection(trace, node);
  MapSide side;
  side.reads = trace.tape().node(steps.back()).inputs[0];
  side.x = trace.rows(side.reads, row, 1).view().map().cast<double>();
  const Eigen::Index d = side.x.cols();
  side.map = made_by(trace, steps.back(), Numbers::Identity(d, d), 0, false);
  side.bias = made_by(trace, steps.back(), Numbers::Zero(1, d), 0, true);
  for (auto step = steps.rbegin() + 1; step != steps.rend(); ++step) {
    side.turned = side.turned || trace.tape().node(*step).op->name() == "rotate";
    Numbers moved(d, trace.tape().node(*step).shape.cols);
    // Each as if it stood in the row's place.
    for (Eigen::Index i = 0; i < d; ++i) moved.row(i) = made_by(trace, *step, side.map.row(i), row, false);
    side.map = std::move(moved);
    side.bias = made_by(trace, *step, side.bias, row, false);
  }
  return side;
}

int scores_of_map(const Trace& trace, const HeadPlace& head) {
  const int scores = trace.find(head_path(head.stack, head.layer, head.attention, head.head, "scores"));
  if (scores < 0) return -1;
  const Node& made = trace.tape().node(scores);
  const bool products = made.op && made.op->name() == "dot_products";
  return products && steps_to_projection(trace, made.inputs[0]) && steps_to_projection(trace, made.inputs[1])
             ? scores
             : -1;
}

// M is [d, d'] and has no more than d_k of them that are not 0: they are those of a matrix of d_k rows and
// columns, which is quick for a model of any size.
std::vector<double> singular_values_of(const Numbers& query, const Numbers& key) {
  const auto narrow = [](const Numbers& tall) {
    const Eigen::Index rows = std::min(tall.rows(), tall.cols());
    const Numbers r = Eigen::HouseholderQR<Numbers>(tall).matrixQR().topRows(rows);
    return Numbers(r.triangularView<Eigen::Upper>());
  };
  const Numbers inner = narrow(query) * narrow(key).transpose();
  const Eigen::VectorXd found = Eigen::JacobiSVD<Numbers>(inner).singularValues();
  std::vector<double> values(static_cast<std::size_t>(std::min(query.rows(), key.rows())), 0);
  std::copy(found.begin(), found.end(), values.begin());
  return values;
}

}  // namespace

double divisor_of_scores(const Trace& trace, int scaled) {
  const Eigen::Index keys = trace.tape().node(scaled).shape.cols;
  return 1 / made_by(trace, scaled, Numbers::Ones(1, keys), 0, false)(0, 0);
}

std::string no_score_map(const Trace& trace, const HeadPlace& head) {
  if (trace.anatomy().given) return nothing_behind;
  if (scores_of_map(trace, head) >= 0) return "";
  if (trace.find(head_path(head.stack, head.layer, head.attention, head.head, "query_normalized")) >= 0)
    return "This head’s queries and keys are normalized before they are compared, so no one matrix makes its "
           "scores.";
  return "This head’s scores are not products of a query and a key.";
}

ScoreMap score_map(const Trace& trace, const HeadPlace& head, int query, int key) {
  if (const std::string why = no_score_map(trace, head); !why.empty()) throw std::invalid_argument(why);
  const int scores = scores_of_map(trace, head);
  const Node& made = trace.tape().node(scores);
  if (query < 0 || query >= made.shape.rows) throw std::out_of_range("no query " + std::to_string(query));
  if (key < 0 || key >= made.shape.cols) throw std::out_of_range("no key " + std::to_string(key));
  const MapSide asks = side_of_map(trace, made.inputs[0], query);
  const MapSide asked = side_of_map(trace, made.inputs[1], key);

  ScoreMap map;
  map.query = asks.map.cast<float>();
  map.key = asked.map.cast<float>();
  map.turned = asks.turned || asked.turned;
  map.x = asks.x.cast<float>();
  map.other = asked.x.cast<float>();
  const Numbers q = asks.x * asks.map, k = asked.x * asked.map;
  map.without_biases = (q * k.transpose())(0, 0);
  map.by_biases = (asks.bias * (k + asked.bias).transpose() + q * asked.bias.transpose())(0, 0);
  map.score = static_cast<double>(trace.cell({scores, query, key}));
  const int scaled = trace.find(head_path(head.stack, head.layer, head.attention, head.head, "scaled"));
  if (scaled >= 0) map.divided_by = divisor_of_scores(trace, scaled);

  map.singular_values = singular_values_of(asks.map, asked.map);
  const double rounding = map.singular_values.front() *
                          static_cast<double>(std::max(asks.map.rows(), asked.map.rows())) *
                          static_cast<double>(std::numeric_limits<float>::epsilon());
  double squares = 0;
  for (const double value : map.singular_values) {
    map.rank += value > rounding ? 1 : 0;
    squares += value * value;
  }
  for (double first = 0; first < squares / 2; ++map.half)
    first += std::pow(map.singular_values[static_cast<std::size_t>(map.half)], 2);
  // The squares of M + M^T are twice those of M and twice the trace of M M.
  const Numbers turned_round = asked.map.transpose() * asks.map;
  map.symmetric = asks.reads == asked.reads && squares > 0
                      ? 0.5 + 0.5 * (turned_round * turned_round).trace() / squares
                      : std::numeric_limits<double>::quiet_NaN();
  return map;
}

}  // namespace headlight
