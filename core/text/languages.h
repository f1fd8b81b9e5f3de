// What is known of English and French as they are typed and written: words, contractions, numbers, spaces.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

// Numbers in digits and in words.

// 21 -> twenty-one, 100 -> a hundred; empty from 101 on, and for what is no number.
std::string number_in_words(std::string_view digits);

// twelve -> 12; empty but for words up to twenty and the tens.
std::string number_in_digits(std::string_view word);

// 1234567 as "1,234,567".

inline std::string thousands(long long number) {
  std::string text = std::to_string(number);
  for (int at = static_cast<int>(text.size()) - 3; at > (number < 0 ? 1 : 0); at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

// From what a person types to English words.

// Longest sentence accepted, in bytes: far more than a sentence. How many words it may have is up to the
// model.
inline constexpr std::size_t longest_sentence = 20'000;

struct NoWords : std::invalid_argument {
  NoWords();
};

// "The animal didn’t cross the street. It’s tired!" -> the animal didn't cross the street . it is tired
//
// Whatever the model: normalize() then fits them to a vocabulary. Lower case, NFC, straight apostrophes,
// full width letters as usual ones. Sentence ends (. ! ? ;) inside become ".", the last one is dropped, and
// so are dots after which a sentence goes on (well... yes); commas, quotes and brackets are dropped; pictures
// such as emojis are words of their own, and so are addresses (zoe@mail.com); any other sign stays as a word,
// so that nothing disappears unseen. A contraction with n't is one word, others are taken apart (it's -> it
// is, the dog's -> the dog 's), but for let's. Throws NoWords, or std::invalid_argument for a sentence longer
// than `longest_sentence` or invalid UTF-8.
std::vector<std::string> english_words(std::string_view typed);

// Whether "a" is "an" before this word: an owl, an hour, a university. An English word in lower case.
bool takes_an(std::string_view word);

// From a French text to the words that translations are made of, and back to a line to read.

// "Où est-elle allée ? L'animal..." -> où est -elle allée ? l' animal
//
// Lower case, NFC, straight apostrophes; l', qu' and the like are words, and so is a pronoun behind a verb:
// -elle, -t, -moi. Commas and question marks stay, other ends of sentences become "." and the last one is
// dropped, quotes and brackets are dropped. Throws NoWords, or std::invalid_argument as english_words() does.
std::vector<std::string> french_words(std::string_view text);

// l' animal n' a pas ... -> l'animal n'a pas ...; a full stop and "-moi" stand against the word before them,
// and pieces of a word, traverser ##ai, are joined. Lower case stays.
std::string join_french(const std::vector<std::string>& tokens);

}  // namespace headlight
