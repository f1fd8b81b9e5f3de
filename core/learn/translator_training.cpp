#include "core/learn/translator_training.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/learn/batches.h"
#include "core/learn/card_text.h"
#include "core/learn/causal_measures.h"
#include "core/learn/corpus.h"
#include "core/learn/evaluate.h"
#include "core/learn/reference_translations.h"
#include "core/learn/training.h"
#include "core/models/transformer.h"

namespace headlight {

namespace {

// Columns: words read, their places and sentences, the same of the words written so far, words that come
// next.
Teaching translation(const TransformerConfig& config, float smoothing) {
  return {{"source.tokens", "source.places", "source.sentences", "target.tokens", "target.places",
           "target.sentences", "next"},
          [config, smoothing](const Taping& taping, const Columns& pairs) {
            Recording recording(taping.tape, config, taping.weights, taping.dropout, taping.gradients);
            const int encoded = record_encoder(recording, pairs[0], {pairs[1], pairs[2]});
            const int decoded = record_decoder(recording, pairs[3], encoded, {pairs[4], pairs[5]});
            return record_loss(recording, record_logits(recording, decoded), pairs[6], smoothing);
          }};
}

Columns packed(const std::vector<Pair>& pairs, std::span<const int> chosen) {
  Packed source;
  Packed target;
  std::vector<int> next;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Pair& pair = pairs[chosen[i]];
    source.add(pair.source, static_cast<int>(i));
    target.add(pair.target, static_cast<int>(i));
    next.insert(next.end(), pair.next.begin(), pair.next.end());
  }
  source.fill_up();
  target.fill_up();
  next.resize(target.words.size(), -1);
  return {source.words, source.places, source.sentences, target.words, target.places, target.sentences, next};
}

// What must be the same for a run to go on, beside the model.
std::string key_of_run(const TranslatorRecipe& recipe) {
  std::string text;
  const auto add = [&](const char* name, double value) {
    text += std::string(name) + "=" + std::to_string(value) + ";";
  };
  add("corpus", static_cast<double>(recipe.corpus.seed));
  add("train", recipe.corpus.train);
  add("batch", recipe.batch);
  text += recipe.corpus.real.filename().string() + ";";
  if (!recipe.corpus.own.empty()) text += recipe.corpus.own.filename().string() + ";";
  if (recipe.corpus.meant > 0) add("meant", recipe.corpus.meant);
  add("dropout", static_cast<double>(recipe.dropout));
  add("dropout_steps", recipe.dropout_steps);
  add("first", recipe.first_steps);
  for (const std::string& kind : recipe.first_kinds) text += kind + ";";
  add("sharpen", static_cast<double>(recipe.sharpen));
  add("smoothing", static_cast<double>(recipe.smoothing));
  add("seed", static_cast<double>(recipe.seed));
  if (recipe.short_queries) text += "short_queries;";
  if (recipe.corpus.words > 0) add("words", recipe.corpus.words);
  for (const std::string& kind : recipe.corpus.kinds) text += kind + ";";
  return text;
}

Weights first_weights(const TranslatorRecipe& recipe) {
  const TransformerConfig& model = recipe.model;
  Weights weights = Weights::random(model, recipe.seed);
  if (!recipe.short_queries) return weights;
  const auto shorten = [&](const char* stack, int layers, const char* attention, int heads) {
    for (int layer = 0; layer < layers; ++layer)
      weights[stack + std::to_string(layer) + attention + "query.weight"] /=
          std::sqrt(static_cast<float>(model.size_of_head(heads)));
  };
  shorten("encoder.", model.encoder_layers, ".self_attention.", model.encoder_heads);
  shorten("decoder.", model.decoder_layers, ".self_attention.", model.decoder_heads);
  shorten("decoder.", model.decoder_layers, ".cross_attention.", model.cross_heads);
  return weights;
}

void sharpen(Weights& weights, const TransformerConfig& model, float times) {
  const std::string query = "encoder." + std::to_string(model.encoder_layers - 1) + ".self_attention.query.";
  for (const char* part : {"weight", "bias"}) weights[query + part] *= times;
}

}  // namespace

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

