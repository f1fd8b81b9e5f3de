// Two tasks on random letters that need their order, and that disagree: the kinds of positions that know
// distances carry the one beyond the lengths trained on, those that know places the other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/matrix/random.h"
#include "core/text/vocabulary.h"

namespace headlight {

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

// The best answers for one who sees which letters there are but not their order: the commonest letter, for
// two_back without the place's own. What a model without positions can learn at most. `causal`: each place
// sees the letters up to it alone.
std::vector<int> bag_guess(OrderTask task, std::span<const int> letters, bool causal = false);

}  // namespace headlight
