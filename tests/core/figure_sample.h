// Heatmaps made up for tests: random sizes, words, states.
#pragma once

#include <random>
#include <string>

#include "core/figure/figure.h"

namespace headlight {

// Four bytes of a PNG as a number.
inline unsigned big_endian(const std::string& bytes, std::size_t at) {
  unsigned number = 0;
  for (std::size_t i = at; i < at + 4; ++i) number = number << 8 | static_cast<unsigned char>(bytes.at(i));
  return number;
}

inline std::string random_word(std::mt19937& random, int longest) {
  std::string word;
  for (int letters = 1 + static_cast<int>(random() % static_cast<unsigned>(longest)); letters > 0;
       --letters) {
    word += static_cast<char>('a' + random() % 26);
  }
  return word;
}

inline Heatmap random_map(std::mt19937& random, int rows, int columns, int longest_word) {
  Heatmap map;
  map.title = random_word(random, longest_word);
  map.rows = rows;
  map.columns = columns;
  std::uniform_real_distribution<float> weight(0, 1);
  for (int cell = 0; cell < rows * columns; ++cell) {
    map.values.push_back(weight(random));
    map.states.push_back(random() % 5 == 0 ? CellState::masked : CellState::value);
  }
  for (int row = 0; row < rows; ++row) map.row_labels.push_back(random_word(random, longest_word));
  for (int column = 0; column < columns; ++column) {
    map.column_labels.push_back(random_word(random, longest_word));
  }
  map.scale.label = "weight";
  return map;
}

}  // namespace headlight
