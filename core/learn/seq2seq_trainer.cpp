#include "core/learn/seq2seq_trainer.h"

#include <algorithm>
#include <map>
#include <span>

#include "core/models/seq2seq.h"
#include "core/tape/ops/ops.h"

namespace headlight {

namespace {

constexpr int target_step =
    4;  // lengths written are filled up to a multiple, so that few tapes serve them all

// Columns: words read, words written before, words that come next; each time by time.
Teaching translation(const Seq2SeqConfig& config, int together) {
  return {{"source.tokens", "target.tokens", "next"},
          [config, together](const Taping& taping, const Columns& pairs) {
            LayerRecording recording(taping.tape, taping.weights, taping.dropout, taping.gradients);
            Seq2SeqRecording model(recording, config, together);
            model.read(pairs[0]);
            const int logits = model.write(pairs[1]);
            const std::vector<float> next(pairs[2].begin(), pairs[2].end());
            const Block output{Family::output, "", Stream::target};
            const int wanted =
                taping.tape.constant(output["next"], {next.data(), {static_cast<int>(next.size()), 1}});
            return taping.tape.record(output["loss"], cross_entropy(0), {logits, wanted});
          }};
}

// Sentences of one length, `together` of them time by time; where there are fewer, nothing is asked of the
// rest.
Columns side_by_side(const std::vector<Pair>& pairs, std::span<const int> chosen, int together) {
  const auto pair = [&](int i) -> const Pair& {
    return pairs[static_cast<std::size_t>(chosen[std::min(static_cast<std::size_t>(i), chosen.size() - 1)])];
  };
  std::size_t longest = 0;
  for (int i = 0; i < together; ++i) longest = std::max(longest, pair(i).target.size());
  longest = (longest + target_step - 1) / target_step * target_step;
  Columns columns(3);
  for (std::size_t t = 0; t < pair(0).source.size(); ++t) {
    for (int i = 0; i < together; ++i) columns[0].push_back(pair(i).source[t]);
  }
  for (std::size_t t = 0; t < longest; ++t) {
    for (int i = 0; i < together; ++i) {
      const Pair& one = pair(i);
      const bool there = t < one.target.size();
      columns[1].push_back(there ? one.target[t] : kEndToken);
      columns[2].push_back(there && i < static_cast<int>(chosen.size()) ? one.next[t] : -1);
    }
  }
  return columns;
}

// A batch in packs of sentences of one length.
std::vector<std::vector<int>> packs_of(const std::vector<Pair>& pairs, const std::vector<int>& batch,
                                       int together) {
  std::map<std::size_t, std::vector<int>> by_length;
  for (const int place : batch)
    by_length[pairs[static_cast<std::size_t>(place)].source.size()].push_back(place);
  std::vector<std::vector<int>> packs;
  for (const auto& [length, places] : by_length) {
    for (std::size_t from = 0; from < places.size(); from += static_cast<std::size_t>(together)) {
      const std::size_t to = std::min(places.size(), from + static_cast<std::size_t>(together));
      packs.emplace_back(places.begin() + static_cast<std::ptrdiff_t>(from),
                         places.begin() + static_cast<std::ptrdiff_t>(to));
    }
  }
  return packs;
}

std::string key_of_run(const Seq2SeqRecipe& recipe) {
  std::string text = to_json(recipe.model);
  for (const int number :
       {recipe.corpus.train, static_cast<int>(recipe.corpus.seed), recipe.batch, recipe.together})
    text += std::to_string(number) + ";";
  return text + std::to_string(recipe.seed);
}

}  // namespace

Seq2SeqRecipe seq2seq_recipe(bool attention) {
  Seq2SeqRecipe recipe;
  recipe.corpus = translator_recipe().corpus;
  recipe.model.attention = attention;
  recipe.model.embedding_in_annotation = attention;
  recipe.model.word_in_query = attention;
  recipe.model.tied_output = true;
  recipe.model.d_embedding = 128;
  recipe.model.d_encoder = attention ? 64 : 128;
  recipe.model.d_state = 128;
  recipe.steps = 15000;
  recipe.peak_rate = 3e-3;
  recipe.embedding_rate = 4;
  return recipe;
}

Seq2SeqTrainer::Seq2SeqTrainer(const Seq2SeqRecipe& recipe)
    : Seq2SeqTrainer(recipe, std::make_shared<const Corpus>(make_corpus(recipe.corpus))) {}

Seq2SeqTrainer::Seq2SeqTrainer(const Seq2SeqRecipe& recipe, std::shared_ptr<const Corpus> corpus)
    : recipe_(recipe),
      corpus_(std::move(corpus)),
      pairs_(encode_pairs(corpus_->train, corpus_->source, corpus_->target)),
      batches_(corpus_->train, {}, recipe_.batch, recipe_.seed) {
  recipe_.model.source_words = corpus_->source.size();
  recipe_.model.target_words = corpus_->target.size();
  recipe_.model.check();
  begin({recipe_, recipe_.seed, key_of_run(recipe_), translation(recipe_.model, recipe_.together)},
        Weights::random(tensors_of(recipe_.model), recipe_.seed));
}

Batch Seq2SeqTrainer::next_batch() {
  Batch batch;
  for (const std::vector<int>& pack : packs_of(pairs_, batches_.next(), recipe_.together)) {
    for (const int place : pack)
      batch.asked += static_cast<double>(pairs_[static_cast<std::size_t>(place)].next.size());
    batch.examples.push_back(side_by_side(pairs_, pack, recipe_.together));
  }
  return batch;
}

Seq2SeqFiles Seq2SeqTrainer::model() const {
  return {recipe_.model, weights(), {corpus_->source, corpus_->target}};
}

}  // namespace headlight
