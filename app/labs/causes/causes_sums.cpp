// The sums that a number is: what heads add to the difference of two logits, by the words that they look at;
// a score, by parts of the query and of the key.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "app/labs/causes/causes_work.h"
#include "core/explain/score_map.h"
#include "core/figure/numbers.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Those of a sum that are shown by themselves, in their order: the `most` - 1 with the largest of all numbers
// in their row, and -1 behind them for all others; of no more than `most` all.
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

// [shown, all]: adds up what is shown together.
Eigen::MatrixXd selection_matrix(const std::vector<int>& shown, Eigen::Index all) {
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

// A logit by words: weight times value, through the output matrix and the normalizations held as they were.

// So many words are shown by themselves.
constexpr std::size_t most_logit_words = 40;

// What a head does not see because it was not written yet has no column.
Eigen::Index keys_seen(const LogitWords& made, const Trace& trace) {
  Eigen::Index keys = made.parts.cols();
  const auto causal = [&](const HeadPlace& head) {
    return trace.anatomy().find(attention_of(head.stack, head.attention))->causal;
  };
  if (!std::all_of(made.heads.begin(), made.heads.end(), causal)) return keys;
  while (keys > 1 && (made.parts.col(keys - 1).array() == 0).all()) --keys;
  return keys;
}

LogitWords words_at(const Trace& trace, const LogitAttribution& all, Stream looked_at) {
  LogitWords made{.looked_at = looked_at};
  std::vector<const AttributedPart*> found;
  for (const AttributedPart& part : all.parts) {
    if (part.words.empty()) continue;
    const Place place = place_of(part.path);
    if (!place.layer || !place.head) continue;
    if (info(attention_of(place.stack, place.attention)).asked != looked_at) continue;
    if (!found.empty() && found.front()->words.size() != part.words.size()) continue;
    made.heads.push_back({std::string(place.stack), std::string(place.attention), *place.layer, *place.head});
    found.push_back(&part);
  }
  if (found.empty()) return made;
  made.parts.resize(std::ssize(found), std::ssize(found.front()->words));
  for (std::size_t i = 0; i < found.size(); ++i)
    made.parts.row(static_cast<Eigen::Index>(i)) =
        Eigen::Map<const Eigen::RowVectorXd>(found[i]->words.data(), made.parts.cols());
  made.parts.conservativeResize(Eigen::NoChange, keys_seen(made, trace));
  const std::vector<std::string>& tokens = trace.tokens(looked_at);
  for (std::size_t key = 0; key < static_cast<std::size_t>(made.parts.cols()); ++key)
    made.words.push_back(key < tokens.size() ? tokens[key] : std::to_string(key));
  made.columns = largest_rows(made.parts.transpose(), most_logit_words);
  return made;
}

std::string short_name(const HeadPlace& head) {
  return say("layer {layer}, head {head}", {{"layer", from_one(head.layer)}, {"head", from_one(head.head)}});
}

HeatmapPtr map_of(const LogitWords& words, const Anatomy& model, float most) {
  const Eigen::MatrixXd shown = words.parts * selection_matrix(words.columns, words.parts.cols()).transpose();
  auto map = std::make_shared<Heatmap>();
  map->rows = static_cast<int>(shown.rows()) + (words.heads.size() > 1 ? 1 : 0);
  map->columns = static_cast<int>(shown.cols()) + 1;
  map->row_axis = "head";
  map->column_axis = words.looked_at == Stream::target ? "word written" : "word read";
  if (!writes_from_start(model.answer)) map->column_axis = "word";
  if (model.picture && words.looked_at == Stream::source) map->column_axis = "cell";
  for (const HeadPlace& head : words.heads) map->row_labels.push_back(short_name(head));
  if (map->rows > shown.rows()) map->row_labels.emplace_back("all heads");
  for (const int column : words.columns)
    map->column_labels.push_back(
        column < 0 ? say("{n} others", {{"n", std::to_string(words.words.size() + 1 - words.columns.size())}})
                   : words.words[column]);
  map->column_labels.emplace_back("sum");
  for (Eigen::Index row = 0; row < map->rows; ++row) {
    for (Eigen::Index column = 0; column < map->columns; ++column) {
      const bool below = row == shown.rows(), beside = column == shown.cols();
      const double value = below && beside ? shown.sum()
                           : below         ? shown.col(column).sum()
                           : beside        ? shown.row(row).sum()
                                           : shown(row, column);
      map->values.push_back(static_cast<float>(value));
      map->states.push_back(CellState::value);
    }
  }
  map->scale = {Ramp::diverging, -most, most, "part of the logit", {}, {}};
  map->format = NumberFormat::weight;
  return map;
}

std::string with_sign(double value) {
  return (value >= 0.005 ? "+" : "") + fixed_text(static_cast<float>(value), 2);
}

// "words read"
std::string columns_called(const Heatmap& map) {
  const std::size_t noun = std::min(map.column_axis.find(' '), map.column_axis.size());
  return map.column_axis.substr(0, noun) + "s" + map.column_axis.substr(noun);
}

// "Of the words read, “it” adds most: +4.12, of which +2.04 through layer 1, head 2."
std::string largest_word(const LogitWords& words) {
  const Eigen::RowVectorXd sums = words.parts.colwise().sum();
  Eigen::Index word = 0, head = 0;
  sums.cwiseAbs().maxCoeff(&word);
  words.parts.col(word).cwiseAbs().maxCoeff(&head);
  return say("Of the {words}, “{word}” adds most: {sum}, of which {part} through {head}.",
             {{"words", columns_called(*words.map)},
              {"word", words.words[word]},
              {"sum", with_sign(sums(word))},
              {"part", with_sign(words.parts(head, word))},
              {"head", short_name(words.heads[head])}});
}

}  // namespace

