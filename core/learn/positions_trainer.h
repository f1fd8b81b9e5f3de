// Trains the small models for the kinds of positions: fresh random letters in every step.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/learn/order_lengths.h"
#include "core/learn/positions_variants.h"
#include "core/learn/training.h"
#include "core/models/labeller.h"

namespace headlight {

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

// "3 layers, 4 heads, causal, 3000 steps": where a recipe departs from another one, in what a variant may
// change; empty where it does not.
std::string departures(const PositionsRecipe& recipe, const PositionsRecipe& usual);

class PositionsTrainer final : public Training {
 public:
  explicit PositionsTrainer(const PositionsRecipe& recipe);

  const PositionsRecipe& recipe() const { return recipe_; }

  std::shared_ptr<const Labeller> model() const;

 private:
  Batch next_batch() override;

  PositionsRecipe recipe_;
  Random random_;
};

}  // namespace headlight
