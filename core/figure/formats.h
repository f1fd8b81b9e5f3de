// What a picture, its numbers or an animation can be written as: a row for each format, by the ending of the
// file's name.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "core/figure/drawing.h"
#include "core/files/tables.h"

namespace headlight {

// `pass`: every number of a forward pass.
enum class FormatKind { picture, numbers, animation, pass };

struct Format {
  const char* ending;  // ".png"
  const char* name;    // "PNG"
  FormatKind kind;
  bool pixels;  // of a chosen size
  // Of a picture without pixels, and of numbers; null for other kinds.
  void (*draw)(std::ostream& out, const Drawing& drawing, bool ground);
  void (*write)(const std::filesystem::path& path, const NumberTable& numbers);
};

std::vector<const Format*> formats_of(FormatKind kind);
// ".png", ".svg", ".pdf"; those of the first kind come first.
std::vector<std::string> endings_of(std::span<const FormatKind> kinds);

// ".csv, .npy or .tsv".
std::string in_words(std::span<const std::string> endings);

// The format of `path`. Throws FormatError, "no figure can be written with this ending", where it is of none
// of the `kinds`.
const Format& format_of(const std::filesystem::path& path, const std::string& what,
                        std::span<const FormatKind> kinds);

}  // namespace headlight
