// A score of the selected head as a sum over pairs: a part of the query with a part of the key.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "app/labs/causes/causes_work.h"
#include "core/figure/numbers.h"
#include "core/models/model.h"
#include "core/models/read_trace.h"

namespace headlight {
namespace {

// So many parts of either side are shown by themselves; a shallow model has no more.
constexpr std::size_t most_score_parts = 11;

std::vector<std::string> names_of(const Anatomy& model, const std::vector<AttributedPart>& parts,
                                  const std::vector<int>& shown) {
  std::vector<std::string> names;
  for (const int i : shown)
    names.push_back(i < 0 ? std::to_string(parts.size() + 1 - shown.size()) + " others"
                          : part_name(model, parts[static_cast<std::size_t>(i)]));
  names.emplace_back("sum");
  return names;
}

HeatmapPtr map_of_score(const Anatomy& model, const ScoreSum& sum) {
  const Eigen::MatrixXd& pairs = sum.parts.pairs;
  const Eigen::MatrixXd shown =
      gathered(sum.rows, pairs.rows()) * pairs * gathered(sum.columns, pairs.cols()).transpose();
  auto map = std::make_shared<Heatmap>();
  map->rows = static_cast<int>(shown.rows()) + 1;
  map->columns = static_cast<int>(shown.cols()) + 1;
  map->row_axis = "query of “" + sum.query_word + "”";
  map->column_axis = "key of “" + sum.key_word + "”";
  map->row_labels = names_of(model, sum.parts.query, sum.rows);
  map->column_labels = names_of(model, sum.parts.key, sum.columns);
  for (int row = 0; row < map->rows; ++row) {
    for (int column = 0; column < map->columns; ++column) {
      const bool below = row == shown.rows(), beside = column == shown.cols();
      const double value = below && beside ? pairs.sum()
                           : below         ? shown.col(column).sum()
                           : beside        ? shown.row(row).sum()
                                           : shown(row, column);
      map->values.push_back(static_cast<float>(value));
      map->states.push_back(CellState::value);
    }
  }
  const auto most = static_cast<float>(shown.size() > 0 ? shown.cwiseAbs().maxCoeff() : 1);
  map->scale = {Ramp::diverging, -std::max(most, 1e-6F), std::max(most, 1e-6F), "part of q · k", {}, {}};
  map->format = NumberFormat::value;
  return map;
}

std::string signed_amount(double value) {
  return (value >= 0.005 ? "+" : "") + fixed_text(static_cast<float>(value), 2);
}

// "Most of q · k = 4.86 comes by “layer 0, head 0” of “it” with “words” of “animal”: +3.10; then ..."
std::string largest_pairs(const Anatomy& model, const ScoreSum& sum) {
  const ScoreAttribution& parts = sum.parts;
  std::vector<std::pair<Eigen::Index, Eigen::Index>> order;
  for (Eigen::Index i = 0; i < parts.pairs.rows(); ++i)
    for (Eigen::Index j = 0; j < parts.pairs.cols(); ++j) order.emplace_back(i, j);
  const std::size_t named = std::min<std::size_t>(2, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(named), order.end(),
                    [&](const auto& a, const auto& b) {
                      return std::fabs(parts.pairs(a.first, a.second)) >
                             std::fabs(parts.pairs(b.first, b.second));
                    });
  std::string says = "The largest part of q · k = " + fixed_text(static_cast<float>(parts.score), 2);
  for (std::size_t n = 0; n < named; ++n) {
    const auto i = order[n].first, j = order[n].second;
    says +=
        (n == 0 ? " is " : ", then ") +
        std::string("“" + part_name(model, parts.query[static_cast<std::size_t>(i)]) + "” of “" +
                    sum.query_word + "” with “" + part_name(model, parts.key[static_cast<std::size_t>(j)]) +
                    "” of “" + sum.key_word + "”: ") +
        signed_amount(parts.pairs(i, j));
  }
  return says + ".";
}

}  // namespace

std::vector<int> largest_rows(const Eigen::MatrixXd& numbers, std::size_t most) {
  std::vector<int> order(static_cast<std::size_t>(numbers.rows()));
  std::iota(order.begin(), order.end(), 0);
  if (order.size() <= most) return order;
  const Eigen::VectorXd largest = numbers.cwiseAbs().rowwise().maxCoeff();
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return largest(a) > largest(b); });
  order.resize(most - 1);
  std::sort(order.begin(), order.end());
  order.push_back(-1);
  return order;
}

Eigen::MatrixXd gathered(const std::vector<int>& shown, Eigen::Index all) {
  Eigen::MatrixXd by = Eigen::MatrixXd::Zero(std::ssize(shown), all);
  Eigen::RowVectorXd others = Eigen::RowVectorXd::Ones(all);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown[i] < 0) continue;
    by(static_cast<Eigen::Index>(i), shown[i]) = 1;
    others(shown[i]) = 0;
  }
  if (!shown.empty() && shown.back() < 0) by.bottomRows(1) = others;
  return by;
}

void compute_score_sum(const LabInput& input, CausesStudy& study) {
  const Trace& trace = *input.run(study.into).trace;
  const AttentionInfo& selected = info(input.head.attention);
  ScoreSum sum{
      .head = {std::string(selected.stack), std::string(selected.part), input.head.layer, input.head.head}};
  const auto part = [&](std::string_view site) {
    return trace.find(head_path(sum.head.stack, sum.head.layer, sum.head.attention, sum.head.head, site));
  };
  const int weights = part("weights");
  study.no_score =
      weights < 0 ? "The selected head is none of this model." : no_score_attribution(trace, sum.head);
  if (!study.no_score.empty()) return;
  const auto& settings = input.settings<CausesLab>();
  sum.query = row_in_question(input.token, trace, weights);
  sum.query_word = trace.label(trace.label(weights).rows, sum.query);
  const Reading row = trace.rows(weights, sum.query, 1);
  for (int key = 0; key < row.shape().cols; ++key) {
    sum.words.push_back(trace.label(trace.label(weights).cols, key));
    sum.weights.push_back(row(0, key));
  }
  const auto heaviest = std::max_element(sum.weights.begin(), sum.weights.end()) - sum.weights.begin();
  sum.key = settings.key < 0 ? static_cast<int>(heaviest)
                             : std::min(settings.key, static_cast<int>(sum.weights.size()) - 1);
  sum.key_word = sum.words[static_cast<std::size_t>(sum.key)];
  sum.parts = attribute_score(trace, sum.head, sum.query, sum.key);
  sum.scaled = sum.parts.score;
  if (const int scaled = part("scaled"); scaled >= 0) {
    sum.divided_by = std::sqrt(static_cast<double>(trace.tape().node(part("query")).shape.cols));
    sum.scaled = static_cast<double>(trace.cell({scaled, sum.query, sum.key}));
  }
  sum.rows = largest_rows(sum.parts.pairs, most_score_parts);
  sum.columns = largest_rows(sum.parts.pairs.transpose(), most_score_parts);
  sum.map = map_of_score(trace.anatomy(), sum);
  sum.says = largest_pairs(trace.anatomy(), sum);
  study.score = std::move(sum);
}

}  // namespace headlight
