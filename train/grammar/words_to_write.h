// What only who writes sentences asks of the words: habits, adjectives by what they can be said of, and
// everyday things with what can be said of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grammar/lexicon.h"

namespace headlight::grammar {

// What can be said of whatever has one of some marks, and of nothing else: a cage is opened, a bird is cured.
struct Predicate {
  // is: was ripe; done: was opened; did: fell asleep; had: wanted to sleep; to: somebody wants to eat it.
  enum class Kind { is, done, did, had, to } kind = Kind::is;
  bool degree = false;  // too ripe, very ripe
  std::string english;
  // Of is and done the forms; of the others what French says, in which {e} agrees: s' est endormi{e}.
  Adjective french;
  std::vector<std::string> marks;

  bool suits(const Noun& noun) const;
};

// What happens to two things: "{p} put {a} in {b}", and which marks each needs.
struct TwoThings {
  std::string english, french;
  std::vector<std::string> first, second;  // marks, "any" among them for all
  // What of the first, and of the second, is the reason where both could be so: too big, too small.
  std::vector<Adjective> first_reasons, second_reasons;
};

// Everyday things with their marks as traits, what is said of them and what happens to two of them.
struct Things {
  std::vector<Noun> nouns;
  std::vector<Predicate> predicates;
  std::vector<TwoThings> frames;
  std::vector<std::string> aspirated;  // French words, sorted: la hache
};
// Of things.tsv, predicates.tsv and frames.tsv.
const Things& things();

// What one does every day where French does not say it word by word: to take a shower, prendre une douche.
// Each is a verb with the English forms of one and the French forms of another.
std::span<const Verb> habits();

// By role. Throws std::out_of_range where no adjective has it.
const std::vector<const Adjective*>& adjectives_with(const std::string& role);
// What can be said of it: "the cat is tired". The others stand only before a noun: the other cat.
const std::vector<const Adjective*>& adjectives_of(const Noun& noun);
// Whether any French word for the adjective can be said of it.
bool can_be(std::string_view adjective, const Noun& noun);
bool has_adjective(std::string_view english);
// Whether two words are one noun: "french teacher" is a professeur de français, and not français.
bool has_compound(const std::string& first, const std::string& second);

// Whether le, la, ne, je and que lose their vowel before a word, a thing's among them.
bool is_elided_before(std::string_view french);

}  // namespace headlight::grammar
