// How what was meant is found by a few typed letters of its name, or by the words of a question.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

struct FuzzyMatch {
  int score = 0;               // the higher, the better
  std::vector<int> positions;  // of the letters found, in bytes, in order
};

// Every word of `query` has to be in `text`: the beginning of one of its words, or beginnings of words that
// follow one another, with at most one left out between two ("esa" in "Encoder self-attention"). Hyphens,
// commas and colons part words as a space does, ^ and _ are one sign, and capitals do not count; digits only
// as whole numbers, so that "head 1" is not "head 10". An empty query finds everything.
std::optional<FuzzyMatch> fuzzy_match(std::string_view query, std::string_view text);

// The same without initials: each word of `query` begins a word of `text`. For long texts, in which initials
// of anything could be found.
std::optional<FuzzyMatch> match_beginnings(std::string_view query, std::string_view text);

// Whether the words of `query` stand in `text` as whole words, side by side; signs and capitals do not count.
bool has_these_words(std::string_view query, std::string_view text);

// The words of a question that say what it is about: "what does the softmax do" asks for "softmax". Those
// that only ask are left out (what, does, how, why, is, the ...), also a question mark; one that is the whole
// query stays.
std::vector<std::string> words_asked(std::string_view query);

// As fuzzy_match() in what has several names, as `score` for the best of them: far more when a name is the
// query, more when it contains it as it is, or its numbers behind the same words. The letters found are those
// of `name`; none when it was another one.
std::optional<FuzzyMatch> match_names(std::string_view query, std::string_view name,
                                      std::span<const std::string> also);

}  // namespace headlight
