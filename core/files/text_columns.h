// Text to be read on from a file: all of it, or one column of a table, a cell after the other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

struct ColumnOfText {
  std::string text;  // a table's cells apart by an empty line, so that none runs into the next
  std::vector<std::string> columns;  // of a table, by the names in its first row; none where it is no table
  int column = -1;                   // the one that was read
  std::int64_t cells = 0;            // of it, those with text
};

// A table is .csv, with commas or semicolons, or .tsv, as core/files/tables.h writes it; fields that are
// missing at the end of a row are empty. Every other file is text as it stands. Without a column's name the
// column with the most letters is read. Throws AccessError, FormatError for more than `most` bytes and for
// what is no UTF-8 or no table, and for a column that is not there, with the names of those that are.
ColumnOfText read_column_of_text(const std::filesystem::path& path, std::string_view column = {},
                                 std::uintmax_t most = 64 << 20);

// Whether a file of this name is read as a table.
bool is_table_of_text(const std::filesystem::path& path);

}  // namespace headlight
