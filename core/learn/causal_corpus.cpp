#include "core/learn/causal_corpus.h"

#include <algorithm>
#include <stdexcept>

#include "core/text/nearest.h"

namespace headlight {

namespace {

std::vector<Continuation> continuations(const std::vector<Example>& examples, const Vocabulary& words) {
  std::vector<Continuation> all;
  all.reserve(examples.size());
  for (const Example& example : examples) all.push_back(continuation_of(encode(words, example.source)));
  return all;
}

}  // namespace

std::vector<std::string> causal_special_words() { return {"<s>", "</s>"}; }

CausalCorpus make_causal_corpus(const Corpus& translator) {
  std::vector<std::string> words = causal_special_words();
  words.insert(words.end(), translator.source.words().begin(), translator.source.words().end());
  CausalCorpus corpus{Vocabulary(std::move(words)), {}, {}};
  corpus.train = continuations(translator.train, corpus.words);
  corpus.held_out = continuations(translator.held_out, corpus.words);
  return corpus;
}

Continuation continuation_of(std::vector<int> sentence) {
  Continuation made{sentence, std::move(sentence)};
  made.words.insert(made.words.begin(), kStartToken);
  made.next.push_back(kEndToken);
  return made;
}

Continuation repeated_words(const Vocabulary& words, int count, Random& random) {
  const int special = static_cast<int>(causal_special_words().size());
  if (count < 1 || count > words.size() - special)
    throw std::invalid_argument("repeated_words: the vocabulary has not so many words");
  std::vector<int> list;
  while (static_cast<int>(list.size()) < count) {
    const int word = special + random.below(words.size() - special);
    if (std::find(list.begin(), list.end(), word) == list.end()) list.push_back(word);
  }
  Continuation made;
  made.words.push_back(kStartToken);
  for (int time = 0; time < 2; ++time) made.words.insert(made.words.end(), list.begin(), list.end());
  made.next.assign(made.words.size(), -1);
  for (int i = 1; i < count; ++i)
    made.next[static_cast<std::size_t>(count + i)] = list[static_cast<std::size_t>(i)];
  return made;
}

}  // namespace headlight
