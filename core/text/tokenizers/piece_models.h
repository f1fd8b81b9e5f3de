// The models that cut words into pieces: WordPiece, byte-pair encoding, and SentencePiece's two.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/platform/background.h"
#include "core/text/tokenizers/subwords.h"

namespace headlight {

// The longest piece of the vocabulary from the left, again and again; all but the first begin with `prefix`.
// A word that cannot be cut so, or has more than `longest` letters, is unknown as a whole. Schuster and
// Nakajima 2012; Devlin et al. 2019.
struct WordPieceRules {
  int unknown = 0;
  std::string prefix = "##";
  int longest = 100;  // letters
};
std::unique_ptr<const PieceModel> word_piece(const Vocabulary& vocabulary, const WordPieceRules& rules);

// Neighbours are joined, the pair that stands first among `merges` first, the leftmost of these first
// (Sennrich et al. 2016).
struct BytePairRules {
  std::vector<std::pair<std::string, std::string>> merges = {};
  bool bytes = false;               // the letters of the vocabulary stand for bytes: letter_of_byte()
  std::optional<int> unknown = {};  // of a letter that no token is; none: it is left out
  bool fuse_unknown = false;        // several such letters are one token
  bool byte_fallback = false;       // such a letter is the tokens of its bytes, <0xE2>
  bool whole_first = false;         // a word that is a token is not cut
  std::string end_of_word = {};     // stands behind the last letter of a word: "cat</w>"
};
// Throws std::invalid_argument for a merge of pieces that are no tokens.
std::unique_ptr<const PieceModel> byte_pairs(const Vocabulary& vocabulary, const BytePairRules& rules);

// Neighbours of a list joined pair by pair, in the order of a rank: what byte-pair encoding and
// SentencePiece's pairs have in common.

// `rank_of(left, right)` gives the rank of two neighbours as an optional: the lowest is joined first, the
// leftmost of these first. `join(left, right)` makes the left one both; then `joined(place, rank, gone)` is
// called: where that is, and which places are empty by now. Takes n log n steps for n symbols.
template <typename Symbol, typename RankOf, typename Join, typename Joined>
void join_pairs(std::vector<Symbol>& symbols, RankOf rank_of, Join join, Joined joined) {
  using Rank = typename decltype(rank_of(symbols[0], symbols[0]))::value_type;
  struct Proposal {
    Rank rank;
    int left, right;
    bool operator<(const Proposal& other) const {
      return other.rank < rank || (!(rank < other.rank) && left > other.left);
    }
  };
  const int count = static_cast<int>(symbols.size());
  std::vector<int> before(symbols.size()), after(symbols.size());
  std::vector<bool> gone(symbols.size());
  std::priority_queue<Proposal> queue;
  const auto propose = [&](int left, int right) {
    if (left < 0 || right >= count) return;
    if (const auto rank = rank_of(symbols[left], symbols[right])) queue.push({*rank, left, right});
  };
  for (int i = 0; i < count; ++i) {
    before[i] = i - 1;
    after[i] = i + 1;
    propose(i, i + 1);
  }
  while (!queue.empty()) {
    stop_if_asked(8);
    const auto [rank, left, right] = queue.top();
    queue.pop();
    // What was proposed before one of them changed no longer holds.
    if (gone[left] || gone[right] || after[left] != right) continue;
    const auto now = rank_of(symbols[left], symbols[right]);
    if (!now || *now < rank || rank < *now) continue;
    join(symbols[left], symbols[right]);
    gone[right] = true;
    after[left] = after[right];
    if (after[right] < count) before[after[right]] = left;
    joined(left, rank, gone);
    propose(before[left], left);
    propose(left, after[left]);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (!gone[i]) symbols[kept++] = symbols[i];
  }
  symbols.resize(kept);
}

// The printable letter that stands for a byte in a vocabulary of bytes, as GPT-2 has it, and back again.
char32_t letter_of_byte(unsigned char byte);
std::optional<unsigned char> byte_of_letter(char32_t letter);
// What a token of bytes is the text of; bytes that are no text are written <0xE2>.
std::string text_of_byte_letters(std::string_view token);

// A SentencePiece file (.spm, .model): pieces with their scores, and how a text is normalized. Kudo and
// Richardson 2018; the unigram model of Kudo 2018.
struct SentencePieces {
  enum class Kind { normal = 1, unknown, control, user_defined, unused, byte };
  struct Entry {
    std::string text;
    double score = 0;
    Kind kind = Kind::normal;
  };
  std::vector<Entry> pieces;
  bool pairs = false;  // joined by score, as byte pairs are; else the likeliest way to cut (unigram)
  bool byte_fallback = false;
  bool precise =
      false;  // sums of scores stay double, as those of a tokenizer.json; else they are kept in float
  bool space_before = true, squeeze_spaces = true, mark_spaces = true;
  std::string replacements;  // the compiled table of what is replaced

  int unknown() const;
};
// Throws std::invalid_argument saying what is wrong with the bytes of a file.
SentencePieces read_sentence_pieces(std::string_view bytes);
// What is done with a text before it is cut.
Normalize normalization_of(const SentencePieces& file);
// The same table as a tokenizer.json has it ("Precompiled"): not the longest match of the whole text, but
// letter by letter as a person counts them, and of each the shortest match, which stands for all of it. A
// letter of six bytes or more, or without a match, is taken code point by code point. Throws
// std::invalid_argument for what is no table.
Normalize precompiled(const std::string& table);
// The pieces' ids are their places in the file, unless `ids` says others.
std::unique_ptr<const PieceModel> sentence_pieces(const SentencePieces& file, std::vector<int> ids = {});

}  // namespace headlight
