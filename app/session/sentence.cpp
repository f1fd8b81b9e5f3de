#include "app/session/sentence.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "core/text/cut_words.h"
#include "core/text/languages.h"

namespace headlight {
namespace {

struct Chunk {  // what stands between two spaces
  std::size_t begin = 0, end = 0;
};

std::vector<Chunk> chunks_of(const std::string& text) {
  std::vector<Chunk> chunks;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \t\n", at)) != std::string::npos) {
    const std::size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
    chunks.push_back({at, end});
    at = end;
  }
  return chunks;
}

bool is_article(std::string_view word) { return word == "a" || word == "an" || word == "A" || word == "An"; }

// What stands before `word`: its last word "a" becomes "an" or the other way round.
std::string with_article(const std::string& before, const std::string& word) {
  const std::vector<Chunk> chunks = chunks_of(before);
  if (chunks.empty() || chunks.back().end == before.size()) return before;
  const auto [begin, end] = chunks.back();
  if (!is_article(before.substr(begin, end - begin))) return before;
  return before.substr(0, begin + 1) + (takes_an(word) ? "n" : "") + before.substr(end);
}

// Where pieces of words stand in the text; none where a tokenizer does not know, or there is nothing to read.
std::vector<TextSpan> spans_of(const std::string& text, const Tokenizer* tokenizer) {
  return tokenizer == nullptr ? std::vector<TextSpan>() : tokenizer->normalize(text).spans;
}

// The piece at `place` with those that go on with it, "##ing", becomes another word. A token that was added
// to the text stands nowhere in it.
std::string with_pieces(const std::string& text, const std::vector<std::string>& words,
                        const std::vector<TextSpan>& spans, int place, const std::string& word) {
  const auto goes_on = [&](std::size_t at) { return goes_on_with_word(words[at]); };
  auto first = static_cast<std::size_t>(place), last = first;
  while (first > 0 && goes_on(first)) --first;
  while (last + 1 < words.size() && goes_on(last + 1)) ++last;
  const auto begin = static_cast<std::size_t>(spans[first].begin);
  const auto end = static_cast<std::size_t>(spans[last].end);
  if (begin >= end || end > text.size()) return text;
  // A piece of byte pairs begins with the space before it.
  const std::size_t inside = std::min(text.find_first_not_of(' ', begin), end);
  return text.substr(0, inside) + word + text.substr(end);
}

bool is_sign(char letter) { return std::ispunct(static_cast<unsigned char>(letter)) != 0; }

}  // namespace

std::vector<std::string> words_of(const std::string& text, const Tokenizer* tokenizer) {
  try {
    return tokenizer == nullptr ? english_words(text) : tokenizer->normalize(text).words;
  } catch (const std::invalid_argument&) {
    return {};
  }
}

std::string with_word(const std::string& text, int place, const std::string& word,
                      const Tokenizer* tokenizer) {
  if (tokenizer != nullptr && !tokenizer->are_typed()) return text;
  std::vector<std::string> words = words_of(text, tokenizer);
  if (place < 0 || place >= static_cast<int>(words.size()) || word.empty()) return text;
  if (const auto spans = spans_of(text, tokenizer); spans.size() == words.size())
    return with_pieces(text, words, spans, place, word);
  const bool articles = tokenizer == nullptr || tokenizer->has_articles();

  // A word that is cut into pieces is replaced as a whole.
  const std::size_t at = joined_words(std::span(words).first(static_cast<std::size_t>(place) + 1)).size() - 1;
  words = joined_words(words);
  for (const Chunk& chunk : chunks_of(text)) {
    if (joined_words(words_of(text.substr(0, chunk.end), tokenizer)).size() != at + 1) continue;
    auto [begin, end] = chunk;
    const std::vector<std::string> alone = joined_words(words_of(text.substr(begin, end - begin), tokenizer));
    if (alone.size() != 1 || alone[0] != words[at]) continue;
    while (begin < end && is_sign(text[begin])) ++begin;
    while (end > begin && is_sign(text[end - 1])) --end;
    if (begin == end) continue;
    std::string written = word;
    if (std::isupper(static_cast<unsigned char>(text[begin])) != 0) {
      written[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(written[0])));
    }
    const std::string before = text.substr(0, begin);
    return (articles ? with_article(before, word) : before) + written + text.substr(end);
  }

  // The word is not one piece of what was typed ("it's" is two words, "did not" is one): write the sentence
  // as the model reads it.
  words[at] = word;
  if (articles && at > 0 && is_article(words[at - 1])) words[at - 1] = takes_an(word) ? "an" : "a";
  std::string rebuilt;
  for (const std::string& each : words) rebuilt += (rebuilt.empty() ? "" : " ") + each;
  return rebuilt;
}

}  // namespace headlight
