// The part of Markdown that lessons use, with the line of everything.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/lessons/lesson.h"

namespace headlight {

struct MarkdownInline {
  Inline::Kind kind = Inline::Kind::plain;
  std::string text;
  std::vector<std::pair<std::size_t, int>> lines;  // where in the text which line begins
  int line_at(std::size_t place) const;
};

struct MarkdownBlock {
  enum class Kind { heading, paragraph, fence };
  Kind kind = Kind::paragraph;
  int line = 0;
  int level = 0;       // of a heading; of a list in a list
  std::string marker;  // of a list's item
  std::string info;    // of a fence: what stands behind ```
  std::string text;    // and what it holds
  std::vector<MarkdownInline> runs;
};

// Headings, paragraphs, lists, fences; emphasis, strong, code and $formulas$. Anything else, and bytes that
// are not UTF-8, are problems. `first_line` is that of the text's beginning in the file.
std::vector<MarkdownBlock> parse_markdown(const std::string& text, const std::string& file, int first_line,
                                          std::vector<Problem>& problems);

}  // namespace headlight
