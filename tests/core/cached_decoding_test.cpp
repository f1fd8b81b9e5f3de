// A decoder that keeps keys and values says what one without says, and computes as much as the shapes say.
#include "core/models/run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/labs/cost.h"
#include "core/matrix/random.h"
#include "core/models/catalogue.h"
#include "core/models/model.h"
#include "core/models/search.h"
#include "core/models/transformer.h"

namespace headlight {
namespace {

TransformerConfig random_shape(Random& random) {
  const auto one_of = [&](std::initializer_list<int> list) {
    return list.begin()[random.below(static_cast<int>(list.size()))];
  };
  TransformerConfig config;
  config.d_model = 12;
  config.d_ff = 10;
  config.encoder_layers = random.below(3);
  config.decoder_layers = 1 + random.below(3);
  config.encoder_heads = 2;
  config.decoder_heads = 1 + random.below(3);
  config.cross_heads = 1 + random.below(3);
  config.head_size = one_of({0, 4, 6, 10});
  config.positions = static_cast<Positions>(random.below(7));
  if (config.positions == Positions::appended) config.position_dimensions = 4;
  if (config.positions != Positions::rotary) config.head_size = one_of({0, 3, 5, 7});
  config.position_reach = 2;
  config.norm_place = random.below(2) == 0 ? NormPlace::pre : NormPlace::post;
  config.normalization = static_cast<Normalization>(random.below(3));
  config.feed_forward = static_cast<FeedForward>(random.below(4));
  config.tied_output = config.positions != Positions::appended && random.below(2) == 0;
  config.source_words = config.encoder_layers > 0 ? 9 : 0;
  config.target_words = 11;
  config.max_tokens = 16;
  return config;
}

// Without a cache: all words in one pass.
struct WholePass {
  Tape tape;
  int decoder_begin = 0;
  int probabilities = 0;

  WholePass(const TransformerConfig& config, const Weights& weights, std::span<const int> source,
            std::span<const int> words) {
    Recording recording(tape, config, weights);
    const int encoded = config.encoder_layers > 0 ? record_encoder(recording, source) : -1;
    decoder_begin = tape.size();
    probabilities =
        record_probabilities(recording, record_logits(recording, record_decoder(recording, words, encoded)));
    tape.forward();
  }
};

// A model whose words are numbers.
Model numbered(const TransformerConfig& config, const Weights& weights) {
  const auto words = [](int count) {
    std::vector<std::string> all;
    for (int i = 0; i < count; ++i) all.push_back("w" + std::to_string(i));
    return Vocabulary(std::move(all));
  };
  return {config, weights, {words(config.source_words), words(config.target_words)}};
}

std::int64_t counted(const Tape& tape, int begin) {
  std::int64_t sum = 0;
  for (int node = begin; node < tape.size(); ++node) sum += multiply_adds(tape, node);
  return sum;
}

void expect_same(const std::vector<float>& one, const std::vector<float>& other) {
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) ASSERT_NEAR(one[i], other[i], 1e-5F) << i;
}

TEST(CachedDecoding, EqualsAPassOverAllWordsWhateverTheShape) {
  Random random(5);
  int tried = 0;
  for (int i = 0; i < 150; ++i) {
    const TransformerConfig config = random_shape(random);
    try {
      config.check();
    } catch (const std::invalid_argument&) {
      continue;
    }
    ++tried;
    SCOPED_TRACE(to_json(config));
    const Weights weights = Weights::random(config, static_cast<std::uint64_t>(i));
    std::vector<int> source;
    if (config.encoder_layers > 0) source = {1, 5, 2, 7, 1};
    const Model model = numbered(config, weights);
    ModelRun cached(model, source, {.cache = true});
    cached.read();
    std::vector<int> words;
    int before = 0;
    while (words.size() < 12) {
      // The first ones at once, the others one by one.
      for (int add = words.empty() ? 1 + random.below(4) : 1; add > 0; --add)
        words.push_back(random.below(config.target_words));
      const auto count = static_cast<int>(words.size());
      const WholePass whole(config, weights, source, words);
      const int begin = cached.tape().size();
      expect_same(last_row(cached.probabilities(words)), last_row(whole.tape.value(whole.probabilities)));
      EXPECT_EQ(counted(cached.tape(), begin),
                decoder_cost(config, static_cast<int>(source.size()), before, count - before).total());
      EXPECT_EQ(counted(whole.tape, whole.decoder_begin),
                decoder_cost(config, static_cast<int>(source.size()), 0, count).total());
      before = count;
    }
  }
  EXPECT_GT(tried, 60);
}

TEST(CachedDecoding, OtherWordsLeaveNothingOfThoseBefore) {
  Random random(9);
  for (int i = 0; i < 20; ++i) {
    TransformerConfig config;
    config.d_model = 12;
    config.d_ff = 10;
    config.decoder_heads = 3;
    config.head_size = 4;
    config.positions = i % 2 == 0 ? Positions::rotary : Positions::sinusoidal;
    config.source_words = config.target_words = 9;
    const Weights weights = Weights::random(config, 3);
    const std::vector<int> source{1, 5, 2};
    const Model model = numbered(config, weights);
    ModelRun cached(model, source, {.cache = true});
    std::vector<int> words{0};
    for (int step = 0; step < 30; ++step) {
      words.resize(1 + static_cast<std::size_t>(random.below(static_cast<int>(words.size()))));
      const int more = random.below(4);
      for (int k = 0; k < more; ++k) words.push_back(random.below(9));
      const WholePass whole(config, weights, source, words);
      expect_same(last_row(cached.probabilities(words)), last_row(whole.tape.value(whole.probabilities)));
    }
  }
}

TEST(CachedDecoding, EveryShippedModelThatWritesSaysTheSameWithoutIt) {
  const auto compare = [](const std::string& name, const std::string& typed) {
    const ModelPtr model = load_model(model_folder(name));
    const std::optional<Writing> writing = model->writing(typed);
    ASSERT_TRUE(writing);
    std::vector<int> added;
    for (int step = 0; step < 12; ++step) {
      const std::vector<float> p = writing->next(added);
      expect_same(p, last_row(writing->trace(added, {})->read("probabilities").view()));
      const int word = static_cast<int>(std::max_element(p.begin(), p.end()) - p.begin());
      if (word == writing->end.word) break;
      added.push_back(word);
    }
    EXPECT_GE(added.size(), 2U);
  };
  compare("translator", "The animal didn't cross the street because it was too tired");
  compare("causal", "The animal didn't cross the street because it was");
}

// The lines of a cost are those of the tape's own steps.
TEST(DecoderCost, HasALineForEachPart) {
  TransformerConfig config;
  config.d_model = 12;
  config.d_ff = 10;
  config.decoder_heads = 3;
  config.source_words = config.target_words = 9;
  const DecoderCost first = decoder_cost(config, 5, 0, 1);
  const DecoderCost later = decoder_cost(config, 5, 7, 1);
  EXPECT_EQ(first.source, 2 * 5 * 12 * 12);
  EXPECT_EQ(later.source, 0);
  EXPECT_EQ(later.projections, (4 + 2) * 12 * 12);
  EXPECT_EQ(later.pairs, 2 * 8 * 12 + 2 * 5 * 12);
  EXPECT_EQ(later.feed_forward, 2 * 12 * 10);
  EXPECT_EQ(later.output, 12 * 9);
}

}  // namespace
}  // namespace headlight
