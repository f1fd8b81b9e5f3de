// Words cut into pieces of a vocabulary that does not have them whole, so that hardly any word is refused.
//
// Three kinds of tokens: words; "##s", what goes on with a word; "ke##", which begins a word that is spelled.
// Rare words are spelled alike in every language with the same pieces: a name can be copied piece by piece.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace headlight {

// Endings that may stand behind a whole word: "sheep ##s" is said with what is known of "sheep".
std::span<const std::string_view> english_endings();
std::span<const std::string_view> french_endings();

// The tokens of a word: the word itself; else a word of the vocabulary and one of the endings, the shortest
// ending first; else spelled, the longest piece from the left, again and again. The word alone where it has a
// letter that the vocabulary cannot spell.
std::vector<std::string> cut_word(const Vocabulary& vocabulary, std::string_view word,
                                  std::span<const std::string_view> endings);

inline constexpr std::string_view joint = "##";

// Whether a vocabulary has pieces that begin a word: it cuts the words that it does not have.
bool spells_words(const Vocabulary& vocabulary);

// Whether a token, or its label ("·s", piece_label()), is a piece that goes on with the one before it, or
// that the next one goes on with; and its letters alone.
bool goes_on_with_word(std::string_view token);
bool is_gone_on_with(std::string_view token);
std::string letters_of_piece(std::string_view token);

// The words that tokens, or their labels, are pieces of, in order.
std::vector<std::string> joined_words(std::span<const std::string> tokens);

// The pieces that words are spelled with: every letter of theirs, as it begins a word and as it goes on, and
// at most `most` longer ones, by joining the pair of neighbours that is there most often (Sennrich et al.
// 2016); digits stay alone. `words`: each with how often it is spelled in a text, which may be never.
std::vector<std::string> learned_pieces(const std::map<std::string, int>& words, int most);

// How a token that is a piece of a word is shown: as a person reads it, and so that it can be told apart.

// How pieces say in their text whether they begin a word: with the space before it, or with "##" where they
// do not (WordPiece), and behind them where a word is spelled on (cut_words.h).
enum class PiecesSay { space_before, mark_within };

// "the" of a piece that begins a word, "·mal" of one that goes on, "ke·" of one that is gone on with; "‹E7›"
// of a byte that is no letter alone
// (<0xE7> in `text`); spaces and line ends that are no word's as the signs "␣" and "↵". A letter of a script
// without spaces between words is never marked.
std::string piece_label(std::string_view text, PiecesSay say);

// The mark of a piece that goes on.
inline constexpr std::string_view goes_on_mark = "·";

// The bytes of a piece: "63 61 74".
std::string bytes_text(std::string_view text);

}  // namespace headlight
