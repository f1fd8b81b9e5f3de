// From what a person types to English words.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

// Longest sentence accepted, in bytes: far more than a sentence. How many words it may have is up to the
// model.
inline constexpr std::size_t longest_sentence = 20'000;

struct NoWords : std::invalid_argument {
  NoWords();
};

// "The animal didn’t cross the street. It’s tired!" -> the animal didn't cross the street . it is tired
//
// Whatever the model: understood() then fits them to a vocabulary. Lower case, NFC, straight apostrophes,
// full width letters as usual ones. Sentence ends (. ! ? ;) inside become ".", the last one is dropped, and
// so are dots after which a sentence goes on (well... yes); commas, quotes and brackets are dropped; pictures
// such as emojis are words of their own; any other sign stays as a word, so that nothing disappears unseen. A
// contraction with n't is one word, others are taken apart (it's -> it is, the dog's -> the dog 's), but for
// let's. Throws NoWords, or std::invalid_argument for a sentence longer than `longest_sentence` or invalid
// UTF-8.
std::vector<std::string> english_words(std::string_view typed);

// Whether "a" is "an" before this word: an owl, an hour, a university. An English word in lower case.
bool takes_an(std::string_view word);

}  // namespace headlight
