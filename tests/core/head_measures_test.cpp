// What heads are called: heads whose weights were set by hand so that each is exactly one thing, heads drawn
// by lot that are nothing, and the shipped model's.
#include "core/explain/head_measures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "core/models/card.h"

namespace headlight {
namespace {

MeasuredHeads measure_heads(const Model& model) { return *measured_heads(model); }

constexpr int hand_words = 64, hand_places = 96, hand_size = hand_words + hand_places;

Vocabulary letters_and_numbers() {
  std::vector<std::string> words;
  for (int i = 0; i < hand_words; ++i) words.push_back("w" + std::to_string(i));
  return Vocabulary(std::move(words));
}

// A decoder whose stream has a dimension for every word and one for every place, pre-norm, with one head.
TransformerConfig hand_config(int layers) {
  return {.d_model = hand_size,
          .d_ff = 1,
          .encoder_layers = 0,
          .decoder_layers = layers,
          .decoder_heads = 1,
          .source_words = 0,
          .target_words = hand_words,
          .max_tokens = hand_places,
          .norm_place = NormPlace::pre,
          .positions = Positions::learned,
          .scaled_embedding = false};
}

class ByHand {
 public:
  explicit ByHand(int layers = 1) : config_(hand_config(layers)), weights_(Weights::zeros(config_)) {
    for (int word = 0; word < hand_words; ++word) weights_["target.embedding"](word, word) = 1;
    for (int place = 0; place < hand_places; ++place)
      weights_["target.positions"](place, hand_words + place) = 1;
    for (std::size_t i = 0; i < weights_.count(); ++i) {
      if (weights_.spec(i).name.ends_with(".gain")) weights_.tensor(i).setOnes();
    }
  }
  Matrix& of(const std::string& part, int layer = 0) {
    return weights_["decoder." + std::to_string(layer) + ".self_attention." + part + ".weight"];
  }
  Matrix& bias(const std::string& part) { return weights_["decoder.0.self_attention." + part + ".bias"]; }
  // A query at a place asks for the place `back` before.
  void looks_back(int back, int layer = 0) {
    for (int place = 0; place < hand_places; ++place) {
      of("key", layer)(hand_words + place, hand_words + place) = strong;
      if (place >= back) of("query", layer)(hand_words + place, hand_words + place - back) = strong;
    }
  }
  // A word asks for itself.
  void looks_for_itself(int layer = 0) {
    for (int word = 0; word < hand_words; ++word)
      of("key", layer)(word, word) = of("query", layer)(word, word) = strong;
  }
  void copies(float sign = 1) {
    for (int word = 0; word < hand_words; ++word) {
      of("value")(word, word) = 1;
      of("projected")(word, word) = sign;
    }
  }
  HeadTraits measured(int layer = 0) const {
    const Model model(config_, weights_, {Vocabulary(), letters_and_numbers()});
    return measure_heads(model).at("decoder." + std::to_string(layer) + ".self_attention.head.0.weights");
  }

  static constexpr float strong = 4;

