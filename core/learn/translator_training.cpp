#include "core/learn/translator_training.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/models/transformer.h"
#include "core/text/say.h"

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
      corpus_(std::move(corpus)),
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
         .measured_on = say("{n} held-out sentences", {{"n", std::to_string(corpus_->held_out.size())}}),
         .teaching = translation(recipe_.model, recipe_.smoothing)},
        with_equal_heads(first_weights(recipe_), recipe_.model, recipe_.equal_heads));
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

}  // namespace headlight
