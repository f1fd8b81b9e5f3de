// What is kept of the sentences that a model learned from, to tell what is new to it however sure it is:
// which kinds of words followed each other, and which words translated which.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headlight {

// A set of words, kept as one text: thousands of them are read with a model's card, before the first frame,
// and a dozen are asked.
class WordSet {
 public:
  WordSet() = default;
  WordSet(std::initializer_list<std::string_view> words);
  static WordSet of(std::string_view text);  // of words with a space between each two

  bool contains(std::string_view word) const;
  void insert(std::string_view word);
  std::string_view text() const;  // "dort dormir"
  bool operator==(const WordSet&) const = default;

 private:
  std::string text_ = " ";  // each word between spaces
};

struct SeenWords {
  // Of a word of the source: "noun", "verb-past". A word that is not listed is a kind of its own: "too".
  std::unordered_map<std::string, std::string> kinds;
  // By kind, the kinds that stood behind it. A sentence begins behind "<s>" and ends with "</s>".
  std::unordered_map<std::string, WordSet> after;
  // By word of the source, the words of the target that translated it; only words that nearly always have
  // one.
  std::unordered_map<std::string, WordSet> translations;

  const std::string& kind_of(const std::string& word) const;
  void add(const std::vector<std::string>& source);
  // The places of the first two neighbours whose kinds never were: from -1 (no sentence began so) to the
  // number of words (none ended so). Empty where there are none.
  std::vector<int> first_new(const std::vector<std::string>& source) const;
  // The places of the words of which no translation stands in the target.
  std::vector<int> untranslated(const std::vector<std::string>& source,
                                const std::vector<std::string>& target) const;
};

// Lists of texts, each a word and what belongs to it: "chases chasse poursuit".
std::string to_json(const SeenWords& seen);
// Throws std::invalid_argument with the field that is wrong.
SeenWords seen_words_from_json(const std::string& text);

}  // namespace headlight
