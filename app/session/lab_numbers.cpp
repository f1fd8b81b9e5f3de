#include "app/session/lab_numbers.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <ostream>

#include "core/figure/numbers.h"
#include "core/files/csv.h"
#include "core/files/file_error.h"
#include "core/files/npy.h"
#include "core/files/replace_file.h"
#include "core/layers/sites.h"

namespace headlight {
namespace {

const LabWork* open_work(const Session& session, const Document& document) {
  const LabWork* work = document.lab.get();
  return session.view == ViewKind::lab && work != nullptr && work->lab == session.lab ? work : nullptr;
}

std::string number_text(double value) {
  if (!std::isfinite(value)) return csv_number(static_cast<float>(value));
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.15g", value);
  return text.data();
}

std::vector<CsvRecord> records_of(const LabTable& table) {
  std::vector<CsvRecord> records{table.columns};
  for (const std::vector<double>& row : table.rows) {
    CsvRecord& record = records.emplace_back();
    for (const double value : row) record.push_back(number_text(value));
  }
  return records;
}

// Lists a lab's fields: "window 3, no looking ahead on".
struct SayFields {
  std::string& text;

  void say(std::string name, const std::string& value) const {
    for (char& letter : name) letter = letter == '_' ? ' ' : letter;
    text += (text.empty() ? "" : ", ") + name + (value.empty() ? "" : " " + value);
  }
  template <typename Enum>
  void operator()(const char* name, Enum value, const EnumNames<Enum>& names) const {
    say(name, name_of(names, value));
  }
  void operator()(const char* name, bool value) const { say(value ? name : "not " + std::string(name), ""); }
  void operator()(const char* name, const std::string& value) const { say(name, "“" + value + "”"); }
  template <typename T, typename... Bounds>
  void operator()(const char* name, const T& value, const Bounds&...) const {
    if constexpr (std::is_arithmetic_v<T>) {
      say(name, significant_text(static_cast<float>(value)));
    } else if constexpr (requires { value.size(); }) {
      if (value.size() > 0) say(name, "of " + std::to_string(value.size()) + " numbers");
    }
  }
};

struct SayLab {
  const std::string& lab;
  std::string& text;

  template <typename T>
  void operator()(const char* name, const T& settings) const {
    if (lab == name) T::fields(settings, SayFields{text});
  }
};

}  // namespace

bool has_lab_matrix(const Session& session, const Document& document) {
  const LabWork* work = open_work(session, document);
  return work != nullptr && !work->shown.empty();
}

std::vector<std::string> lab_numbers(const Session& session, const Document& document) {
  std::vector<std::string> names;
  const LabWork* work = open_work(session, document);
  if (work == nullptr) return names;
  for (const LabTable& table : work->tables) names.push_back(table.name);
  if (!work->shown.empty()) names.push_back(place_of(work->shown).part);
  return names;
}

const LabTable* lab_table(const Session& session, const Document& document, int place) {
  const LabWork* work = open_work(session, document);
  if (work == nullptr || place < 0 || place >= static_cast<int>(work->tables.size())) return nullptr;
  return &work->tables[static_cast<std::size_t>(place)];
}

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

std::string lab_text(const Session& session) {
  const std::string lab = name_of(lab_names(), session.lab);
  std::string text;
  Labs::fields(session.labs, SayLab{lab, text});
  return lab + " lab" + (text.empty() ? "" : ": " + text);
}

}  // namespace headlight
