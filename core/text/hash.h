// A text as a number that is the same on every machine.
#pragma once

#include <cstdint>
#include <string_view>

namespace headlight {

// FNV-1a (Fowler, Noll and Vo), 64 bits. Its low bits alone are not even.
constexpr std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  return hash;
}

}  // namespace headlight
