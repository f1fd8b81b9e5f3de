// The causal language model from its corpus to its card, and the trigram model beside it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/learn/batches.h"
#include "core/learn/training.h"
#include "core/matrix/random.h"
#include "core/models/card.h"
#include "core/models/model.h"
#include "train/learn/corpus.h"
#include "train/learn/evaluate.h"

namespace headlight {

// What a causal language model learns from: the English side of the translator's corpus, and lists of words
// that come twice, by which one that can look back learns to copy (Olsson et al. 2022).

// The words that come in and, at the same places, those that are to come next; -1 where nothing is asked.
struct Continuation {
  std::vector<int> words;  // <s> and the sentence
  std::vector<int> next;   // the sentence and </s>
};

struct CausalCorpus {
  Vocabulary words;  // <s>, </s>, then those of the translator's source
  std::vector<Continuation> train, held_out;
};

CausalCorpus make_causal_corpus(const Corpus& translator);
// The first two words of every causal vocabulary.
std::vector<std::string> causal_special_words();

// <s> a sentence </s>, of numbers without the two.
Continuation continuation_of(std::vector<int> sentence);

// <s> w_1 ... w_n w_1 ... w_n of different words, drawn evenly from the vocabulary. Asked is what follows
// each word of the second time but the last: nothing else can be known.
Continuation repeated_words(const Vocabulary& words, int count, Random& random);

// How likely each word is after the two before it, by counting: what a language model has to beat.
// Interpolated Kneser-Ney smoothing with one discount (Kneser and Ney 1995; Chen and Goodman 1999).

class Trigram {
 public:
  // Counts all places that are asked. `words`: the size of the vocabulary, below 2^21.
  Trigram(std::span<const Continuation> sentences, int words);

  // P(word | two before): both are <s> before the first word. Over all words it adds up to 1.
  double probability(int before, int last, int word) const;

 private:
  struct Context {
    double count = 0;      // of all words seen after it
    double different = 0;  // how many of them differ
  };
  double discounted(const std::unordered_map<std::uint64_t, int>& counts,
                    const std::unordered_map<std::uint64_t, Context>& contexts, std::uint64_t context,
                    int word, double lower) const;

  int words_;
  // Of three words, of the last two, of the last one: the first counts occurrences, the others in how many
  // different contexts a word was seen.
  std::unordered_map<std::uint64_t, int> three_, two_, one_;
  std::unordered_map<std::uint64_t, Context> after_two_, after_one_, after_none_;
};

// exp of the mean of -log P over all places that are asked.
double perplexity(const Trigram& model, std::span<const Continuation> sentences);

// Trains a causal language model: at every place, the word that comes next.

struct CausalRecipe : Optimization {
  TransformerConfig model;  // the size of the vocabulary is filled in from the corpus
  CorpusOptions corpus;
  std::uint64_t seed = 0;  // of the first weights, the order of the sentences and the lists
  int batch = 96;          // sentences, lists among them
  int lists = 16;          // of the batch: words that come twice
  int shortest_list = 3;   // words before they come again
  int longest_list = 8;
};

// The recipe of the shipped model.
CausalRecipe causal_recipe();

class CausalTrainer final : public Training {
 public:
  explicit CausalTrainer(const CausalRecipe& recipe);

  const CausalRecipe& recipe() const { return recipe_; }
  const CausalCorpus& corpus() const { return corpus_; }

  ModelPtr model() const { return std::make_shared<const Model>(recipe_.model, weights(), words()); }
  std::string watch() const override;
  Card card(const std::filesystem::path& folder, double seconds) const override;

 private:
  Batch next_batch() override;

  CausalRecipe recipe_;
  CausalCorpus corpus_;
  std::optional<Batches> batches_;
  Random random_;
};

// Measures a causal language model on sentences it was not trained on, and on lists of words that come twice.

// exp of the mean of -log P over all places that are asked.
double perplexity(const Model& model, std::span<const Continuation> sentences, const Progress& progress = {});

// Lists of `length` words that come twice, drawn with a seed of their own.
std::vector<Continuation> induction_lists(const Vocabulary& words, int count, int length = 6);

// How a model goes on with the second of two equal lists. An induction head looks from a word at what came
// behind it the first time (Olsson et al. 2022).
struct Induction {
  double accuracy = 0;         // share of the places asked at which the right word is the likeliest
  HeadPlace head;              // the head that looks there most
  double weight = 0;           // its mean weight on that place
  int heads = 0;               // how many have at least induction_share of their weight there
  double without_head = 0;     // the accuracy while the output of `head` is zero
  double without_another = 0;  // the least accuracy while the output of any one other head is zero
  double without_heads = 0;    // the accuracy while that of all induction heads is zero

  // Previous-token heads: those of the layers before `head`'s with at least induction_share of their mean
  // weight on the place just before. The accuracy while the output is zero of the one that looks there most,
  // of all of them, and, as a control, of all other heads in these layers.
  int previous_heads = 0;
  double without_previous_head = 0, without_previous_heads = 0, without_no_previous_heads = 0;
  std::vector<double> without_layer;  // the accuracy while the output of all heads of a layer is zero
};
inline constexpr double induction_share = 0.3;
Induction induction(const Model& model, std::span<const Continuation> lists);

// `perplexity`, `trigram_perplexity` and those of Induction, by the names of the card, and the accuracy on
// lists longer than any in training. The trigram counts the `train` that the model learned from.
std::vector<Measure> causal_measures(const Model& model, std::span<const Continuation> train,
                                     std::span<const Continuation> held_out, const Progress& progress = {});

// The card of a causal language model: what it was trained on, what it can and cannot do, its measures.

// `seconds`: how long the training took.
Card causal_card(const Model& model, const CausalRecipe& recipe, const CausalCorpus& corpus, double seconds,
                 const Progress& progress = {});

}  // namespace headlight
