// What is kept of the sentences that a model learned from, to tell what is new to it however sure it is:
// which kinds of words followed each other, and which words translated which.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace headlight {

struct SeenWords {
  // Of a word of the source: "noun", "verb-past". A word that is not listed is a kind of its own: "too".
  std::map<std::string, std::string> kinds;
  // By kind, the kinds that stood behind it. A sentence begins behind "<s>" and ends with "</s>".
  std::map<std::string, std::set<std::string>> after;
  // By word of the source, the words of the target that translated it; only words that nearly always have
  // one.
  std::map<std::string, std::set<std::string>> translations;

  const std::string& kind_of(const std::string& word) const;
  void add(const std::vector<std::string>& source);
  // The places of the first two neighbours whose kinds never were: from -1 (no sentence began so) to the
  // number of words (none ended so). Empty where there are none.
  std::vector<int> first_new(const std::vector<std::string>& source) const;
  // The places of the words of which no translation stands in the target.
  std::vector<int> untranslated(const std::vector<std::string>& source,
                                const std::vector<std::string>& target) const;
};

std::string to_json(const SeenWords& seen);
// Throws std::invalid_argument with the field that is wrong.
SeenWords seen_words_from_json(const std::string& text);

}  // namespace headlight
