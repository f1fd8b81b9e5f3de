// How a token that is a piece of a word is shown: as a person reads it, and so that it can be told apart.
#pragma once

#include <string>
#include <string_view>

namespace headlight {

// How pieces say in their text whether they begin a word: with the space before it, or with "##" where they
// do not (WordPiece), and behind them where a word is spelled on (cut_words.h).
enum class PiecesSay { space_before, mark_within };

// "the" of a piece that begins a word, "·mal" of one that goes on, "ke·" of one that is gone on with; "‹E7›"
// of a byte that is no letter alone
// (<0xE7> in `text`); spaces and line ends that are no word's as the signs "␣" and "↵". A letter of a script
// without spaces between words is never marked.
std::string piece_label(std::string_view text, PiecesSay say);

// The mark of a piece that goes on.
inline constexpr std::string_view goes_on = "·";

// The bytes of a piece: "63 61 74".
std::string bytes_text(std::string_view text);

}  // namespace headlight
