// What layers record onto: a tape and the weights they read; of a Transformer, the config that switches them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/layers/config.h"
#include "core/layers/weights.h"
#include "core/tape/tape.h"

namespace headlight {

// The keys and values of tokens that a decoder has read (Shazeer 2019, "Fast Transformer Decoding", section
// 3): a next token asks them, and only its own are computed. The cache is made of nodes of one tape: those of
// earlier tokens stay on it, and what is recorded next is recorded behind them.

// The nodes [T, d_k] and [T, d_v] of one head.
struct KeysAndValues {
  int key = -1, value = -1;
};

class KeyValueCache {
 public:
  // How many tokens were read before those that are being recorded.
  int rows() const { return rows_; }
  // Of a head that asks other tokens, whose keys and values are recorded once; nothing until they are.
  std::optional<KeysAndValues> find(const std::string& head) const;
  // Keys and values that were just recorded. With `grows`, of the tokens being recorded: returns those of all
  // tokens, the earlier ones first.
  KeysAndValues add(Tape& tape, const std::string& head, KeysAndValues recorded, bool grows);
  // So many tokens are recorded: what follows stands behind them.
  void advance(int tokens);
  // Forgets what was recorded from node `size` of the tape on, and all tokens but the first `rows`.
  void rewind(int size, int rows);

 private:
  int rows_ = 0;
  std::map<std::string, std::vector<KeysAndValues>> parts_;  // by head, in the order they were recorded
};

class LayerRecording {
 public:
  // With `gradients`, the parameters' gradients are added up there; with `dropout`, dropout nodes are
  // recorded. Parameters that the tape has already are not recorded again.
  LayerRecording(Tape& tape, const Weights& weights, float dropout = 0, Weights* gradients = nullptr);

  Tape& tape() { return tape_; }
  float dropout() const { return dropout_; }

  // The node of a tensor ("parameters." and its name), recorded the first time it is asked for.
  int parameter(const std::string& name);
  // x W + b over the columns begin .. begin + count of the tensors name.weight and name.bias.
  int linear(Label label, int x, const std::string& name, int begin, int count);
  // The same over all columns.
  int linear(Label label, int x, const std::string& name);
  // x, or x with some cells dropped when training.
  int dropped(Label label, int x);

  // Forgets every node from `size` on.
  void rewind(int size);

 private:
  Tape& tape_;
  const Weights& weights_;
  float dropout_;
  Weights* gradients_;
  std::vector<int> nodes_;  // by place among the weights; -1 until recorded
};

class Recording : public LayerRecording {
 public:
  Recording(Tape& tape, const TransformerConfig& config, const Weights& weights, float dropout = 0,
            Weights* gradients = nullptr)
      : LayerRecording(tape, weights, dropout, gradients), config_(config) {}

  const TransformerConfig& config() const { return config_; }

  // From now on rows are recorded that stand behind those whose keys and values the cache has, and add their
  // own to it; it must outlive this. Null: the rows are all there are.
  void keep_in(KeyValueCache* cache) { cache_ = cache; }
  KeyValueCache* cache() const { return cache_; }
  // The place of the first row that is recorded.
  int first() const { return cache_ == nullptr ? 0 : cache_->rows(); }

 private:
  const TransformerConfig& config_;
  KeyValueCache* cache_ = nullptr;
};

}  // namespace headlight
