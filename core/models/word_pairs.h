// Which kinds of words followed each other in the sentences that a model learned from: what never did is new
// to it, however sure it is of its answer.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace headlight {

struct WordPairs {
  // Of a word: "noun", "verb past". A word that is not listed is a kind of its own: "too", "the".
  std::map<std::string, std::string> kinds;
  // By kind, the kinds that stood behind it. A sentence begins behind "<s>" and ends with "</s>".
  std::map<std::string, std::set<std::string>> after;

  const std::string& kind_of(const std::string& word) const;
  void add(const std::vector<std::string>& sentence);
  // The places of the first two neighbours whose kinds never were: from -1 (no sentence began so) to the
  // number of words (none ended so). Empty where there are none.
  std::vector<int> first_new(const std::vector<std::string>& sentence) const;
};

std::string to_json(const WordPairs& pairs);
// Throws std::invalid_argument with the field that is wrong.
WordPairs word_pairs_from_json(const std::string& text);

}  // namespace headlight
