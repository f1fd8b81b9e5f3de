// Small models that learn from rows of random letters: for the kinds of positions, and for an induction head.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/card_text.h"
#include "core/learn/positions_task.h"
#include "core/learn/training.h"
#include "core/matrix/random.h"
#include "core/models/card.h"
#include "core/models/model.h"

namespace headlight {

// Trains the small models for the kinds of positions: fresh random letters in every step.

struct PositionsRecipe : Optimization {
  TransformerConfig model;
  OrderTask task = OrderTask::two_back;
  PositionsVariant variant;
  std::uint64_t seed = 0;          // of the first weights and of the letters
  int batch = 64;                  // sequences
  int shortest = shortest_length;  // letters; every batch has one length, drawn evenly
  int longest = within_length;
};

// The recipe of the shipped models. Throws std::invalid_argument for a variant that there is not.
PositionsRecipe positions_recipe(OrderTask task, std::string_view variant, std::uint64_t seed);

// An encoder that answers with a letter at every place: letters in columns, those read and those wanted (-1:
// none); with a random start where they stand.
Teaching letters_teaching(const TransformerConfig& config, bool random_start = false);
// The vectors of letters and of learned places start as large as the sinusoids beside them (normal(0, 1) and
// normal(0, 1/2)); in a pre-norm model that is not scaled, small ones would first have to grow.
Weights letters_first_weights(const TransformerConfig& config, std::uint64_t seed);

class PositionsTrainer final : public Training {
 public:
  explicit PositionsTrainer(const PositionsRecipe& recipe);

  const PositionsRecipe& recipe() const { return recipe_; }

  ModelPtr model() const { return std::make_shared<const Model>(recipe_.model, weights(), words()); }

 private:
  Batch next_batch() override;

  PositionsRecipe recipe_;
  Random random_;
};

// What is measured of the small models for the kinds of positions.

inline constexpr int order_sequences = 400;  // a length

// The first place that is scored. Within the trained length 2, from which on two_back is asked; third is
// asked at 0 and 1 too, but both tasks are scored at the same places. Beyond it the first that was never
// trained, because a mean over all of them hides the failure.
int first_scored(int length);

// Where a head looks, at the scored places of one sequence.
struct HeadLooks {
  int layer = 0, head = 0;
  double weight = 0;  // mean weight on the right place; NaN where none is scored
  double peak = 0;    // share of the places at which the right one has the largest weight of its row
};
// Of every head of the encoder, layer by layer; `first`: the first place that is scored.
std::vector<HeadLooks> head_looks(const Trace& trace, const TransformerConfig& config, OrderTask task,
                                  int first);
// The same with the right place of each row; -1 where it is not scored.
std::vector<HeadLooks> head_looks(const Trace& trace, const TransformerConfig& config,
                                  std::span<const int> right);
// The head with the largest weight on the right place: the one that scores, cards and pages tell of.
HeadLooks best_head(const std::vector<HeadLooks>& heads);

// How a measure is called: "two_back_within_rotary".
std::string measure_name(OrderTask task, std::string_view what, std::string_view variant);

// What is watched while such a model learns (core/learn/live_training).

// The task two_back with rotary positions, in few steps.
PositionsRecipe watched_recipe();

// Letters read, and at each place the one that is to be answered and the place that it can be read from; -1
// where none is.
struct LettersAsked {
  std::vector<int> letters, wanted, right;
};
struct WatchedScore {
  double held_out_loss = 0;           // nats a letter
  double accuracy = 0;                // share of the letters asked that are answered right
  HeadLooks head = {};                // the one that looks most where the answer can be read
  std::vector<HeadLooks> heads = {};  // all of the encoder, layer by layer
};
WatchedScore letters_score(const Model& model, std::span<const LettersAsked> sequences);
// On so many new sequences of the longest trained length, which no step had.
WatchedScore watched_score(const Model& model, const PositionsRecipe& recipe, int sequences);

// The sizes of a small encoder, by the names of the cards.
void add_sizes(const TransformerConfig& model, CardNumbers& numbers);
// What their cards say of how they were trained; `seconds` of processor time.
CardNumbers positions_numbers(const PositionsRecipe& recipe, double seconds);

// A small causal model that learns what comes next in letters that come twice: two heads have to find each
// other for it (an induction head, Olsson et al. 2022).

struct RepeatsRecipe : Optimization {
  TransformerConfig model;
  std::uint64_t seed = 0;  // of the first weights and of the letters
  int batch = 32;          // sequences
  // So many different letters come twice; every batch has one number of them, drawn evenly, so that no fixed
  // distance leads back to the first time.
  int fewest = 5, most = 12;
};
// Two layers of two heads, in seconds.
RepeatsRecipe repeats_recipe();

// w_1 ... w_n w_1 ... w_n of different letters. Asked is what follows each letter of the second time but the
// last: nothing else can be known. It can be read behind the same letter of the first time.
LettersAsked repeated_letters(int different, Random& random);

class RepeatsTrainer final : public Training {
 public:
  explicit RepeatsTrainer(const RepeatsRecipe& recipe);

  const RepeatsRecipe& recipe() const { return recipe_; }
  ModelPtr model() const { return std::make_shared<const Model>(recipe_.model, weights(), words()); }

 private:
  Batch next_batch() override;

  RepeatsRecipe recipe_;
  Random random_;
};

// On so many new sequences of `most` letters twice, which no step had.
WatchedScore repeats_score(const Model& model, const RepeatsRecipe& recipe, int sequences);

}  // namespace headlight