TranslatorRecipe small_translator_recipe() {
  TranslatorRecipe recipe;
  recipe.seed = 1;
  recipe.corpus.train = 15000;
  recipe.corpus.held_out = 500;
  // Half of the sentences have another pronoun or a noun where "it" stands in the others, so that the decoder
  // must read that place: without these the head hardly ever forms.
  recipe.corpus.kinds = {"reference", "same_class", "they",       "pronoun",    "pronoun",    "pronoun",
                         "pronoun",   "noun_again", "noun_again", "noun_again", "noun_again", "noun_again"};
  recipe.corpus.words = 400;
  recipe.model.d_model = 48;
  recipe.model.d_ff = 96;
  recipe.batch = 64;
  recipe.steps = 2000;
  recipe.warmup = 200;
  recipe.peak_rate = 4e-3;
  recipe.dropout = 0;
  return recipe;
}

TranslatorTrainer::TranslatorTrainer(TranslatorRecipe recipe, std::shared_ptr<const Corpus> corpus)
    : recipe_(std::move(recipe)),
      corpus_(corpus ? std::move(corpus) : std::make_shared<const Corpus>(make_corpus(recipe_.corpus))),
      pairs_(encode_corpus(*corpus_)),
      batches_(*corpus_, recipe_.batch, recipe_.seed) {
  recipe_.model.source_words = corpus_->source.size();
  recipe_.model.target_words = corpus_->target.size();
  recipe_.model.check();
  if (recipe_.first_steps > 0)
    first_.emplace(corpus_->train, recipe_.first_kinds, recipe_.batch, recipe_.seed);
  begin({.how = recipe_,
         .seed = recipe_.seed,
         .config = to_json(recipe_.model),
         .key = key_of_run(recipe_),
         .words = {corpus_->source, corpus_->target},
         .measured_on = std::to_string(corpus_->held_out.size()) + " held-out sentences",
         .teaching = translation(recipe_.model, recipe_.smoothing)},
        first_weights(recipe_));
}

Batch TranslatorTrainer::next_batch() {
  const std::vector<int> places = step() < recipe_.first_steps ? first_->next() : batches_.next();
  Batch batch;
  for (const int place : places) batch.asked += static_cast<double>(pairs_[place].next.size());
  for (std::size_t from = 0; from < places.size(); from += sentences_a_tape) {
    const std::size_t count = std::min(sentences_a_tape, places.size() - from);
    batch.examples.push_back(packed(pairs_, std::span<const int>(places).subspan(from, count)));
  }
  return batch;
}

void TranslatorTrainer::prepare(int step, Weights& weights) {
  if (step == recipe_.settles_at()) sharpen(weights, recipe_.model, recipe_.sharpen);
}

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
    Start start{std::make_unique<TranslatorTrainer>(recipe, corpus)};
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

// What `headlight train` asks.

std::string TranslatorTrainer::watch() const {
  constexpr std::size_t watched = 200;
  const std::vector<Example>& held_out = corpus_->held_out;
  const auto count = static_cast<std::ptrdiff_t>(std::min(watched, held_out.size()));
  const ModelPtr now = model();
  char text[96];
  std::snprintf(text, sizeof text, "held-out exact %5.1f %%",
                100 * exact_translation(*now, {held_out.begin(), held_out.begin() + count}));
  return text + watched_real(*now, *corpus_);
}

void TranslatorTrainer::write(const std::filesystem::path& folder) const {
  const std::vector<Example>& taught = corpus_->train;
  const auto some = static_cast<std::ptrdiff_t>(std::min<std::size_t>(1000, taught.size()));
  with_heads_in_order(*model(), {taught.begin(), taught.begin() + some})->save(folder, StoredType::f16);
}

Card TranslatorTrainer::card(const std::filesystem::path& folder, double seconds) const {
  const auto kept = load_model(folder, AnswerKind::translation);
  Card card = translator_card(*kept, recipe_, *corpus_, seconds);
  for (Measure& measure : measures_of_class(folder, *kept, card)) card.measures.push_back(std::move(measure));
  return card;
}

}  // namespace headlight
