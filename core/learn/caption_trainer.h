// Trains a model that writes captions, with teacher forcing (Williams and Zipser 1989), on scenes drawn as it
// goes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/learn/training.h"
#include "core/models/captioner.h"
#include "core/pictures/caption.h"

namespace headlight {

struct CaptionRecipe : Optimization {
  std::string name;
  Captioner::Config model;  // the size of the vocabulary is filled in
  std::uint64_t seed = 0;   // of the first weights and the scenes
  int batch = 32;           // scenes
  int together = 1;         // of them on one tape
  float jitter = 0.1F;      // of brightness and contrast
  float dropout = 0;
  // How often the whole of what is looked at is kept from the recurrent state, so that nothing visual is
  // remembered between words and each word has to look for itself.
  float context_dropout = 0;
  // A captioner whose eye this one has: its convolutions and what it adds for the place of a cell are taken
  // over as they are, and not learned. Both have the same cells to write from then.
  std::string eye;
};

// The recipe of the shipped model of this name: "caption-rnn", "caption-attention" or "caption-transformer".
CaptionRecipe caption_recipe(std::string_view name);

// The words of a caption by their numbers, without <s> and </s>.
std::vector<int> numbers_of(const Caption& caption, const Vocabulary& vocabulary);

class CaptionTrainer final : public Training {
 public:
  explicit CaptionTrainer(const CaptionRecipe& recipe);

  const CaptionRecipe& recipe() const { return recipe_; }

  std::shared_ptr<const Captioner> model() const;

 private:
  Batch next_batch() override;
  void skip_batch() override {}  // a batch is made of the number of its step
  float dropout_at(int) const override { return recipe_.dropout; }

  CaptionRecipe recipe_;
  Vocabulary words_;
};

}  // namespace headlight
