// Going on word by word: beam search against all sentences there are, draws against their probabilities.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "core/labs/cost.h"
#include "core/matrix/random.h"
#include "core/models/card.h"
#include "core/models/model.h"
#include "core/models/run.h"
#include "core/models/search.h"
#include "core/models/transformer.h"

namespace headlight {
namespace {

constexpr int language_words = 4;
constexpr int end_word = 0;

// A little language: any beginning has its own distribution, the same every time.
NextWords language(std::uint32_t seed) {
  return [seed](std::span<const int> added) {
    std::uint32_t state = hash32(seed + 17);
    for (const int word : added) state = hash32(state ^ hash32(static_cast<std::uint32_t>(word) + 1));
    Random random(state);
    std::vector<float> p;
    float sum = 0;
    for (int w = 0; w < language_words; ++w) {
      p.push_back(static_cast<float>(0.05 + random.uniform()));
      sum += p.back();
    }
    for (float& each : p) each /= sum;
    return p;
  };
}

struct Best {
  double score = -1e30;
  std::vector<int> text;
};

// Of all texts that end, or have `most` words.
Best best_of_all(const NextWords& next, int most, double penalty) {
  Best best;
  std::vector<int> text;
  const std::function<void(double)> grow = [&](double sum) {
    const std::vector<float> p = next(text);
    for (int w = 0; w < language_words; ++w) {
      text.push_back(w);
      const double now = sum + std::log(static_cast<double>(p[static_cast<std::size_t>(w)]));
      const int length = static_cast<int>(text.size());
      if (w == end_word || length == most) {
        const double score = now / std::pow(length, penalty);
        if (score > best.score) best = {score, text};
      } else {
        grow(now);
      }
      text.pop_back();
    }
  };
  grow(0);
  return best;
}

std::vector<int> words_of(const std::vector<AddedWord>& added) {
  std::vector<int> text;
  for (const AddedWord& each : added) text.push_back(each.word);
  return text;
}

TEST(Search, AWideBeamFindsTheBestOfAllTexts) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    for (const double penalty : {0.0, 0.6, 1.0}) {
      const NextWords next = language(seed);
      const Best best = best_of_all(next, 4, penalty);
      // As wide as there are texts of three words.
      const BeamTree tree = beam_search(next, {.width = 64, .length_penalty = penalty}, {end_word, 4});
      ASSERT_FALSE(tree.finished.empty());
      const int found = tree.finished[0];
      EXPECT_NEAR(tree.nodes[static_cast<std::size_t>(found)].score, best.score, 1e-9) << seed;
      EXPECT_EQ(words_of(tree.path(found)), best.text) << seed << " " << penalty;
    }
  }
}

TEST(Search, ABeamOfOneIsGreedy) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const BeamTree tree = beam_search(language(seed), {.width = 1}, {end_word, 6});
    EXPECT_EQ(words_of(tree.path(tree.finished.at(0))), words_of(greedy(language(seed), {end_word, 6})));
  }
}

TEST(Search, TheTreeSaysWhatBecameOfEachBeginning) {
  using State = BeamNode::State;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Beam how{.width = 2, .shown = 3};
    const BeamTree tree = beam_search(language(seed), how, {end_word, 5});
    std::map<int, int> on;  // by depth, how many went on or ended
    for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
      const BeamNode& node = tree.nodes[i];
      const BeamNode& parent = tree.nodes[static_cast<std::size_t>(node.parent)];
      EXPECT_LT(node.parent, static_cast<int>(i));
      EXPECT_EQ(node.depth, parent.depth + 1);
      EXPECT_EQ(parent.state, State::open);
      EXPECT_NEAR(node.log_probability, parent.log_probability + std::log(node.probability), 1e-12);
      EXPECT_EQ(node.state == State::ended, node.word == end_word && node.state != State::pruned);
      EXPECT_EQ(node.beaten_by >= 0, node.state == State::pruned);
      if (node.beaten_by >= 0) {
        EXPECT_GE(tree.nodes[static_cast<std::size_t>(node.beaten_by)].score, node.score);
      }
      if (node.state != State::pruned) ++on[node.depth];
    }
    for (const auto& [depth, count] : on) EXPECT_LE(count, how.width) << depth;
  }
}

