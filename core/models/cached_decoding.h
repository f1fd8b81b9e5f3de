// A decoder that reads one word after another and keeps the keys and values of those it has read: what the
// next word is made from, without computing anything twice. What is kept are nodes of one tape, which grows
// by the rows of each new word; so there is one way to compute, with a cache and without.
#pragma once

#include <span>
#include <vector>

#include "core/layers/key_value_cache.h"
#include "core/layers/recording.h"

namespace headlight {

class CachedDecoding {
 public:
  // `source` is what the encoder reads, once; empty where there is none. The first two arguments must outlive
  // it.
  CachedDecoding(const TransformerConfig& config, const Weights& weights, std::span<const int> source);
  CachedDecoding(const CachedDecoding&) = delete;
  CachedDecoding& operator=(const CachedDecoding&) = delete;

  // P(word | words), [target words], behind one word or more, `<s>` first where the model has one. What they
  // begin with as the words before did is kept; they may also be others, as a beam's are.
  std::vector<float> next(std::span<const int> words);
  // What was recorded so far, and where on it the last next() began.
  const Tape& tape() const { return tape_; }
  int begin() const { return begin_; }

 private:
  void keep_first(std::size_t words);

  Tape tape_;
  Recording recording_;
  KeyValueCache cache_;
  int encoded_ = -1;
  struct Read {
    int word;
    int begin;  // the tape's size before its pass
    int first;  // of how many words it stands behind
  };
  std::vector<Read> read_;
  int begin_ = 0;
};

}  // namespace headlight
