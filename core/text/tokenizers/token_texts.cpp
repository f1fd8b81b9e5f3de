#include "core/text/tokenizers/token_texts.h"

#include <algorithm>
#include <string_view>

#include "core/text/tokenizers/piece_models.h"
#include "core/text/tokenizers/spanned_text.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr std::string_view written_space = "▁", byte_space = "Ġ", byte_line_end = "Ċ", word_end = "</w>",
                           goes_on = "@@";

bool is_bracketed(std::string_view token) {
  return token.size() > 2 &&
         ((token.front() == '<' && token.back() == '>') || (token.front() == '[' && token.back() == ']'));
}

bool is_of_byte_letters(const std::string& token) {
  const std::u32string letters = code_points(valid_utf8(token));
  return std::all_of(letters.begin(), letters.end(),
                     [](char32_t letter) { return byte_of_letter(letter).has_value(); });
}

template <typename Is>
bool any_token(const std::vector<std::string>& tokens, Is is) {
  return std::any_of(tokens.begin(), tokens.end(),
                     [&](const std::string& token) { return !is_bracketed(token) && is(token); });
}

bool has_mark(const std::string& token) { return token.find(written_space) != std::string::npos; }

// Whether Ġ and Ċ are the space and the line end of bytes, not letters of a language.
bool are_bytes(const std::vector<std::string>& tokens) {
  return any_token(tokens,
                   [](const std::string& token) {
                     return token.starts_with(byte_space) || token.starts_with(byte_line_end);
                   }) &&
         !any_token(tokens,
                    [](const std::string& token) { return !is_of_byte_letters(token) && !has_mark(token); });
}

// With a space before every token that begins a word: one behind a token with `last` at its end, or behind
// one without it.
std::vector<std::string> by_ends(const std::vector<std::string>& tokens, std::string_view last,
                                 bool ends_word) {
  std::vector<std::string> texts;
  bool begins = true;
  for (const std::string& token : tokens) {
    const bool bracketed = token != last && is_bracketed(token) && !token.ends_with(last);
    const bool has = !bracketed && token.size() > last.size() && token.ends_with(last);
    std::string text = has ? token.substr(0, token.size() - last.size()) : token;
    texts.push_back(begins && !bracketed ? " " + text : std::move(text));
    begins = bracketed || has == ends_word;
  }
  return texts;
}

}  // namespace

std::string text_of_token(const std::string& token, Spelling spelling) {
  if (spelling == Spelling::bytes) return text_of_byte_letters(token);
  if (spelling == Spelling::bytes_to_word_end)
    return text_of_byte_letters(token.ends_with(word_end) ? token.substr(0, token.size() - word_end.size())
                                                          : token);
  if (spelling == Spelling::plain) return token;
  return utf8_of(replaced(spanned(token), U"\u2581", U" "));
}

std::vector<std::string> texts_of_tokens(const std::vector<std::string>& tokens) {
  const bool bytes = are_bytes(tokens), marks = any_token(tokens, has_mark);
  if (bytes || marks) {
    std::vector<std::string> texts;
    for (const std::string& token : tokens) {
      const Spelling spelling = is_bracketed(token)        ? Spelling::plain
                                : marks && has_mark(token) ? Spelling::marked
                                : bytes                    ? Spelling::bytes
                                                           : Spelling::plain;
      texts.push_back(text_of_token(token, spelling));
    }
    return texts;
  }
  const auto ends = [&](std::string_view with) {
    return std::any_of(tokens.begin(), tokens.end(), [&](const std::string& token) {
      return token.size() > with.size() && token.ends_with(with);
    });
  };
  if (ends(word_end)) return by_ends(tokens, word_end, true);
  if (ends(goes_on)) return by_ends(tokens, goes_on, false);
  return tokens;
}

}  // namespace headlight
