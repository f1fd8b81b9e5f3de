#include "core/learn/causal_trainer.h"

#include <algorithm>
#include <string>

#include "core/learn/checkpoint.h"
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

RunKey key_of_run(const CausalRecipe& recipe) {
  std::string text = to_json(recipe.model) + key_of(recipe);
  for (const int number : {recipe.corpus.train, static_cast<int>(recipe.corpus.seed), recipe.batch,
                           recipe.lists, recipe.shortest_list, recipe.longest_list})
    text += std::to_string(number) + ";";
  return {text + std::to_string(recipe.seed), recipe.seed, recipe.steps};
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
  weights_ = std::make_unique<Weights>(Weights::random(recipe_.model, recipe_.seed));
  moments_ = {Weights::zeros(recipe_.model), Weights::zeros(recipe_.model)};
  tapes_ = std::make_unique<BatchTapes>(*weights_, 0.0F, continuing(recipe_.model));
}

std::vector<Continuation> CausalTrainer::next_batch() {
  std::vector<Continuation> batch;
  for (const int place : batches_->next()) batch.push_back(corpus_.train[static_cast<std::size_t>(place)]);
  for (int i = 0; i < recipe_.lists; ++i) {
    const int count = recipe_.shortest_list + random_.below(recipe_.longest_list - recipe_.shortest_list + 1);
    batch.push_back(repeated_words(corpus_.words, count, random_));
  }
  return batch;
}

double CausalTrainer::advance() {
  const std::vector<Continuation> batch = next_batch();
  double asked = 0;
  for (const Continuation& sentence : batch)
    asked += static_cast<double>(sentence.next.size()) -
             static_cast<double>(std::count(sentence.next.begin(), sentence.next.end(), -1));
  const auto pack = [&](std::size_t i) {
    const std::size_t from = i * sentences_a_tape;
    return packed(std::span(batch).subspan(from, std::min(sentences_a_tape, batch.size() - from)));
  };
  const std::size_t packs = (batch.size() + sentences_a_tape - 1) / sentences_a_tape;
  const double loss = tapes_->learn(packs, pack, static_cast<float>(1.0 / asked), 0);
  adam_step(*weights_, tapes_->gradients(), moments_, recipe_, step_);
  ++step_;
  return loss / asked;
}

void CausalTrainer::save(const std::filesystem::path& file) const {
  save_checkpoint(file, key_of_run(recipe_), step_, *weights_, moments_);
}

void CausalTrainer::resume(const std::filesystem::path& file) {
  const int to = load_checkpoint(file, key_of_run(recipe_), *weights_, moments_);
  // Sentences and lists depend on the seed alone: walk to where the run was.
  for (; step_ < to; ++step_) next_batch();
}

std::shared_ptr<const LanguageModel> CausalTrainer::model() const {
  return std::make_shared<const LanguageModel>(recipe_.model, *weights_, corpus_.words);
}

}  // namespace headlight
