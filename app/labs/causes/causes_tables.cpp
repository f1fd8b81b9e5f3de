// The numbers of causes as they are exported and quoted.
#include "app/labs/causes/causes_work.h"
#include "core/models/model.h"

namespace headlight {
namespace {

LabTable dots_table(const HeadDots& dots) {
  LabTable table{.name = "attention and effect",
                 .columns = {dots.over_pairs ? "weight" : "largest weight on what differs", "effect"},
                 .rows_are = "head"};
  if (dots.over_pairs)
    table.columns = {"weight",       "effect", "weight on the deciding word", "weight on the noun",
                     "weight on it", "pairs"};
  for (const HeadDot& dot : dots.dots) {
    table.rows.push_back({dot.looks, dot.effect});
    if (dots.over_pairs)
      table.rows.back() = {dot.looks, dot.effect, dot.cue,
                           dot.noun,  dot.it,     static_cast<double>(dots.answered)};
    table.row_names.push_back(head_name(dot.head));
  }
  return table;
}

// All parts, the sums behind the last ones.
LabTable score_table(const CausesStudy& study) {
  const ScoreAttribution& parts = study.score->parts;
  const Anatomy& model = study.to->anatomy();
  LabTable table{.name = "all parts of the score", .rows_are = "of the query"};
  for (const AttributedPart& part : parts.key) table.columns.push_back(part_name(model, part));
  table.columns.emplace_back("sum");
  for (std::size_t i = 0; i < parts.query.size(); ++i) {
    std::vector<double> row;
    for (Eigen::Index j = 0; j < parts.pairs.cols(); ++j)
      row.push_back(parts.pairs(static_cast<Eigen::Index>(i), j));
    row.push_back(parts.query[i].amount);
    table.rows.push_back(std::move(row));
    table.row_names.push_back(part_name(model, parts.query[i]));
  }
  std::vector<double> sums;
  for (const AttributedPart& part : parts.key) sums.push_back(part.amount);
  sums.push_back(parts.score);
  table.rows.push_back(std::move(sums));
  table.row_names.emplace_back("sum");
  return table;
}

// All words, the sums behind the last one.
LabTable words_table(const LogitWords& words) {
  LabTable table{.name = "all parts " + cause_logit_name(words), .columns = words.words, .rows_are = "head"};
  table.columns.emplace_back("sum");
  const Eigen::Index heads = words.parts.rows(), keys = words.parts.cols();
  Eigen::MatrixXd parts(heads + 1, keys + 1);
  parts.topLeftCorner(heads, keys) = words.parts;
  parts.block(0, keys, heads, 1) = words.parts.rowwise().sum();
  parts.bottomRows(1) = parts.topRows(heads).colwise().sum().eval();
  for (Eigen::Index row = 0; row < parts.rows(); ++row) {
    std::vector<double>& numbers = table.rows.emplace_back();
    for (Eigen::Index column = 0; column < parts.cols(); ++column) numbers.push_back(parts(row, column));
  }
  for (const HeadPlace& head : words.heads) table.row_names.push_back(head_name(head));
  if (heads == 1) {
    table.rows.pop_back();
  } else {
    table.row_names.emplace_back("all heads");
  }
  return table;
}

}  // namespace

std::vector<LabTable> cause_tables(const CausesStudy& study) {
  std::vector<LabTable> tables;
  if (study.few) {
    LabTable few{.name = "few heads", .columns = {"effect of it and those above"}, .rows_are = "head"};
    for (std::size_t i = 0; i < study.few->heads.size(); ++i) {
      few.rows.push_back({study.few->effects[i]});
      few.row_names.push_back(head_name(study.few->heads[i]));
    }
    few.rows.push_back({study.few->others_while_held});
    few.row_names.emplace_back("all others, these held");
    few.rows.push_back({study.few->others});
    few.row_names.emplace_back("all others");
    tables.push_back(std::move(few));
  }
  if (!study.paths.empty()) {
    LabTable paths{.name = "paths", .columns = {"all", "query", "key", "value"}, .rows_are = "into head"};
    for (const HeadPath& path : study.paths) {
      paths.rows.push_back({path.all, path.query, path.key, path.value});
      paths.row_names.push_back(head_name(path.to));
    }
    tables.push_back(std::move(paths));
  }
  for (std::size_t i = 0; i < study.maps.size(); ++i) {
    const std::string of = study.maps.size() > 1 ? std::string(" of words ") + cause_map_names.at(i) : "";
    tables.push_back({.name = "effects" + of, .maps = {cause_map_names.at(i)}});
  }
  if (study.dots) tables.push_back(dots_table(*study.dots));
  if (study.score) {
    tables.push_back({.name = cause_score_name, .maps = {cause_score_name}, .says = study.score->says});
    tables.push_back(score_table(study));
  }
  for (const LogitWords& words : study.logit_words) {
    const std::string name = cause_logit_name(words);
    tables.push_back({.name = name, .maps = {name}, .says = study.logit_says});
  }
  for (const LogitWords& words : study.logit_words) tables.push_back(words_table(words));
  if (study.parts) {
    LabTable parts{.name = "parts of the logit", .columns = {"part"}, .rows_are = "block"};
    for (const AttributedPart& part : study.parts->parts) {
      parts.rows.push_back({part.amount});
      parts.row_names.push_back(part.path + (part.kind == AttributedPart::Kind::bias ? " (bias)" : ""));
    }
    tables.push_back(std::move(parts));
  }
  return tables;
}

}  // namespace headlight
