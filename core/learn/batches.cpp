#include "core/learn/batches.h"

#include <algorithm>
#include <stdexcept>

#include "core/learn/corpus.h"
#include "core/text/encode.h"

namespace headlight {

namespace {

// Batches sorted by length within a stretch of this many, then shuffled: similar lengths without an order
// that the model could learn.
constexpr int stretch = 16;

template <typename T>
void shuffle(std::vector<T>& items, Random& random) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
  }
}

}  // namespace

std::vector<Pair> encode_pairs(const std::vector<Example>& examples, const Vocabulary& source,
                               const Vocabulary& target) {
  std::vector<Pair> pairs;
  pairs.reserve(examples.size());
  for (const Example& example : examples) {
    Pair pair;
    pair.source = encode(source, example.source);
    pair.next = encode(target, example.target);
    pair.target = pair.next;
    pair.target.insert(pair.target.begin(), kStartToken);
    pair.next.push_back(kEndToken);
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

Batches::Batches(const std::vector<Example>& examples, const std::vector<std::string>& kinds, int size,
                 std::uint64_t seed)
    : size_(size), random_(seed) {
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (kinds.empty() || std::find(kinds.begin(), kinds.end(), examples[i].kind) != kinds.end())
      pool_.push_back(static_cast<int>(i));
    lengths_.emplace_back(examples[i].source.size(), examples[i].target.size());
  }
  if (static_cast<int>(pool_.size()) < size)
    throw std::invalid_argument("fewer sentences than a batch holds");
}

const std::vector<int>& Batches::next() {
  if (at_ == ready_.size()) fill();
  return ready_[at_++];
}

// One epoch; what does not fill a batch waits for the next.
void Batches::fill() {
  shuffle(pool_, random_);
  ready_.clear();
  at_ = 0;
  const std::size_t size = static_cast<std::size_t>(size_);
  for (std::size_t begin = 0; begin + size <= pool_.size(); begin += size * stretch) {
    const std::size_t end = std::min(begin + size * stretch, pool_.size());
    std::vector<int> part(pool_.begin() + static_cast<std::ptrdiff_t>(begin),
                          pool_.begin() + static_cast<std::ptrdiff_t>(end));
    std::stable_sort(part.begin(), part.end(), [&](int a, int b) { return lengths_[a] < lengths_[b]; });
    std::vector<std::vector<int>> batches;
    for (std::size_t i = 0; i + size <= part.size(); i += size) {
      batches.emplace_back(part.begin() + static_cast<std::ptrdiff_t>(i),
                           part.begin() + static_cast<std::ptrdiff_t>(i + size));
    }
    shuffle(batches, random_);
    std::move(batches.begin(), batches.end(), std::back_inserter(ready_));
  }
}

namespace {

constexpr std::size_t rows_step = 24;

}  // namespace

std::vector<Pair> encode_corpus(const Corpus& corpus) {
  std::vector<Pair> pairs = encode_pairs(corpus.train, corpus.source, corpus.target);
  for (Pair& pair : encode_pairs(corpus.real, corpus.source, corpus.target)) pairs.push_back(std::move(pair));
  return pairs;
}

namespace {

int real_of(const Corpus& corpus, int size) { return corpus.real.empty() ? 0 : size * 2 / 3; }

}  // namespace

CorpusBatches::CorpusBatches(const Corpus& corpus, int size, std::uint64_t seed)
    : first_real_(static_cast<int>(corpus.train.size())),
      grammar_(corpus.train, {}, size - real_of(corpus, size), seed) {
  if (!corpus.real.empty())
    real_.emplace(corpus.real, std::vector<std::string>{}, real_of(corpus, size), seed);
}

std::vector<int> CorpusBatches::next() {
  std::vector<int> places = grammar_.next();
  if (!real_) return places;
  for (const int place : real_->next()) places.push_back(first_real_ + place);
  return places;
}

void Packed::add(std::span<const int> sentence, int number) {
  for (std::size_t place = 0; place < sentence.size(); ++place) {
    words.push_back(sentence[place]);
    places.push_back(static_cast<int>(place));
    sentences.push_back(number);
  }
}

void Packed::fill_up() {
  const std::size_t size = (words.size() / rows_step + 1) * rows_step;
  words.resize(size, 0);
  places.resize(size, 0);
  sentences.resize(size, static_cast<int>(sentences_a_tape));
}

}  // namespace headlight
