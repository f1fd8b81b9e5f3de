// The words of one or two sentences as rows of chips on common columns.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace headlight {

// One row of chips on screen.
struct Row {
  int side = 0;
  bool queries = true;  // they ask; else they are asked only
  bool keys = true;
  bool editable = false;  // the sentence that was typed
  std::vector<std::string> words = {};
  std::vector<int> column = {};  // of each word
  float top = 0;
};

struct Rows {
  std::vector<Row> rows;
  std::vector<std::vector<std::string>> by_column,
      by_key_column;  // keys of another stream have columns of their own
};

// Adds the rows of both sides (of `only` one unless `two`), each like `like`: words that stand for one
// another share a column.
void add_rows(Rows& all, const std::array<std::vector<std::string>, 2>& words, bool two, int only,
              const Row& like);

}  // namespace headlight
