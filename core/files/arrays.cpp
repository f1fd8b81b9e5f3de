#include "core/files/arrays.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/files/in_python.h"
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

// Lists of numbers, or of words, inside one another.
class JsonLists {
 public:
  JsonLists(std::string_view text, ArrayFile& into) : text_(text), into_(into) {}

  void read() {
    skip_blanks();
    if (peek() == '{') {
      members();
    } else if (!array("")) {
      fail_at("is not a list of numbers");
    }
    skip_blanks();
    if (at_ < text_.size()) fail_at("has more data after its end");
  }

 private:
  static constexpr int deepest = 8;

  std::string at_line(const std::string& what) const {
    const auto lines = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    return "line " + std::to_string(lines + 1) + ": " + what;
  }
  [[noreturn]] void fail_at(const std::string& what) const { fail_array(at_line(what)); }

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
      fail_at("is cut off inside a text");
    }
    ++at_;
    try {
      return parse_json(text_.substr(begin, at_ - begin)).get<std::string>();
    } catch (const std::exception&) {
      fail_at("has a text that is not valid JSON");
    }
  }

  float number() {
    static constexpr std::array<std::pair<std::string_view, float>, 7> names{{{"NaN", no_number},
                                                                              {"null", no_number},
                                                                              {"nan", no_number},
                                                                              {"Infinity", infinity},
                                                                              {"-Infinity", -infinity},
                                                                              {"inf", infinity},
                                                                              {"-inf", -infinity}}};
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n,]}", at_), text_.size());
    const std::string_view written = text_.substr(at_, end - at_);
    for (const auto& [name, value] : names) {
      if (written == name) return at_ = end, value;
    }
    if (written == "true" || written == "false") return at_ = end, written == "true" ? 1.0F : 0.0F;
    const std::optional<float> value = float_in(written);
    if (written.starts_with('{'))
      fail_at("has an object where a number is expected; write the matrices alone, as lists of lists");
    if (!value) fail_at(in_quotes(written, 20) + " is not a number");
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
        if (!array(name)) fail_at("field " + in_quotes(name) + " is an empty list");
      } else {
        inner_ |= peek() == '{';
        skip_value(0);
      }
    } while (goes_on('}'));
    if (inner_ && into_.numbers.empty())
      fail_array("has its lists inside an object; write {\"weights\": [...], \"tokens\": [...]}");
  }

  void skip_value(int depth) {
    if (depth > deepest) fail_at("is nested too deeply");
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
    if (!words_.texts.empty() && !numbers_.values.empty()) fail_at("mixes numbers and text");
    if (!words_.texts.empty()) {
      if (numbers_.shape.size() != 1) fail_at("has texts in lists of lists; write the words as one list");
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
      throw UnevenLists(at_line("has a list of " + std::to_string(count) + " next to one of " +
                                std::to_string(numbers_.shape[depth]) + "; all must be equally long"),
                        numbers_.name, numbers_.shape.size());
    }
  }

  void one(std::size_t depth) {
    if (peek() == '[') {
      if (leaf_ == depth + 1 && !(numbers_.values.empty() && words_.texts.empty()))
        fail_at("mixes numbers and lists at one level");
      return list(depth + 1);
    }
    if (at_ == text_.size()) fail_at("is cut off");
    if (numbers_.shape.size() != depth + 1) fail_at("mixes numbers and lists at one level");
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
  bool inner_ = false;    // an object stands inside the first one
  std::uint64_t count_ = 0;
  NumberArray numbers_;
  TextArray words_;
};

}  // namespace

