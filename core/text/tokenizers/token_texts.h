// What tokens stand for in a text, by the marks with which tokenizers write them.
#pragma once

#include <string>
#include <vector>

namespace headlight {

// How a token is written in a vocabulary: as itself; a letter for each byte, as byte-level BPE does it
// ("Ġthe" for " the"), also with "</w>" where a word ends; with ▁ for a space, as SentencePiece does it.
enum class Spelling { plain, bytes, bytes_to_word_end, marked };
std::string text_of_token(const std::string& token, Spelling spelling);

// The same of the tokens of one text, in their order, whose spelling nobody says; told by the marks that are
// there. "cat</w>" ends a word and "ca@@" does not: then what begins one has a space before it. Words without
// any mark, and what stands in brackets ("[CLS]", "<s>"), are their own text.
std::vector<std::string> texts_of_tokens(const std::vector<std::string>& tokens);

}  // namespace headlight
