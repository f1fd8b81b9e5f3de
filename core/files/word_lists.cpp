#include "core/files/word_lists.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/files/arrays.h"
#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

using WordList = std::vector<std::string>;

// What is JSON from its beginning to its end, and a list of texts.
std::optional<WordList> json_words(std::string_view text) {
  if (!text.starts_with('[')) return std::nullopt;
  try {
    const Json list = parse_json(text);
    const auto is_text = [](const Json& each) { return each.is_string(); };
    if (std::all_of(list.begin(), list.end(), is_text)) return list.get<WordList>();
  } catch (const JsonError&) {
    // A word begins with a bracket.
  }
  return std::nullopt;
}

// The text between quotation marks that begins at `at`, which moves behind it.
std::optional<std::string> python_text(std::string_view text, std::size_t& at) {
  const char mark = text[at++];
  std::string word;
  for (; at < text.size() && text[at] != mark; ++at) {
    if (text[at] != '\\') {
      word += text[at];
      continue;
    }
    constexpr std::string_view signs = "nt\\'\"", letters = "\n\t\\'\"";
    const std::size_t sign = ++at < text.size() ? signs.find(text[at]) : signs.npos;
    if (sign == signs.npos) return std::nullopt;
    word += letters[sign];
  }
  return at++ < text.size() ? std::optional(word) : std::nullopt;
}

// "['[CLS]', "don't"]", as str() writes a list, and "['a' 'b']" of an array.
std::optional<WordList> python_words(std::string_view text) {
  if (!text.starts_with('[') || !text.ends_with(']')) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  WordList words;
  for (std::size_t at = 0; (at = text.find_first_not_of(" \t\r\n,", at)) != text.npos;) {
    if (text[at] != '\'' && text[at] != '"') return std::nullopt;
    const std::optional<std::string> word = python_text(text, at);
    if (!word) return std::nullopt;
    words.push_back(*word);
  }
  return words.empty() ? std::nullopt : std::optional(words);
}

WordList words_in_lines(const std::string& text) {
  WordList words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.pop_back();
    words.push_back(std::move(line));
    at = end + 1;
  }
  while (!words.empty() && trimmed(words.back()).empty()) words.pop_back();
  if (words.size() != 1) return words;
  const std::string line = std::exchange(words, {}).front();
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != std::string::npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace

WordList read_word_list(const std::filesystem::path& file) {
  std::string text = read_text(file);
  if (valid_utf8(text) != text) throw FormatError(file, "is not UTF-8 text", "save it as UTF-8");
  if (constexpr std::string_view mark = "\xef\xbb\xbf"; text.starts_with(mark)) text.erase(0, mark.size());
  if (trimmed(text).empty())
    throw FormatError(file, "has no words in it", "write one word per line, or leave it out");
  if (const auto words = json_words(trimmed(text))) return *words;
  if (ending_of(file) != ".json") {
    const auto words = python_words(trimmed(text));
    return words ? *words : words_in_lines(text);
  }
  ArrayFile lists;
  try {
    read_json_arrays(text, lists);
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what());
  }
  if (lists.texts.size() == 1) return lists.texts.front().texts;
  throw FormatError(file, "is not a list of words",
                    "write [\"The\", \"cat\"], or one word per line in a .txt file");
}

}  // namespace headlight
