// In what two French translations of one English sentence differ: what the sentence leaves open, or which of
// two things it means.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace headlight {

enum class LeftOpen {
  meaning,  // for what "it" or "they" stands: il or elle
  gender,   // of a person of whom the sentence does not say it: je suis fatigué, je suis fatiguée
  address,  // of "you": tu or vous
  number,   // of "you": vous êtes content, vous êtes contents
};

// Words as english_words() and french_words() give them. Nothing for any other difference, such as another
// wording, or a gender that the sentence does not leave open (la fille est contente).
std::optional<LeftOpen> left_open_between(const std::vector<std::string>& english,
                                          const std::vector<std::string>& one,
                                          const std::vector<std::string>& other);

// "meaning", "masculine or feminine", "tu or vous", "one person or several".
std::string name_of(LeftOpen open);

}  // namespace headlight
