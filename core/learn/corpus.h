// Sentence pairs to learn from, as every trainer of a translator takes them. Those of a small translator come
// with Headlight; train/learn/corpus.h makes others.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/grammar/example.h"
#include "core/models/model.h"
#include "core/text/tokenizer.h"

namespace headlight {

// Words as a translator's grammar writes them: english_words() and french_words().
struct RealPair {
  std::string typed;  // the English line as it stands
  std::vector<std::string> english;
  std::vector<std::vector<std::string>> french;  // one translation or more, no two alike
  std::vector<std::string> names;  // in small letters: what has a capital or a digit in both languages
};

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

// The special tokens, and behind them the others in alphabetical order (bytes).
Vocabulary vocabulary_of(std::vector<std::string> special, const std::set<std::string>& tokens);
// Every word of one side of examples.
std::set<std::string> tokens_of(std::initializer_list<const std::vector<Example>*> all,
                                std::vector<std::string> Example::*side);

// What the small translator learns: 15,000 pairs of few words, about "it" and little else, and 500 held-out
// ones; lists of this name, "train" and "held_out". Read once. Throws as read_sentences().
inline constexpr const char* small_translator_file = "small_translator.tsv.gz";
std::shared_ptr<const Corpus> small_translator_corpus();

// Every value while a translator writes the known translation: what attention is measured on.
TracePtr forced_trace(const Model& model, const Example& example);

}  // namespace headlight
