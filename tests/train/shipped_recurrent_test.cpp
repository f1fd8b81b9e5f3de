// The shipped recurrent models: what their cards say of them, held on a small sample.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "core/models/card.h"
#include "train/learn/character_training.h"
#include "train/learn/seq2seq_training.h"

namespace headlight {
namespace {

std::map<std::string, double> card_of(const std::string& name) {
  std::map<std::string, double> measured;
  for (const Measure& measure : load_card(model_folder(name)).measures)
    measured[measure.name] = measure.value;
  return measured;
}

const MeasuredCurve& curve_of(const Card& card, const std::string& name) {
  for (const MeasuredCurve& curve : card.curves) {
    if (curve.name == name) return curve;
  }
  throw std::runtime_error("no curve " + name);
}

// The first of the sentences that the card measures on, behind those of the showcase.
ForcedShares measured_again(const std::string& name) {
  const auto model = read_model<Seq2SeqConfig>(model_folder(name));
  CorpusOptions options = translator_recipe().corpus;
  options.held_out = 250;
  return forced_shares(model, held_out_examples(model.words.source, model.words.target, options));
}

TEST(ShippedSeq2Seq, IsAsExactAsItsCardSays) {
  for (const std::string name : {"seq2seq", "seq2seq-attention"}) {
    const ForcedShares shares = measured_again(name);
    EXPECT_NEAR(shares.exact.share(), card_of(name).at("exact_translation"), 0.07) << name;
    EXPECT_NEAR(shares.rest_after_wrong_word, card_of(name).at("rest_after_wrong_word"), 0.08) << name;
  }
}

TEST(ShippedSeq2Seq, LooksAtTheWordThatItTranslates) {
  const ForcedShares shares = measured_again("seq2seq-attention");
  const double aligned = shares.aligned;
  EXPECT_GE(aligned, 0.9);
  EXPECT_GE(shares.moved_look, 0.9) << "the word follows the weights";
  EXPECT_LE(shares.moved_others, 0.05) << "and not just any change of them";
  EXPECT_NEAR(aligned, card_of("seq2seq-attention").at("alignment_accuracy"), 0.04);
}

// One vector holds less of a long sentence than of a short one; who can look back does not need it to.
TEST(ShippedSeq2Seq, AttentionIsWhatLongSentencesNeed) {
  const auto squeezed = card_of("seq2seq");
  const auto looking = card_of("seq2seq-attention");
  EXPECT_LT(squeezed.at("exact_long"), squeezed.at("exact_short") - 0.05);
  EXPECT_GT(looking.at("exact_long"), looking.at("exact_short") - 0.05);
  EXPECT_GT(looking.at("exact_long"), squeezed.at("exact_long") + 0.2);
  for (const char* name : {"seq2seq", "seq2seq-attention", "translator"}) {
    const Card card = load_card(model_folder(name));
    EXPECT_GE(curve_of(card, exact_by_length).points.size(), 10U) << name;
  }
}

TEST(ShippedCharacters, SpellBetterThanCountingThreeCharacters) {
  for (const std::string name : {"characters", "characters-rnn"}) {
    const auto measured = card_of(name);
    EXPECT_LT(measured.at("perplexity"), 0.8 * measured.at("trigram_perplexity")) << name;
    const auto model = read_model<CharacterConfig>(model_folder(name));
    const CharacterCorpus few = make_character_corpus(make_corpus({.train = 3000, .held_out = 150}));
    // The characters of fewer sentences are fewer: they are numbered as the model has them.
    std::vector<std::vector<int>> lines;
    for (const std::vector<int>& line : few.held_out) {
      std::vector<int>& own = lines.emplace_back();
      for (const int id : line) own.push_back(model.words.target.id(few.characters.word(id)).value());
    }
    EXPECT_NEAR(perplexity(model, lines), measured.at("perplexity"), 0.2 * measured.at("perplexity")) << name;
  }
}

// Why LSTM: what one character is told of another far behind it.
TEST(ShippedCharacters, AGradientReachesFartherThroughCells) {
  EXPECT_GT(card_of("characters").at("gradient_kept"), 3 * card_of("characters-rnn").at("gradient_kept"));
  const Card card = load_card(model_folder("characters"));
  EXPECT_EQ(curve_of(card, "gradient_through_state").points.size(), farthest_gradient + 1U);
  EXPECT_EQ(curve_of(card, "gradient_through_cell").points.size(), farthest_gradient + 1U);
}

TEST(ShippedModels, OfOneWordAtATimeAreSmall) {
  std::uintmax_t bytes = 0;
  for (const char* name : {"causal", "seq2seq", "seq2seq-attention", "characters", "characters-rnn"})
    bytes += std::filesystem::file_size(model_folder(name) / "model.safetensors");
  EXPECT_LE(bytes, 14'000'000U);
}

}  // namespace
}  // namespace headlight
