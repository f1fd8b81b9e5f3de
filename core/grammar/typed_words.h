// What the grammar knows of English words that somebody typed: which others can stand in their place, and
// which noun "it" means.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grammar/lexicon.h"
#include "core/text/word_pairs.h"

namespace headlight::grammar {

// English words that could stand where `english` stands: for an animal the other animals, for a cause of the
// animal (tired) the other causes of the animal, then those of a place (wide); verbs in the same form. Empty
// for a word without kin.
std::vector<std::string> words_of_same_kind(std::string_view english);

// The noun or the adjective of an English word, also from its plural; null for any other word.
const Noun* find_noun(std::string_view english);
const Adjective* find_adjective(std::string_view english);

// Whether an English word is a noun: what a pronoun can stand for.
bool is_noun(std::string_view english);

}  // namespace headlight::grammar

namespace headlight {

// Which noun "it" means, read with the grammar's own rules: for sentences of which nobody wrote it down.

// A noun that "it" could mean, among the words of a sentence.
struct NounAt {
  int place = 0;
  const grammar::Noun* noun = nullptr;
};
// All of them, those that come before "it", each word once. None unless there is one "it".
std::vector<NounAt> nouns_before_it(std::span<const std::string> words);

// The antecedent in a sentence of English words as the model counts them. Nothing unless there is one "it"
// and either one noun that it can mean, or two and a cause that can be said of only one of them (tired: the
// animal; wide: the street; too big: what does not fit).
std::optional<Antecedent> find_antecedent(std::span<const std::string> words);

}  // namespace headlight
