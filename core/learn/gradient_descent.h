// What labs learn by gradient descent while one looks on: one sentence, or the heads of a task of letters.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/labs/head_tasks.h"
#include "core/learn/training.h"
#include "core/matrix/random.h"
#include "core/models/model.h"

namespace headlight {

// A model that learns one sentence by plain gradient descent, with weights of its own: the model it was made
// from stays as it was.
//
// Teacher forcing: at every place the model is given the right beginning, whatever it would have written, and
// asked for the next word. The loss of a word is the cross-entropy -ln p of the one that does come next; the
// loss of a sentence their sum, or their mean over the N words asked.

// A sentence as it is taught.
struct TrainingExample {
  std::vector<int> read;   // by the encoder; empty for a model without one
  std::vector<int> given;  // at every place: <s> and the right words so far
  std::vector<int> next;   // the word that comes next there; -1 where nothing is asked

  int asked() const;
  bool operator==(const TrainingExample&) const = default;
};

// The loss at one place, in nats, and what the model would have said.
struct WordLoss {
  int place = 0;
  int next = 0;  // the right word
  double probability = 0;
  double nats = 0;  // -ln probability
  int best = 0;     // the most likely word
  double best_probability = 0;
};

class SentenceLearner {
 public:
  static constexpr std::int64_t most_example_bytes = std::int64_t{1} << 30;  // bytes
  // Whether a model writes words or letters from text, so that a sentence can be taught to it.
  static bool teaches(const Anatomy& model);
  // Throws std::invalid_argument for a model that this cannot teach.
  explicit SentenceLearner(ModelPtr model);

  // What is taught of a sentence. Of a translator `answer` is the right translation, without <s> and </s>;
  // of a model that goes on with what it reads, the sentence is its own answer. Throws as Model::read() does.
  TrainingExample example(std::string_view typed, std::span<const int> answer) const;
  // As much of its beginning as a backward pass needs no more than `most_bytes` for, values and gradients
  // together: all of a short one. Of a translation always all.
  TrainingExample beginning(TrainingExample taught, std::int64_t most_bytes = most_example_bytes) const;
  // The words that are written.
  const Vocabulary& writes() const { return of_->target(); }
  // Whether the answer is another text than the one that is read.
  bool translates() const;

  const Weights& weights() const { return *weights_; }
  Weights& weights() { return *weights_; }

  // Records everything up to "probabilities" and "loss" [1, 1], the sum over the places asked, with the
  // weights as they are now; returns the node of the loss. With `gradients` those of the parameters are added
  // up there. Computes nothing yet.
  int record(Tape& tape, const TrainingExample& taught, float smoothing = 0,
             Weights* gradients = nullptr) const;
  // The same computed, as a trace with its words.
  TracePtr trace(const TrainingExample& taught, float smoothing = 0) const;

  // A model of the same family with a copy of the weights as they are now.
  ModelPtr model() const;

 private:
  ModelPtr of_;
  std::shared_ptr<Weights> weights_;
};

// d (mean loss) / d (every weight), from one backward pass. `loss`, if given, gets the mean.
Weights gradient_of(const SentenceLearner& learner, const TrainingExample& taught, float smoothing,
                    double* loss = nullptr);
// weights - rate * gradient.
void descend(Weights& weights, const Weights& gradient, double rate);

// The loss at every place asked, of a trace's "probabilities" [T, words].
std::vector<WordLoss> word_losses(ConstView probabilities, const TrainingExample& taught);

// Held-out sentences of the grammar as the model is taught them, always the same ones: at most `count`, fewer
// where the model lacks their words.
std::vector<TrainingExample> held_out_examples(const SentenceLearner& learner, int count);

// Several sentences on tapes of their own, to be measured after every step of a learner, which must outlive
// this.
class SentenceTapes {
 public:
  SentenceTapes(const SentenceLearner& learner, std::vector<TrainingExample> sentences);
  ~SentenceTapes();

  struct Score {
    double nats = 0;   // mean over all words
    double right = 0;  // share of the words at which the right one is the most likely
    int words = 0;
  };
  // With the learner's weights as they are now. Nothing is measured behind a request of `cancel`.
  Score measure(const Cancel* cancel = nullptr);

 private:
  std::vector<TrainingExample> sentences_;
  std::vector<Tape> tapes_;
};

// The heads of a task of letters (core/labs/head_tasks.h), learned from random numbers: what training finds,
// beside what a person builds.

class HeadLearner {
 public:
  HeadLearner(HeadTask task, std::uint64_t seed);

  // So many steps of Adam further, each on rows of letters that were not there before.
  void advance(int steps);
  int step() const { return static_cast<int>(losses().size()); }
  // Of the last head's output.
  const std::vector<double>& losses() const { return learned_.losses; }
  // What is learned so far, to be run with a strength of 1.
  std::vector<HeadMatrices> heads() const;

 private:
  HeadTask task_;
  LearnedHead learned_;
};

}  // namespace headlight
