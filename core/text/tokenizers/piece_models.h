// The models that cut words into pieces: WordPiece, byte-pair encoding, and SentencePiece's two.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

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
};
// Throws std::invalid_argument for a merge of pieces that are no tokens.
std::unique_ptr<const PieceModel> byte_pairs(const Vocabulary& vocabulary, const BytePairRules& rules);

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
