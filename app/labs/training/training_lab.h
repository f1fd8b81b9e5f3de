// The lab on training: one word's loss, a step of gradient descent, and a small model at six steps of its
// training.
#pragma once

#include <string>

#include "app/labs/lab_kind.h"
#include "app/shared/fields.h"

namespace headlight {

struct Lab;

enum class TrainingPage {
  word,      // the loss of each word of the sentence, and the gradient of one word's logits
  step,      // some steps of gradient descent on this sentence
  learning,  // a small model watched while it was trained
};
inline const EnumNames<TrainingPage>& training_page_names() {
  static const EnumNames<TrainingPage> names{
      {TrainingPage::word, "word"}, {TrainingPage::step, "step"}, {TrainingPage::learning, "learning"}};
  return names;
}

inline constexpr float least_rate = 1e-3F, most_rate = 10;
inline constexpr int most_training_steps = 20;

struct TrainingLab {
  static constexpr LabKind lab = LabKind::training;
  static const Lab lab_row;

  TrainingPage page = TrainingPage::word;
  int place = -1;       // of the word asked; -1: the one with the largest loss
  float smoothing = 0;  // of the labels
  std::string taught;   // what a translator is to write; empty: the known translation, or else its own
  float rate = 0.1F;    // the learning rate
  int steps = 1;
  std::string tensor;      // of the weights; empty: the one with the longest gradient
  int row = -1, col = -1;  // of its cell that is followed; -1: the one with the largest gradient
  int checkpoint = 5;      // of the small model: which of its kept steps (watched_steps)
  int head = 0;

  bool operator==(const TrainingLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("page", self.page, training_page_names());
    visit("place", self.place, Within{-1, 4095});
    visit("smoothing", self.smoothing, Within{0.0F, 0.5F});
    visit("taught", self.taught);
    visit("rate", self.rate, Within{least_rate, most_rate});
    visit("steps", self.steps, Within{0, most_training_steps});
    visit("tensor", self.tensor);
    visit("row", self.row, Within{-1, 1'000'000});
    visit("col", self.col, Within{-1, 1'000'000});
    visit("checkpoint", self.checkpoint, Within{0, 5});
    visit("head", self.head, Within{0, 1});
  }
};

}  // namespace headlight
