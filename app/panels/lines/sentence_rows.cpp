#include "app/panels/lines/sentence_rows.h"

#include "core/explain/align.h"

namespace headlight {

void add_rows(Rows& all, const std::array<std::vector<std::string>, 2>& words, bool two, int only,
              const Row& like) {
  std::array<std::vector<int>, 2> columns{};
  std::vector<std::vector<std::string>> by_column;
  if (two) {
    for (const AlignedWord& word : align(words[0], words[1])) {
      std::vector<std::string> here;
      const int column = static_cast<int>(by_column.size());
      if (word.first) {
        here.push_back(words[0][*word.first]);
        columns[0].push_back(column);
      }
      if (word.second) {
        here.push_back(words[1][*word.second]);
        columns[1].push_back(column);
      }
      by_column.push_back(std::move(here));
    }
  } else {
    for (const std::string& word : words[only]) {
      columns[only].push_back(static_cast<int>(by_column.size()));
      by_column.push_back({word});
    }
  }
  for (int side = 0; side < 2; ++side) {
    if (!two && side != only) continue;
    Row row = like;
    row.side = side;
    row.words = words[side];
    row.column = columns[side];
    all.rows.push_back(std::move(row));
  }
  (like.queries ? all.by_column : all.by_key_column) = std::move(by_column);
}

}  // namespace headlight
