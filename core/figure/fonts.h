// The fonts of drawings and of the screen: Inter for words, JetBrains Mono for numbers, paths and keys.
#pragma once

#include <compare>
#include <string>
#include <string_view>

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
// 900; and its file for the screen.
struct FaceName {
  const char* family;
  const char* fallback;
  int weight;
  bool italic;
  const char* file;  // in the folder of fonts
  const char* package;
  float height;  // from ascender to descender, in em squares: what Dear ImGui calls a font's size
};
const FaceName& name_of(Face face);

// The bytes of a file in the folders of fonts, read once: many sizes are made of each. Throws
// std::runtime_error naming the file that is missing and the package that has it. From any thread.
const std::string& font_file(std::string_view name, std::string_view package);
// Throws as font_file() where there is no such file, and does not read it.
void check_font_file(std::string_view name, std::string_view package);

}  // namespace headlight
