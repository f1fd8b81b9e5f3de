#include "core/files/text_columns.h"

#include <algorithm>
#include <utility>

#include "core/files/whole_file.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr std::size_t most_columns_of_text = 1000;
constexpr std::size_t most_names_said = 12;

std::string ending_of_text_file(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return ending;
}

char separator_of_texts(const std::filesystem::path& path, std::string_view text) {
  if (ending_of_text_file(path) == ".tsv") return '\t';
  const std::string_view line = text.substr(0, text.find('\n'));
  return std::count(line.begin(), line.end(), ';') > std::count(line.begin(), line.end(), ',') ? ';' : ',';
}

// The records of a table, one after the other.
class RecordsOfText {
 public:
  RecordsOfText(const std::filesystem::path& path, std::string_view text)
      : path_(path), text_(text), separator_(separator_of_texts(path, text)) {}

  // False at the end; an empty line has one empty field.
  bool next(std::vector<std::string>& record) {
    record.clear();
    if (at_ >= text_.size()) return false;
    ++line_;
    while (true) {
      record.push_back(field());
      if (record.size() > most_columns_of_text) fail("has more than 1,000 columns");
      if (at_ >= text_.size()) return true;
      const char sign = text_[at_++];
      if (sign == separator_) continue;
      if (sign == '\r' && at_ < text_.size() && text_[at_] == '\n') ++at_;
      return true;
    }
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw FormatError(path_, "line " + std::to_string(line_) + ": " + what);
  }
  bool ends_field() const {
    return at_ >= text_.size() || text_[at_] == separator_ || text_[at_] == '\n' || text_[at_] == '\r';
  }
  std::string field() {
    std::string field;
    if (at_ < text_.size() && text_[at_] == '"') {
      const auto begun = line_;
      for (++at_;; ++at_) {
        if (at_ >= text_.size()) {
          line_ = begun;
          fail("a quotation mark is not closed");
        }
        if (text_[at_] == '\n') ++line_;
        if (text_[at_] != '"') {
          field += text_[at_];
        } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
          field += text_[++at_];
        } else {
          ++at_;
          break;
        }
      }
    }
    while (!ends_field()) field += text_[at_++];
    return field;
  }

  const std::filesystem::path& path_;
  std::string_view text_;
  char separator_;
  std::size_t at_ = 0;
  std::int64_t line_ = 0;
};

std::string names_of_columns(const std::vector<std::string>& names) {
  std::string all;
  for (std::size_t i = 0; i < std::min(names.size(), most_names_said); ++i)
    all += (i == 0 ? "" : ", ") + printable(names[i]);
  return all + (names.size() > most_names_said ? " ..." : "");
}

int chosen_column(const std::filesystem::path& path, const std::vector<std::string>& names,
                  std::string_view name, const std::vector<std::uint64_t>& letters) {
  if (name.empty())
    return static_cast<int>(std::max_element(letters.begin(), letters.end()) - letters.begin());
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw FormatError(path, "has no column " + printable(std::string(name)),
                      "it has: " + names_of_columns(names));
  return static_cast<int>(found - names.begin());
}

}  // namespace

bool is_table_of_text(const std::filesystem::path& path) {
  const std::string ending = ending_of_text_file(path);
  return ending == ".csv" || ending == ".tsv";
}

ColumnOfText read_column_of_text(const std::filesystem::path& path, std::string_view column,
                                 std::uintmax_t most) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  std::string all = read_text(path, most);
  if (all.starts_with(mark)) all.erase(0, mark.size());
  if (valid_utf8(all) != all) throw FormatError(path, "is no text in UTF-8", "save it as UTF-8");
  ColumnOfText read;
  if (!is_table_of_text(path)) {
    if (!column.empty()) throw FormatError(path, "has no columns", "a table ends in .csv or .tsv");
    read.text = std::move(all);
    return read;
  }
  std::vector<std::string> record;
  RecordsOfText lengths(path, all);
  if (!lengths.next(read.columns)) throw FormatError(path, "is empty");
  for (std::string& name : read.columns) name = std::string(trimmed(name));
  std::vector<std::uint64_t> letters(read.columns.size(), 0);
  while (lengths.next(record)) {
    for (std::size_t i = 0; i < std::min(record.size(), letters.size()); ++i) letters[i] += record[i].size();
  }
  read.column = chosen_column(path, read.columns, column, letters);
  RecordsOfText records(path, all);
  records.next(record);
  while (records.next(record)) {
    if (static_cast<std::size_t>(read.column) >= record.size()) continue;
    const std::string_view cell = trimmed(record[static_cast<std::size_t>(read.column)]);
    if (cell.empty()) continue;
    if (!read.text.empty()) read.text += "\n\n";
    read.text += cell;
    ++read.cells;
  }
  return read;
}

}  // namespace headlight
