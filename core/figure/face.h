// The type of the specification: Inter for words, JetBrains Mono for numbers, paths and keys.
#pragma once

#include <compare>

namespace headlight {

enum class Face { regular, medium, semibold, bold, italic, mono, mono_bold };

// A face and its size in pixels at scale 1, as designers count: the height of the em square.
struct Type {
  Face face = Face::regular;
  int size = 13;
  bool operator==(const Type&) const = default;
  // clang-tidy 14 takes the 0 of a rewritten comparison for a pointer.
  auto operator<=>(const Type&) const = default;  // NOLINT(modernize-use-nullptr)
};

// How other programs call a face: its family with what stands in for signs it lacks, its weight from 100 to
// 900, and whether it is slanted.
struct FaceName {
  const char* family;
  const char* fallback;
  int weight;
  bool italic = false;
};
FaceName name_of(Face face);

}  // namespace headlight
