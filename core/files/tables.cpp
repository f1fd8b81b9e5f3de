#include "core/files/tables.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <ostream>
#include <stdexcept>

#include "core/files/whole_file.h"
#include "core/files/zip.h"
#include "core/platform/portable.h"

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
  const auto end = portable::to_chars(digits.begin(), digits.end(), value, std::chars_format::general, 9).ptr;
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

std::string tab_separated(const std::vector<CsvRecord>& records) {
  std::string text;
  for (const CsvRecord& record : records) {
    const char* before = "";
    for (const std::string& field : record) {
      text += before;
      for (const char letter : field)
        text += letter == '\t' || letter == '\n' || letter == '\r' ? ' ' : letter;
      before = "\t";
    }
    text += '\n';
  }
  return text;
}

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

namespace {

// What stands before the numbers of an array.
std::string npy_header(const std::vector<std::int64_t>& shape, std::span<const float> values) {
  std::uint64_t count = 1;
  std::string axes;
  for (const std::int64_t length : shape) {
    if (length < 0 || (length > 0 && count > values.size() / static_cast<std::uint64_t>(length)))
      throw std::invalid_argument("the shape does not fit the values");
    count *= static_cast<std::uint64_t>(length);
    axes += std::to_string(length) + ", ";
  }
  if (count != values.size()) throw std::invalid_argument("the shape does not fit the values");
  if (shape.size() > 1) axes.resize(axes.size() - 2);  // a tuple of one keeps its comma

  constexpr std::size_t preamble = 10;  // magic, version, length of the header
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + axes + "), }";
  header.append((64 - (preamble + header.size() + 1) % 64) % 64, ' ').push_back('\n');
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + header;
}

std::string_view raw_bytes(std::span<const float> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace

void write_npy(const std::filesystem::path& path, const std::vector<std::int64_t>& shape,
               std::span<const float> values) {
  const std::string header = npy_header(shape, values);
  replace_file(path, [&](std::ostream& out) { out << header << raw_bytes(values); });
}

void write_npz(const std::filesystem::path& path, std::span<const NamedNumbers> arrays) {
  std::vector<ZippedFile> files;
  for (const NamedNumbers& each : arrays)
    files.push_back(
        {each.name + ".npy", npy_header(each.shape, each.values) + std::string(raw_bytes(each.values))});
  replace_file(path, zip_file(files, Zipped::stored));
}

}  // namespace headlight
