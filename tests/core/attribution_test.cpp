// A logit and a score, taken apart: the parts add up to what the trace has, whatever the model.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/explain/attribution.h"
#include "core/explain/causal_map.h"
#include "core/matrix/random.h"
#include "core/models/trace.h"
#include "tests/core/every_model.h"

namespace headlight {
namespace {

using Kind = AttributedPart::Kind;

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

double sum_of(const std::vector<AttributedPart>& parts) {
  double sum = 0;
  for (const AttributedPart& part : parts) sum += part.amount;
  return sum;
}

const AttributedPart* find(const std::vector<AttributedPart>& parts, std::string_view path) {
  const auto found =
      std::find_if(parts.begin(), parts.end(), [&](const AttributedPart& part) { return part.path == path; });
  return found == parts.end() ? nullptr : &*found;
}

void expect_words_add_up(const std::vector<AttributedPart>& parts) {
  for (const AttributedPart& part : parts) {
    EXPECT_TRUE(part.kind == Kind::head || part.words.empty()) << part.path;
    if (part.words.empty()) continue;
    EXPECT_NEAR(sum_of(part.words), part.amount, 1e-4) << part.path;
  }
}

void expect_adds_up(const Trace& trace, int place, int word, int other = -1) {
  const LogitAttribution all = attribute_logit(trace, place, word, other);
  const Reading logits = trace.read("logits");
  const double logit = static_cast<double>(logits(place, word)) -
                       (other < 0 ? 0.0 : static_cast<double>(logits(place, other)));
  EXPECT_EQ(all.logit, logit);
  EXPECT_NEAR(all.sum(), logit, 1e-4);
  expect_words_add_up(all.parts);
}

// Random weights leave the biases at 0 and the gains at 1: these have some.
ModelPtr with_biases(const Model& model) {
  Weights weights = model.weights();
  Random random(3);
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const std::string& name = weights.spec(i).name;
    if (!name.ends_with("bias") && !name.ends_with("gain")) continue;
    for (float& each : weights.tensor(i).reshaped()) each += static_cast<float>(0.5 * random.normal());
  }
  return std::make_shared<const Model>(model.config(), std::move(weights), model.words());
}

class Attributions : public testing::TestWithParam<int> {
 protected:
  const ModelRow& row() const { return every_model()[static_cast<std::size_t>(GetParam())]; }
};
INSTANTIATE_TEST_SUITE_P(Models, Attributions, testing::Range(0, static_cast<int>(every_model().size())),
                         [](const testing::TestParamInfo<int>& param) {
                           std::string name = every_model()[static_cast<std::size_t>(param.param)].name;
                           std::erase_if(name, [](char each) { return each == '-' || each == ' '; });
                           return name;
                         });

TEST_P(Attributions, AddUpToTheLogitOrSayWhyNot) {
  for (const std::vector<Edit>& edits : {std::vector<Edit>{}, row().edits}) {
    const TracePtr trace = row().model->trace({.text = row().text, .edits = edits});
    const std::string why = no_logit_attribution(*trace);
    const bool masked = trace->anatomy().answer == AnswerKind::hidden_words;
    const bool capped = trace->find("uncapped") >= 0;
    EXPECT_EQ(why.empty(), !trace->anatomy().recurrent() && !masked && !capped) << why;
    const Shape shape = trace->read("logits").shape();
    if (!why.empty()) {
      EXPECT_THROW(attribute_logit(*trace, 0, 0), std::invalid_argument);
      EXPECT_EQ(std::count(why.begin(), why.end(), '.'), 1);
      continue;
    }
    for (const int place : {0, shape.rows - 1}) {
      expect_adds_up(*trace, place, 2);
      expect_adds_up(*trace, place, 1, shape.cols - 1);
    }
    EXPECT_THROW(attribute_logit(*trace, shape.rows, 0), std::out_of_range);
    EXPECT_THROW(attribute_logit(*trace, 0, shape.cols), std::out_of_range);
  }
}

TEST_P(Attributions, AddUpToEveryScoreOrSayWhyNot) {
  const TracePtr trace = row().model->trace({.text = row().text, .edits = row().edits});
  for (const HeadPlace& head : heads_of(trace->anatomy())) {
    const std::string why = no_score_attribution(*trace, head);
    EXPECT_EQ(why.empty(), !trace->anatomy().find(attention_of(head.stack, head.attention))->additive);
    if (!why.empty()) {
      EXPECT_THROW(attribute_score(*trace, head, 0, 0), std::invalid_argument);
      continue;
    }
    const Reading scores =
        trace->read(head_path(head.stack, head.layer, head.attention, head.head, "scores"));
    const int query = scores.shape().rows - 1, key = scores.shape().cols / 2;
    const ScoreAttribution all = attribute_score(*trace, head, query, key);
    EXPECT_EQ(all.score, static_cast<double>(scores(query, key)));
    EXPECT_NEAR(all.pairs.sum(), all.score, 1e-4);
    EXPECT_NEAR(sum_of(all.query), all.score, 1e-4);
    EXPECT_NEAR(sum_of(all.key), all.score, 1e-4);
    ASSERT_EQ(all.pairs.rows(), std::ssize(all.query));
    ASSERT_EQ(all.pairs.cols(), std::ssize(all.key));
    for (Eigen::Index i = 0; i < all.pairs.rows(); ++i)
      EXPECT_NEAR(all.pairs.row(i).sum(), all.query[static_cast<std::size_t>(i)].amount, 1e-4);
    for (Eigen::Index i = 0; i < all.pairs.cols(); ++i)
      EXPECT_NEAR(all.pairs.col(i).sum(), all.key[static_cast<std::size_t>(i)].amount, 1e-4);
    expect_words_add_up(all.query);
    expect_words_add_up(all.key);
    EXPECT_THROW(attribute_score(*trace, head, query + 1, key), std::out_of_range);
  }
}

// Every kind of layer that configs can ask for.
TEST(Attribution, HoldsForEveryConfig) {
  std::vector<TransformerConfig> configs;
  for (const NormPlace place : {NormPlace::post, NormPlace::pre}) {
    for (const Normalization kind : {Normalization::layer, Normalization::scale_only, Normalization::rms}) {
      for (const Positions positions : {Positions::sinusoidal, Positions::rotary, Positions::appended}) {
        TransformerConfig config{.d_model = 16, .d_ff = 24};
        config.norm_place = place;
        config.normalization = kind;
        config.positions = positions;
        config.position_dimensions = positions == Positions::appended ? 4 : config.position_dimensions;
        config.decoder_layers = 2;
        config.tied_output = positions == Positions::sinusoidal;
        config.normalized_input = positions == Positions::rotary;
        configs.push_back(config);
      }
    }
  }
  TransformerConfig normalized{.d_model = 16, .d_ff = 24};
  normalized.norm_place = NormPlace::pre;
  normalized.normalization = Normalization::rms;
  normalized.positions = Positions::rotary;
  normalized.position_halves = true;
  normalized.rotated_size = 2;
  normalized.query_norm = normalized.output_norm = true;
  normalized.feed_forward = FeedForward::geglu;
  normalized.scores_divided_by = 7;
  normalized.score_cap = 3;
  configs.push_back(normalized);
  for (const TransformerConfig& config : configs) {
    const ModelPtr model = with_biases(tiny_translator(config));
    const TracePtr trace = model->trace({.text = tired_sentence, .words = std::vector<int>{2, 3, 4}});
    for (int place = 0; place < 4; ++place) expect_adds_up(*trace, place, 5, 7);
    for (const HeadPlace& head : heads_of(trace->anatomy())) {
      const ScoreAttribution score = attribute_score(*trace, head, 2, 1);
      EXPECT_NEAR(score.pairs.sum(), score.score, 1e-4) << output_of(head);
      expect_words_add_up(score.query);
    }
  }
}

// The same by hand, of the last attention of a pre-norm model, behind which only the last normalization
// stands:
//   sum over the words s of weight(s) * (value(s) W^O_h) through gain (x - mean(x)) / sigma, times U_a - U_b.
TEST(Attribution, OfAWordIsItsWeightTimesItsValueThroughTheMatrices) {
  const ModelPtr model = with_biases(
      tiny_translator({.d_model = 16, .d_ff = 24, .cross_heads = 2, .norm_place = NormPlace::pre}));
  const int d_k = model->config().d_model / model->config().cross_heads;
  const TracePtr trace = model->trace({.text = tired_sentence, .words = std::vector<int>{2, 3, 4}});
  const int place = 2, word = 5, other = 7;
  const LogitAttribution all = attribute_logit(*trace, place, word, other);
  const std::string layer = "decoder." + std::to_string(model->config().decoder_layers - 1) + ".";
  const auto matrix = [&](const std::string& path) {
    return Eigen::MatrixXd(trace->read(path).view().map().cast<double>());
  };
  const auto parameter = [&](const std::string& name) { return matrix("parameters." + name); };
  const Eigen::RowVectorXd x = matrix(layer + "residual_3").row(place);
  const Eigen::RowVectorXd apart = (x.array() - x.mean()).matrix();
  const double sigma = std::sqrt(apart.squaredNorm() / static_cast<double>(x.size()) + 1e-5);
  const Eigen::MatrixXd table = parameter("target.embedding");  // the output matrix as well
  const Eigen::RowVectorXd against = table.row(word) - table.row(other);
  const Eigen::RowVectorXd gain = parameter("decoder.normalized.gain").row(0);
  for (int head = 0; head < model->config().cross_heads; ++head) {
    const std::string path = layer + "cross_attention.head." + std::to_string(head) + ".";
    const AttributedPart* part = find(all.parts, path + "output");
    ASSERT_NE(part, nullptr);
    const Eigen::MatrixXd weights = matrix(path + "weights"), values = matrix(path + "value");
    const Eigen::MatrixXd output =
        parameter(layer + "cross_attention.projected.weight").middleRows(head * d_k, d_k);
    ASSERT_EQ(std::ssize(part->words), weights.cols());
    for (Eigen::Index s = 0; s < weights.cols(); ++s) {
      const Eigen::RowVectorXd added = weights(place, s) * values.row(s) * output;
      const Eigen::RowVectorXd through = ((added.array() - added.mean()) * gain.array() / sigma).matrix();
      EXPECT_NEAR(part->words[static_cast<std::size_t>(s)], through.dot(against), 1e-4) << path << s;
    }
  }
}

// What an edit set stands in the sum as a part of its own, and what came before it does not.
TEST(Attribution, KnowsWhatWasSet) {
  const Model model = tiny_translator();
  const auto traced = [&](const char* path) {
    return model.trace({.text = tired_sentence,
                        .words = std::vector<int>{2, 3},
                        .edits = {{.path = path, .row = 1, .values = {0.5F}}}});
  };
  const TracePtr head = traced("decoder.0.cross_attention.head.0.output");
  const LogitAttribution of_head = attribute_logit(*head, 1, 4);
  const AttributedPart* set = find(of_head.parts, "decoder.0.cross_attention.head.0.output");
  ASSERT_NE(set, nullptr);
  EXPECT_TRUE(set->words.empty()) << "no word made it";
  EXPECT_FALSE(find(attribute_logit(*head, 2, 4).parts, set->path)->words.empty());
  const TracePtr stream = traced("decoder.0.normalized_2");
  const LogitAttribution of_stream = attribute_logit(*stream, 1, 4);
  EXPECT_EQ(of_stream.parts.front().kind, Kind::set);
  EXPECT_EQ(of_stream.parts.front().path, "decoder.0.normalized_2");
  EXPECT_EQ(find(of_stream.parts, "decoder.0.cross_attention.head.0.output"), nullptr);
  expect_adds_up(*stream, 1, 4);
  const TracePtr logit = traced("logits");
  EXPECT_EQ(attribute_logit(*logit, 1, 4).parts.size(), 1U);
  const TracePtr query = traced("encoder.1.self_attention.head.0.query");
  const ScoreAttribution score = attribute_score(*query, {"encoder", "self_attention", 1, 0}, 1, 0);
  ASSERT_EQ(score.query.size(), 1U);
  EXPECT_EQ(score.query[0].kind, Kind::set);
  EXPECT_NEAR(score.query[0].amount, score.score, 1e-5);
}

// Of a post-norm model the parts are what the blocks added, in their order, and every bias.
TEST(Attribution, NamesWhatAdded) {
  const Model model = tiny_translator({.d_model = 16, .d_ff = 24, .encoder_layers = 1, .decoder_heads = 2});
  const TracePtr trace = model.trace({.text = tired_sentence, .words = std::vector<int>{2}});
  std::vector<std::string> paths;
  for (const AttributedPart& part : attribute_logit(*trace, 1, 4).parts) paths.push_back(part.path);
  const std::string layer = "decoder.0.";
  EXPECT_EQ(paths, (std::vector<std::string>{
                       "target.scaled", "target.positions", layer + "self_attention.head.0.output",
                       layer + "self_attention.head.1.output", layer + "self_attention.projected",
                       layer + "normalized_1", layer + "cross_attention.head.0.output",
                       layer + "cross_attention.projected", layer + "normalized_2",
                       layer + "feed_forward.output", layer + "normalized_3", "logits"}));
}

TEST(Attribution, OfTheShippedTranslatorNamesTheHeadThatFetchesTheNoun) {
  const ModelPtr model = load_model(HEADLIGHT_SOURCE_DIR "/assets/models/translator");
  const TracePtr tired = model->trace({.text = tired_sentence});
  const TracePtr wide = model->trace({.text = wide_sentence});
  const CausalQuestion question = first_difference(*tired, *wide).value();
  EXPECT_EQ(model->target().word(question.word), "il");
  EXPECT_EQ(model->target().word(question.other), "elle");
  for (int place = 0; place < 8; ++place) expect_adds_up(*tired, place, question.word, question.other);
  const LogitAttribution all = attribute_logit(*tired, question.place, question.word, question.other);
  EXPECT_GT(all.logit, 1);
  const auto most =
      std::max_element(all.parts.begin(), all.parts.end(),
                       [](const AttributedPart& a, const AttributedPart& b) { return a.amount < b.amount; });
  EXPECT_TRUE(most->kind == Kind::head || most->kind == Kind::feed_forward) << most->path;

  // Why "it" looks at "animal" and not at "street": what the feed-forward network of layer 2 added to "it",
  // behind the head that looks at "tired".
  const HeadPlace finds{"encoder", "self_attention", 3, 0};
  const int it = 7, animal = 1, street = 5;
  const ScoreAttribution at_animal = attribute_score(*tired, finds, it, animal);
  const ScoreAttribution at_street = attribute_score(*tired, finds, it, street);
  const double apart = at_animal.score - at_street.score;
  EXPECT_GT(apart, 10);
  EXPECT_NEAR(sum_of(at_animal.query), at_animal.score, 1e-4 * at_animal.score);
  const auto brings = [&](const char* path) {
    return find(at_animal.query, path)->amount - find(at_street.query, path)->amount;
  };
  EXPECT_GT(brings("encoder.2.feed_forward.output"), 0.6 * apart);
  EXPECT_LT(std::fabs(brings("encoder.0.feed_forward.output")), 0.2 * apart);
}

}  // namespace
}  // namespace headlight
