#include "app/stage/key.h"

#include <cstdlib>
#include <string>
#include <utility>

#include "core/layers/sites.h"

namespace headlight::stage {

Key key_of(std::string_view path, int run) {
  const Place place = place_of(path);
  std::string stack = place.stack;
  if (!place.attention.empty()) stack += "." + place.attention;
  if (place.backwards) stack += ".backwards";
  return {.site = number_of(place.part),
          .stack = stack.empty() ? 0 : number_of(stack),
          .layer = place.layer.value_or(-1),
          .head = place.head.value_or(-1),
          .time = place.time.value_or(-1),
          .run = run};
}

const Key* partner_of(const Key& key, std::span<const Key> gone) {
  // A head of the same layer is nearer than the same head of another one.
  const auto away = [&](const Key& other) {
    return std::pair(std::abs(other.layer - key.layer), std::abs(other.head - key.head));
  };
  const Key* nearest = nullptr;
  for (const Key& other : gone) {
    Key there = other;
    there.layer = key.layer;
    there.head = key.head;
    if (there == key && (nearest == nullptr || away(other) < away(*nearest))) nearest = &other;
  }
  return nearest;
}

}  // namespace headlight::stage
