// Rows exchanged between two runs: a map is what edits made one by one give, and the shipped translator's
// story is as it is told.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/explain/causal_map.h"
#include "core/learn/cue_pairs.h"
#include "core/models/trace.h"
#include "tests/core/every_model.h"

namespace headlight {
namespace {

using Heads = CausalMapping::Heads;

struct TwoRuns {
  ModelPtr model;
  TracePtr clean, other;
  CausalQuestion question;

  CausalRuns runs() const { return {model, clean, other, question}; }
};

TwoRuns two_runs(ModelPtr model, const std::string& clean, const std::string& other) {
  TwoRuns two{model, model->trace({.text = clean}), model->trace({.text = other}), {}};
  two.question = first_difference(*two.clean, *two.other)
                     .value_or(likeliest_two(*two.other, two.other->read("probabilities").shape().rows - 1));
  return two;
}

double difference(const Trace& trace, const CausalQuestion& question) {
  const Reading logits = trace.read("logits");
  return static_cast<double>(logits(question.place, question.word) - logits(question.place, question.other));
}

const CausalMap::Block& block_of(const CausalMap& map, std::string_view path) {
  return *std::find_if(map.blocks.begin(), map.blocks.end(),
                       [&](const CausalMap::Block& block) { return block.path == path; });
}

class CausalMaps : public testing::TestWithParam<int> {
 protected:
  const ModelRow& row() const { return every_model()[static_cast<std::size_t>(GetParam())]; }
};
INSTANTIATE_TEST_SUITE_P(Models, CausalMaps, testing::Range(0, static_cast<int>(every_model().size())),
                         [](const testing::TestParamInfo<int>& param) {
                           std::string name = every_model()[static_cast<std::size_t>(param.param)].name;
                           std::erase_if(name, [](char each) { return each == '-' || each == ' '; });
                           return name;
                         });

// Of every model: some cells of the map by an edit of a trace each, as a person makes it.
TEST_P(CausalMaps, EqualEditsMadeOneByOne) {
  const TwoRuns two = two_runs(row().model, row().text, row().other);
  CausalMapping mapping(two.runs(), Heads::apart);
  ASSERT_FALSE(mapping.map().blocks.empty());
  // In pieces, and all at once it is the same.
  int left = 3;
  while (!mapping.compute([&] { return left-- > 0; })) left = 5;
  EXPECT_EQ(mapping.progress(), 1);
  const CausalRuns& runs = mapping.runs();
  const double clean = runs.clean_difference(), other = runs.other_difference();
  EXPECT_NEAR(other, difference(*two.other, two.question), 1e-5);
  int compared = 0;
  for (const CausalMap::Block& block : mapping.map().blocks) {
    for (std::size_t word = 0; word < block.effects.size(); word += 3) {
      const std::optional<Edit> edit = runs.exchange(block.path, static_cast<int>(word));
      ASSERT_EQ(edit.has_value(), !std::isnan(block.effects[word])) << block.path;
      if (!edit) continue;
      std::vector<int> words = two.other->words().target_ids;
      if (!words.empty()) words.erase(words.begin());
      const bool writes = writes_from_start(row().model->anatomy().answer);
      const TracePtr edited = row().model->trace(
          {.text = row().other, .words = writes ? std::optional(words) : std::nullopt, .edits = {*edit}});
      const double effect = (difference(*edited, two.question) - other) / (clean - other);
      EXPECT_NEAR(block.effects[word], effect, 1e-3 * std::max(1.0, std::fabs(effect))) << block.path;
      ++compared;
    }
  }
  EXPECT_GT(compared, 5);
}

// All rows of what enters the first layers, taken from the clean run, make the clean run.
TEST_P(CausalMaps, AreNothingAndAllAtTheEnds) {
  const TwoRuns two = two_runs(row().model, row().text, row().other);
  CausalRuns runs = two.runs();
  EXPECT_NEAR(runs.effect({}), 0, 1e-6);
  std::vector<Edit> whole;
  bool aligned = true;
  for (const StackInfo& stack : two.other->anatomy().stacks) {
    const std::string path = input_of(*two.other, stack);
    const int rows = two.other->read(path).shape().rows;
    for (int i = 0; i < rows; ++i) {
      const bool needed = stack.stream == two.other->anatomy().typed();
      aligned = aligned && (!needed || runs.row_in_clean(stack.stream, i).has_value());
      if (const auto edit = runs.exchange(path, i)) whole.push_back(*edit);
    }
  }
  const Anatomy& anatomy = two.other->anatomy();
  const bool also_reads_the_picture = anatomy.picture.has_value();
  if (aligned && !also_reads_the_picture) {
    EXPECT_NEAR(runs.effect(whole), 1, 2e-3) << runs.clean_difference();
  }
  EXPECT_NEAR(runs.effect({}), 0, 1e-6) << "and nothing of it stays";
}

TEST_P(CausalMaps, ForOneSentenceSayWhatItLoses) {
  const TracePtr trace = row().model->trace({.text = row().text});
  const CausalQuestion question = likeliest_two(*trace, 0);
  for (const Exchange how : {Exchange::zero, Exchange::mean, Exchange::shuffled, Exchange::noise}) {
    CausalRuns runs(row().model, trace, question, how, 5);
    EXPECT_TRUE(runs.alone());
    const StackInfo& stack = trace->anatomy().stacks.front();
    const std::string path = stack.layers > 0 ? end_of_layer(*trace, stack, 0) : input_of(*trace, stack);
    const int rows = trace->read(path).shape().rows;
    for (const int i : {0, rows - 1}) {
      const Edit edit = runs.exchange(path, i).value();
      EXPECT_EQ(edit, runs.exchange(path, i).value()) << "drawn again it is the same";
      EXPECT_TRUE(how == Exchange::zero || !runs.changes_nothing(edit));
      const TracePtr edited =
          row().model->trace({.input = row().model->input(row().text), .edits = {edit}, .like = trace.get()});
      // The first place of an answer has nothing written before it.
      const double by = difference(*edited, question) - difference(*trace, question);
      EXPECT_NEAR(runs.effect({edit}), by, 1e-4 * std::max(1.0, std::fabs(by)));
    }
  }
}

TEST(CausalRuns, SentencesOfOtherLengthsAreExchangedAtTheEndsAlone) {
  const auto model = std::make_shared<const Model>(tiny_translator());
  const TracePtr clean = model->trace({.text = "the animal was too tired", .words = std::vector<int>{2}});
  const TracePtr other =
      model->trace({.text = "the street was very very tired", .words = std::vector<int>{2}});
  const CausalRuns runs(model, clean, other, {1, 4, 5});
  const std::vector<std::optional<int>> wanted{0, {}, {}, {}, {}, 4};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(runs.row_in_clean(Stream::source, i), wanted[static_cast<std::size_t>(i)]) << i;
  EXPECT_EQ(runs.row_in_clean(Stream::target, 1), 1);
  EXPECT_EQ(runs.row_in_clean(Stream::target, 2), std::nullopt);
  EXPECT_EQ(runs.exchange("encoder.0.normalized_1", 2), std::nullopt);
  EXPECT_EQ(runs.exchange("encoder.0.normalized_1", 5)->values.front(),
            clean->read("encoder.0.normalized_1")(4, 0));
  EXPECT_EQ(runs.exchange("encoder.9.normalized_1", 0), std::nullopt);
}

// Where the clean run wrote other words before the place, it is asked what it would have said behind those
// of the other run.
TEST(CausalRuns, AskBothBehindTheSameWords) {
  const auto model = std::make_shared<const Model>(tiny_translator());
  const TracePtr clean = model->trace({.text = tired_sentence, .words = std::vector<int>{3, 4, 5}});
  const TracePtr other = model->trace({.text = wide_sentence, .words = std::vector<int>{2, 6, 7}});
  const CausalQuestion question{2, 4, 5};
  const CausalRuns runs(model, clean, other, question);
  const TracePtr again = model->trace({.text = tired_sentence, .words = std::vector<int>{2, 6}});
  EXPECT_NEAR(runs.clean_difference(), difference(*again, question), 1e-6);
}

// Of a long text neighbouring words are exchanged together.
TEST(CausalMapping, PutsNeighboursTogetherWhereWordsAreMany) {
  const TwoRuns two =
      two_runs(std::make_shared<const Model>(tiny_translator()), tired_sentence, wide_sentence);
  CausalMapping mapping(two.runs(), Heads::apart, 4);
  EXPECT_TRUE(mapping.compute());
  CausalRuns runs = two.runs();
  const CausalMap::Block& block = block_of(mapping.map(), "encoder.0.normalized_1");
  EXPECT_EQ(block.together, 3);
  ASSERT_EQ(block.effects.size(), 4U);
  for (int cell = 0; cell < 4; ++cell) {
    std::vector<Edit> edits;
    for (int row = 3 * cell; row < std::min(11, 3 * cell + 3); ++row)
      edits.push_back(runs.exchange(block.path, row).value());
    EXPECT_EQ(mapping.edits(block, cell), edits);
    EXPECT_NEAR(block.effects[static_cast<std::size_t>(cell)], runs.effect(edits), 1e-5);
  }
}

TEST(CausalRuns, OneSentenceTwiceHasNoEffect) {
  const auto model = std::make_shared<const Model>(tiny_translator());
  const TracePtr trace = model->trace({.text = tired_sentence});
  EXPECT_EQ(first_difference(*trace, *trace), std::nullopt);
  EXPECT_THROW(CausalRuns(model, trace, trace, {0, 2, 3}), std::invalid_argument);
}

class CausalStory : public testing::Test {
 protected:
  static const TwoRuns& two() {
    static const TwoRuns all =
        two_runs(load_model(HEADLIGHT_SOURCE_DIR "/assets/models/translator"), tired_sentence, wide_sentence);
    return all;
  }
};

// The last word tells "it", "it" finds its noun, the decoder fetches that.
TEST_F(CausalStory, IsToldByTheMap) {
  CausalMapping mapping(two().runs(), Heads::apart);
  EXPECT_TRUE(mapping.compute());
  const CausalMap& map = mapping.map();
  const int it = 7, last = 10, place = two().question.place;
  const auto at = [&](const char* path, int word) {
    return block_of(map, path).effects[static_cast<std::size_t>(word)];
  };
  EXPECT_NEAR(at("source.input", last), 1, 1e-3);
  // One head brings most of the noun; the second one that looks at it little.
  EXPECT_GT(at("encoder.3.self_attention.head.0.output", it), 0.5);
  EXPECT_LT(std::fabs(at("encoder.3.self_attention.head.1.output", it)), 0.25);
  EXPECT_LT(std::fabs(at("encoder.3.self_attention.head.2.output", it)), 0.1);
  EXPECT_GT(at("encoder.2.normalized_2", it), 0.9);
  EXPECT_GT(at("encoder.3.normalized_2", it), 0.9);
  EXPECT_GT(at("decoder.0.cross_attention.head.0.output", place), 0.9);
  EXPECT_NEAR(at("decoder.0.normalized_3", place), 1, 1e-3);
  for (int word = 0; word < it; ++word) {
    EXPECT_LT(std::fabs(at("encoder.2.normalized_2", word)), 0.1) << word;
    EXPECT_LT(std::fabs(at("encoder.3.normalized_2", word)), 0.1) << word;
  }
  CausalMapping together(two().runs(), Heads::together);
  EXPECT_TRUE(together.compute());
  // Two heads of layer 1 tell "it" the last word; in layer 2 it is no news any more.
  const auto of_layer = [&](int layer) {
    return block_of(together.map(), "encoder." + std::to_string(layer) + ".self_attention.concatenated")
        .effects[it];
  };
  EXPECT_GT(of_layer(1), 0.7);
  EXPECT_LT(of_layer(2), 0.2);
  EXPECT_GT(of_layer(3), 0.7);
  EXPECT_GT(at("encoder.1.self_attention.head.0.output", it), 0.3);
  EXPECT_GT(at("encoder.1.self_attention.head.1.output", it), 0.3);
  EXPECT_LT(std::fabs(at("encoder.1.self_attention.head.3.output", it)), 0.1);
}

TEST_F(CausalStory, IsCarriedByFewHeads) {
  std::vector<HeadPlace> reading = heads_of(two().model->anatomy());
  std::erase_if(reading, [](const HeadPlace& head) { return head.stack != "encoder"; });
  HeadSetSearch search(two().runs(), reading);
  int pieces = 0;
  while (!search.compute([&] { return ++pieces % 2 != 0; })) EXPECT_LE(search.progress(), 1);
  const HeadSet& found = search.found();
  ASSERT_GE(found.heads.size(), 2U);
  EXPECT_LE(found.heads.size(), 6U);
  EXPECT_EQ(found.heads[0], (HeadPlace{"encoder", "self_attention", 3, 0}));
  EXPECT_GT(found.effects[0], 0.5);
  EXPECT_TRUE(found.enough);
  EXPECT_GE(found.effects.back(), 0.9);
  EXPECT_GT(found.others, 0.4) << "other heads hand on the same";
  int passes = 2;  // each round tries the heads that are left
  for (std::size_t i = 0; i < found.heads.size(); ++i) passes += static_cast<int>(reading.size() - i);
  EXPECT_EQ(found.passes, passes);
}

TEST_F(CausalStory, GoesFromOneHeadIntoTheOther) {
  CausalRuns runs = two().runs();
  const HeadPlace tells{"encoder", "self_attention", 1, 0}, finds{"encoder", "self_attention", 3, 0};
  const double all = path_effect(runs, tells, finds);
  EXPECT_GT(all, 0.3);
  EXPECT_GT(path_effect(runs, tells, finds, {.query = true, .key = false, .value = false}), 0.3)
      << "it is the query that is told";
  EXPECT_LT(std::fabs(path_effect(runs, tells, finds, {.query = false, .key = true, .value = false})), 0.2);
  EXPECT_LT(std::fabs(path_effect(runs, {"encoder", "self_attention", 1, 3}, finds)), 0.1);
}

// Of a head's row what comes by each key adds up to the whole row.
TEST_F(CausalStory, ARowOfAHeadComesByItsKeys) {
  CausalRuns runs = two().runs();
  const HeadPlace head{"encoder", "self_attention", 2, 0};
  const int it = 7, node = two().other->at(output_of(head));
  const Eigen::RowVectorXf own = two().other->rows(node, it, 1).view().map().row(0);
  Eigen::RowVectorXf all = own;
  for (int key = 0; key < 11; ++key) {
    const Edit edit = runs.exchange_by_key(head, it, key).value();
    all += Eigen::Map<const Eigen::RowVectorXf>(edit.values.data(), own.size()) - own;
  }
  const Edit whole = runs.exchange(output_of(head), it).value();
  const Eigen::RowVectorXf wanted = Eigen::Map<const Eigen::RowVectorXf>(whole.values.data(), own.size());
  EXPECT_LT((all - wanted).cwiseAbs().maxCoeff(), 1e-4F);
}

// The dots of a plot of heads, by edits made one by one.
TEST_F(CausalStory, HeadsOverPairsAreEditsMadeOneByOne) {
  std::vector<ExchangedCue> pairs = exchanged_cues(two().model->source(), two().model->target(), 20);
  ASSERT_GE(pairs.size(), 5U);
  pairs.resize(5);
  HeadsOverPairs over(two().model, pairs);
  int left = 2;
  while (!over.compute([&] { return left-- > 0; })) left = 7;
  EXPECT_EQ(over.tried(), 5);
  std::vector<double> sums(heads_of(two().model->anatomy()).size(), 0.0);
  int answered = 0;
  for (int i = 0; i < over.count(); ++i) {
    std::optional<PairRuns> found = runs_of_pair(two().model, pairs[static_cast<std::size_t>(i)]);
    ASSERT_EQ(found.has_value(), !over.of_pair(i).empty());
    if (!found) continue;
    ++answered;
    for (std::size_t head = 0; head < sums.size(); ++head) {
      const HeadOverPairs& of = over.of_pair(i)[head];
      const TracePtr edited =
          two().model->trace({.input = ModelInput(found->runs.other().words().source_ids),
                              .words = std::vector<int>(found->runs.other().words().target_ids.begin() + 1,
                                                        found->runs.other().words().target_ids.end()),
                              .edits = found->runs.exchange(output_of(of.head))});
      const double by = difference(*edited, found->runs.question()) - found->runs.other_difference();
      const double effect = by / (found->runs.clean_difference() - found->runs.other_difference());
      EXPECT_NEAR(of.effect, effect, 1e-3) << output_of(of.head);
      sums[head] += of.effect;
    }
  }
  ASSERT_GT(answered, 2);
  EXPECT_EQ(over.answered(5), answered);
  const std::vector<HeadOverPairs> means = over.means(5);
  for (std::size_t head = 0; head < sums.size(); ++head)
    EXPECT_NEAR(means[head].effect, sums[head] / answered, 1e-9);
  // The head that finds the noun looks at it, and matters; one that reads what is written has no such word.
  const auto of = [&](const HeadPlace& head) {
    return *std::find_if(means.begin(), means.end(),
                         [&](const HeadOverPairs& each) { return each.head == head; });
  };
  EXPECT_GT(of({"encoder", "self_attention", 3, 0}).noun, 0.5);
  EXPECT_GT(of({"encoder", "self_attention", 3, 0}).effect, 0.5);
  EXPECT_TRUE(std::isnan(of({"decoder", "self_attention", 0, 0}).noun));
}

TEST_F(CausalStory, PairsDifferInTheDecidingWord) {
  const std::vector<ExchangedCue> pairs = exchanged_cues(two().model->source(), two().model->target(), 60);
  ASSERT_GE(pairs.size(), 50U);
  for (const ExchangedCue& pair : pairs) {
    ASSERT_EQ(pair.other.size(), pair.example.source.size());
    int apart = 0;
    for (std::size_t i = 0; i < pair.other.size(); ++i)
      apart += pair.other[i] != pair.example.source[i] ? 1 : 0;
    EXPECT_EQ(apart, 1);
  }
}

}  // namespace
}  // namespace headlight
