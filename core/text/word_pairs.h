// Two lists of words side by side: which word of one stands for which of the other, and what two translations
// of one sentence differ in.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

// Where tokens are pieces of words: of each the number of its word, and the words as they were typed.
struct PieceWords {
  std::vector<int> word_of;
  std::vector<std::string> words;

  bool operator==(const PieceWords&) const = default;
};

// Of tokens that are words.
PieceWords whole_words(std::span<const std::string> tokens);

// A place in both lists; in one of them the word may be missing.
struct WordPair {
  std::optional<int> first;
  std::optional<int> second;
  bool operator==(const WordPair&) const = default;
};

// The longest common subsequence of the words. What stands between two common words was replaced when both
// lists have equally many words there, and pairs up in order; runs of different length have nothing to do
// with one another: each of their words stands alone, the first list's before the second's.
std::vector<WordPair> pair_words(std::span<const std::string> first, std::span<const std::string> second);

// Pieces by the words they are of: where the words stand for one another, so do their last pieces, and of the
// others one after the other from the first on.
std::vector<WordPair> pair_pieces(const PieceWords& first, const PieceWords& second);

// Tokens that may be pieces: of two lists of which one at least has pieces as pair_pieces() does it, a token
// without any being a word; else as pair_words().
std::vector<WordPair> pairs_of(std::span<const std::string> first, const PieceWords* first_pieces,
                               std::span<const std::string> second, const PieceWords* second_pieces);

// One label for what stands for one another: "animal" where both are the same, "tired | wide" where they
// differ, "qu' → il | elle" where they begin or end alike.
std::string joint_label(std::string_view first, std::string_view second);

// Which noun a pronoun means, as places of one sentence.

struct Antecedent {
  int it = 0;    // place of the pronoun
  int noun = 0;  // place of the noun it means
  bool operator==(const Antecedent&) const = default;
};

// In what two French translations of one English sentence differ: what the sentence leaves open, or which of
// two things it means.

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
