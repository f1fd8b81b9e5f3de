#include "core/files/arrays.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/files/json.h"
#include "core/files/safetensors.h"
#include "core/files/whole_file.h"
#include "core/platform/portable.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

[[noreturn]] void fail_array(const std::string& what) { throw std::invalid_argument(what); }

// What a float cannot hold becomes infinite, as in NumPy.
std::optional<float> number_in(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [stopped, error] = portable::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || stopped != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return text.front() == '-' ? -infinity : infinity;
  if (error != std::errc{}) return std::nullopt;
  return static_cast<float>(value);
}

void require_few(std::uint64_t numbers) {
  if (numbers > most_numbers)
    fail_array("has more than " + std::to_string(most_numbers) +
               " numbers; save fewer layers, heads or words");
}

void require_few_texts(std::size_t texts) {
  if (texts > most_texts) fail_array("has more than " + std::to_string(most_texts) + " words");
}

// Lists of numbers, or of words, inside one another.
class JsonLists {
 public:
  JsonLists(std::string_view text, ArrayFile& into) : text_(text), into_(into) {}

  void read() {
    skip_blanks();
    if (peek() == '{') {
      members();
    } else if (!array("")) {
      fail_at("is no list of numbers");
    }
    skip_blanks();
    if (at_ < text_.size()) fail_at("has something behind its end");
  }

 private:
  static constexpr int deepest = 8;

  [[noreturn]] void fail_at(const std::string& what) const {
    const auto lines = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    fail_array("line " + std::to_string(lines + 1) + ": " + what);
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  void expect(char sign) {
    skip_blanks();
    if (at_ == text_.size()) fail_at("is cut off");
    if (peek() != sign) fail_at(std::string("\"") + sign + "\" is missing");
    ++at_;
  }
  // Whether there is another one behind what was read; else the list has ended.
  bool goes_on(char end) {
    skip_blanks();
    if (peek() == ',') {
      ++at_;
      return true;
    }
    expect(end);
    return false;
  }

  std::string word() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) {
      at_ = text_.size();
      fail_at("is cut off in a text");
    }
    ++at_;
    try {
      return parse_json(text_.substr(begin, at_ - begin)).get<std::string>();
    } catch (const std::exception&) {
      fail_at("has a text that is no JSON");
    }
  }

  float number() {
    static constexpr std::array<std::pair<std::string_view, float>, 4> names{
        {{"NaN", no_number}, {"null", no_number}, {"Infinity", infinity}, {"-Infinity", -infinity}}};
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n,]}", at_), text_.size());
    const std::string_view written = text_.substr(at_, end - at_);
    for (const auto& [name, value] : names) {
      if (written == name) return at_ = end, value;
    }
    if (written == "true" || written == "false") return at_ = end, written == "true" ? 1.0F : 0.0F;
    const std::optional<float> value = number_in(written);
    if (!value) fail_at(in_quotes(written, 20) + " is no number");
    at_ = end;
    return *value;
  }

  void members() {
    ++at_;
    skip_blanks();
    if (peek() == '}') return void(++at_);
    do {
      skip_blanks();
      if (peek() != '"') fail_at("a name is missing");
      const std::string name = word();
      expect(':');
      skip_blanks();
      if (peek() == '[') {
        if (!array(name)) fail_at("field " + in_quotes(name) + " is a list of nothing");
      } else {
        skip_value(0);
      }
    } while (goes_on('}'));
  }

  void skip_value(int depth) {
    if (depth > deepest) fail_at("is nested too deep");
    skip_blanks();
    const char first = peek();
    if (first == '"') return void(word());
    if (first != '{' && first != '[') return void(number());
    const char end = first == '{' ? '}' : ']';
    ++at_;
    skip_blanks();
    if (peek() == end) return void(++at_);
    do {
      skip_blanks();
      if (first == '{') {
        if (peek() != '"') fail_at("a name is missing");
        word();
        expect(':');
      }
      skip_value(depth + 1);
    } while (goes_on(end));
  }

  // Whether it is one; adds it.
  bool array(const std::string& name) {
    if (peek() != '[') return false;
    numbers_ = {.name = name, .shape = {}, .values = {}};
    words_ = {.name = name, .texts = {}};
    list(0);
    if (!words_.texts.empty() && !numbers_.values.empty()) fail_at("mixes numbers and texts");
    if (!words_.texts.empty()) {
      if (numbers_.shape.size() != 1) fail_at("has texts in lists of lists; words stand in one list");
      into_.texts.push_back(std::move(words_));
      return true;
    }
    if (numbers_.values.empty()) return false;
    into_.numbers.push_back(std::move(numbers_));
    return true;
  }

  // A list `depth` lists deep, of the length that its neighbours have.
  void list(std::size_t depth) {
    if (depth >= deepest) fail_at("has lists nested more than " + std::to_string(deepest) + " deep");
    ++at_;
    // The first list of each depth says how many there are.
    const bool first = numbers_.shape.size() == depth;
    if (first) numbers_.shape.push_back(0);
    std::int64_t count = 0;
    skip_blanks();
    if (peek() == ']') {
      ++at_;
    } else {
      do {
        skip_blanks();
        one(depth);
        ++count;
      } while (goes_on(']'));
    }
    if (first) {
      numbers_.shape[depth] = count;
    } else if (numbers_.shape[depth] != count) {
      fail_at("has a list of " + std::to_string(count) + " beside one of " +
              std::to_string(numbers_.shape[depth]) + "; all have to be equally long");
    }
  }

  void one(std::size_t depth) {
    if (peek() == '[') {
      if (leaf_ == depth + 1 && !(numbers_.values.empty() && words_.texts.empty()))
        fail_at("has a list where a number stands beside it");
      return list(depth + 1);
    }
    if (at_ == text_.size()) fail_at("is cut off");
    if (numbers_.shape.size() != depth + 1) fail_at("has a number where a list stands beside it");
    leaf_ = depth + 1;
    if (peek() == '"') {
      words_.texts.push_back(word());
      require_few_texts(words_.texts.size());
    } else {
      numbers_.values.push_back(number());
    }
    require_few(++count_);
  }

  std::string_view text_;
  ArrayFile& into_;
  std::size_t at_ = 0;
  std::size_t leaf_ = 0;  // how deep numbers stand
  std::uint64_t count_ = 0;
  NumberArray numbers_;
  TextArray words_;
};

