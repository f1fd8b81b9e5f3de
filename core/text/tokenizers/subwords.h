// A tokenizer whose tokens are pieces of words: the text is normalized, cut at words, and every word is cut
// into pieces of the vocabulary by a model (WordPiece, byte-pair encoding, SentencePiece).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"
#include "core/text/tokenizers/spanned_text.h"

namespace headlight {

// A token with the bytes of the typed text that it stands for; none of a token that was added.
struct Piece {
  int id = 0;
  TextSpan span = {};
};

// How a word is cut into pieces.
class PieceModel {
 public:
  virtual ~PieceModel() = default;
  // Puts those of `word` behind the others.
  virtual void cut(const SpannedText& word, std::vector<Piece>& pieces) const = 0;
  // Two pieces joined to one, and what the word consists of then.
  struct Merge {
    int made = 0;   // its token
    int rank = 0;   // among all pairs that can be joined: the lowest is joined first
    int place = 0;  // of the new piece among `pieces`
    std::vector<Piece> pieces;
  };
  // What joins a word's letters to its pieces, in order; none where the model joins none.
  virtual std::vector<Merge> merges(const SpannedText& /*word*/) const { return {}; }
  // And the letters that it begins with.
  virtual std::vector<Piece> letters(const SpannedText& /*word*/) const { return {}; }
};

// A token that is found in the text before anything else.
struct AddedToken {
  int id = 0;
  std::u32string content;
  bool single_word = false;             // not within a word
  bool lstrip = false, rstrip = false;  // takes the white space beside it
  bool normalized = false;              // is looked for in the normalized text
};

using Normalize = std::function<SpannedText(const SpannedText&)>;
// `first`: whether the text is what was typed first.
using Split = std::function<std::vector<SpannedText>(SpannedText, bool first)>;

// What becomes of the matches of a pattern (`isolated`: a piece each), and of what stands between them.
enum class SplitAt { removed, isolated, with_previous, with_next, contiguous };
std::vector<SpannedText> split_at(const SpannedText& text,
                                  const std::vector<std::pair<std::size_t, std::size_t>>& matches,
                                  SplitAt how);
// Words between white space, punctuation apart.
std::vector<SpannedText> split_as_bert(const SpannedText& text);
// Each of these letters apart.
std::vector<SpannedText> split_at_letters(const SpannedText& text, bool (*wanted)(char32_t), SplitAt how);

struct SubwordRules {
  std::vector<AddedToken> added = {};
  std::vector<Normalize> normalize = {};  // one after another
  std::vector<Split> split = {};
  std::shared_ptr<const PieceModel> model = nullptr;
  std::vector<int> before = {}, after = {};  // tokens around each text
};

class Subwords final : public Tokenizer {
 public:
  Subwords(Vocabulary vocabulary, SubwordRules rules);

  // All that read a text throw std::invalid_argument where it has more than `longest_typed` bytes, or where
  // the steps make too much of it; they stop when asked to (core/platform/background.h).
  std::vector<Piece> pieces(std::string_view typed) const;
  // The words that the model cuts.
  std::vector<SpannedText> words(std::string_view typed) const;
  const PieceModel& model() const { return *rules_.model; }

  NormalizedText normalize(std::string_view typed) const override;
  std::vector<int> encoded(std::string_view typed) const override;
  bool has_articles() const override { return false; }
  bool are_typed() const override { return false; }
  std::string_view tokens_called() const override { return "tokens"; }

 private:
  struct Part {
    SpannedText text;
    int id = -1;  // of a token that was found in the text
    bool first = false;
  };
  std::vector<Part> parts(std::string_view typed) const;
  std::vector<Part> with_added(const Part& part, bool normalized) const;
  const AddedToken* added_at(const SpannedText& text, std::size_t at, bool normalized) const;
  std::vector<SpannedText> cut_at_words(const Part& part) const;

  SubwordRules rules_;
  std::vector<std::size_t> by_content_[2];  // the added tokens, of what was typed and of normalized text
};

// A text as a tokenizer cuts it, for a person to look at: every token with what is known of it.

struct CutToken {
  std::string label = {};      // as it is shown: "·mal"
  std::string token = {};      // as the vocabulary has it: "##mal"; empty where it is in none
  std::optional<int> id = {};  // empty where the vocabulary has none for it
  std::string bytes = {};      // of the text that it stands for, "6D 61 6C"; empty of one that was added
  bool added = false;          // stands for no text: [CLS]
  bool unknown = false;        // stands for what the vocabulary does not have
  bool of_bytes = false;       // has a part of a letter
  bool goes_on = false;        // within a word
};

// Throws std::invalid_argument, as the tokenizer does, for what it cannot read.
std::vector<CutToken> cut_text(const Tokenizer& tokenizer, std::string_view typed);

// In one line: "the token “##mal”, id 2075, bytes 6D 61 6C".
std::string described(const CutToken& token);

struct TokenCounts {
  int tokens = 0;
  int added = 0;  // of these
  int distinct = 0, unknown = 0, of_bytes = 0;

  int of_text() const { return tokens - added; }
};
TokenCounts counts_of(const std::vector<CutToken>& tokens);

// Letters as a person counts them, and bytes of UTF-8.
int letters_in(std::string_view text);

}  // namespace headlight