std::string cause_logit_name(const LogitWords& words) { return "by " + columns_called(*words.map); }

void add_logit_words(const Trace& trace, CausesStudy& study) {
  if (!study.parts) return;
  double most = 0;
  for (const Stream looked_at : {Stream::source, Stream::target}) {
    LogitWords words = words_at(trace, *study.parts, looked_at);
    if (words.heads.empty()) continue;
    most = std::max(most, words.parts.cwiseAbs().maxCoeff());
    study.logit_words.push_back(std::move(words));
  }
  for (LogitWords& words : study.logit_words) {
    words.map = map_of(words, trace.anatomy(), static_cast<float>(most > 0 ? most : 1));
    study.logit_says += (study.logit_says.empty() ? "" : " ") + largest_word(words);
  }
}

namespace {

// A score of the selected head as a sum over pairs: a part of the query with a part of the key.

// So many parts of either side are shown by themselves; a shallow model has no more.
constexpr std::size_t most_score_parts = 11;

std::vector<std::string> names_of(const Anatomy& model, const std::vector<AttributedPart>& parts,
                                  const std::vector<int>& shown) {
  std::vector<std::string> names;
  for (const int i : shown)
    names.push_back(i < 0 ? say("{n} others", {{"n", std::to_string(parts.size() + 1 - shown.size())}})
                          : part_name(model, parts[i]));
  names.emplace_back("sum");
  return names;
}

HeatmapPtr map_of_score(const Anatomy& model, const ScoreSum& sum) {
  const Eigen::MatrixXd& pairs = sum.parts.pairs;
  const Eigen::MatrixXd shown = selection_matrix(sum.rows, pairs.rows()) * pairs *
                                selection_matrix(sum.columns, pairs.cols()).transpose();
  auto map = std::make_shared<Heatmap>();
  map->rows = static_cast<int>(shown.rows()) + 1;
  map->columns = static_cast<int>(shown.cols()) + 1;
  map->row_axis = say("query of “{word}”", {{"word", sum.query_word}});
  map->column_axis = say("key of “{word}”", {{"word", sum.key_word}});
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

// "The largest part of q · k = 4.86 is “layer 0, head 0” of “it” with “words” of “animal”: +3.10; then ..."
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
  const auto pair = [&](std::size_t n) {
    const auto [i, j] = order[n];
    return say("“{part}” of “{query}” with “{other}” of “{key}”: {amount}",
               {{"part", part_name(model, parts.query[i])},
                {"query", sum.query_word},
                {"other", part_name(model, parts.key[j])},
                {"key", sum.key_word},
                {"amount", signed_amount(parts.pairs(i, j))}});
  };
  const NamedValue score{"score", fixed_text(static_cast<float>(parts.score), 2)};
  if (named == 0) return say("The largest part of q · k = {score}.", {score});
  if (named == 1) return say("The largest part of q · k = {score} is {pair}.", {score, {"pair", pair(0)}});
  return say("The largest part of q · k = {score} is {pair}, then {next}.",
             {score, {"pair", pair(0)}, {"next", pair(1)}});
}

}  // namespace

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
      weights < 0 ? "This model does not have the selected head." : no_score_attribution(trace, sum.head);
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
  sum.key_word = sum.words[sum.key];
  sum.parts = attribute_score(trace, sum.head, sum.query, sum.key);
  sum.scaled = sum.parts.score;
  if (const int scaled = part("scaled"); scaled >= 0) {
    sum.divided_by = divisor_of_scores(trace, scaled);
    sum.scaled = static_cast<double>(trace.cell({scaled, sum.query, sum.key}));
  }
  if (const int capped = part("capped"); capped >= 0) {
    sum.capped = true;
    sum.scaled = static_cast<double>(trace.cell({capped, sum.query, sum.key}));
  }
  sum.rows = largest_rows(sum.parts.pairs, most_score_parts);
  sum.columns = largest_rows(sum.parts.pairs.transpose(), most_score_parts);
  sum.map = map_of_score(trace.anatomy(), sum);
  sum.says = largest_pairs(trace.anatomy(), sum);
  study.score = std::move(sum);
}

}  // namespace headlight
