// Sentence pairs on which no model was trained: those that Headlight shows, and lists of others, which
// lessons and labs count over. train/grammar wrote them; `headlight-train sentences` drew the lists once and
// for all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grammar/example.h"
#include "core/text/tokenizer.h"

namespace headlight {

// FNV-1a, with a last mix because its low bits alone are not even.
std::uint64_t hash_of_text(std::string_view text);

// A tenth of the combinations (such as animal|street|tired), chosen by hash, and those of the showcase; never
// an empty one, of what is learned by heart.
bool is_held_out(const std::string& combination);

// Whether the vocabularies have every word of a pair.
bool has_words_of(const Vocabulary& source, const Vocabulary& target, const Example& example);

// Cuts every French word as the vocabulary cuts it. What the example says of places goes with them.
void cut_french(Example& example, const Vocabulary& target);

// The nine sentences that lessons and figures show. Always held out.
const std::vector<Example>& showcase();

// English words as a person writes them: "the dog's owner was tired. he slept".
std::string written_out(std::span<const std::string> words);

// The first il or elle of French words; "none" without one.
std::string first_pronoun(std::span<const std::string> french);

// "animal", "place", "person" or "thing" (all other nouns): what an English word of the corpus names. "other"
// for what is no noun.
std::string_view kind_of_noun(std::string_view english);

// Lists of sentences in a packed table of assets/words, a line a sentence: the list that it is in; its kind
// and its combination; English and French; the places of a Reference and whether the genders differ; the
// meaning of "bears" and its place. Alignments are not kept.
using SentenceLists = std::map<std::string, std::vector<Example>, std::less<>>;

// Throws AccessError, and FormatError where a line is damaged.
SentenceLists read_sentences(const std::string& name);

// A line without its list; and of its cells the example. Throws std::invalid_argument saying what is wrong.
std::string line_of(const Example& example);
Example example_of(std::span<const std::string> cells);

// What a list holds. In each its sentences stand in the order in which they were drawn.
enum class SentenceList {
  pronouns,      // two nouns that "it" could mean, of different gender: who reads no noun is right in half
  translations,  // of any kind: what translators are measured on
  texts,         // the same again, of which models of one language read the English
  taught,        // measured beside one sentence that is being taught
  bears,         // with the word "bears"
  looked_at,     // not held out: those of which heads are asked where they look
  any            // not held out: what the grammar writes, one after another
};
inline constexpr const char* sentence_lists[] = {"pronouns", "translations", "texts", "taught",
                                                 "bears",    "looked_at",    "any"};
inline constexpr const char* sentences_file = "sentences.tsv.gz";

// Read once, when first asked for. Throws as read_sentences().
const std::vector<Example>& sentences_of(SentenceList list);

// The first `count` of a list that the vocabularies have the words of, cut as they cut French; fewer where
// they lack words. No two have the same English.
std::vector<Example> known_sentences(SentenceList list, const Vocabulary& source, const Vocabulary& target,
                                     std::size_t count);

}  // namespace headlight
