// From what a person types to the words of the corpus.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

// Longest sentence accepted, in bytes: far more than a sentence. How many words it may have is up to the
// model.
inline constexpr std::size_t longest_sentence = 20'000;

// "The animal didn’t cross the street. It was too tired!" ->
// the animal didn't cross the street . it was too tired
//
// Lower case, NFC, straight apostrophes. Sentence ends (. ! ? ;) inside become ".", the last one is dropped;
// commas, quotes and brackets are dropped; any other sign stays as a word, so that nothing disappears unseen.
// Contractions that the corpus has as one word (didn't, doesn't) stay, others are taken apart (it's -> it
// is). Throws std::invalid_argument for a sentence without words, one longer than `longest_sentence`, or
// invalid UTF-8.
std::vector<std::string> english_words(std::string_view typed);

}  // namespace headlight
