// Seeds of what labs draw at random.
#pragma once

namespace headlight {

inline constexpr int most_seed = 9999;
// For another draw; after the last one they begin again.
inline int next_seed(int seed) { return seed % most_seed + 1; }

}  // namespace headlight
