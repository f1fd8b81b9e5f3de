// The keys and values of tokens that a decoder has read (Shazeer 2019, "Fast Transformer Decoding", section
// 3): a next token asks them, and only its own are computed. The cache is made of nodes of one tape: those of
// earlier tokens stay on it, and what is recorded next is recorded behind them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/tape/tape.h"

namespace headlight {

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

}  // namespace headlight
