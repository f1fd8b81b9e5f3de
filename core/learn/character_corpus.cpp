#include "core/learn/character_corpus.h"

#include <set>

#include "core/text/unicode.h"

namespace headlight {

namespace {

using CodePoints = std::u32string;

std::vector<CodePoints> lines_of(const std::vector<Example>& examples) {
  std::vector<CodePoints> lines;
  lines.reserve(examples.size());
  for (const Example& example : examples) {
    CodePoints& line = lines.emplace_back();
    for (const char32_t each : code_points(written_out(example.source))) line += each;
    line += U'\n';
  }
  return lines;
}

std::vector<std::vector<int>> numbered(const std::vector<CodePoints>& lines, const CodePoints& characters) {
  std::vector<std::vector<int>> all;
  all.reserve(lines.size());
  for (const CodePoints& line : lines) {
    std::vector<int>& ids = all.emplace_back();
    for (const char32_t each : line) ids.push_back(static_cast<int>(characters.find(each)));
  }
  return all;
}

}  // namespace

std::string written_out(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) {
    const bool joined = text.empty() || word == "." || word.starts_with('\'');
    text += (joined ? "" : " ") + word;
  }
  return text;
}

CharacterCorpus make_character_corpus(const Corpus& translator) {
  const std::vector<CodePoints> train = lines_of(translator.train);
  const std::vector<CodePoints> held_out = lines_of(translator.held_out);
  std::set<char32_t> used;
  for (const auto* lines : {&train, &held_out}) {
    for (const CodePoints& line : *lines) used.insert(line.begin(), line.end());
  }
  const CodePoints characters(used.begin(), used.end());
  std::vector<std::string> names;
  for (const char32_t each : characters) append_utf8(names.emplace_back(), each);
  return {Vocabulary(std::move(names)), numbered(train, characters), numbered(held_out, characters)};
}

}  // namespace headlight
