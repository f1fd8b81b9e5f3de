#include "core/learn/known_translations.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "core/files/whole_file.h"
#include "core/grammar/held_out.h"
#include "core/models/card.h"
#include "core/text/languages.h"
#include "core/text/unicode.h"

namespace headlight {

namespace {

std::vector<std::string> between(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t at = text.find(separator); at != text.npos; at = text.find(separator, from)) {
    parts.push_back(text.substr(from, at - from));
    from = at + separator.size();
  }
  parts.push_back(text.substr(from));
  return parts;
}

}  // namespace

std::string plain_french(const std::string& french) {
  std::string letters;
  for (const char32_t letter : composed_code_points(french)) {
    const bool apostrophe = letter == U'\'' || letter == U'’';
    const bool punctuation =
        std::u32string_view(U".,;:!?…«»\"\u00a0\u202f").find(letter) != std::u32string_view::npos;
    if (apostrophe) {
      letters += '\'';
    } else if (punctuation || is_space(letter)) {
      letters += ' ';
    } else if (letter == U'œ' || letter == U'Œ') {
      letters += "oe";
    } else {
      append_utf8(letters, lower_case(letter));
    }
  }
  std::istringstream words(letters);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

std::vector<ClassSentence> read_class_set(const std::filesystem::path& file) {
  std::vector<ClassSentence> sentences;
  std::istringstream lines(read_text(file));
  std::string line;
  std::getline(lines, line);  // the names of the columns
  for (int number = 2; std::getline(lines, line); ++number) {
    if (line.empty()) continue;
    const std::vector<std::string> cells = between(line, "\t");
    if (cells.size() != 4) {
      throw FormatError(file,
                        "line " + std::to_string(number) + ": it has " + std::to_string(cells.size()) +
                            " cells instead of 4",
                        "habit, kind, english and french are separated by tabs");
    }
    sentences.push_back({cells[0], cells[1], cells[2], between(cells[3], " | ")});
  }
  return sentences;
}

bool same_french(const std::string& one, const std::string& other) {
  return plain_french(one) == plain_french(other);
}

namespace {

// What does not count in one language does not in the other.
bool same_english(const std::string& one, const std::string& other) { return same_french(one, other); }

}  // namespace

std::vector<std::string> known_translations(const std::string& typed, const std::filesystem::path& lists) {
  for (const Example& example : showcase()) {
    if (same_english(text_of(example.source, AnswerKind::labels), typed))
      return {text_of(example.target, AnswerKind::translation)};
  }
  for (const char* const list : class_lists) {
    const std::filesystem::path file = lists / (std::string(list) + ".tsv");
    if (!std::filesystem::exists(file)) continue;
    for (ClassSentence& sentence : read_class_set(file)) {
      if (same_english(sentence.english, typed)) return std::move(sentence.accepted);
    }
  }
  return {};
}

namespace {

// A word in the pieces that a model writes: whole, or a stem and an ending, "travers" "##ait". Nothing where
// it has neither.
std::vector<int> pieces_of_word(const std::string& word, const Vocabulary& vocabulary) {
  std::string small = word;
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string& each : {word, small}) {
    if (const auto id = vocabulary.id(each)) return {*id};
    for (std::size_t stem = each.size(); stem > 1; --stem) {
      const auto first = vocabulary.id(each.substr(0, stem - 1));
      const auto ending = vocabulary.id("##" + each.substr(stem - 1));
      if (first && ending) return {*first, *ending};
    }
  }
  return {};
}

}  // namespace

std::vector<int> encoded_answer(const std::string& text, const Vocabulary& vocabulary) {
  std::vector<int> ids;
  const auto add = [&](const std::string& word) {
    if (word.empty()) return;
    const std::vector<int> pieces = pieces_of_word(word, vocabulary);
    if (pieces.empty())
      throw std::runtime_error("This model cannot write “" + word + "”. Use words from its vocabulary.");
    ids.insert(ids.end(), pieces.begin(), pieces.end());
  };
  std::istringstream typed(text);
  for (std::string word; typed >> word;) {
    constexpr std::string_view printed = "’";
    for (std::size_t at = word.find(printed); at != std::string::npos; at = word.find(printed, at))
      word.replace(at, printed.size(), "'");
    std::string sign;
    if (word.size() > 1 && std::string_view(".,?!").find(word.back()) != std::string_view::npos) {
      sign = word.back();
      word.pop_back();
    }
    for (std::size_t at = word.find('\''); at != std::string::npos && at + 1 < word.size();
         at = word.find('\'')) {
      if (pieces_of_word(word.substr(0, at + 1), vocabulary).empty()) break;
      add(word.substr(0, at + 1));
      word.erase(0, at + 1);
    }
    add(word);
    if (!pieces_of_word(sign, vocabulary).empty()) add(sign);  // some models write none
  }
  return ids;
}

RightAnswer right_answer(const std::string& typed, const Trace& trace, const Vocabulary& writes) {
  for (const std::string& known : known_translations(typed, model_folder("translator"))) {
    try {
      return {.text = known, .known = true, .words = encoded_answer(known, writes)};
    } catch (const std::runtime_error&) {  // a word that this model does not have: the next one
    }
  }
  RightAnswer own{.text = written(trace), .known = false, .words = trace.words().target_ids};
  if (!own.words.empty()) own.words.erase(own.words.begin());
  return own;
}

}  // namespace headlight
