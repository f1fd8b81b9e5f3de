#include "core/learn/positions_task.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace headlight {

namespace {

constexpr int third_place = 2;
constexpr int distance = 2;

}  // namespace

std::string name_of(OrderTask task) { return task == OrderTask::two_back ? "two_back" : "third"; }

OrderTask order_task(std::string_view name) {
  for (const OrderTask task : {OrderTask::two_back, OrderTask::third}) {
    if (name == name_of(task)) return task;
  }
  throw std::invalid_argument("there is no task \"" + std::string(name) + "\"; choose two_back or third");
}

Vocabulary letter_vocabulary() {
  std::vector<std::string> letters;
  for (int i = 0; i < letter_count; ++i) letters.emplace_back(1, static_cast<char>('A' + i));
  return Vocabulary(std::move(letters));
}

int right_place(OrderTask task, int place) {
  return task == OrderTask::two_back ? place - distance : third_place;
}

OrderExample order_example(OrderTask task, int length, Random& random) {
  OrderExample example;
  for (int i = 0; i < length; ++i) example.letters.push_back(random.below(letter_count));
  for (int i = 0; i < length; ++i) {
    const int place = right_place(task, i);
    example.wanted.push_back(place < 0 || place >= length ? -1 : example.letters[place]);
  }
  return example;
}

namespace {

// Promised is what the lessons tell, with room for another build's rounding.
constexpr OrderPromise perfect{">= 0.99", ">= 0.9"};
constexpr OrderPromise lost_beyond{">= 0.99", "<= 0.5"};
constexpr OrderPromise not_this_way{"<= 0.5", "<= 0.3"};
constexpr OrderPromise by_distance{">= 0.99", ">= 0.8"};
constexpr OrderPromise guessed{"<= 0.2", "<= 0.15"};

constexpr std::array variants{
    PositionsVariant{
        .name = "sinusoidal", .positions = Positions::sinusoidal, .two_back = lost_beyond, .third = perfect},
    PositionsVariant{
        .name = "appended", .positions = Positions::appended, .two_back = lost_beyond, .third = perfect},
    PositionsVariant{
        .name = "learned", .positions = Positions::learned, .two_back = lost_beyond, .third = perfect},
    PositionsVariant{
        .name = "relative", .positions = Positions::relative, .two_back = by_distance, .third = not_this_way},
    PositionsVariant{.name = "alibi",
                     .positions = Positions::alibi,
                     .two_back = OrderPromise{"<= 0.6", "<= 0.6"},
                     .third = not_this_way},
    PositionsVariant{.name = "alibi_one_sided",
                     .positions = Positions::alibi,
                     .one_sided = true,
                     .heads = 4,
                     .two_back = OrderPromise{">= 0.9", ">= 0.9"},
                     .third = not_this_way},
    PositionsVariant{
        .name = "rotary", .positions = Positions::rotary, .two_back = by_distance, .third = not_this_way},
    PositionsVariant{
        .name = "none", .positions = Positions::none, .two_back = guessed, .third = not_this_way},
    PositionsVariant{.name = "counted",
                     .positions = Positions::counted,
                     .columns = 1,
                     .two_back = OrderPromise{"<= 0.7", "<= 0.2"},
                     .third = OrderPromise{"<= 0.8", "<= 0.7"}},
    PositionsVariant{.name = "divided",
                     .positions = Positions::divided,
                     .columns = 1,
                     .two_back = OrderPromise{"<= 0.4", "<= 0.2"},
                     .third = not_this_way},
    PositionsVariant{
        .name = "sines", .positions = Positions::sines, .two_back = lost_beyond, .third = perfect},

    PositionsVariant{.name = "sinusoidal_random_start",
                     .positions = Positions::sinusoidal,
                     .farthest_start = 48,
                     .two_back = by_distance,
                     .third = not_this_way},
    PositionsVariant{.name = "learned_random_start",
                     .positions = Positions::learned,
                     .farthest_start = 48,
                     .two_back = by_distance,
                     .third = not_this_way},
    PositionsVariant{
        .name = "relative_slow", .positions = Positions::relative, .distances_rate = 1, .two_back = perfect},
    PositionsVariant{.name = "relative_2_layers",
                     .positions = Positions::relative,
                     .layers = 2,
                     .third = OrderPromise{">= 0.9", ">= 0.8"}},
    PositionsVariant{.name = "causal_1_layer",
                     .positions = Positions::none,
                     .causal = true,
                     .heads = 4,
                     .steps = 3000,
                     .two_back = OrderPromise{"<= 0.3", "<= 0.2"}},
    PositionsVariant{.name = "causal_2_layers",
                     .positions = Positions::none,
                     .causal = true,
                     .layers = 2,
                     .heads = 4,
                     .steps = 3000,
                     .two_back = OrderPromise{">= 0.5", "<= 0.5"}},
    PositionsVariant{.name = "causal_3_layers",
                     .positions = Positions::none,
                     .causal = true,
                     .layers = 3,
                     .heads = 4,
                     .steps = 3000,
                     .two_back = OrderPromise{">= 0.8", "<= 0.7"}},
    PositionsVariant{
        .name = "counted_all", .positions = Positions::counted, .two_back = guessed, .third = not_this_way},
};

}  // namespace

std::span<const PositionsVariant> positions_variants() { return variants; }

const PositionsVariant& positions_variant(std::string_view name) {
  const auto found = std::find_if(variants.begin(), variants.end(),
                                  [&](const PositionsVariant& each) { return each.name == name; });
  if (found != variants.end()) return *found;
  std::string known;
  for (const PositionsVariant& each : variants) known += (known.empty() ? "" : ", ") + std::string(each.name);
  throw std::invalid_argument("there is no kind of positions \"" + std::string(name) + "\"; choose one of " +
                              known);
}

}  // namespace headlight