std::optional<float> float_in(std::string_view text) {
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

void read_json_arrays(std::string_view text, ArrayFile& into) { JsonLists(text, into).read(); }

void ByteReader::read(char* into, std::size_t count) {
  if (count > left) fail_array("is cut off; save or copy it again");
  take(into, count);
  left -= count;
}

std::string ByteReader::text(std::size_t count) {
  if (count > left) fail_array("is cut off; save or copy it again");
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
      fail_array(
          in_quotes(entry.name) +
          " has numbers of a type that Headlight does not read; save it as float32, float16 or bfloat16");
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
  explicit OpenBytes(const fs::path& path)
      : path_(path), size_(size_of_file(path)), in_(open_file_to_read(path)) {
    note_read(path);
  }

  std::uint64_t size() const { return size_; }
  void read(std::uint64_t begin, char* into, std::size_t count) {
    if (begin != at_) in_.seekg(static_cast<std::streamoff>(begin));
    in_.read(into, static_cast<std::streamsize>(count));
    if (static_cast<std::size_t>(in_.gcount()) != count)
      throw AccessError(path_, "cannot be read to the end", "copy the file again");
    at_ = begin + count;
  }
  std::string text(std::uint64_t begin, std::uint64_t count) {
    std::string all(static_cast<std::size_t>(count), '\0');
    read(begin, all.data(), all.size());
    return all;
  }

 private:
  fs::path path_;
  std::uint64_t size_, at_ = 0;
  std::ifstream in_;
};

// A safetensors file begins with the length of a JSON object.
bool begins_tensors(std::string_view first) {
  return first.size() > 8 && first[8] == '{' && first.substr(4, 4) == std::string_view("\0\0\0\0", 4);
}

// An array as NumPy prints it, "[[0.25 0.75]\n [0.5  0.5 ]]", with commas between its numbers and lists.
std::string with_commas(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  std::string all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_not_of(blank, at), text.size());
    const bool between = end > at && end < text.size() && !all.empty() && all.back() != '[' &&
                         all.back() != ',' && text[end] != ']' && text[end] != ',';
    if (between) all += ',';
    // Lines stay as many as there are, for messages.
    all.append(static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                                   text.begin() + static_cast<std::ptrdiff_t>(end), '\n')),
               '\n');
    at = end;
    if (at < text.size()) all += text[at++];
  }
  return all;
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
    fail_array("was saved with pickle, which Headlight does not open; " + in_python(SavedAs::pickle, path));
  if (begins_tensors(first)) return read_tensors(path, into);
  if (first.starts_with("\xff\xfe") || first.starts_with("\xfe\xff"))
    fail_array("is text in UTF-16; save it as CSV in UTF-8");
  if (first.find('\0') != std::string::npos)
    fail_array("is not a file that Headlight reads; save it as .npy, .npz, .safetensors, .json or .csv");
  if (first.starts_with("version https://git-lfs"))
    fail_array("is only a placeholder of Git LFS; run git lfs pull to download the file");
  if (first.starts_with('<')) fail_array("is a web page; download the file itself");
  if (file.size() > most_array_text)
    fail_array("is larger than " + std::to_string(most_array_text >> 20) +
               " MiB of text; save it with numpy.save");
  const std::string text = file.text(0, file.size());
  const std::string_view begin = trimmed(std::string_view(text).substr(0, 4096));
  // As PyTorch and NumPy print one: "tensor([[0.25, 0.75]], grad_fn=<...>)".
  const bool printed = begin.starts_with("tensor(") || begin.starts_with("array(");
  if ((printed || begin.starts_with("[[")) && text.find("...") != std::string::npos)
    fail_array("was printed with \"...\" instead of most numbers; save it with numpy.save");
  if (printed && text.rfind(']') != std::string::npos)
    return read_json_arrays(std::string_view(text).substr(0, text.rfind(']') + 1).substr(text.find('(') + 1),
                            into);
  if (begin.starts_with('[') || begin.starts_with('{')) {
    // A table may begin so, with a word: [CLS].
    const std::string ending = ending_of(path);
    const bool table = ending == ".csv" || ending == ".tsv" || ending == ".txt";
    ArrayFile lists;
    try {
      read_json_arrays(begin.starts_with("[[") && table ? with_commas(text) : text, lists);
      into = std::move(lists);
      return;
    } catch (const std::invalid_argument&) {
      if (!table) throw;
    }
  }
  read_number_table(text, into);
}

}  // namespace

ArrayFile read_arrays(const fs::path& path) {
  OpenBytes file(path);
  ArrayFile all;
  try {
    read_kind(path, file, all);
  } catch (const TorchFile& error) {
    throw FormatError(path, error.what(), in_python(SavedAs::tensors, path));
  } catch (const PythonObjects&) {
    throw FormatError(path, "was saved as Python objects, which Headlight does not open",
                      in_python(SavedAs::objects, path) +
                          " (this takes the first step of what generate() returned, and of arrays of several "
                          "shapes those of the first shape)");
  } catch (const UnevenLists& error) {
    // A word, a layer, a batch, a head, a query and a key.
    if (error.deep < 6) throw FormatError(path, error.what());
    throw FormatError(path,
                      "seems to be what generate() returns, with longer lists for each word that it wrote; "
                      "save only one step",
                      in_python(SavedAs::generated, path, error.member));
  } catch (const std::invalid_argument& error) {
    throw FormatError(path, error.what());
  }
  for (TextArray& words : all.texts) {
    for (std::string& word : words.texts) word = valid_utf8(word);
  }
  return all;
}

}  // namespace headlight
