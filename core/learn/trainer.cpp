#include "core/learn/trainer.h"

#include <algorithm>
#include <span>
#include <vector>

#include "core/learn/packed.h"
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
    const Pair& pair = pairs[static_cast<std::size_t>(chosen[i])];
    source.add(pair.source, static_cast<int>(i));
    target.add(pair.target, static_cast<int>(i));
    next.insert(next.end(), pair.next.begin(), pair.next.end());
  }
  source.fill_up();
  target.fill_up();
  next.resize(target.words.size(), -1);
  return {source.words, source.places, source.sentences, target.words, target.places, target.sentences, next};
}

// What must be the same for a run to go on.
std::string key_of_run(const Recipe& recipe) {
  std::string text = to_json(recipe.model);
  const auto add = [&](const char* name, double value) {
    text += std::string(name) + "=" + std::to_string(value) + ";";
  };
  add("corpus", static_cast<double>(recipe.corpus.seed));
  add("train", recipe.corpus.train);
  add("batch", recipe.batch);
  add("dropout", static_cast<double>(recipe.dropout));
  add("dropout_steps", recipe.dropout_steps);
  add("first", recipe.first_steps);
  for (const std::string& kind : recipe.first_kinds) text += kind + ";";
  add("sharpen", static_cast<double>(recipe.sharpen));
  add("smoothing", static_cast<double>(recipe.smoothing));
  add("seed", static_cast<double>(recipe.seed));
  return text;
}

void sharpen(Weights& weights, const TransformerConfig& model, float times) {
  const std::string query = "encoder." + std::to_string(model.encoder_layers - 1) + ".self_attention.query.";
  for (const char* part : {"weight", "bias"}) weights[query + part] *= times;
}

}  // namespace

Trainer::Trainer(const Recipe& recipe)
    : Trainer(recipe, std::make_shared<const Corpus>(make_corpus(recipe.corpus))) {}

Trainer::Trainer(Recipe recipe, std::shared_ptr<const Corpus> corpus)
    : recipe_(std::move(recipe)),
      corpus_(std::move(corpus)),
      pairs_(encode_pairs(corpus_->train, corpus_->source, corpus_->target)),
      batches_(corpus_->train, {}, recipe_.batch, recipe_.seed) {
  recipe_.model.source_words = corpus_->source.size();
  recipe_.model.target_words = corpus_->target.size();
  recipe_.model.check();
  if (recipe_.first_steps > 0)
    first_.emplace(corpus_->train, recipe_.first_kinds, recipe_.batch, recipe_.seed);
  begin({recipe_, recipe_.seed, key_of_run(recipe_), translation(recipe_.model, recipe_.smoothing)},
        Weights::random(recipe_.model, recipe_.seed));
}

Batch Trainer::next_batch() {
  const std::vector<int>& places = step() < recipe_.first_steps ? first_->next() : batches_.next();
  Batch batch;
  for (const int place : places) batch.asked += static_cast<double>(pairs_[place].next.size());
  for (std::size_t from = 0; from < places.size(); from += sentences_a_tape) {
    const std::size_t count = std::min(sentences_a_tape, places.size() - from);
    batch.examples.push_back(packed(pairs_, std::span<const int>(places).subspan(from, count)));
  }
  return batch;
}

void Trainer::prepare(int step, Weights& weights) {
  if (step == recipe_.settles_at()) sharpen(weights, recipe_.model, recipe_.sharpen);
}

std::shared_ptr<const Translator> Trainer::model() const {
  return std::make_shared<const Translator>(recipe_.model, weights(), corpus_->source, corpus_->target);
}

}  // namespace headlight
