// A spreadsheet as data, and as a file of Office Open XML (.xlsx; ECMA-376, part 1), which LibreOffice Calc
// and Excel open. Formulas stay formulas: whoever changes a cell sees what follows from it.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headlight {

struct TableCell {
  std::string text = {};              // where it is neither a number nor a formula
  std::string formula = {};           // "SUM(Q!B2:D2)", without the sign
  std::optional<double> number = {};  // of a formula what it comes to, for who does not compute it again
  bool strong = false;
  bool right = false;  // words at the right end, as numbers stand
};

// The colours of some cells by their numbers, which follow when these change: white at 0, `above` at `most`,
// and at -`most` `below` or half way `between`, of which one is there. Numbers on a dark colour are white.
struct CellColours {
  int top = 0, left = 0, bottom = 0, right = 0;      // from 0, the last ones included
  double most = 1;                                   // where the colour is full
  std::string below = {}, between = {}, above = {};  // "C05000"
};

struct CellSheet {
  std::string name;  // at most 31 letters, none of []:*?/ and backslash
  std::vector<std::vector<TableCell>> rows = {};
  std::vector<CellColours> colours = {};
  int fixed_rows = 0, fixed_columns = 0;  // stay in sight
  std::vector<int> widths = {12};         // letters of the first columns; the others have 9
};

// "B2" of row 1 and column 1, counted from 0; "$B$2" where it is not to move.
std::string spreadsheet_place(int row, int col);

// Throws std::invalid_argument for a name that no sheet can have, or that two have, and for more rows or
// columns than a sheet can hold (1,048,576 and 16,384).
std::string spreadsheet_file(std::span<const CellSheet> sheets);
void write_spreadsheet(const std::filesystem::path& path, std::span<const CellSheet> sheets);

}  // namespace headlight
