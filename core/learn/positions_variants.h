// The models of the positions lab as data: the kinds of positions, and what else is worth a comparison.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/layers/config.h"
#include "core/learn/order_task.h"

namespace headlight {

// What the accuracy of a shipped model keeps to, within the lengths trained on and beyond: ">= 0.99".
struct OrderPromise {
  const char* within;
  const char* beyond;
};

// Where a model departs from the recipe that all have in common: one layer of two heads, 1200 steps.
struct PositionsVariant {
  std::string_view name;  // a literal, as in paths and in the names of measures
  Positions positions;
  bool one_sided = false;  // ALiBi: every other head looks back only and the rest ahead only
  bool causal = false;     // no place looks ahead
  int layers = 1;
  int heads = 2;
  int steps = 1200;
  double distances_rate = 30;  // a relative table learns so many times faster than the rest
  int farthest_start = 0;      // a training sequence begins at a place drawn from 0 to here
  // Nothing where it is not trained on the task.
  std::optional<OrderPromise> two_back = {}, third = {};

  const std::optional<OrderPromise>& promise(OrderTask task) const {
    return task == OrderTask::two_back ? two_back : third;
  }
};

// The kinds first: one encoder layer each, trained on both tasks. Then what is compared with them.
std::span<const PositionsVariant> positions_variants();
inline constexpr int position_kind_count = 8;
inline std::span<const PositionsVariant> position_kinds() {
  return positions_variants().first(position_kind_count);
}

// Throws std::invalid_argument naming those there are.
const PositionsVariant& positions_variant(std::string_view name);

}  // namespace headlight
