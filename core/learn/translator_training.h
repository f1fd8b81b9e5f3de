// The translator from a fresh start to its card.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/grammar/example.h"
#include "core/learn/batches.h"
#include "core/learn/corpus.h"
#include "core/learn/evaluate.h"
#include "core/learn/training.h"
#include "core/models/model.h"

namespace headlight {

// Trains a translator: every sentence on its own tape, the same ops that are shown on screen.

struct TranslatorRecipe : Optimization {
  TransformerConfig model;  // the sizes of the vocabularies are filled in from the corpus
  CorpusOptions corpus;
  std::uint64_t seed = 0;       // of the first weights, the order of the sentences and dropout
  int batch = 96;               // sentence pairs
  float dropout = 0.1F;         // none on the attention weights
  int dropout_steps = 1 << 30;  // so many steps have it, and those behind them none
  float smoothing = 0.1F;       // of the labels
  // A curriculum (Bengio et al. 2009): so many steps see sentences of these kinds alone.
  int first_steps = 0;
  std::vector<std::string> first_kinds;
  // Whether a head forms in which "it" looks at the noun it means is luck of the first weights, and shows
  // early: at this step the best head must look there in this share of the references, or else training
  // begins again with the next seed, so many times at most. At step 0 nobody looks.
  int look_step = 0;
  double look_accuracy = 0.8;
  int starts = 8;
  // The queries of every head begin sqrt(d_k) times shorter: without a division of the scores, the same
  // function at the start as with one.
  bool short_queries = false;
  // Before the model settles, the queries of the last encoder layer become so many times as long: its
  // softmax has a lower temperature then, with which the rest learns to do. Of no effect without
  // `settle_steps`.
  float sharpen = 1;
};

// The recipe of the shipped translator, and of one that learns real sentences too.
TranslatorRecipe translator_recipe();
TranslatorRecipe translator_recipe(const CorpusOptions& corpus);
// Of a small one that learns sentences about "it" and little else, in some minutes: to be watched.
TranslatorRecipe small_translator_recipe();

class TranslatorTrainer final : public Training {
 public:
  // `corpus`: one made before, which several seeds share; null: that of the recipe is made.
  explicit TranslatorTrainer(TranslatorRecipe recipe, std::shared_ptr<const Corpus> corpus = nullptr);

  const TranslatorRecipe& recipe() const { return recipe_; }
  const Corpus& corpus() const { return *corpus_; }

  ModelPtr model() const { return std::make_shared<const Model>(recipe_.model, weights(), words()); }
  std::string watch() const override;
  void write(const std::filesystem::path& folder) const override;
  Card card(const std::filesystem::path& folder, double seconds) const override;

 private:
  Batch next_batch() override;
  float dropout_at(int step) const override { return step < recipe_.dropout_steps ? recipe_.dropout : 0; }
  void prepare(int step, Weights& weights) override;

  TranslatorRecipe recipe_;
  std::shared_ptr<const Corpus> corpus_;
  std::vector<Pair> pairs_;
  CorpusBatches batches_;
  std::optional<Batches> first_;  // of the first kinds
};

// The first steps of a training: begun again while its first weights do not lead to a head in which "it"
// looks at the noun it means.

struct Start {
  std::unique_ptr<TranslatorTrainer> trainer;
  int from = 0;              // the step of the checkpoint that it goes on from
  bool interrupted = false;  // before one could see
};

// What was seen at TranslatorRecipe::look_step.
struct FirstLook {
  std::uint64_t seed = 0;
  double accuracy = 0;  // best_reference_accuracy() on training sentences
  bool found = false;
  bool again = false;  // the next seed begins now
};

struct StartSteps {
  std::function<void(const Corpus&)> corpus_made;
  std::function<bool(TranslatorTrainer&, int until)>
      run;  // trains up to a step; returns whether it came there
  std::function<void(const TranslatorTrainer&)> resumed;
  std::function<void(const FirstLook&)> looked;
};

// A training at a step behind its look, or wherever it was interrupted. Goes on from `checkpoint` where there
// is that file, also with a later seed of the same recipe. Throws as TranslatorTrainer::resume().
Start start_training(TranslatorRecipe recipe, const std::filesystem::path& checkpoint,
                     const StartSteps& steps);

// Heads in an order that means something: the place of a head in its layer is chance, and what it does is
// not.

// The same model with the heads of its encoder exchanged: in the layer where "it" looks at the noun it means,
// the head that does so comes first; in every other layer the one in which "it" looks most at the word that
// decides (tired, wide). Exchanging heads changes no output (but for the rounding of a sum).
ModelPtr with_heads_in_order(const Model& model, const std::vector<Example>& examples);

// Exchanges two heads of one self-attention layer of the encoder.
void exchange_heads(Weights& weights, const TransformerConfig& config, int layer, int first, int second);

// The card of a translator that has just been trained.

// A card's figures on held-out sentences: its reference head's, and those of its certainty.
std::vector<Measure> translator_measures(const Model& model, const Card& card,
                                         const std::vector<Example>& held_out, const Progress& progress = {});

// Chooses the reference head on training sentences, measures on held-out ones, and writes down what was
// trained on what. `seconds` is the time the training took.
Card translator_card(const Model& model, const TranslatorRecipe& recipe, const Corpus& corpus, double seconds,
                     const Progress& progress = {});

}  // namespace headlight
