// The tokens of a tokenizer of others by their numbers, as its files give them one after another.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/files/fields.h"
#include "core/platform/background.h"
#include "core/text/languages.h"
#include "core/text/say.h"
#include "core/text/tokenizer.h"
#include "core/text/tokenizers/token_texts.h"
#include "core/text/unicode.h"

namespace headlight {

inline constexpr std::size_t largest_tokenizer = 64 << 20;  // bytes
inline constexpr int most_ids = 10'000'000;
inline constexpr std::size_t longest_token = 10'000;  // bytes
inline constexpr int most_unused = 100'000;           // numbers without a token
inline constexpr std::size_t some_steps = 32;         // for a token, of those that stop_if_asked() counts

// The tokens by their numbers. Numbers that no token has are filled up, as there may be more rows in the
// embedding than tokens.
class TokenList {
 public:
  void add(const std::string& text, int id, const std::string& field) {
    if (id < 0 || id > most_ids) fail_field(field, "has a number that no token can have");
    if (text.size() > longest_token)
      fail_field(field, say("has a token of {n} bytes; the most is {most}",
                            {{"n", thousands(static_cast<std::int64_t>(text.size()))},
                             {"most", thousands(longest_token)}}));
    if (id >= static_cast<int>(tokens_.size())) tokens_.resize(static_cast<std::size_t>(id) + 1);
    stop_if_asked(some_steps);
    std::string& place = tokens_[id];
    if (!place.empty() && place != text)
      fail_field(field,
                 say("gives the number {id} to {word} and to {other}",
                     {{"id", std::to_string(id)}, {"word", in_quotes(place)}, {"other", in_quotes(text)}}));
    place = text;
  }
  int size() const { return static_cast<int>(tokens_.size()); }
  Vocabulary vocabulary(int words, Spelling spelling) {
    // Some models have a few hundred rows too many; a file of one line may say that there are millions.
    if (words > size() + most_unused)
      fail_field(
          "vocab_size",
          say("of config.json is {n}, and the tokenizer has {tokens} tokens: they belong to different models",
              {{"n", thousands(words)}, {"tokens", thousands(size())}}));
    tokens_.resize(static_cast<std::size_t>(words));
    std::vector<std::string> texts;
    for (std::size_t id = 0; id < tokens_.size(); ++id) {
      stop_if_asked(some_steps);
      if (tokens_[id].empty()) tokens_[id] = "<unused " + std::to_string(id) + ">";
      texts.push_back(text_of_token(tokens_[id], spelling));
    }
    return Vocabulary(std::move(tokens_), std::move(texts));
  }

 private:
  std::vector<std::string> tokens_;
};

}  // namespace headlight