TEST(Search, CandidatesByHand) {
  const std::vector<float> p{0.1F, 0.4F, 0.0F, 0.3F, 0.2F};
  const std::vector<Candidate> all = candidates(p, {});
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].word, 1);
  EXPECT_NEAR(all[0].drawn, 0.4, 1e-6);

  const std::vector<Candidate> two = candidates(p, {.top_k = 2});
  EXPECT_NEAR(two[0].drawn, 4.0 / 7, 1e-6);
  EXPECT_NEAR(two[1].drawn, 3.0 / 7, 1e-6);
  EXPECT_EQ(two[2].drawn, 0);

  // .4 and .3 have .7 of all; the next is needed for .75.
  const std::vector<Candidate> nucleus = candidates(p, {.top_p = 0.75});
  EXPECT_NEAR(nucleus[2].drawn, 2.0 / 9, 1e-6);
  EXPECT_EQ(nucleus[3].drawn, 0);

  const std::vector<Candidate> cold = candidates(p, {.temperature = 0.5});
  EXPECT_NEAR(cold[0].drawn, 0.16 / (0.16 + 0.09 + 0.04 + 0.01), 1e-6);
  // Nearly greedy, and no power vanishes.
  EXPECT_NEAR(candidates(p, {.temperature = 1e-4})[0].drawn, 1, 1e-6);
}

TEST(Search, RefusesWhatIsNoSampling) {
  const std::vector<float> p{1};
  EXPECT_THROW(candidates(p, {.temperature = 0}), std::invalid_argument);
  EXPECT_THROW(candidates(p, {.top_k = -1}), std::invalid_argument);
  EXPECT_THROW(candidates(p, {.top_p = 0}), std::invalid_argument);
  EXPECT_THROW(beam_search(language(0), {.width = 0}, {}), std::invalid_argument);
}

TEST(Search, TheSameSeedDrawsTheSameWords) {
  const auto drawn = [](std::uint64_t seed) { return words_of(sample(language(3), {}, seed, {{}, 30})); };
  EXPECT_EQ(drawn(5), drawn(5));
  EXPECT_NE(drawn(5), drawn(6));
  EXPECT_EQ(drawn(5).size(), 30U);
}

TEST(Search, DrawsGoOnBehindWordsThatWereDrawnBefore) {
  const NextWords next = language(3);
  const std::vector<int> all = words_of(sample(next, {}, 5, {{}, 12}));
  const std::vector<int> first(all.begin(), all.begin() + 4);
  const NextWords behind = [&](std::span<const int> added) {
    std::vector<int> words = first;
    words.insert(words.end(), added.begin(), added.end());
    return next(words);
  };
  const std::vector<int> rest = words_of(sample(behind, {}, 5, {{}, 8}, 4));
  EXPECT_TRUE(std::equal(rest.begin(), rest.end(), all.begin() + 4, all.end()));
}

// Pearson's chi-square over 20,000 first words: with 3 degrees of freedom 16.3 is exceeded once in a thousand
// times, and the seeds are fixed.
TEST(Search, DrawsAsOftenAsItSays) {
  constexpr int draws = 20000;
  for (const Sampling& how : {Sampling{}, Sampling{.temperature = 0.7}, Sampling{.top_k = 3},
                              Sampling{.temperature = 1.4, .top_p = 0.9}}) {
    const std::vector<Candidate> all = candidates(language(9)({}), how);
    std::map<int, int> seen;
    for (int i = 0; i < draws; ++i)
      ++seen[sample(language(9), how, hash32(static_cast<std::uint32_t>(i)), {{}, 1}).at(0).word];
    double chi_square = 0;
    for (const Candidate& each : all) {
      if (each.drawn == 0) {
        EXPECT_EQ(seen[each.word], 0);
        continue;
      }
      const double expected = draws * each.drawn;
      chi_square += (seen[each.word] - expected) * (seen[each.word] - expected) / expected;
    }
    EXPECT_LT(chi_square, 16.3) << how.temperature;
  }
}

// A decoder that keeps keys and values says what one without says, and computes as much as the shapes say.

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

TEST(CachedDecoding, BehindALongTextKeepsNoMatrixBetweenItsWords) {
  TransformerConfig config{.d_model = 16, .d_ff = 8, .encoder_layers = 0, .decoder_layers = 3};
  config.decoder_heads = 8;
  config.max_tokens = 800;
  config.source_words = config.target_words = 9;
  const Model model = numbered(config, Weights::random(config, 3));
  Random random(4);
  std::vector<int> words;
  while (words.size() < 640) words.push_back(random.below(9));
  ModelRun cached(model, words, {.cache = true});
  for (int step = 0; step < 3; ++step) {
    const TracePtr whole = model.trace({.input = words, .words = std::vector<int>()});
    expect_same(last_row(cached.probabilities(words)), last_row(whole->read("probabilities").view()));
    EXPECT_GT(bytes_of_all(cached.tape()), most_kept);
    EXPECT_LT(cached.tape().bytes(), most_kept / 8);
    words.push_back(random.below(9));
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
