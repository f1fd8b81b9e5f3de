// Paragraphs of a lesson, set in a column: words in their styles, formulas and live numbers on common lines.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/widgets/ui.h"

namespace headlight {

struct LessonType {
  Type plain = type::lesson;
  Rgb colour = {};
  float line = 23;  // units from one line to the next
};

// `numbers` are those of the step, as text; of one that is not there yet it says that it is being counted.
float paragraph_height(const Ui& ui, const Paragraph& paragraph, std::span<const std::string> numbers,
                       float width, const LessonType& look);
// Returns its height.
float draw_paragraph(Ui& ui, const Area& area, const Paragraph& paragraph,
                     std::span<const std::string> numbers, const LessonType& look);
// Several, with room between them. Returns the height.
float draw_paragraphs(Ui& ui, const Area& area, const std::vector<Paragraph>& paragraphs,
                      std::span<const std::string> numbers, const LessonType& look);

}  // namespace headlight
