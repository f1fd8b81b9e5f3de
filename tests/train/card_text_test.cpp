// The cards of the shipped models say what their templates and recipes say.
#include "core/learn/card_text.h"

#include <gtest/gtest.h>

#include <regex>

#include "core/models/model.h"
#include "train/learn/causal_training.h"
#include "train/learn/character_training.h"
#include "train/learn/picture_training.h"
#include "train/learn/seq2seq_training.h"

namespace headlight {
namespace {

TEST(CardText, FillsNamesAndChooses) {
  const CardNumbers numbers{{"n", "12345"}, {"yes", "1"}, {"zero", "0"}};
  EXPECT_EQ(filled("{n} or {n:,}[yes|, {n} again][zero|, never][!zero|, and]!", numbers),
            "12345 or 12,345, 12345 again, and!");
  EXPECT_THROW(filled("{m}", numbers), std::invalid_argument);
  EXPECT_THROW(filled("[m|x]", numbers), std::invalid_argument);
}

// What a card of `row` would say, with the minutes that the shipped one says.
void expect_shipped(const std::string& model, const std::string& row, CardNumbers numbers) {
  const Card shipped = load_card(model_folder(model));
  std::smatch said;
  ASSERT_TRUE(std::regex_search(shipped.recipe, said,
                                std::regex("(\\d+ minutes?) on two cores|([0-9.]+) seconds of processor")));
  numbers["minutes"] = said[1];
  numbers["seconds"] = said[2];
  const Card made = card_of_text(row, numbers);
  EXPECT_EQ(made.title, shipped.title);
  EXPECT_EQ(made.origin, shipped.origin);
  EXPECT_EQ(made.data, shipped.data);
  EXPECT_EQ(made.recipe, shipped.recipe);
  EXPECT_EQ(made.departs, shipped.departs);
  EXPECT_EQ(made.limits, shipped.limits);
}

CardNumbers numbers_for(const std::string& model, const Optimization& how, std::uint64_t seed,
                        CardNumbers own) {
  own.merge(numbers_of_training(how, seed, 0, load_model(model_folder(model))->weights().parameters()));
  return own;
}

// The shipped translator was trained by scripts/train_translator.py; this is the card of one that is trained
// here.
TEST(CardText, OfATranslatorFillsAllItsNames) {
  CorpusOptions corpus = translator_recipe().corpus;
  corpus.real = "pairs of people";
  const TranslatorRecipe recipe = translator_recipe(corpus);
  const Card made = card_of_text(
      "translator",
      numbers_for("translator", recipe, 5,
                  {{"pairs", "1000000"},
                   {"real_sentences", "114727"},
                   {"real_pairs", "164033"},
                   {"encoder_layers", "3"},
                   {"decoder_layers", "1"},
                   {"source_words", "8293"},
                   {"target_words", "9603"},
                   {"batch", "96"},
                   {"dropout", "0.1"},
                   {"dropout_steps", "40000"},
                   {"smoothing", "0.1"},
                   {"sharpen", "2.2"},
                   {"minutes", "134 minutes"},
                   {"first_steps", "2500"},
                   {"first_kinds", "reference, same_class, fit, pair, made_of, they, pronoun, noun_again"}}));
  EXPECT_NE(made.data.find("164,033"), std::string::npos) << made.data;
  EXPECT_NE(made.recipe.find("134 minutes"), std::string::npos) << made.recipe;
  EXPECT_NE(made.departs.find("3 in the encoder, 1 in the decoder"), std::string::npos) << made.departs;
  EXPECT_EQ(made.title, load_card(model_folder("translator")).title);
}

TEST(CardText, IsThatOfTheModelsOfText) {
  const CausalRecipe causal = causal_recipe();
  expect_shipped("causal", "causal",
                 numbers_for("causal", causal, causal.seed,
                             {{"sentences", "300000"},
                              {"held_out", "3000"},
                              {"words", "4208"},
                              {"batch", "96"},
                              {"lists", "16"},
                              {"shortest_list", "3"},
                              {"longest_list", "8"}}));
  for (const bool lstm : {true, false}) {
    const CharacterRecipe recipe = character_recipe(lstm ? RecurrentCell::lstm : RecurrentCell::rnn);
    const std::string name = lstm ? "characters" : "characters-rnn";
    expect_shipped(name, "characters",
                   numbers_for(name, recipe, recipe.seed,
                               {{"lstm", lstm ? "1" : ""},
                                {"width", "128"},
                                {"sentences", "300000"},
                                {"read", "13827934"},
                                {"characters", "41"},
                                {"texts", "64"},
                                {"length", "100"}}));
  }
  for (const bool attention : {true, false}) {
    const Seq2SeqRecipe recipe = seq2seq_recipe(attention);
    const std::string name = attention ? "seq2seq-attention" : "seq2seq", yes = attention ? "1" : "";
    expect_shipped(name, "seq2seq",
                   numbers_for(name, recipe, recipe.seed,
                               {{"pairs", "1000000"},
                                {"real_sentences", "114727"},
                                {"real_pairs", "164033"},
                                {"source_words", "8293"},
                                {"target_words", "9603"},
                                {"batch", "96"},
                                {"d_encoder", attention ? "64" : "128"},
                                {"attention", yes},
                                {"embedding_in_annotation", yes},
                                {"word_in_query", yes},
                                {"tied_output", "1"}}));
  }
}

TEST(CardText, IsThatOfTheModelsOfPictures) {
  for (const std::string kind : {"rnn", "attention", "transformer"}) {
    const CaptionRecipe recipe = caption_recipe("caption-" + kind);
    expect_shipped(recipe.name, "caption",
                   numbers_for(recipe.name, recipe, recipe.seed,
                               {{"batch", "32"},
                                {"jitter", "0.1"},
                                {"eye", recipe.eye},
                                {"one_vector", kind == "rnn" ? "1" : ""},
                                {"attention", kind == "attention" ? "1" : ""},
                                {"transformer", kind == "transformer" ? "1" : ""}}));
  }
  const VisionRecipe recipe = vision_recipe();
  expect_shipped("vit", "vit", numbers_for("vit", recipe, recipe.seed, {{"batch", "64"}, {"jitter", "0.1"}}));
}

}  // namespace
}  // namespace headlight
