// What heads add to a logit by the words that they look at: weight times value, through the output matrix and
// the normalizations held as they were, into the difference of two logits.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "app/labs/causes/causes_work.h"
#include "core/figure/numbers.h"
#include "core/models/model.h"
#include "core/models/read_trace.h"

namespace headlight {
namespace {

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
  return "layer " + std::to_string(head.layer) + ", head " + std::to_string(head.head);
}

HeatmapPtr map_of(const LogitWords& words, const Anatomy& model, float most) {
  const Eigen::MatrixXd shown = words.parts * gathered(words.columns, words.parts.cols()).transpose();
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
    map->column_labels.push_back(column < 0 ? std::to_string(words.words.size() + 1 - words.columns.size()) +
                                                  " others"
                                            : words.words[static_cast<std::size_t>(column)]);
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
std::string several(const Heatmap& map) {
  const std::size_t noun = std::min(map.column_axis.find(' '), map.column_axis.size());
  return map.column_axis.substr(0, noun) + "s" + map.column_axis.substr(noun);
}

// "Of the words read most comes by “it”: +4.12, of that +2.04 by layer 1, head 2."
std::string largest_word(const LogitWords& words) {
  const Eigen::RowVectorXd sums = words.parts.colwise().sum();
  Eigen::Index word = 0, head = 0;
  sums.cwiseAbs().maxCoeff(&word);
  words.parts.col(word).cwiseAbs().maxCoeff(&head);
  return "Of the " + several(*words.map) + " most comes by “" + words.words[static_cast<std::size_t>(word)] +
         "”: " + with_sign(sums(word)) + ", of that " + with_sign(words.parts(head, word)) + " by " +
         short_name(words.heads[static_cast<std::size_t>(head)]) + ".";
}

}  // namespace

std::string cause_logit_name(const LogitWords& words) { return "by " + several(*words.map); }

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

}  // namespace headlight