// Tables as text.

constexpr char blanks = ' ';

// The sign between the fields of a line: the most frequent of those there are, else blanks.
char separator_of(std::string_view line) {
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

class Table {
 public:
  explicit Table(std::string_view text) : text_(text) {}

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
    if (!separator_) separator_ = separator_of(all);
    return fields();
  }
  int line() const { return line_; }

 private:
  std::vector<std::string> fields() {
    std::vector<std::string> row;
    while (true) {
      if (*separator_ == blanks) {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
        if (at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r') break;
      }
      row.push_back(field());
      if (row.size() > most_texts) fail_array("line " + std::to_string(line_) + ": has too many columns");
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
          fail_array("line " + std::to_string(begun) + ": a quotation mark has no end");
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

std::optional<float> number_of_field(std::string_view field) {
  static constexpr std::array<std::pair<std::string_view, float>, 8> names{{{"", no_number},
                                                                            {"nan", no_number},
                                                                            {"null", no_number},
                                                                            {"masked", -infinity},
                                                                            {"inf", infinity},
                                                                            {"-inf", -infinity},
                                                                            {"infinity", infinity},
                                                                            {"-infinity", -infinity}}};
  field = trimmed(field);
  std::string small(field.substr(0, 12));
  std::transform(small.begin(), small.end(), small.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  for (const auto& [name, value] : names) {
    if (small == name) return value;
  }
  return number_in(field);
}

// A table while it is read.
struct TableRead {
  bool begun = false, names_rows = false;
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
  static bool is_head(const std::vector<std::string>& row) {
    return is_corner(row.front()) || std::any_of(row.begin() + 1, row.end(), [](const std::string& field) {
             return !number_of_field(field);
           });
  }
  void add(const std::vector<std::string>& row, int line) {
    if (!std::exchange(begun, true) && is_head(row)) {
      columns = row;
      return;
    }
    if (height == 0) {
      const std::size_t heads = columns.size();
      // As R writes it, there is no corner at all.
      names_rows = heads == 0            ? !number_of_field(row.front())
                   : heads != row.size() ? heads + 1 == row.size()
                                         : is_corner(columns.front()) || !number_of_field(row.front());
      if (names_rows && heads == row.size()) columns.erase(columns.begin());
      width = std::ssize(row) - (names_rows ? 1 : 0);
    }
    const std::size_t first = names_rows ? 1 : 0;
    const std::int64_t fields = std::ssize(row), wanted = width + static_cast<std::int64_t>(first);
    if (fields != wanted)
      fail_array("line " + std::to_string(line) + ": has " + std::to_string(fields) +
                 (fields == 1 ? " field" : " fields") + ", and the one before " + std::to_string(wanted));
    if (names_rows) rows.push_back(row.front());
    require_few_texts(rows.size());
    for (std::size_t at = first; at < row.size(); ++at) {
      const std::optional<float> value = number_of_field(row[at]);
      if (!value)
        fail_array("line " + std::to_string(line) + ": " + in_quotes(row[at], 20) + " is no number");
      values.push_back(*value);
    }
    ++height;
    require_few(values.size());
  }
};

}  // namespace

void read_json_arrays(std::string_view text, ArrayFile& into) { JsonLists(text, into).read(); }

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
      fail_array("line " + std::to_string(table.line()) + ": has names and no numbers below them");
    if (!all.empty() && !(now == all.front()))
      fail_array("line " + std::to_string(table.line()) +
                 ": is a table of another size or with other words than the first; write them into files of "
                 "their own");
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
        fail_array("has several panels in one table; export the heatmap of one sentence, or as .npy");
      now.add(*row, table.line());
    }
  }
  finish();
  if (all.empty()) fail_array("has no numbers");
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

void ByteReader::read(char* into, std::size_t count) {
  if (count > left) fail_array("is cut off; write or copy it again");
  take(into, count);
  left -= count;
}

std::string ByteReader::text(std::size_t count) {
  if (count > left) fail_array("is cut off; write or copy it again");
  std::string all(count, '\0');
  read(all.data(), count);
  return all;
}

namespace {

// Of a safetensors file: its tensors, and words that its metadata has as JSON.
void read_tensors(const fs::path& path, ArrayFile& into) {
  SafetensorsFile file(path, OtherTypes::allowed);
  std::uint64_t count = 0;
  for (const HeaderEntry& entry : file.header().entries) {
    if (entry.shape.size() < 2) continue;
    if (entry.type == StoredType::other)
      fail_array(in_quotes(entry.name) +
                 " has numbers of a type that is not read here; save it as float32, float16 or bfloat16");
    require_few(count += entry.count);
    NumberArray numbers{.name = entry.name, .shape = entry.shape, .values = {}};
    numbers.values.resize(entry.count);
    file.read(entry, numbers.values.data());
    into.numbers.push_back(std::move(numbers));
  }
  for (const auto& [name, text] : file.header().metadata) {
    if (!text.starts_with('[')) continue;
    ArrayFile words;
    read_json_arrays(text, words);
    for (TextArray& each : words.texts) into.texts.push_back({name, std::move(each.texts)});
  }
}

// An open file, its bytes at any place.
class OpenBytes {
 public:
  explicit OpenBytes(const fs::path& path) : path_(path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) throw AccessError(path, "is not there", "check the name");
    if (fs::is_directory(status)) throw AccessError(path, "is a folder", "name a file in it");
    if (!fs::is_regular_file(status))
      throw AccessError(path, "is no file with an end", "save the array as a file");
    size_ = fs::file_size(path, error);
    if (error) throw AccessError(path, "cannot be read: " + error.message(), "check the name");
    in_.open(path, std::ios::binary);
    if (!in_) throw AccessError(path, "cannot be read", "check its permissions");
    note_read(path);
  }

  std::uint64_t size() const { return size_; }
  void read(std::uint64_t begin, char* into, std::size_t count) {
    if (begin != at_) in_.seekg(static_cast<std::streamoff>(begin));
    in_.read(into, static_cast<std::streamsize>(count));
    if (static_cast<std::size_t>(in_.gcount()) != count)
      throw AccessError(path_, "cannot be read to its end", "copy the file again");
    at_ = begin + count;
  }
  std::string text(std::uint64_t begin, std::uint64_t count) {
    std::string all(static_cast<std::size_t>(count), '\0');
    read(begin, all.data(), all.size());
    return all;
  }

 private:
  fs::path path_;
  std::ifstream in_;
  std::uint64_t size_ = 0, at_ = 0;
};

// A safetensors file begins with the length of a JSON object.
bool begins_tensors(std::string_view first) {
  return first.size() > 8 && first[8] == '{' && first.substr(4, 4) == std::string_view("\0\0\0\0", 4);
}

void read_kind(const fs::path& path, OpenBytes& file, ArrayFile& into) {
  if (file.size() == 0) fail_array("is empty");
  const std::string first = file.text(0, std::min<std::uint64_t>(file.size(), 64));
  if (first.starts_with("\x93NUMPY")) {
    std::uint64_t at = 0;
    const auto take = [&](char* to, std::size_t count) {
      file.read(at, to, count);
      at += count;
    };
    return read_npy({file.size(), take}, "", into);
  }
  if (first.starts_with("PK\x03\x04") || first.starts_with("PK\x05\x06"))
    return read_npz([&](std::uint64_t begin, std::uint64_t count) { return file.text(begin, count); },
                    file.size(), into);
  if (first.starts_with("\x80\x02") || first.starts_with("\x80\x03") || first.starts_with("\x80\x04") ||
      first.starts_with("\x80\x05"))
    fail_array("was saved as Python objects (pickle), which are not opened here; save it with numpy.save");
  if (begins_tensors(first)) return read_tensors(path, into);
  if (first.find('\0') != std::string::npos)
    fail_array("is of no kind that is read here: .npy, .npz, .safetensors, .json or .csv");
  if (first.starts_with("version https://git-lfs"))
    fail_array("was not downloaded, it only says where it lies (Git LFS); run git lfs pull");
  if (first.starts_with('<')) fail_array("is a web page; download the file itself");
  if (file.size() > most_array_text)
    fail_array("is larger than " + std::to_string(most_array_text >> 20) +
               " MiB of text; save it with numpy.save");
  const std::string text = file.text(0, file.size());
  const std::string_view begin = trimmed(std::string_view(text).substr(0, 4096));
  if (begin.starts_with('[') || begin.starts_with('{')) return read_json_arrays(text, into);
  read_number_table(text, into);
}

}  // namespace

ArrayFile read_arrays(const fs::path& path) {
  OpenBytes file(path);
  ArrayFile all;
  try {
    read_kind(path, file, all);
  } catch (const std::invalid_argument& error) {
    throw FormatError(path, error.what());
  }
  for (TextArray& words : all.texts) {
    for (std::string& word : words.texts) word = valid_utf8(word);
  }
  return all;
}

}  // namespace headlight
