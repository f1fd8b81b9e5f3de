// What every training has, whatever it learns: weights, moments, a tape for each shape of example, steps, and
// a file to go on from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/layers/recording.h"
#include "core/layers/weights.h"
#include "core/matrix/random.h"
#include "core/models/card.h"
#include "core/models/families.h"
#include "core/platform/background.h"

namespace headlight {

// How a model is trained: every number of it, so that the same recipe, seed and build give the same weights.

// Whether two heads begin with the same numbers: the first two of every layer of an encoder.
enum class EqualHeads {
  none,
  whole,       // with their rows of W^O: they get the same gradients, too
  but_output,  // their rows of W^O differ
};

// What every training has, whatever it learns from.
struct Optimization {
  int steps = 5000;
  int warmup = 400;         // steps up to the peak
  double peak_rate = 2e-3;  // learning rate; then a cosine down to `last_rate` of it
  double last_rate = 0.02;
  // The last steps, a tenth at most, are a warm restart (Loshchilov and Hutter 2017): up to this rate and
  // down again.
  int settle_steps = 0;
  double settle_rate = 1e-4;
  double beta_1 = 0.9;  // AdamW without weight decay (Loshchilov and Hutter 2019)
  double beta_2 = 0.98;
  double epsilon = 1e-9;
  double clip = 1.0;           // largest length of the gradient of all weights together
  double distances_rate = 30;  // a relative table learns so many times faster: few numbers, read everywhere
  double embedding_rate = 1;   // so do the vectors of words, of which a batch asks for few
  EqualHeads equal_heads = EqualHeads::none;  // at the start

  // The learning rate of a step, counted from 0.
  double rate(int step) const;
  // The first of the last steps; `steps` where there are none.
  int settles_at() const;
};

// These weights with the second head of every encoder layer as its first one. Throws std::invalid_argument
// where a layer has no second head.
Weights with_equal_heads(Weights weights, const TransformerConfig& config, EqualHeads equal);

// The gradient of a batch: every example on its own tape, the same ops that are shown on screen.

// An example as a model is taught it: columns of numbers, of words or the bytes of pictures, each for a
// constant of the tape.
using Columns = std::vector<std::vector<int>>;

// The constant that a column goes to, row by row, as (number - mean) / spread.
struct ExampleConstant {
  ExampleConstant(const char* name, float from = 0, float unit = 1) : path(name), mean(from), spread(unit) {}

  std::string path;  // "source.tokens"
  float mean;
  float spread;

  float operator()(int number) const { return (static_cast<float>(number) - mean) / spread; }
};

// What an example is recorded with.
struct Taping {
  Tape& tape;
  const Weights& weights;
  float dropout;
  Weights* gradients;
};

// Records "loss" [1, 1]: the sum of the cross-entropy of what comes next in each row of `logits`; rows where
// -1 does are not asked.
int record_loss(const Taping& taping, int logits, std::span<const int> next);

// What is taught, and how it is recorded.
struct Teaching {
  std::vector<ExampleConstant> constants;                    // one a column
  std::function<int(const Taping&, const Columns&)> record;  // returns the node of the summed loss
};

// The sum of losses and gradients over some examples. One tape for all examples of the same lengths, recorded
// once and replayed; those that were not used for longest go when all together take more than `most_bytes`.
class ExampleTapes {
 public:
  static constexpr std::int64_t most_bytes = std::int64_t{1} << 30;

  ExampleTapes(const Weights& weights, float dropout, const Teaching& teaching,
               std::int64_t bytes = most_bytes);
  ~ExampleTapes();
  ExampleTapes(ExampleTapes&&) noexcept;

  // Adds one example's gradients, times `scale`, to gradients(); returns its summed loss.
  double learn(const Columns& example, float scale, std::uint32_t noise);
  Weights& gradients() { return *gradients_; }
  std::size_t tapes() const { return tapes_.size(); }

 private:
  struct Recorded;
  using Tapes = std::map<std::vector<std::size_t>, std::unique_ptr<Recorded>>;
  Recorded& tape_for(const Columns& example);
  void drop_oldest();

  const Weights& weights_;
  float dropout_;
  const Teaching& teaching_;
  std::unique_ptr<Weights> gradients_;  // stays in place when this moves: the tapes point into it
  Tapes tapes_;
  std::int64_t most_bytes_;
  std::int64_t bytes_ = 0;  // of the values and gradients of all tapes
  std::int64_t used_ = 0;   // how many examples were learned
};

// The same over a batch, on two cores where there are two; the sums do not depend on it.
class BatchTapes {
 public:
  // `weights` must outlive it.
  BatchTapes(const Weights& weights, float dropout, Teaching teaching);
  BatchTapes(const BatchTapes&) = delete;
  BatchTapes& operator=(const BatchTapes&) = delete;