 private:
  TransformerConfig config_;
  Weights weights_;
};

// As it is called where nothing else is known of it.
std::string called(HeadTraits traits) {
  traits.values[static_cast<std::size_t>(Trait::entropy)] = 1;
  const auto most = strongest(traits);
  return most && is_of_model(most->trait) ? std::string(info(most->trait).id) : "nothing";
}

TEST(HeadMeasures, APreviousTokenHeadIsFound) {
  ByHand head;
  head.looks_back(1);
  const HeadTraits traits = head.measured();
  EXPECT_GT(*traits[Trait::previous_token], 0.99F);
  EXPECT_LT(*traits[Trait::induction], 0.01F);
  EXPECT_LT(*traits[Trait::duplicate], 0.01F);
  EXPECT_FALSE(traits[Trait::next_token]) << "a causal head never sees it";
  EXPECT_EQ(called(traits), "previous_token");
}

TEST(HeadMeasures, ASinkIsFound) {
  ByHand head;
  head.bias("query")(0, 0) = 4 * ByHand::strong;
  head.of("key")(hand_words, 0) = ByHand::strong;
  const HeadTraits traits = head.measured();
  EXPECT_GT(*traits[Trait::sink], 0.99F);
  EXPECT_EQ(called(traits), "sink");
}

TEST(HeadMeasures, ADuplicateTokenHeadIsFound) {
  ByHand head;
  head.looks_for_itself();
  // Not at its own place: there the position says no.
  for (int place = 0; place < hand_places; ++place) {
    head.of("query")(hand_words + place, hand_words + place) = ByHand::strong;
    head.of("key")(hand_words + place, hand_words + place) = -2 * ByHand::strong;
  }
  const HeadTraits traits = head.measured();
  EXPECT_GT(*traits[Trait::duplicate], 0.9F);
  EXPECT_LT(*traits[Trait::induction], 0.05F);
  EXPECT_EQ(called(traits), "duplicate");
}

// Layer 0 tells each place the word before it, in the dimensions of places; layer 1 asks there for its own
// word.
TEST(HeadMeasures, AnInductionHeadIsFoundInTwoLayers) {
  ByHand heads(2);
  heads.looks_back(1);
  for (int word = 0; word < hand_words; ++word) {
    heads.of("value")(word, word) = 1;
    heads.of("projected")(word, hand_words + word) = 8;  // stronger than the place that stands there
    heads.of("query", 1)(word, word) = 2 * ByHand::strong;
    heads.of("key", 1)(hand_words + word, word) = 2 * ByHand::strong;
  }
  EXPECT_EQ(called(heads.measured(0)), "previous_token");
  const HeadTraits traits = heads.measured(1);
  EXPECT_GT(*traits[Trait::induction], 0.9F);
  EXPECT_EQ(called(traits), "induction");
}

// What looks back by one length of a block looks like induction there, and only there.
TEST(HeadMeasures, AFixedDistanceIsNoInduction) {
  for (const int back : {4, 5, 6, 7}) {
    ByHand head;
    head.looks_back(back);
    EXPECT_LT(*head.measured()[Trait::induction], 0.35F) << back;
    EXPECT_NE(called(head.measured()), "induction");
  }
}

TEST(HeadMeasures, ACopyingHeadIsFoundAndItsOppositeIsNot) {
  ByHand head;
  head.copies();
  EXPECT_EQ(*head.measured()[Trait::copying], 1.0F);
  EXPECT_EQ(called(head.measured()), "copying");
  ByHand opposite;
  opposite.copies(-1);
  EXPECT_EQ(*opposite.measured()[Trait::copying], 0.0F);
  EXPECT_EQ(called(opposite.measured()), "nothing");
}

std::set<std::string> heads_called(const Model& model, const std::string& name) {
  std::set<std::string> found;
  for (const auto& [path, traits] : measure_heads(model)) {
    if (called(traits) == name) found.insert(path);
  }
  return found;
}

// As its card says, which was measured on other lists: eight heads of the last two layers, and two in the
// first that hand on the word before. The control is the same model with weights drawn by lot.
TEST(HeadMeasures, TheInductionHeadsOfTheShippedModelAreFound) {
  const ModelPtr model = load_model(model_folder("causal"));
  const auto weights = [](int layer, int head) {
    return info(Attention::decoder).path(layer, head, "weights");
  };
  std::set<std::string> last_two;
  for (int head = 0; head < 4; ++head) last_two.insert({weights(1, head), weights(2, head)});
  EXPECT_EQ(heads_called(*model, "induction"), last_two);
  EXPECT_EQ(heads_called(*model, "previous_token"), (std::set{weights(0, 0), weights(0, 3)}));
  const TransformerConfig& config = model->config();
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Model random(config, Weights::random(config, seed), model->words());
    for (const auto& [path, traits] : measure_heads(random)) EXPECT_EQ(called(traits), "nothing") << path;
  }
}

// Every kind of model is measured without a mistake, and is given only what can be said of it.
TEST(HeadMeasures, OfOtherModels) {
  const std::filesystem::path foreign = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign";
  const MeasuredHeads bert = measure_heads(*load_model(foreign / "bert"));
  ASSERT_EQ(bert.size(), 6U);
  for (const auto& [path, traits] : bert) {
    EXPECT_TRUE(traits[Trait::next_token]) << "it sees what follows";
    EXPECT_FALSE(traits[Trait::copying]) << "between its stream and its words lies a layer of its own";
    EXPECT_TRUE(std::isfinite(*traits[Trait::sink]));
  }
  for (const auto& [path, traits] : measure_heads(*load_model(foreign / "vit"))) {
    EXPECT_TRUE(traits[Trait::sink]) << "its class token";
    EXPECT_FALSE(traits[Trait::induction]) << path;
  }
  const MeasuredHeads marian = measure_heads(*load_model(foreign / "marian"));
  EXPECT_FALSE(marian.at(info(Attention::cross).path(0, 0, "weights"))[Trait::induction]);
  EXPECT_TRUE(marian.at(info(Attention::encoder).path(0, 0, "weights"))[Trait::induction]);
  EXPECT_TRUE(measure_heads(*load_model(model_folder("characters"))).empty());
}

// In a picture the cell that ends a line is no neighbour of the one that begins the next.
TEST(HeadMeasures, DistancesInAPictureAreInCells) {
  const CellPlaces cells{3, 1};
  EXPECT_EQ(cells.between(1, 1), 0.0F);
  EXPECT_EQ(cells.between(1, 4), 1.0F) << "one below the other";
  EXPECT_FLOAT_EQ(*cells.between(1, 9), std::sqrt(8.0F));
  EXPECT_FALSE(cells.between(0, 4)) << "the class token is nowhere";
  EXPECT_EQ(cells.previous(4), -1);
  EXPECT_EQ(cells.next(3), -1);
  EXPECT_EQ(cells.previous(3), 2);
  // From each cell to the one below it: one cell, where a flat index would say three.
  Heatmap map;
  map.rows = map.columns = 10;
  for (int row = 0; row < 10; ++row) {
    for (int key = 0; key < 10; ++key)
      map.values.push_back(key == (row > 6 ? row - 3 : row + 3) ? 1.0F : 0.0F);
  }
  map.states.assign(map.values.size(), CellState::value);
  EXPECT_FLOAT_EQ(*traits_of(map, true, {}, cells)[Trait::distance], 1);
  EXPECT_FLOAT_EQ(*traits_of(map, true)[Trait::distance], 3);
}

}  // namespace
}  // namespace headlight
