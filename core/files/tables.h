// Numbers as files: comma-separated tables, and NumPy's arrays.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

// Comma-separated tables after RFC 4180: quoted where needed, lines end in CR LF, UTF-8.

using CsvRecord = std::vector<std::string>;

// Quotes a field that holds a comma, a quote or a line end, and doubles the quotes in it.
std::string csv_field(std::string_view text);

// Nine significant digits, enough to get the same float back; "NaN", "Infinity", "-Infinity".
std::string csv_number(float value);

// The same with tabs between the fields, what a spreadsheet takes from the clipboard: a tab or a line end in
// a field becomes a blank.
std::string tab_separated(const std::vector<CsvRecord>& records);

// Throws AccessError when the place cannot be written.
void write_csv(const std::filesystem::path& path, const std::vector<CsvRecord>& records);

// A float array in NumPy's own format, for numpy.load.

// Writes little-endian float32 in row-major order, format version 1.0. `shape` is outermost first: [rows,
// columns] or [panels, rows, columns]. Throws std::invalid_argument when it does not fit `values`,
// AccessError when the place cannot be written.
void write_npy(const std::filesystem::path& path, const std::vector<std::int64_t>& shape,
               std::span<const float> values);

struct NamedNumbers {
  std::string name;
  std::vector<std::int64_t> shape;
  std::span<const float> values;
};
// Several arrays in one file, for numpy.load as well: a zip file, nothing made smaller. Throws as write_npy()
// does, and for more than 4 GB or 65,535 arrays.
void write_npz(const std::filesystem::path& path, std::span<const NamedNumbers> arrays);

// Numbers as text with their words, and as one array; `shape` is empty where they do not fit into one.
struct NumberTable {
  std::vector<CsvRecord> records;
  std::vector<std::int64_t> shape;
  std::vector<float> values;
};

}  // namespace headlight
