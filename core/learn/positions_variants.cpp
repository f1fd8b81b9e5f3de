#include "core/learn/positions_variants.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace headlight {

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
};

}  // namespace

std::span<const PositionsVariant> positions_variants() { return variants; }

const PositionsVariant& positions_variant(std::string_view name) {
  const auto found = std::find_if(variants.begin(), variants.end(),
                                  [&](const PositionsVariant& each) { return each.name == name; });
  if (found != variants.end()) return *found;
  std::string known;
  for (const PositionsVariant& each : variants) known += (known.empty() ? "" : ", ") + std::string(each.name);
  throw std::invalid_argument("no kind of positions \"" + std::string(name) + "\"; there are: " + known);
}

}  // namespace headlight
