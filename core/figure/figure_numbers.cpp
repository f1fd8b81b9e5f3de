#include "core/figure/figure_numbers.h"

#include <limits>
#include <stdexcept>

#include "core/files/npy.h"

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

}  // namespace

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

}  // namespace headlight
