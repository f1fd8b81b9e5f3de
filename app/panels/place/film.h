// How the stage gets from one place to another. What is next to each other is one motion. What is far is
// reached in two: out to what both places have in common, and in again; or through the place half way, where
// one lies within the other. Text is there first: only the stage is late.
#pragma once

#include <optional>

#include "app/panels/place/place_parts.h"

namespace headlight::place {

inline constexpr float longest_film_ms = 700;

struct Film {
  std::optional<Session> stop = {};  // that the stage shows at this moment; nothing: the session itself
  float ms = 0;                      // so long does the motion to it take
};
// Once in a frame in which the stage is shown; a film that is under way goes on, and another place that is
// gone to begins one where the stage is.
Film film_of(const Page& page);

}  // namespace headlight::place
