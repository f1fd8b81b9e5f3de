// A line of text in which some words carry the colour of what they stand for.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/figure/palette.h"

namespace headlight {

struct TextRun {
  std::string text;  // UTF-8
  Role role = Role::ink;
  bool strong = false;  // semibold
  int rise = 0;         // 1 raised and -1 lowered, smaller: W^Q, d_k
};

struct RichText {
  std::vector<TextRun> runs;

  RichText() = default;
  // Plain strings are rich text, so that a title can simply be assigned.
  RichText(std::string text) : runs{{std::move(text)}} {}           // NOLINT(google-explicit-constructor)
  RichText(const char* text) : runs{{text}} {}                      // NOLINT(google-explicit-constructor)
  RichText(std::vector<TextRun> parts) : runs(std::move(parts)) {}  // NOLINT(google-explicit-constructor)

  // Risen runs behind a ^ or _.
  std::string plain() const;
  bool empty() const;
};

}  // namespace headlight
