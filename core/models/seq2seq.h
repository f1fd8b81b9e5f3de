// A recurrent encoder-decoder as functions that record: the sentence read squeezed into one vector (Sutskever
// et al. 2014; Cho et al. 2014), or looked back at word by word with additive attention (Bahdanau et al.
// 2015). A batch of B sentences stands time by time, as in recurrent.h; those read all have one length.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/layers/recurrent.h"

namespace headlight {

struct Seq2SeqConfig {
  RecurrentCell cell = RecurrentCell::gru;
  bool attention = false;  // with it the encoder reads in both directions
  int d_embedding = 64;
  int d_state = 128;  // of each direction, and of the decoder
  int source_words = 0;
  int target_words = 0;
  int max_tokens = 64;

  bool operator==(const Seq2SeqConfig&) const = default;
  // The numbers of a context: of the last state, or of an annotation.
  int d_context() const { return attention ? 2 * d_state : d_state; }
  // Throws std::invalid_argument naming the field.
  void check() const;
};

std::vector<TensorSpec> tensors_of(const Seq2SeqConfig& config);

// What the encoder hands to the decoder.
struct Read {
  int annotations = -1;  // [T_s B, d_context]; with attention
  int keys = -1;         // [T_s B, d_state]; with attention
  int context = -1;      // [B, d_context], the same for every word written; without attention
  RecurrentState first;  // of the decoder
};

class Seq2SeqRecording {
 public:
  Seq2SeqRecording(LayerRecording& recording, const Seq2SeqConfig& config, int batch = 1);

  void read(std::span<const int> source);
  // All of the target, whose words come in time by time; returns "logits" [T_t B, target words].
  int write(std::span<const int> target);

 private:
  int embedded(const Block& stream, std::span<const int> tokens);
  int context_at(const Block& time, int state);

  LayerRecording& recording_;
  const Seq2SeqConfig& config_;
  int batch_;
  Read read_;
  int query_sentences_ = -1, key_sentences_ = -1;
  std::vector<int> queries_, scores_, weights_;
};

}  // namespace headlight
