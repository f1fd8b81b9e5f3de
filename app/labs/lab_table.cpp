#include "app/labs/lab_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ostream>

#include "core/files/csv.h"
#include "core/files/file_error.h"
#include "core/files/npy.h"
#include "core/files/replace_file.h"

namespace headlight {
namespace {

// What does not exist is an empty field.
std::string number_text(double value) {
  if (std::isnan(value)) return "";
  if (!std::isfinite(value)) return csv_number(static_cast<float>(value));
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.15g", value);
  return text.data();
}

std::string letter_text(double number) {
  return number >= 0 && number < 26 ? std::string(1, static_cast<char>('A' + static_cast<int>(number))) : "";
}

std::vector<CsvRecord> records_of(const LabTable& table) {
  const bool named = !table.row_names.empty();
  std::vector<CsvRecord> records(1);
  if (named) records[0].push_back(table.rows_are);
  records[0].insert(records[0].end(), table.columns.begin(), table.columns.end());
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    CsvRecord& record = records.emplace_back();
    if (named) record.push_back(table.row_names.at(row));
    for (const double value : table.rows[row])
      record.push_back(table.letters ? letter_text(value) : number_text(value));
  }
  return records;
}

}  // namespace

void write_table(const LabTable& table, const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  for (char& letter : extension)
    letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  if (extension == ".csv") return write_csv(path, records_of(table));
  if (extension == ".tsv") {
    return replace_file(path, [&](std::ostream& out) { out << tab_separated(table); });
  }
  if (extension != ".npy") {
    throw FormatError(path, "no table can be written with this ending", "end the name in .csv, .tsv or .npy");
  }
  std::vector<float> numbers;
  for (const std::vector<double>& row : table.rows) numbers.insert(numbers.end(), row.begin(), row.end());
  write_npy(path,
            {static_cast<std::int64_t>(table.rows.size()), static_cast<std::int64_t>(table.columns.size())},
            numbers);
}

std::string tab_separated(const LabTable& table) {
  std::string text;
  for (const CsvRecord& record : records_of(table)) {
    for (std::size_t i = 0; i < record.size(); ++i) text += (i > 0 ? "\t" : "") + record[i];
    text += '\n';
  }
  return text;
}

}  // namespace headlight
