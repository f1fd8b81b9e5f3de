#include "core/learn/causal_trainer.h"

#include <algorithm>
#include <string>

#include "core/learn/packed.h"
#include "core/models/transformer.h"

namespace headlight {

namespace {

// Columns: words, their sentences, the words that come next. Rotary positions are distances, which are the
// same wherever a sentence begins.
Teaching continuing(const TransformerConfig& config) {
  return {{"target.tokens", "target.sentences", "next"},
          [config](const Taping& taping, const Columns& packed) {
            Recording recording(taping.tape, config, taping.weights, taping.dropout, taping.gradients);
            const int decoded = record_decoder(recording, packed[0], -1, {.sentences = packed[1]});
            return record_loss(recording, record_logits(recording, decoded), packed[2], 0);
          }};
}

Columns packed(std::span<const Continuation> sentences) {
  Packed rows;
  std::vector<int> next;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    rows.add(sentences[i].words, static_cast<int>(i));
    next.insert(next.end(), sentences[i].next.begin(), sentences[i].next.end());
  }
  rows.fill_up();
  next.resize(rows.words.size(), -1);
  return {rows.words, rows.sentences, next};
}

std::string key_of_run(const CausalRecipe& recipe) {
  std::string text = to_json(recipe.model);
  for (const int number : {recipe.corpus.train, static_cast<int>(recipe.corpus.seed), recipe.batch,
                           recipe.lists, recipe.shortest_list, recipe.longest_list})
    text += std::to_string(number) + ";";
  return text + std::to_string(recipe.seed);
}

}  // namespace

CausalRecipe causal_recipe() {
  CausalRecipe recipe;
  recipe.corpus.train = 300000;
  recipe.seed = 0;
  recipe.steps = 8000;
  recipe.peak_rate = 2e-3;
  TransformerConfig& model = recipe.model;
  model.encoder_layers = 0;
  model.decoder_layers = 3;
  model.decoder_heads = 4;
  model.d_model = 128;
  model.d_ff = 512;
  model.max_tokens = 256;
  model.norm_place = NormPlace::pre;
  model.positions = Positions::rotary;
  model.feed_forward = FeedForward::gelu;
  return recipe;
}

CausalTrainer::CausalTrainer(const CausalRecipe& recipe) : recipe_(recipe), random_(1000 + recipe_.seed) {
  const Corpus corpus = make_corpus(recipe_.corpus);
  corpus_ = make_causal_corpus(corpus);
  batches_.emplace(corpus.train, std::vector<std::string>{}, recipe_.batch - recipe_.lists, recipe_.seed);
  recipe_.model.target_words = corpus_.words.size();
  recipe_.model.check();
  begin({recipe_, recipe_.seed, key_of_run(recipe_), continuing(recipe_.model)},
        Weights::random(recipe_.model, recipe_.seed));
}

Batch CausalTrainer::next_batch() {
  std::vector<Continuation> sentences;
  for (const int place : batches_->next())
    sentences.push_back(corpus_.train[static_cast<std::size_t>(place)]);
  for (int i = 0; i < recipe_.lists; ++i) {
    const int count = recipe_.shortest_list + random_.below(recipe_.longest_list - recipe_.shortest_list + 1);
    sentences.push_back(repeated_words(corpus_.words, count, random_));
  }
  Batch batch;
  for (const Continuation& sentence : sentences)
    batch.asked += static_cast<double>(sentence.next.size()) -
                   static_cast<double>(std::count(sentence.next.begin(), sentence.next.end(), -1));
  for (std::size_t from = 0; from < sentences.size(); from += sentences_a_tape) {
    const std::size_t count = std::min(sentences_a_tape, sentences.size() - from);
    batch.examples.push_back(packed(std::span(sentences).subspan(from, count)));
  }
  return batch;
}

std::shared_ptr<const LanguageModel> CausalTrainer::model() const {
  return std::make_shared<const LanguageModel>(recipe_.model, weights(), corpus_.words);
}

}  // namespace headlight
