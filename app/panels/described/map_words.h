// What is on the screen, as it is said: maps and charts in sentences, how large they are, and what is largest
// in them, and where; and texts, as they are heard.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/told.h"
#include "core/figure/heatmap.h"

namespace headlight {

// Cells of a map that are drawn, and the largest number among them.
struct DrawnPart {
  int row = 0, column = 0, rows = 0, columns = 0;
};

// A row or a column as it is said: “animal”, “the” (5), number 3, row 2, column 5 of a picture.
std::string row_said(const Heatmap& map, int row);
std::string column_said(const Heatmap& map, int column);
// The largest numbers of a row, in their order; fewer where there are fewer.
std::vector<int> largest_of_row(const Heatmap& map, int row, std::size_t most);

// Its largest number as it is written; empty where it has none.
std::string largest_of(const Heatmap& map, const DrawnPart& part);
float largest_number(const Heatmap& map, const DrawnPart& part);

// Its size, its largest number, its smallest where that is farther from zero, the largest of the chosen row.
std::vector<std::string> sentences_of(const Heatmap& map, const DrawnPart& part,
                                      std::optional<int> chosen_row);
// One sentence: its size, its largest number, and where. `name`: what the map is called.
std::string sentence_of(const Heatmap& map, const DrawnPart& part, const std::string& name);

std::vector<std::string> sentences_of(const ToldChart& chart);
// "il .95, elle .04": of many the largest, and how many more there are.
std::string numbers_said(std::span<const ToldNumber> numbers);

// Of a text: signs that a voice leaves out are in words ("less than .001", "6.8 × 10 to the power of −7"),
// and what a mouse clicks is chosen.
std::string as_heard(const std::string& written);
// "a small red circle left of a large blue square": a scene; empty for what is none.
std::string picture_said(const std::string& scene);

std::string with_capital(std::string text);
bool has_letters(const std::string& text);
bool has_digit(const std::string& text);
std::string without_ends(const std::string& text);  // without spaces there
// Whether it is a sentence, an equation, or words enough to be told by themselves.
bool tells_something(const std::string& text);

}  // namespace headlight
