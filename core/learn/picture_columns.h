// Drawn scenes as columns that models learn from: made anew at every step, kept nowhere.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/learn/example_tapes.h"
#include "core/pictures/scene.h"

namespace headlight {

// Where the pixels of a batch go: "picture" [N 4096, 3], from bytes as scaled() makes of them.
TaughtConstant picture_constant();

// The seed of the i-th scene of a batch: another for every run, step and place.
std::uint64_t scene_seed(std::uint64_t run, int step, int i);

// The pixels of a scene at the end of `column`, a little brighter or darker and of more or less contrast, by
// normal(0, `jitter`) of what models take: bytes, that may lie beyond 0 .. 255.
void add_pixels(std::vector<int>& column, const Scene& scene, float jitter, std::uint64_t seed);

}  // namespace headlight
