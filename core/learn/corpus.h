// The translator's corpus: sentences that people wrote, training pairs, held-out pairs, the two vocabularies.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grammar/example.h"
#include "core/text/tokenizer.h"

namespace headlight {

// A line that is not learned from, or of which a part is not.
struct SkippedLine {
  int line = 0;     // from 1
  std::string why;  // "no translation"
};

// Words as a translator's grammar writes them: english_words() and french_words().
struct RealPair {
  std::string typed;  // the English line as it stands
  std::vector<std::string> english;
  std::vector<std::vector<std::string>> french;  // one translation or more, no two alike
  std::vector<std::string> names;  // in small letters: what has a capital or a digit in both languages
};

struct RealPairs {
  std::vector<RealPair> pairs;  // no two with the same English words
  int lines = 0;                // that were read
  std::vector<SkippedLine> skipped;
};

// A line has English, a tab, and its translations with tabs or "|" between them; what an export of Tatoeba
// has behind them ("CC-BY 2.0 ...") is left out. Packed as gzip or not. Empty lines and such beginning with
// "#" are passed over; every other line that cannot be read is skipped, and said. Throws AccessError, and
// FormatError where hardly a line is a pair.
RealPairs read_real_pairs(const std::filesystem::path& file);

// "12 of 116,753 lines are left out: line 7: no translation; line 9: not UTF-8; ...". Empty without any.
std::string said_of_skipped(const RealPairs& pairs);

// A hundredth of all sentences, chosen by their words alone: never trained on.
bool is_kept_aside(const RealPair& pair);

// The sentences written for Headlight (corpus/): of all such files of a folder that end in .tsv.
std::vector<RealPair> read_own_pairs(const std::filesystem::path& folder);
// Of these a tenth, chosen by their first words, so that two that
// differ in their last ones stay together.
bool is_own_kept_aside(const RealPair& pair);

// Copies of pairs in which the names and numbers that stand in both languages are others, put together at
// random: what a name is called is then nothing to know by heart, but to be copied. One pair in `every` that
// has any; the same for the same seed.
std::vector<RealPair> with_other_names(const std::vector<RealPair>& pairs, int every, std::uint64_t seed);

// Target ids of the start and the end of a French sentence. English has neither.
inline constexpr int kStartToken = 0;  // "<s>"
inline constexpr int kEndToken = 1;    // "</s>"

struct CorpusOptions {
  int train = 60000;       // pairs, no two with the same English
  int held_out = 3000;     // pairs, the showcase sentences first
  std::uint64_t seed = 0;  // of the sampling; what is held out does not depend on it
  // For small models: sentences of these kinds of the grammar alone (all where none is named), and only those
  // made of so many of their most frequent English words (0: any), and of the words of the showcase.
  std::vector<std::string> kinds = {};
  int words = 0;
  // Sentences that people wrote, beside those of the grammar: a file for read_real_pairs(). Without it the
  // vocabularies are the words of the grammar.
  std::filesystem::path real = {};
  std::vector<std::string> leave_out = {};  // what is not learned from it: English, as typed
  // Sentences written for Headlight: a folder of such files.
  std::filesystem::path own = {};
  // So many more pairs of the grammar: what can be said of everyday things, and what "it" means by that.
  int meant = 0;
  // Instead of vocabularies learned from all that: those of a model that is to be trained further.
  std::optional<std::pair<Vocabulary, Vocabulary>> vocabularies = {};
};

struct Corpus {
  std::vector<Example> train, held_out;
  // Of the file: one example a translation, of the kind "real" or "own"; and the sentences kept aside.
  std::vector<Example> real = {};
  std::vector<RealPair> aside = {};
  std::vector<RealPair> own_aside = {};
  int real_sentences = 0, real_pairs = 0;  // that are learned: English ones, and their translations
  std::string said = {};                   // of the file: how much was read, and what was left out
  Vocabulary source, target;  // in alphabetical order (bytes), the target's after its start and its end
};

// FNV-1a, with a last mix because its low bits alone are not even.
std::uint64_t hash_of_text(std::string_view text);

// The same options give the same corpus on every machine. Throws std::invalid_argument for sizes below zero
// or above two million, and when the training pairs have too few words for the held-out ones.
Corpus make_corpus(const CorpusOptions& options = {});

// A tenth of the combinations (such as animal|street|tired), chosen by hash, and those of the showcase; never
// an empty one, of what is learned by heart.
bool is_held_out(const std::string& combination);

// Whether the vocabularies have every word of a pair.
bool has_words_of(const Vocabulary& source, const Vocabulary& target, const Example& example);

// `count` held-out pairs that the vocabularies have the words of, sampled with `seed`, no two with the same
// English; none is one of the showcase. Of these kinds alone, where some are named. Throws
// std::invalid_argument when the vocabularies have too few words.
std::vector<Example> sample_held_out(const Vocabulary& source, const Vocabulary& target, int count,
                                     std::uint64_t seed, std::span<const std::string> kinds = {});

// An example as the vocabularies cut its words; where it cannot be written with them, nothing. What it says
// of places goes with them, but for a reference of which a word was cut: that is left out.
std::optional<Example> cut_example(Example example, const Vocabulary& source, const Vocabulary& target);

// Pairs as a translator with these vocabularies reads and writes them, an example a translation.
std::vector<Example> examples_of(const std::vector<RealPair>& pairs, const char* kind,
                                 const Vocabulary& source, const Vocabulary& target);

// Of the sentences about everyday things that are not trained on (grammar::meant_kinds) `count` of each kind,
// whose two nouns differ in gender. "meant": the combination alone is held out.
std::vector<Example> sample_meant(const Vocabulary& source, const Vocabulary& target, int count,
                                  std::uint64_t seed);

// The showcase, and others behind it: what a model is measured on. The same for the same vocabularies.
std::vector<Example> held_out_examples(const Vocabulary& source, const Vocabulary& target,
                                       const CorpusOptions& options);

// The nine sentences that lessons and figures show. Always held out.
const std::vector<Example>& showcase();

// Held-out sentences in which the pronoun has to be found out: what a claim about "it" is counted over.

// Sentences with two nouns that "it" could mean, one masculine and one feminine in French: who reads no noun
// is right in half of them. Their combinations are held out, so that none was trained on; no two are alike,
// and the same vocabularies give the same sentences on every machine. Fewer than `count` where the
// vocabularies lack words.
std::vector<Example> pronoun_sentences(const Vocabulary& source, const Vocabulary& target, int count);
// The same, drawn piece by piece.
class PronounSentences {
 public:
  PronounSentences(const Vocabulary& source, const Vocabulary& target, int count);
  ~PronounSentences();
  PronounSentences(PronounSentences&&) noexcept;
  PronounSentences& operator=(PronounSentences&&) noexcept;

  // Asks `go_on` before each try. False when it said no: called again, it goes on there.
  bool draw(const std::function<bool()>& go_on);
  const std::vector<Example>& drawn() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The first il or elle of French words; "none" without one.
std::string first_pronoun(std::span<const std::string> french);

// "animal", "place", "person" or "thing" (all other nouns): what an English word of the corpus names. "other"
// for what is no noun.
std::string_view kind_of_noun(std::string_view english);

}  // namespace headlight
