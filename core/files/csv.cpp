#include "core/files/csv.h"

#include <array>
#include <charconv>
#include <cmath>
#include <ostream>

#include "core/files/replace_file.h"

namespace headlight {

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + '"';
}

std::string csv_number(float value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  std::array<char, 32> digits{};
  // Not printf: its decimal point follows the user's language.
  const auto end = std::to_chars(digits.begin(), digits.end(), value, std::chars_format::general, 9).ptr;
  return {digits.begin(), end};
}

void write_csv(const std::filesystem::path& path, const std::vector<CsvRecord>& records) {
  replace_file(path, [&](std::ostream& out) {
    for (const CsvRecord& record : records) {
      const char* before = "";
      for (const std::string& field : record) {
        out << before << csv_field(field);
        before = ",";
      }
      out << "\r\n";
    }
  });
}

}  // namespace headlight
