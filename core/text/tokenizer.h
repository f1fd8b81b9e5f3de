// From what a person types to the tokens that a model reads.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/understood.h"
#include "core/text/vocabulary.h"

namespace headlight {

class Tokenizer {
 public:
  explicit Tokenizer(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}
  virtual ~Tokenizer() = default;

  const Vocabulary& vocabulary() const { return vocabulary_; }
  // The tokens in what was typed, in the vocabulary or not, and what was taken for something else. Throws
  // std::invalid_argument for what cannot be read, such as a sentence without a word.
  virtual Understood understood(std::string_view typed) const = 0;
  // Their numbers. Throws as understood() does, and UnknownWord, which names those not in the vocabulary.
  std::vector<int> encoded(std::string_view typed) const;
  // Whether a token can be an article that what follows it decides: "a" or "an".
  virtual bool has_articles() const = 0;
  // Whether its tokens stand in what was typed one by one, so that one of them can be typed anew.
  virtual bool are_typed() const { return true; }
  // Several of its tokens, in words: "letters".
  virtual std::string_view tokens_called() const { return "words"; }

 protected:
  Tokenizer(const Tokenizer&) = default;
  Tokenizer(Tokenizer&&) = default;
  Tokenizer& operator=(const Tokenizer&) = default;
  Tokenizer& operator=(Tokenizer&&) = default;

 private:
  Vocabulary vocabulary_;
};

// A token a word of English: see understood.h.
class EnglishWords final : public Tokenizer {
 public:
  using Tokenizer::Tokenizer;
  Understood understood(std::string_view typed) const override;
  bool has_articles() const override { return true; }
};

// A token a word of the vocabulary, between blanks, as typed or in small letters. Signs at its end are tokens
// where the vocabulary has them, and else left out. A vocabulary that begins with <s> has it first.
class WordsBetweenBlanks final : public Tokenizer {
 public:
  using Tokenizer::Tokenizer;
  Understood understood(std::string_view typed) const override;
  bool has_articles() const override { return false; }
};

// A token a letter, with or without blanks between them; a small one is a capital where the vocabulary has
// only that.
class Letters final : public Tokenizer {
 public:
  using Tokenizer::Tokenizer;
  Understood understood(std::string_view typed) const override;
  bool has_articles() const override { return false; }
  std::string_view tokens_called() const override { return "letters"; }
};

// A token a character, blanks among them; what the vocabulary does not have as typed is read as a small
// letter, and any blank as a space.
class Characters final : public Tokenizer {
 public:
  using Tokenizer::Tokenizer;
  Understood understood(std::string_view typed) const override;
  bool has_articles() const override { return false; }
  std::string_view tokens_called() const override { return "characters"; }
};

// Letters where every word of the vocabulary is one, else words between blanks.
std::unique_ptr<const Tokenizer> tokenizer_of(Vocabulary vocabulary);

}  // namespace headlight
