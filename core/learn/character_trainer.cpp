#include "core/learn/character_trainer.h"

#include "core/tape/ops/ops.h"

namespace headlight {

namespace {

// Columns: characters, and those that come next; each time by time.
Teaching spelling(const CharacterConfig& config, int together) {
  return {{"target.tokens", "next"}, [config, together](const Taping& taping, const Columns& texts) {
            LayerRecording recording(taping.tape, taping.weights, taping.dropout, taping.gradients);
            const int logits = record_characters(recording, config, texts[0], together);
            const std::vector<float> next(texts[1].begin(), texts[1].end());
            const Block output{Family::output, "", Stream::target};
            const int wanted =
                taping.tape.constant(output["next"], {next.data(), {static_cast<int>(next.size()), 1}});
            return taping.tape.record(output["loss"], cross_entropy(0), {logits, wanted});
          }};
}

std::string key_of_run(const CharacterRecipe& recipe) {
  std::string text = to_json(recipe.model);
  for (const int number : {recipe.corpus.train, static_cast<int>(recipe.corpus.seed), recipe.tapes,
                           recipe.together, recipe.length})
    text += std::to_string(number) + ";";
  return text + std::to_string(recipe.seed);
}

}  // namespace

CharacterRecipe character_recipe(RecurrentCell cell) {
  CharacterRecipe recipe;
  recipe.corpus.train = 300000;
  recipe.model.cell = cell;
  recipe.model.d_embedding = 32;
  recipe.model.d_state = 128;
  recipe.steps = 5000;
  recipe.warmup = 100;
  recipe.peak_rate = cell == RecurrentCell::rnn ? 2e-3 : 5e-3;
  return recipe;
}

CharacterTrainer::CharacterTrainer(const CharacterRecipe& recipe)
    : recipe_(recipe),
      corpus_(make_character_corpus(make_corpus(recipe_.corpus))),
      random_(1000 + recipe_.seed) {
  recipe_.model.characters = corpus_.characters.size();
  recipe_.model.check();
  begin({recipe_, recipe_.seed, key_of_run(recipe_), spelling(recipe_.model, recipe_.together)},
        Weights::random(tensors_of(recipe_.model), recipe_.seed));
}

Batch CharacterTrainer::next_batch() {
  Batch batch;
  const auto together = static_cast<std::size_t>(recipe_.together);
  const auto length = static_cast<std::size_t>(recipe_.length);
  for (int tape = 0; tape < recipe_.tapes; ++tape) {
    Columns columns(2, std::vector<int>(together * length));
    for (std::size_t text = 0; text < together; ++text) {
      auto line = static_cast<std::size_t>(random_.below(static_cast<int>(corpus_.train.size())));
      std::vector<int> characters;
      while (characters.size() <= length) {
        const std::vector<int>& more = corpus_.train[line++ % corpus_.train.size()];
        characters.insert(characters.end(), more.begin(), more.end());
      }
      for (std::size_t t = 0; t < length; ++t) {
        columns[0][t * together + text] = characters[t];
        columns[1][t * together + text] = characters[t + 1];
      }
    }
    batch.examples.push_back(std::move(columns));
    batch.asked += static_cast<double>(together * length);
  }
  return batch;
}

CharacterFiles CharacterTrainer::model() const {
  return {recipe_.model, weights(), {Vocabulary(), corpus_.characters}};
}

}  // namespace headlight
