// The Transformer as a function that records: it reads like the paper, a line for a step.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/layers/sites.h"
#include "core/models/config.h"
#include "core/models/weights.h"
#include "core/tape/tape.h"

namespace headlight {

// What one recording needs beside the tape.
struct Recording {
  Tape& tape;
  const TransformerConfig& config;
  const Weights& weights;
  float dropout = 0;             // in training only; 0 records no dropout nodes
  Weights* gradients = nullptr;  // where gradients of parameters are added up, when training

  // The node of a tensor, recorded the first time it is asked for: "parameters." and its name.
  int parameter(const std::string& name);

 private:
  std::vector<int> nodes_;  // by place among the weights; -1 until recorded

 public:
  Recording(Tape& onto, const TransformerConfig& with, const Weights& from) : tape(onto), config(with), weights(from) {}
  // Forgets the parameter nodes at `size` and after, as Tape::rewind does.
  void rewind(int size);
};

// Words [T] to the last encoder layer's output [T, d_model]; returns its node.
int record_encoder(Recording& recording, std::span<const int> source);
// Words so far [T] and the encoder's output to the last decoder layer's output [T, d_model].
int record_decoder(Recording& recording, std::span<const int> target, int encoded);
// "logits" [T, words]; and "probabilities" after them.
int record_logits(Recording& recording, int decoded);
int record_probabilities(Recording& recording, int logits);
// The sum of cross-entropies of the words that do come next; in training.
int record_loss(Recording& recording, int logits, std::span<const int> next, float smoothing);

}  // namespace headlight
