// The numbers of a figure without the picture. Private to core/figure; write_figure is the way in.
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/figure/figure.h"
#include "core/files/read_file.h"
#include "core/files/tables.h"
#include "core/files/write_file.h"

namespace headlight {
namespace {

std::string csv_cell(const Heatmap& map, int row, int column) {
  switch (map.state(row, column)) {
    case CellState::masked:
      return "masked";
    case CellState::absent:
      return "";
    case CellState::value:
      break;
  }
  return csv_number(map.value(row, column));
}

// One table for each panel, one below the other. Several panels have their title in a first column.
std::vector<CsvRecord> csv_records(const Figure& figure) {
  std::vector<CsvRecord> records;
  const bool several = figure.panels.size() > 1;
  for (const Heatmap& map : figure.panels) {
    CsvRecord head;
    if (several) head.emplace_back("panel");
    head.push_back(map.row_axis + " / " + map.column_axis);
    for (int column = 0; column < map.columns; ++column) head.push_back(map.column_label(column));
    records.push_back(std::move(head));
    for (int row = 0; row < map.rows; ++row) {
      CsvRecord record;
      if (several) record.push_back(map.title.plain());
      record.push_back(map.row_label(row));
      for (int column = 0; column < map.columns; ++column) record.push_back(csv_cell(map, row, column));
      records.push_back(std::move(record));
    }
  }
  // Every line of a table has the same number of fields, also when one sentence is longer.
  std::size_t widest = 0;
  for (const CsvRecord& record : records) widest = std::max(widest, record.size());
  for (CsvRecord& record : records) record.resize(widest);
  return records;
}

// Throws std::invalid_argument when the panels do not have one shape.
void write_figure_npy(const Figure& figure, const std::filesystem::path& path) {
  const Heatmap& first = figure.panels.front();
  std::vector<float> numbers;
  for (const Heatmap& map : figure.panels) {
    if (map.rows != first.rows || map.columns != first.columns) {
      throw std::invalid_argument("figure: panels of different shapes do not fit one .npy; write .csv");
    }
    for (int row = 0; row < map.rows; ++row) {
      for (int column = 0; column < map.columns; ++column) {
        const bool absent = map.state(row, column) == CellState::absent;
        numbers.push_back(absent ? std::numeric_limits<float>::quiet_NaN() : map.value(row, column));
      }
    }
  }
  std::vector<std::int64_t> shape{first.rows, first.columns};
  if (figure.panels.size() > 1) shape.insert(shape.begin(), static_cast<std::int64_t>(figure.panels.size()));
  write_npy(path, shape, numbers);
}

constexpr std::array number_endings{".csv", ".tsv", ".npy"};
constexpr std::array picture_endings{".png", ".svg", ".pdf"};

template <typename Endings>
bool is_one_of(const Endings& endings, const std::string& extension) {
  return std::find(endings.begin(), endings.end(), extension) != endings.end();
}

void write_numbers(const Figure& figure, const std::filesystem::path& path, const std::string& extension) {
  if (figure.panels.empty()) throw std::invalid_argument("figure: there is nothing to write");
  for (const Heatmap& map : figure.panels) check(map);
  if (extension == ".npy") {
    write_figure_npy(figure, path);
  } else if (extension == ".tsv") {
    const std::string text = tab_separated(figure);
    replace_file(path, std::span<const char>(text));
  } else {
    write_csv(path, csv_records(figure));
  }
}

}  // namespace

std::string tab_separated(const Figure& figure) {
  std::string text;
  for (const CsvRecord& record : csv_records(figure)) {
    for (std::size_t i = 0; i < record.size(); ++i) {
      if (i > 0) text += '\t';
      for (const char letter : record[i]) {
        text += letter == '\t' || letter == '\n' || letter == '\r' ? ' ' : letter;
      }
    }
    text += '\n';
  }
  return text;
}

bool holds_numbers(const std::filesystem::path& path) { return is_one_of(number_endings, ending_of(path)); }

void write_figure(const Figure& figure, const std::filesystem::path& path, const FigureOptions& options) {
  const std::string extension = ending_of(path);
  if (is_one_of(number_endings, extension)) return write_numbers(figure, path, extension);
  if (!is_one_of(picture_endings, extension)) {
    throw FormatError(path, "no figure can be written with this ending",
                      "end the name in .png, .svg, .pdf, .csv, .tsv or .npy");
  }
  write_drawing(drawing_of(figure, options), path, {.scale = options.scale, .ground = options.ground});
}

}  // namespace headlight
