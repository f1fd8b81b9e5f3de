// The lab on training: one word's loss, and some steps of gradient descent.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/lab/compared_models.h"
#include "app/lab/lab.h"
#include "app/lab/lab_work.h"
#include "app/lab/slider.h"
#include "core/figure/heatmap.h"
#include "core/files/fields.h"
#include "core/learn/gradient_descent.h"

namespace headlight {

struct Lab;
struct LabPanel;

enum class TrainingPage {
  word,  // the loss of each word of the sentence, and the gradient of one word's logits
  step,  // some steps of gradient descent on this sentence
};
inline const EnumNames<TrainingPage>& training_page_names() {
  static const EnumNames<TrainingPage> names{{TrainingPage::word, "word"}, {TrainingPage::step, "step"}};
  return names;
}

inline constexpr float least_rate = 1e-3F, most_rate = 10;
inline constexpr int most_training_steps = 20;

struct TrainingLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr const char* for_experts[] = {"smoothing"};

  TrainingPage page = TrainingPage::word;
  int place = -1;       // of the word asked; -1: the one with the largest loss
  float smoothing = 0;  // of the labels
  std::string taught;   // what a translator is to write; empty: the known translation, or else its own
  float rate = 0.1F;    // the learning rate
  int steps = 1;
  std::string tensor;      // of the weights; empty: the one with the longest gradient
  int row = -1, col = -1;  // of its cell that is followed; -1: the one with the largest gradient

  bool operator==(const TrainingLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("page", self.page, training_page_names());
    visit("place", self.place, Within{-1, 4095});
    visit("smoothing", self.smoothing, Slider{0.0F, 0.5F, 0.01});
    visit("taught", self.taught);
    visit("rate", self.rate, Slider{least_rate, most_rate, 0.001, Track::logarithmic});
    visit("steps", self.steps, Within{0, most_training_steps});
    visit("tensor", self.tensor);
    visit("row", self.row, Within{-1, 1'000'000});
    visit("col", self.col, Within{-1, 1'000'000});
  }
};

// What the lab on training finds.

struct LabInput;
struct LabWork;

inline constexpr int training_held_out = 40;    // sentences that are measured after every step
inline constexpr float training_nudge = 0.01F;  // by which a weight is moved to measure the slope

// The sentence as the model is taught it, and what it costs before any step.
struct TrainingReading {
  // Where the answer comes from.
  enum class Source {
    sentence,  // the model goes on with what it reads
    known,     // a translation known to be right
    own,       // none is known: the model's own, taken for right
    typed,     // by the reader
  };

  ModelPtr model;
  std::string sentence, asked;  // as typed: what is read, and TrainingLab::taught
  float smoothing = 0;
  Source source = Source::sentence;
  std::string answer;  // what it is taught to write; empty where that is the sentence
  TrainingExample taught;
  int left_out = 0;  // words behind them: of a text that is too long for the memory of a backward pass
  std::vector<WordLoss> words;               // without smoothing
  double loss = 0;                           // mean nats a word, with smoothing
  std::shared_ptr<const Weights> gradients;  // of that mean
  TracePtr trace;                            // everything up to "loss", the sum over the words
  std::string between = " ";                 // what stands between the words of a text

  struct Tensor {
    std::string name;
    double length = 0;  // of its gradient
    std::int64_t numbers = 0;
  };
  std::vector<Tensor> tensors;  // the longest gradient first
};

// Steps of gradient descent from there.
struct TrainingDescent {
  struct Step {
    int step = 0;
    double loss = 0;  // of this sentence: mean nats a word, with smoothing
    SentenceTapes::Score held_out;
  };
  std::shared_ptr<const TrainingReading> from;
  float rate = 0;
  std::vector<Step> steps;  // the first before any step
  // Held out; the same for every step and rate.
  std::shared_ptr<const std::vector<TrainingExample>> held_out;
  int sentences() const { return held_out == nullptr ? 0 : static_cast<int>(held_out->size()); }
  std::vector<WordLoss> after;  // of this sentence, after the last step
  std::string wrote, writes;    // what the model makes of the sentence before and after; as `answer`, empty
                                // where it translates nothing
  // Not a number any more: the steps were too large.
  bool diverged = false;
};

struct TrainingStudy {
  TrainingLab settings;  // they were made for
  std::shared_ptr<const TrainingReading> reading;

  // The word followed: a place among reading->words.
  std::size_t followed = 0;
  struct Share {
    std::string word;
    double probability = 0;
    double wanted = 0;    // 1 for the right word, 0 for others; less and more with label smoothing
    double gradient = 0;  // of this word's loss with respect to its logit: probability - wanted
  };
  std::vector<Share> shares;  // the right word first, then the most likely others
  Share others;               // all that are not among these, together
  int other_words = 0;

  // The weight followed.
  std::string tensor;
  int row = 0, col = 0;
  float weight = 0, gradient = 0;
  double up = 0, down = 0;  // the mean loss with the weight larger and smaller by training_nudge
  double slope() const { return (up - down) / (2 * static_cast<double>(training_nudge)); }
  HeatmapPtr map;                  // the gradient of the tensor around it
  std::vector<int> rows, columns;  // the tensor's places of the map's

  std::shared_ptr<const TrainingDescent> descent;  // null but on the page of steps

  // What is taught of the text: "sentence", or "first 200 words of the text".
  std::string part() const;
  const WordLoss& followed_word() const { return reading->words.at(followed); }
  // As they are shown.
  std::string next_word(const WordLoss& word) const { return reading->trace->words().next.at(word.place); }
  std::string given_word(const WordLoss& word) const { return reading->trace->words().target.at(word.place); }
};

// Tables: words, next word, weight, tensors, steps, words after.
void compute_training(const LabInput& input, LabWork& work);

// What the lab on training exports.

// By the names that the tables give them.
std::map<std::string, HeatmapPtr> training_maps(const TrainingStudy& study);
std::vector<LabTable> training_tables(const TrainingStudy& study);

}  // namespace headlight
