// The table of formats, and a figure written in one of them.
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/figure/canvas.h"
#include "core/figure/figure.h"
#include "core/figure/formats.h"
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

NumberTable numbers_of(const Figure& figure) {
  NumberTable numbers{csv_records(figure), {}, {}};
  const Heatmap& first = figure.panels.front();
  for (const Heatmap& map : figure.panels) {
    if (map.rows != first.rows || map.columns != first.columns) return numbers;
    for (int row = 0; row < map.rows; ++row) {
      for (int column = 0; column < map.columns; ++column) {
        const bool absent = map.state(row, column) == CellState::absent;
        numbers.values.push_back(absent ? std::numeric_limits<float>::quiet_NaN() : map.value(row, column));
      }
    }
  }
  numbers.shape = {first.rows, first.columns};
  if (figure.panels.size() > 1) numbers.shape.insert(numbers.shape.begin(), std::ssize(figure.panels));
  return numbers;
}

constexpr std::array all_formats{
    Format{".png", "PNG", FormatKind::picture, true, nullptr, nullptr},
    Format{".svg", "SVG", FormatKind::picture, false, write_svg, nullptr},
    Format{".pdf", "PDF", FormatKind::picture, false, write_pdf, nullptr},
    Format{".csv", "CSV", FormatKind::numbers, false, nullptr,
           [](const std::filesystem::path& path, const NumberTable& numbers) {
             write_csv(path, numbers.records);
           }},
    Format{".npy", "NPY", FormatKind::numbers, false, nullptr,
           [](const std::filesystem::path& path, const NumberTable& numbers) {
             if (numbers.shape.empty())
               throw std::invalid_argument(
                   "figure: panels of different shapes do not fit one .npy; write .csv");
             write_npy(path, numbers.shape, numbers.values);
           }},
    Format{".tsv", "TSV", FormatKind::numbers, false, nullptr,
           [](const std::filesystem::path& path, const NumberTable& numbers) {
             const std::string text = tab_separated(numbers.records);
             replace_file(path, std::span<const char>(text));
           }},
    Format{".gif", "GIF", FormatKind::animation, true, nullptr, nullptr},
    Format{".safetensors", "safetensors", FormatKind::pass, false, nullptr, nullptr}};

}  // namespace

std::vector<const Format*> formats_of(FormatKind kind) {
  std::vector<const Format*> found;
  for (const Format& each : all_formats) {
    if (each.kind == kind) found.push_back(&each);
  }
  return found;
}

std::vector<std::string> endings_of(std::span<const FormatKind> kinds) {
  std::vector<std::string> endings;
  for (const FormatKind kind : kinds) {
    for (const Format* each : formats_of(kind)) endings.emplace_back(each->ending);
  }
  return endings;
}

std::string in_words(std::span<const std::string> endings) {
  std::string text;
  for (std::size_t i = 0; i < endings.size(); ++i)
    text += (i == 0 ? "" : i + 1 == endings.size() ? " or " : ", ") + endings[i];
  return text;
}

const Format& format_of(const std::filesystem::path& path, const std::string& what,
                        std::span<const FormatKind> kinds) {
  const std::string ending = ending_of(path);
  for (const Format& each : all_formats) {
    if (each.ending == ending && std::find(kinds.begin(), kinds.end(), each.kind) != kinds.end()) return each;
  }
  throw FormatError(path, "no " + what + " can be written with this ending",
                    "end the name in " + in_words(endings_of(kinds)));
}

std::string tab_separated(const Figure& figure) { return tab_separated(csv_records(figure)); }

bool holds_numbers(const std::filesystem::path& path) {
  const std::string ending = ending_of(path);
  const auto numbers = formats_of(FormatKind::numbers);
  return std::any_of(numbers.begin(), numbers.end(),
                     [&](const Format* each) { return each->ending == ending; });
}

void write_figure(const Figure& figure, const std::filesystem::path& path, const FigureOptions& options,
                  std::vector<std::string>* notes) {
  const Format& format = format_of(path, "figure", std::array{FormatKind::picture, FormatKind::numbers});
  if (format.write == nullptr)
    return write_drawing(drawing_of(figure, options, notes), path,
                         {.scale = options.scale, .ground = options.ground});
  if (figure.panels.empty()) throw std::invalid_argument("figure: there is nothing to write");
  for (const Heatmap& map : figure.panels) check(map);
  format.write(path, numbers_of(figure));
}

}  // namespace headlight
