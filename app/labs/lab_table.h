// Numbers of a lab as they are exported and quoted by lessons. They are made from what the lab found, and
// nothing but that: no panel and no caption reads them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace headlight {

// Either what the lab plots: a name for each column, and rows as long as that. Or a matrix: a node that it
// recorded, or pictures of LabWork::maps side by side.
struct LabTable {
  std::string name;  // "variance of q·k"
  std::vector<std::string> columns = {};
  std::vector<std::vector<double>> rows = {};
  // What each row is of, as the first column of a text file: "model", and "GPT-2 small" ...
  std::string rows_are = {};
  std::vector<std::string> row_names = {};
  bool letters =
      false;      // the numbers stand for letters, A is 0: text files have these, empty where it is NaN
  int side = -1;  // the sentence that it is of; -1: of none or of all

  std::string path = {};               // of the node
  std::vector<std::string> maps = {};  // names of the pictures
  std::string says = {};               // what its picture says of itself; empty: what the page does

  bool is_matrix() const { return !path.empty() || !maps.empty(); }
};

// Of a table that is no matrix: .csv or .tsv with the columns' names as heads and the rows' names before the
// rows, or .npy [rows, columns]; fifteen significant digits in the first two. Throws FormatError for another
// extension, AccessError when the place cannot be written.
void write_table(const LabTable& table, const std::filesystem::path& path);
std::string tab_separated(const LabTable& table);

}  // namespace headlight
