#include "train/learn/translator_training.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "core/learn/card_text.h"
#include "core/learn/training.h"
#include "train/learn/causal_measures.h"
#include "train/learn/corpus.h"
#include "train/learn/evaluate.h"
#include "train/learn/reference_translations.h"

namespace headlight {

TranslatorRecipe translator_recipe() {
  TranslatorRecipe recipe;
  recipe.seed = 4;
  recipe.corpus.train = 1000000;
  recipe.model.d_model = 128;
  recipe.model.d_ff = 512;
  recipe.steps = 42000;
  // What "it" means is learned while there is little else to learn: the head that finds it stays.
  recipe.first_steps = 5000;
  recipe.first_kinds = {"reference", "same_class", "fit", "pair", "made_of", "they", "pronoun", "noun_again"};
  recipe.look_step = 1500;
  recipe.dropout_steps = 10000;
  // Long training without dropout spreads what "it" reads; this gathers it again.
  recipe.settle_steps = 1500;
  recipe.sharpen = 2.2F;
  return recipe;
}

TranslatorRecipe translator_recipe(const CorpusOptions& corpus) {
  TranslatorRecipe recipe = translator_recipe();
  recipe.corpus = corpus;
  if (corpus.real.empty()) return recipe;
  recipe.model.encoder_layers = 3;
  recipe.model.encoder_heads = 4;
  recipe.steps = 41500;
  recipe.warmup = 800;
  recipe.first_steps = 2500;
  recipe.dropout_steps = recipe.settles_at();
  return recipe;
}

ShippedTranslatorTrainer::ShippedTranslatorTrainer(const TranslatorRecipe& recipe,
                                                   std::shared_ptr<const Corpus> corpus)
    : TranslatorTrainer(
          recipe, corpus ? std::move(corpus) : std::make_shared<const Corpus>(make_corpus(recipe.corpus))) {}

namespace {

constexpr std::size_t looked_at = 400;  // sentences with "it"

}  // namespace

Start start_training(TranslatorRecipe recipe, const std::filesystem::path& checkpoint,
                     const StartSteps& steps) {
  const auto corpus = std::make_shared<const Corpus>(make_corpus(recipe.corpus));
  if (steps.corpus_made) steps.corpus_made(*corpus);
  const std::uint64_t last_seed = recipe.seed + static_cast<std::uint64_t>(std::max(1, recipe.starts)) - 1;
  bool resumes = std::filesystem::exists(checkpoint);
  if (resumes) {
    const std::uint64_t seed = seed_of_checkpoint(checkpoint).value_or(recipe.seed);
    if (seed > recipe.seed && seed <= last_seed) recipe.seed = seed;
  }
  while (true) {
    Start start{std::make_unique<ShippedTranslatorTrainer>(recipe, corpus)};
    if (resumes) {
      start.trainer->resume(checkpoint);
      start.from = start.trainer->step();
      steps.resumed(*start.trainer);
      resumes = false;
    }
    const bool looks = recipe.look_step > 0 && recipe.look_step < recipe.steps;
    if (!looks || start.from > recipe.look_step) return start;
    start.interrupted = !steps.run(*start.trainer, recipe.look_step);
    if (start.interrupted) return start;
    FirstLook look{recipe.seed, best_reference_accuracy(*start.trainer->model(), corpus->train, looked_at)};
    look.found = look.accuracy >= recipe.look_accuracy;
    look.again = !look.found && recipe.seed < last_seed;
    steps.looked(look);
    if (!look.again) return start;
    ++recipe.seed;
  }
}

void exchange_heads(Weights& weights, const TransformerConfig& config, int layer, int first, int second) {
  if (first == second) return;
  const Eigen::Index size = config.size_of_head(config.encoder_heads);
  const Eigen::Index from = first * size;
  const Eigen::Index to = second * size;
  const std::string attention = "encoder." + std::to_string(layer) + ".self_attention.";
  for (const char* part : {"query", "key", "value"}) {
    for (const char* kind : {".weight", ".bias"}) {
      Matrix& tensor = weights[attention + part + kind];
      const Matrix kept = tensor.middleCols(from, size);
      tensor.middleCols(from, size) = tensor.middleCols(to, size).eval();
      tensor.middleCols(to, size) = kept;
    }
  }
  Matrix& projected = weights[attention + "projected.weight"];
  const Matrix kept = projected.middleRows(from, size);
  projected.middleRows(from, size) = projected.middleRows(to, size).eval();
  projected.middleRows(to, size) = kept;
}

ModelPtr with_heads_in_order(const Model& model, const std::vector<Example>& examples) {
  const HeadPlace reference = find_reference_head(model, examples);
  Weights weights = model.weights();
  for (int layer = 0; layer < model.config().encoder_layers; ++layer) {
    const int first = layer == reference.layer ? reference.head : head_of_cue(model, examples, layer);
    exchange_heads(weights, model.config(), layer, 0, first);
  }
  return std::make_shared<const Model>(model.config(), std::move(weights), model.words());
}

namespace {

// Enough sentences to tell the heads apart.
constexpr std::size_t sentences_to_choose = 2000;

}  // namespace

std::vector<Measure> translator_measures(const Model& model, const Card& card,
                                         const std::vector<Example>& held_out, const Progress& progress) {
  std::vector<Measure> measures = evaluate_translator(model, *card.reference_head, held_out, progress);
  for (Measure& measure : causal_measures(model, card)) measures.push_back(std::move(measure));
  if (!card.certainty) return measures;
  for (Measure& measure : unsure_measures(model, *card.certainty, held_out))
    measures.push_back(std::move(measure));
  return measures;
}

Card translator_card(const Model& model, const TranslatorRecipe& recipe, const Corpus& corpus, double seconds,
                     const Progress& progress) {
  CardNumbers numbers = numbers_of_training(recipe, recipe.seed, seconds, model.weights().parameters());
  add_numbers_of(corpus, numbers);
  numbers["encoder_layers"] = std::to_string(recipe.model.encoder_layers);
  numbers["decoder_layers"] = std::to_string(recipe.model.decoder_layers);
  numbers["batch"] = std::to_string(recipe.batch);
  numbers["dropout"] = in_digits(static_cast<double>(recipe.dropout));
  numbers["dropout_steps"] = std::to_string(std::min(recipe.dropout_steps, recipe.steps));
  numbers["smoothing"] = in_digits(static_cast<double>(recipe.smoothing));
  numbers["sharpen"] = in_digits(static_cast<double>(recipe.sharpen));
  numbers["first_steps"] = std::to_string(recipe.first_steps);
  std::string& kinds = numbers["first_kinds"];
  for (const std::string& kind : recipe.first_kinds) kinds += (kinds.empty() ? "" : ", ") + kind;
  Card card = card_of_text("translator", numbers);
  card.name = "translator";
  const std::size_t some = std::min(sentences_to_choose, corpus.train.size());
  card.reference_head = find_reference_head(
      model, {corpus.train.begin(), corpus.train.begin() + static_cast<std::ptrdiff_t>(some)});
  card.certainty = calibrate(model, static_cast<int>(corpus.held_out.size()));
  card.measures = translator_measures(model, card, corpus.held_out, progress);
  card.curves = {exact_shares(model, corpus.held_out).lengths.curve()};
  put_real_shares(card, model, corpus.aside);
  return card;
}

// What headlight-train asks.

std::string ShippedTranslatorTrainer::watch() const {
  constexpr std::size_t watched = 200;
  const std::vector<Example>& held_out = corpus().held_out;
  const auto count = static_cast<std::ptrdiff_t>(std::min(watched, held_out.size()));
  const ModelPtr now = model();
  char text[96];
  std::snprintf(text, sizeof text, "held-out exact %5.1f %%",
                100 * exact_translation(*now, {held_out.begin(), held_out.begin() + count}));
  return text + watched_real(*now, corpus());
}

void ShippedTranslatorTrainer::write(const std::filesystem::path& folder) const {
  const std::vector<Example>& taught = corpus().train;
  const auto some = static_cast<std::ptrdiff_t>(std::min<std::size_t>(1000, taught.size()));
  with_heads_in_order(*model(), {taught.begin(), taught.begin() + some})->save(folder, StoredType::f16);
}

Card ShippedTranslatorTrainer::card(const std::filesystem::path& folder, double seconds) const {
  const auto kept = load_model(folder, AnswerKind::translation);
  Card card = translator_card(*kept, recipe(), corpus(), seconds);
  for (Measure& measure : measures_of_class(folder, *kept, card)) card.measures.push_back(std::move(measure));
  return card;
}

}  // namespace headlight
