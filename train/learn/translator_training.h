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
#include "core/learn/training.h"
#include "core/learn/translator_training.h"
#include "core/models/model.h"
#include "train/learn/corpus.h"
#include "train/learn/evaluate.h"

namespace headlight {

// The recipe of the shipped translator, and of one that learns real sentences too.
TranslatorRecipe translator_recipe();
TranslatorRecipe translator_recipe(const CorpusOptions& corpus);

// One that is shipped.
class ShippedTranslatorTrainer final : public TranslatorTrainer {
 public:
  // `corpus`: one made before, which several seeds share; null: that of the recipe is made.
  explicit ShippedTranslatorTrainer(const TranslatorRecipe& recipe,
                                    std::shared_ptr<const Corpus> corpus = nullptr);

  std::string watch() const override;
  void write(const std::filesystem::path& folder) const override;
  Card card(const std::filesystem::path& folder, double seconds) const override;
};

// The first steps of a training: begun again while its first weights do not lead to a head in which "it"
// looks at the noun it means.

struct Start {
  std::unique_ptr<ShippedTranslatorTrainer> trainer;
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
  std::function<bool(ShippedTranslatorTrainer&, int until)>
      run;  // trains up to a step; returns whether it came there
  std::function<void(const ShippedTranslatorTrainer&)> resumed;
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
