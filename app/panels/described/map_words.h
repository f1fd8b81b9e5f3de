// Maps and charts in sentences: how large they are, and what is largest in them, and where.
#pragma once

#include <optional>
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

// Its size, its largest number and its smallest where that is below zero, the largest of the chosen row.
std::vector<std::string> sentences_of(const Heatmap& map, const DrawnPart& part,
                                      std::optional<int> chosen_row);
// One sentence: its largest number, and where. `name`: what the map is called.
std::string sentence_of(const Heatmap& map, const DrawnPart& part, const std::string& name);

std::vector<std::string> sentences_of(const ToldChart& chart);

}  // namespace headlight
