// From what a person types to the tokens that a model reads.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/text/word_pairs.h"

namespace headlight {

// The words a model knows, each with its number.

// In place of an id: an edit left nothing to choose by.
inline constexpr int no_word = -1;

// Never changed, and shared by its copies: a tokenizer and the models of a folder have the same one.
class Vocabulary {
 public:
  Vocabulary();

  // Ids are places in `words`, from zero. Throws std::invalid_argument when a word stands twice.
  // `texts`: what each stands for in a text, where that is not the word itself: " the" for "Ġthe".
  explicit Vocabulary(std::vector<std::string> words, std::vector<std::string> texts = {});

  int size() const { return static_cast<int>(words().size()); }
  const std::string& word(int id) const { return words().at(id); }
  std::optional<int> id(std::string_view word) const;
  const std::vector<std::string>& words() const { return table_->words; }
  // The same, as long as it is asked for.
  std::shared_ptr<const std::vector<std::string>> shared_words() const { return {table_, &table_->words}; }
  // What it stands for in a text.
  const std::string& text(int id) const { return table_->texts.empty() ? word(id) : table_->texts.at(id); }
  // The same of all; null where each is its own text. As long as it is asked for.
  std::shared_ptr<const std::vector<std::string>> shared_texts() const {
    return {table_, table_->texts.empty() ? nullptr : &table_->texts};
  }
  // What labels each word: its text, but that what cannot be seen is made visible; of pieces of words
  // piece_label().
  std::shared_ptr<const std::vector<std::string>> labels() const { return {table_, &table_->shown()}; }
  // The words of these ids; empty for `no_word`.
  std::vector<std::string> words_of(std::span<const int> ids) const;
  std::vector<std::string> labels_of(std::span<const int> ids) const;
  // The words that they are pieces of; nothing where every token is a word.
  std::optional<PieceWords> words_of_pieces(std::span<const int> ids) const;
  // Of a whole text: what stands first in it goes on from nothing.
  std::vector<std::string> labels_of_text(std::span<const int> ids) const;

 private:
  struct Table {
    std::vector<std::string> words;
    std::vector<std::string> texts, labels;         // empty where they are the words
    std::unordered_map<std::string_view, int> ids;  // of `words`
    enum class Pieces { none, begin_with_space, go_on_with_mark } pieces = Pieces::none;

    const std::vector<std::string>& shown() const { return labels.empty() ? words : labels; }
  };
  std::shared_ptr<const Table> table_;
};

// From the words a person typed to words that a model knows, where no doubt is possible.

// What was understood as something else than what was typed.
struct TakenAs {
  std::string typed;
  std::string read;  // several words with blanks between; empty: it was left out
  int place = 0;     // of its first token among those understood
  int tokens = 0;    // how many of them it became; more than words where one is spelled
};

// Bytes of a text, from `begin` to before `end`.
struct TextSpan {
  int begin = 0, end = 0;

  bool operator==(const TextSpan&) const = default;
};

struct NormalizedText {
  std::vector<std::string> words;
  std::vector<TakenAs> taken;
  // Of each word where it stands in what was typed; empty where a tokenizer does not know.
  std::vector<TextSpan> spans = {};
};

// english_words() of what was typed, and what of them the vocabulary does not know taken for what it must be,
// when it knows that: contractions taken apart (isn't -> is not) or with their apostrophe (didnt -> didn't),
// numbers (2 -> two), the other spelling of a word (colour -> color, café -> cafe, ice cream -> ice-cream),
// short forms of chats (gonna -> going to), letters held down (sooo -> so), signs (5€ -> 5 euros, 15/20 -> 15
// out of 20, 2+2 -> 2 plus 2). Pictures are left out. What may be a mistake stays as it is: that is for
// suggestions() to answer. Where the vocabulary has pieces to spell with, a word that is still unknown is cut
// (cut_words.h). Throws as english_words() does.
NormalizedText normalize(std::string_view typed, const Vocabulary& vocabulary);
// The same of words that english_words() gave.
NormalizedText normalize_words(const std::vector<std::string>& words, const Vocabulary& vocabulary);

// A text by the numbers of its tokens.
struct TextRead {
  std::string text;
  std::vector<int> tokens;
};

class Tokenizer {
 public:
  explicit Tokenizer(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}
  virtual ~Tokenizer() = default;

  const Vocabulary& vocabulary() const { return vocabulary_; }
  // The tokens in what was typed, in the vocabulary or not, and what was taken for something else. Throws
  // std::invalid_argument for what cannot be read, such as a sentence without a word.
  virtual NormalizedText normalize(std::string_view typed) const = 0;
  // Their numbers. Throws as normalize() does, and UnknownWord, which names those not in the vocabulary.
  virtual std::vector<int> encoded(std::string_view typed) const;
  // Whether a token can be an article that what follows it decides: "a" or "an".
  virtual bool has_articles() const = 0;
  // Whether its tokens stand in what was typed one by one, so that one of them can be typed anew.
  virtual bool are_typed() const { return true; }
  // The one text that it reads; empty where it reads others.
  virtual std::string own_text() const { return ""; }
  // Several of its tokens, in words: "letters".
  virtual std::string_view tokens_called() const { return "words"; }
  // The texts that stand behind a picture; none where only one thing is read. Throws as encoded() does.
  virtual std::vector<TextRead> texts_behind(std::string_view /*typed*/) const { return {}; }

 protected:
  Tokenizer(const Tokenizer&) = default;
  Tokenizer(Tokenizer&&) = default;
  Tokenizer& operator=(const Tokenizer&) = default;
  Tokenizer& operator=(Tokenizer&&) = default;

 private:
  Vocabulary vocabulary_;
};

// A token a word of English: see normalize.cpp.
class EnglishWords final : public Tokenizer {
 public:
  using Tokenizer::Tokenizer;
  NormalizedText normalize(std::string_view typed) const override;
  bool has_articles() const override { return true; }
};

// A token a word of the vocabulary, between blanks, as typed or in small letters. Signs at its end are tokens
// where the vocabulary has them, and else left out. A vocabulary that begins with <s> has it first.
class WordsBetweenBlanks final : public Tokenizer {
 public:
  using Tokenizer::Tokenizer;
  NormalizedText normalize(std::string_view typed) const override;
  bool has_articles() const override { return false; }
};

// Letters to begin with.
inline constexpr const char* example_letters = "T R A N S F O R M E R";

// A token a letter, with or without blanks between them; a small one is a capital where the vocabulary has
// only that.
class Letters final : public Tokenizer {
 public:
  using Tokenizer::Tokenizer;
  NormalizedText normalize(std::string_view typed) const override;
  bool has_articles() const override { return false; }
  std::string_view tokens_called() const override { return "letters"; }
};

// A token a character, blanks among them; what the vocabulary does not have as typed is read as a small
// letter, and any blank as a space.
class Characters final : public Tokenizer {
 public:
  using Tokenizer::Tokenizer;
  NormalizedText normalize(std::string_view typed) const override;
  bool has_articles() const override { return false; }
  std::string_view tokens_called() const override { return "characters"; }
};

// Letters where every word of the vocabulary is one, else words between blanks.
std::unique_ptr<const Tokenizer> tokenizer_of(Vocabulary vocabulary);

}  // namespace headlight