  // Puts the gradient of all examples, times `scale`, into gradients(); returns their summed loss.
  double learn(const std::vector<Columns>& examples, float scale, std::uint32_t noise);
  const Weights& gradients() { return shards_.front().gradients(); }

 private:
  Teaching teaching_;
  std::vector<ExampleTapes> shards_;
  std::function<void()> work_;  // of the second, in this step
  Worker second_;               // one thread for all steps; last: it uses the others
};

// Adam (Kingma and Ba 2015) over a model's weights.

// The running means of the gradient and of its square.
struct Moments {
  Weights first;
  Weights second;
};

// The length of all gradients together, as one vector.
double length(const Weights& gradients);

// One update of `weights`; `step` counts from 0. The gradients are clipped to how.clip first.
void adam_step(Weights& weights, const Weights& gradients, Moments& moments, const Optimization& how,
               int step);

// A head of a lab, learned from rows that are drawn for every step: 1000 steps, the first 10 to warm up.
struct LearnedHead {
  LearnedHead(std::uint64_t seed, const std::function<Weights(Random&)>& first);
  // One step of Adam; `asked` questions in all rows.
  void learn(BatchTapes& tapes, const std::vector<Columns>& rows, double asked);

  Random random;
  Weights weights;
  Moments moments;
  std::vector<double> losses;  // of each step, per question: the cross-entropy with the answer
};

// What a training run has learned so far, in a file that it goes on from.

// Which run it is: what must be the same for a run to go on.
struct RunKey {
  std::string text;        // every number of the recipe
  std::uint64_t seed = 0;  // can be read without the recipe
  int steps = 0;
};

// All numbers of an optimization, one after another, as part of a RunKey; and any numbers.
std::string key_of(const Optimization& how);
std::string key_of(std::initializer_list<int> numbers);

// Throws AccessError.
void save_checkpoint(const std::filesystem::path& file, const RunKey& run, int step, const Weights& weights,
                     const Moments& moments);
// Puts what was saved into `weights` and `moments`; returns the step. Throws FormatError when the file is
// damaged or another run's.
int load_checkpoint(const std::filesystem::path& file, const RunKey& run, Weights& weights, Moments& moments);

// The seed of the run that a file is of. Throws AccessError and FormatError.
std::optional<std::uint64_t> seed_of_checkpoint(const std::filesystem::path& file);

// What a step learns from.
struct Batch {
  std::vector<Columns> examples;
  double asked = 0;  // places of them at which something is asked: the loss is a mean over these
};

class Training {
 public:
  virtual ~Training() = default;
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;

  const Weights& weights() const { return weights_; }
  int step() const { return step_; }
  int steps() const { return plan_.how.steps; }
  bool done() const { return step_ >= steps(); }

  // One step; returns the mean loss of the places asked. The same on one core as on several.
  double advance();

  // All that is needed to go on, in one file. Throws AccessError.
  void save(const std::filesystem::path& file) const;
  // Goes on from a file of the same recipe. Throws FormatError when it is damaged or another recipe's.
  void resume(const std::filesystem::path& file);

  // What headlight-train asks of a model that is shipped. How good it is so far, in a few words.
  virtual std::string watch() const { return ""; }
  // "15,000 held-out sentences", "1000 scenes": what the card's measures are taken on.
  const std::string& measured_on() const { return plan_.measured_on; }
  // The model as it is kept: half the digits, and so twice the numbers in a file of one size.
  virtual void write(const std::filesystem::path& folder) const;
  // The card of the model that was kept there: what is measured is what is kept. `seconds`: how long the
  // training took.
  virtual Card card(const std::filesystem::path& /*folder*/, double /*seconds*/) const { return {}; }

 protected:
  struct Plan {
    Optimization how;
    std::uint64_t seed = 0;
    std::string config;  // of the model, as in config.json
    std::string key;  // every other number of the recipe, those of `how` aside: all must be the same to go on
    WordsFile words;  // of the model, as in words.json
    std::string measured_on = {};
    Teaching teaching;
  };

  Training() = default;
  // Once, in the constructor.
  void begin(Plan plan, Weights first);
  const WordsFile& words() const { return plan_.words; }

  // Of the step that comes. What it gives depends on the seed and on how often it was asked alone.
  virtual Batch next_batch() = 0;
  // The same without the batch: what comes behind it is as if it had been asked for.
  virtual void skip_batch() { next_batch(); }
  virtual float dropout_at(int /*step*/) const { return 0; }
  // Whatever changes the weights beside learning, before a step.
  virtual void prepare(int /*step*/, Weights& /*weights*/) {}

 private:
  RunKey run() const { return {plan_.config + plan_.key + key_of(plan_.how), plan_.seed, steps()}; }

  Plan plan_;
  Weights weights_;
  Moments moments_;
  std::unique_ptr<BatchTapes> tapes_;
  float dropout_ = 0;  // of `tapes_`
  int step_ = 0;
};

}  // namespace headlight
