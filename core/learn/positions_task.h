// The order tasks, and the kinds and variants of positions that are trained on them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/layers/config.h"
#include "core/matrix/random.h"
#include "core/text/tokenizer.h"

namespace headlight {

// How many letters the small models for the kinds of positions are trained and measured on.

inline constexpr int shortest_length = 8;  // trained on
inline constexpr int within_length = 16;   // the longest trained on
inline constexpr int beyond_length = 48;   // the longest measured
inline constexpr std::array order_lengths{within_length, 24, 32, beyond_length};

// Two tasks on random letters that need their order, and that disagree: the kinds of positions that know
// distances carry the one beyond the lengths trained on, those that know places the other.

// two_back: every place answers the letter two places before. third: every place answers the third letter.
enum class OrderTask { two_back, third };

// "two_back", "third": as in paths and in the names of measures.
std::string name_of(OrderTask task);
// Throws std::invalid_argument naming the tasks there are.
OrderTask order_task(std::string_view name);

inline constexpr int letter_count = 26;
// A to Z.
Vocabulary letter_vocabulary();

// Where the letter stands that `place` must answer with; below 0 where it is not asked.
int right_place(OrderTask task, int place);

struct OrderExample {
  std::vector<int> letters;
  std::vector<int> wanted;  // -1 where a place is not asked
};
OrderExample order_example(OrderTask task, int length, Random& random);

// The models of the positions lab as data: the kinds of positions, and what else is worth a comparison.

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
  int columns = 0;         // the number of the place stands in so many columns alone; 0: in all
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
inline constexpr int position_kind_count = 11;
inline std::span<const PositionsVariant> position_kinds() {
  return positions_variants().first(position_kind_count);
}

// Throws std::invalid_argument naming those there are.
const PositionsVariant& positions_variant(std::string_view name);

}  // namespace headlight
