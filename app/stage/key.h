// Who a thing on the stage is: the same from frame to frame, in every view and wherever it stands.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

namespace headlight::stage {

// A name as a number, made while the program is compiled where the name is known then.
constexpr std::uint32_t number_of(std::string_view name) {
  std::uint32_t hash = 2166136261U;  // FNV-1a
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
  return hash;
}

// What it is, and where in the model it belongs. The number of a node on its tape would not do: with another
// setting another node has it. Names are kept as number_of() them.
struct Key {
  std::uint32_t site = 0;     // what it is in its block, "weights"; of a control its id
  std::uint32_t stack = 0;    // and its attention: "decoder.cross_attention"; 0: of no stack
  int layer = -1, head = -1;  // -1: of none
  int time = -1;              // of a recurrent layer
  int row = -1, column = -1;  // -1: all of them
  std::uint32_t part = 0;     // of several things about it, which: "band"; 0: itself
  int run = 0;                // whose
  auto operator<=>(const Key&) const = default;
};

// Of a node: "encoder.1.self_attention.head.0.weights".
Key key_of(std::string_view path, int run = 0);

// Where a thing comes from that was not there before: what was at its site in another head or layer, of
// several the nearest. Null where nothing was.
const Key* partner_of(const Key& key, std::span<const Key> gone);

}  // namespace headlight::stage
