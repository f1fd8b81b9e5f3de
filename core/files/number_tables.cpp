// Tables of numbers as text: CSV and its relatives.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/files/arrays.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr float no_value = std::numeric_limits<float>::quiet_NaN();
constexpr float endless = std::numeric_limits<float>::infinity();

[[noreturn]] void fail_rows(const std::string& what) { throw std::invalid_argument(what); }

constexpr char blanks = ' ';

// The sign between the fields of a line: the most frequent of those there are, else blanks.
char most_frequent_separator(std::string_view line) {
  char found = blanks;
  std::ptrdiff_t most = 0;
  for (const char sign : {',', ';', '\t'}) {
    const std::ptrdiff_t count = std::count(line.begin(), line.end(), sign);
    if (count > most) {
      most = count;
      found = sign;
    }
  }
  return found;
}

// With `commas` a number may have a decimal comma, 0,25.
std::optional<float> number_of_field(std::string_view field, bool commas) {
  static constexpr std::array<std::pair<std::string_view, float>, 11> names{{{"", no_value},
                                                                             {"nan", no_value},
                                                                             {"null", no_value},
                                                                             {"na", no_value},
                                                                             {"n/a", no_value},
                                                                             {"#n/a", no_value},
                                                                             {"masked", -endless},
                                                                             {"inf", endless},
                                                                             {"-inf", -endless},
                                                                             {"infinity", endless},
                                                                             {"-infinity", -endless}}};
  field = trimmed(field);
  std::string small(field.substr(0, 12));
  std::transform(small.begin(), small.end(), small.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  for (const auto& [name, value] : names) {
    if (small == name) return value;
  }
  if (field.ends_with('%')) {
    const std::optional<float> hundredths = number_of_field(field.substr(0, field.size() - 1), commas);
    return hundredths ? std::optional(*hundredths / 100) : std::nullopt;
  }
  const std::optional<float> number = float_in(field);
  const auto is_digit = [&](std::size_t at) {
    return at < field.size() && field[at] >= '0' && field[at] <= '9';
  };
  const std::size_t comma = field.find(',');
  if (number || !commas || comma == std::string_view::npos || !is_digit(comma - 1) || !is_digit(comma + 1))
    return number;
  std::string with_point(field);
  with_point[comma] = '.';
  return float_in(with_point);
}

char separator_of(std::string_view text);

class Table {
 public:
  explicit Table(std::string_view text, std::optional<char> separator = {})
      : text_(text), separator_(separator) {}

  // The next row of fields; an empty one for an empty line; nothing at the end.
  std::optional<std::vector<std::string>> row() {
    if (at_ >= text_.size()) return std::nullopt;
    ++line_;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view all = text_.substr(at_, end - at_);
    if (trimmed(all).empty()) {
      at_ = end + 1;
      return std::vector<std::string>{};
    }
    if (!separator_) separator_ = separator_of(text_.substr(at_));
    return fields();
  }
  int line() const { return line_; }
  // Where another sign than a comma stands between numbers, they may have one themselves.
  bool commas() const { return separator_.value_or(',') != ','; }

 private:
  std::vector<std::string> fields() {
    std::vector<std::string> row;
    while (true) {
      if (*separator_ == blanks) {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
        if (at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r') break;
      }
      row.push_back(field());
      if (row.size() > most_texts) fail_rows("line " + std::to_string(line_) + ": has too many columns");
      if (at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r') break;
      ++at_;  // the separator
    }
    if (at_ < text_.size() && text_[at_] == '\r') ++at_;
    if (at_ < text_.size() && text_[at_] == '\n') ++at_;
    return row;
  }

  std::string field() {
    std::string field;
    if (at_ < text_.size() && text_[at_] == '"') {
      const int begun = line_;
      for (++at_;; ++at_) {
        if (at_ >= text_.size())
          fail_rows("line " + std::to_string(begun) + ": a quotation mark is not closed");
        if (text_[at_] == '\n') ++line_;
        if (text_[at_] != '"') {
          field += text_[at_];
        } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
          field += text_[++at_];
        } else {
          break;
        }
      }
      ++at_;
    }
    while (at_ < text_.size() && text_[at_] != *separator_ && text_[at_] != '\n' && text_[at_] != '\r')
      field += text_[at_++];
    return field;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 0;
  std::optional<char> separator_;
};

// Whether numbers stand between these signs: in the second row, since the first may have names, or in the
// only one; what stands first there may be a name, too.
bool separates_numbers(std::string_view text, char sign) {
  Table table(text, sign);
  std::optional<std::vector<std::string>> row = table.row(), second = table.row();
  if (second && !second->empty()) row = std::move(second);
  return row && row->size() > 1 && std::all_of(row->begin() + 1, row->end(), [](const std::string& field) {
           return number_of_field(field, true).has_value();
         });
}

// The sign between the fields of a table. Where numbers have decimal commas, that is not the most frequent.
char separator_of(std::string_view text) {
  const char most = most_frequent_separator(text.substr(0, text.find('\n')));
  if (most != ',') return most;
  for (const char sign : {';', '\t', blanks}) {
    if (separates_numbers(text, sign)) return sign;
  }
  return most;
}

// A table while it is read.
struct TableRead {
  bool begun = false, names_rows = false, commas = false;
  std::vector<std::string> rows, columns;
  std::vector<float> values;
  std::int64_t height = 0, width = 0;

  bool operator==(const TableRead& other) const {
    return rows == other.rows && columns == other.columns && height == other.height && width == other.width;
  }
  // Behind an empty corner, or one that names both axes, names may be numbers.
  static bool is_corner(const std::string& field) {
    return trimmed(field).empty() || field.find(" / ") != std::string::npos;
  }
  bool is_number(const std::string& field) const { return number_of_field(field, commas).has_value(); }
  bool is_head(const std::vector<std::string>& row) const {
    return is_corner(row.front()) ||
           !std::all_of(row.begin() + 1, row.end(), [&](const std::string& each) { return is_number(each); });
  }
  void add(const std::vector<std::string>& row, int line) {
    if (!std::exchange(begun, true) && is_head(row)) {
      columns = row;
      return;
    }
    if (height == 0) {
      const std::size_t heads = columns.size();
      // As R writes it, there is no corner at all.
      names_rows = heads == 0            ? !is_number(row.front())
                   : heads != row.size() ? heads + 1 == row.size()
                                         : is_corner(columns.front()) || !is_number(row.front());
      if (names_rows && heads == row.size()) columns.erase(columns.begin());
      width = std::ssize(row) - (names_rows ? 1 : 0);
    }
    const std::size_t first = names_rows ? 1 : 0;
    const std::int64_t fields = std::ssize(row), wanted = width + static_cast<std::int64_t>(first);
    if (fields != wanted)
      fail_rows("line " + std::to_string(line) + ": has " + std::to_string(fields) +
                (fields == 1 ? " field" : " fields") + "; the line before has " + std::to_string(wanted));
    if (names_rows) rows.push_back(row.front());
    require_few_texts(rows.size());
    for (std::size_t at = first; at < row.size(); ++at) {
      const std::optional<float> value = number_of_field(row[at], commas);
      if (!value && names_rows && at == 1 && row.size() == 3)
        fail_rows("line " + std::to_string(line) +
                  ": seems to list one number for each pair of words; write a table with one row for each "
                  "word that asks");
      if (!value)
        fail_rows("line " + std::to_string(line) + ": " + in_quotes(row[at], 20) + " is not a number");
      values.push_back(*value);
    }
    ++height;
    require_few(values.size());
  }
};

}  // namespace

void read_number_table(std::string_view text, ArrayFile& into) {
  constexpr std::string_view mark = "\xef\xbb\xbf";  // as spreadsheets begin a file in UTF-8
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  Table table(text);
  std::vector<TableRead> all;
  TableRead now;
  std::uint64_t count = 0;
  const auto finish = [&] {
    if (!now.begun) return;
    if (now.height == 0)
      fail_rows("line " + std::to_string(table.line()) + ": has names but no numbers below them");
    if (!all.empty() && !(now == all.front()))
      fail_rows("line " + std::to_string(table.line()) +
                ": begins a table with another size or other words than the first; save each table as its "
                "own file");
    require_few(count += now.values.size());
    all.push_back(std::exchange(now, {}));
  };
  while (const auto row = table.row()) {
    if (row->empty()) {
      finish();
    } else if (*row == std::vector<std::string>{""}) {
      continue;
    } else {
      if (!now.begun && row->front() == "panel")
        fail_rows("has several panels in one table; export the heatmap of only one sentence, or export .npy");
      now.commas = table.commas();
      now.add(*row, table.line());
    }
  }
  finish();
  if (all.empty()) fail_rows("has no numbers");
  NumberArray numbers{.name = "", .shape = {all.front().height, all.front().width}, .values = {}};
  if (all.size() > 1) numbers.shape.insert(numbers.shape.begin(), std::ssize(all));
  if (!all.front().rows.empty()) into.texts.push_back({"rows", all.front().rows});
  if (!all.front().columns.empty()) into.texts.push_back({"columns", all.front().columns});
  if (all.size() == 1) {
    numbers.values = std::move(all.front().values);
  } else {
    for (TableRead& each : all) {
      numbers.values.insert(numbers.values.end(), each.values.begin(), each.values.end());
      each = {};
    }
  }
  into.numbers.push_back(std::move(numbers));
}

}  // namespace headlight
