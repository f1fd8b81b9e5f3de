// Causes as a row of the labs; its tables, and what blocks, heads and parts of sums are called.
#include "app/labs/causes/causes_lab.h"

#include <array>

#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "app/labs/causes/causes_work.h"
#include "core/figure/numbers.h"
#include "core/layers/sites.h"
#include "core/models/model.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// The numbers of causes as they are exported and quoted.

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

namespace {

// What blocks, heads and parts of sums are called.

// "attention", "cross-attention", "feed-forward": what stands before the n-th sum of a layer of the stack.
std::string sub_layer_name(const Anatomy& model, const std::string& stack, std::size_t number) {
  std::vector<std::string> all;
  for (const AttentionHeads& each : model.attentions) {
    const AttentionInfo& about = each.info();
    if (about.stack == stack) all.push_back(about.crosses() ? std::string(about.kind) : "attention");
  }
  return number >= 1 && number <= all.size() ? all[number - 1] : "feed-forward";
}

}  // namespace

std::string block_name(const Anatomy& model, const std::string& path) {
  const Place place = place_of(path);
  const Site* const site = site_of(path);
  if (!place.layer) return site == nullptr ? path : std::string(site->noun);
  const std::string layer = say("layer {layer}", {{"layer", from_one(*place.layer)}});
  if (place.head) {
    const AttentionInfo& about = info(attention_of(place.stack, place.attention));
    return say("{layer}, {head} {n}",
               {{"layer", layer}, {"head", std::string(about.head)}, {"n", from_one(*place.head)}});
  }
  if (!place.attention.empty()) {
    const AttentionInfo& about = info(attention_of(place.stack, place.attention));
    return joined({layer, about.crosses() ? std::string(about.kind) : say("all heads")});
  }
  if (place.part.starts_with("feed_forward")) return say("{layer}, feed-forward", {{"layer", layer}});
  const std::size_t number = place.part.find_last_not_of("0123456789") + 1;
  if (number == place.part.size() || number == 0) return layer + (site ? ", " + std::string(site->noun) : "");
  return say("{layer}, after {part}",
             {{"layer", layer},
              {"part", sub_layer_name(model, place.stack,
                                      static_cast<std::size_t>(std::stoi(place.part.substr(number))))}});
}

std::string head_name(const HeadPlace& head) {
  const AttentionInfo& about = info(attention_of(head.stack, head.attention));
  const NamedValue layer{"layer", from_one(head.layer)}, kind{"head", std::string(about.head)},
      n{"n", from_one(head.head)};
  if (about.crosses()) return say("layer {layer}, {head} {n}", {layer, kind, n});  // only one has such
  return say("{stack} layer {layer}, {head} {n}", {{"stack", head.stack}, layer, kind, n});
}

namespace {

// "layer 0, norm 2", "last norm"; nothing for what is no normalization of a stack.
std::optional<std::string> norm_name(const std::string& path) {
  const Place place = place_of(path);
  const Site* const site = site_of(path);
  if (site == nullptr || !place.attention.empty() || place.head) return std::nullopt;
  if (site->family == Family::stack) return say("last norm");
  if (site->family != Family::layer) return std::nullopt;
  return say("layer {layer}, norm {n}",
             {{"layer", from_one(place.layer.value_or(0))}, {"n", place.part.substr(place.part.size() - 1)}});
}

}  // namespace

std::string part_name(const Anatomy& model, const AttributedPart& part) {
  const std::string name = block_name(model, part.path);
  switch (part.kind) {
    case AttributedPart::Kind::bias:
      return say("{part}, bias", {{"part", norm_name(part.path).value_or(name)}});
    case AttributedPart::Kind::set:
      return say("{part}, as edited", {{"part", name}});
    default:
      return name;
  }
}

namespace {

std::string put_text(Exchange put) {
  switch (put) {
    case Exchange::clean:
      return say("copied from the other sentence");
    case Exchange::zero:
      return say("set to zero");
    case Exchange::mean:
      return say("replaced by the mean of the others");
    case Exchange::shuffled:
      return say("replaced by another one, drawn at random");
    case Exchange::noise:
      break;
  }
  return say("blurred by noise");
}

LabCaption causes_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<CausesLab>();
  const auto* study = asked.result<CausesStudy>();
  const std::string about = study == nullptr || study->word.empty()
                                ? say("a word that the model writes")
                                : say("{word} against {other}", {{"word", in_curly_quotes(study->word)},
                                                                 {"other", in_curly_quotes(study->other)}});
  std::vector<int> sides;
  for (int side = 0; side < 2; ++side) {
    const bool read = study == nullptr || !study->alone || side == study->into;
    if (asked.input.trace(side) != nullptr && read) sides.push_back(side);
  }
  if (lab.page == CausesLab::Page::score)
    return {say("the score of {head} as a sum over pairs of parts", {{"head", asked.selected_head()}}),
            {asked.side}};
  if (lab.page == CausesLab::Page::logit)
    return {
        say("the logit of {words}: what each head adds to it, by the words it looks at", {{"words", about}}),
        {asked.side}};
  if (lab.page == CausesLab::Page::attention) {
    if (study != nullptr && study->dots && study->dots->over_pairs)
      return {say("where heads look, and how much they matter, over {n} held-out pairs of sentences",
                  {{"n", count_text(study->dots->answered)}}),
              {}};
    return {say("where heads look, and how much they matter for {words}", {{"words", about}}), sides};
  }
  if (lab.page == CausesLab::Page::heads)
    return {say("the heads that carry what decides {words}, and where the effect goes from {head}",
                {{"words", about}, {"head", asked.selected_head()}}),
            sides};
  return {say(lab.heads == CausesLab::Heads::apart
                  ? to_be_said("what happens to {words} with one row {replaced}, each head alone")
                  : to_be_said("what happens to {words} with one row {replaced}, heads together"),
              {{"words", about}, {"replaced", put_text(study == nullptr ? lab.put : study->put)}}),
          sides};
}

// What has words to choose between.
constexpr LabNeed needs_an_answer{
    [](const Anatomy& model) { return !model.given && answers_in_words(model.answer); },
    "This is about what a model writes, but the model on stage writes nothing.",
    "The model on stage writes nothing."};

constexpr std::array causes_drags{LabDrag{"causes, the word that is asked about",
                                          [](Labs& labs, int i) { labs.get<CausesLab>().place = i % 8; }},
                                  LabDrag{"causes, the key of a score", [](Labs& labs, int i) {
                                            labs.get<CausesLab>().page = CausesLab::Page::score;
                                            labs.get<CausesLab>().key = i % 8;
                                          }}};

}  // namespace

constinit const Lab CausesLab::lab_row{.name = "causes",
                                       .title = "Causes",
                                       .question = "What decides a word?",
                                       .settings = settings_of<CausesLab>(),
                                       .compute = compute_causes,
                                       .caption = causes_caption,
                                       .drags = causes_drags,
                                       .of_word = true,
                                       .needs = always<needs_an_answer>,
                                       .own_view = true};

}  // namespace headlight
