// The translator's corpus: sentences that people wrote, training pairs, held-out pairs, the two vocabularies.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grammar/example.h"
#include "core/grammar/held_out.h"
#include "core/learn/corpus.h"
#include "core/text/tokenizer.h"

namespace headlight {

// A line that is not learned from, or of which a part is not.
struct SkippedLine {
  int line = 0;     // from 1
  std::string why;  // "no translation"
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

// The same options give the same corpus on every machine. Throws std::invalid_argument for sizes below zero
// or above two million, and when the training pairs have too few words for the held-out ones.
Corpus make_corpus(const CorpusOptions& options = {});

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

// Held-out sentences in which the pronoun has to be found out: what a claim about "it" is counted over.

// Sentences with two nouns that "it" could mean, one masculine and one feminine in French: who reads no noun
// is right in half of them. Their combinations are held out, so that none was trained on; no two are alike,
// and the same vocabularies give the same sentences on every machine. Fewer than `count` where the
// vocabularies lack words.
std::vector<Example> pronoun_sentences(const Vocabulary& source, const Vocabulary& target, int count);
// Away from the streams of the corpora, whose seeds are small numbers or their complements.
inline constexpr std::uint64_t pronoun_stream = 0x9e10'74ac'1e5e'ed5fULL;

}  // namespace headlight
